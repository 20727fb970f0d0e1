import { z } from 'zod'
import { found } from '../../errors.ts'
import { bodyId, none, text } from '../fields.ts'
import { RunChatFlowDocument, type RunChatFlowMutation } from '../generated/documents.ts'
import { route, type Wire } from '../route.ts'
import { wirePages } from './pages.ts'

type Extract = NonNullable<RunChatFlowMutation['ask']>['chatResponse']['extracts'][number]

/** POST /api/v2/tools/chatflows/ and POST /tools/chatflows/ */
export const runChatFlow = route({
  method: 'POST',
  paths: ['/api/v2/tools/chatflows/', '/tools/chatflows/'],
  group: 'Tools',
  summary: 'Answer a conversation from a scope of documents, with the extracts that the answer rests on.',
  access: 'authenticated',
  envelope: 'v2',
  status: 200,
  params: none,
  query: none,
  body: z.object({
    messages: z
      .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: text }))
      .describe('The conversation; its last message is the question, of the user and not blank.'),
    model: text.nullish().describe('The model, as an administrator named it.'),
    tool: text.nullish().describe('A tool, as an administrator named it.'),
    workspace_ids: z.array(bodyId).nullish().describe('Workspaces whose documents join the scope.'),
    file_ids: z.array(bodyId).nullish().describe('Documents that join the scope.'),
    company_scope: z.boolean().nullish().describe('Include the documents of the company.'),
    private_scope: z.boolean().nullish().describe('Include your private documents.'),
  }),
  document: RunChatFlowDocument,
  variables: ({ body }) => ({
    input: {
      messages: body.messages.map(({ role, content }) => ({ role: upper(role), content })),
      model: body.model,
      tool: body.tool,
      scope: {
        workspaceIds: body.workspace_ids,
        fileIds: body.file_ids,
        companyScope: body.company_scope,
        privateScope: body.private_scope,
      },
    },
  }),
  respond: ({ ask }, wire) => {
    const { chatResponse: answer } = found(ask, 'answer')
    return {
      id: answer.databaseId,
      created_at: answer.createdAt,
      document_extracts: answer.extracts.map((extract) => documentExtract(extract, answer.databaseId, wire)),
      flag_created_at: answer.flagCreatedAt,
      chat_message: answer.chatMessageDatabaseId,
      text: answer.text,
      error_message: answer.errorMessage,
      completion: answer.completion,
      is_chosen: answer.isChosen,
      source: lower(answer.source),
    }
  },
})

const upper = <Text extends string>(value: Text) => value.toUpperCase() as Uppercase<Text>
const lower = <Text extends string>(value: Text) => value.toLowerCase() as Lowercase<Text>

/** Formats without pages are on page 1 of the wire; the graph says null. */
const documentExtract = (extract: Extract, responseId: number, wire: Wire) => ({
  id: extract.databaseId,
  created_at: extract.createdAt,
  chat_response_id: responseId,
  document_id: extract.documentDatabaseId,
  page_start: wirePages(extract).start,
  page_end: wirePages(extract).end,
  text: extract.text,
  document_name: extract.documentName,
  document_file_type: extract.documentFileType,
  metadata: {
    ID: extract.chunkUuid,
    pages: wirePages(extract).range,
    total_pages: extract.totalPages ?? 1,
    score: extract.score,
  },
  document_external_url: `${wire.baseUrl}/api/v2/files/${extract.documentDatabaseId}/download`,
  document_datasource_name: 'upload',
  document_workspace_name: extract.workspaceName,
})
