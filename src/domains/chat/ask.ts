import { found } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { live } from '../../graphql/live.ts'
import { ScopeInput } from '../documents/queries.ts'
import { SearchExtract } from '../retrieval/graph.ts'
import { ChatResponse } from './graph.ts'
import type { ChatMessage } from './models/model.ts'
import { type AskEvent, streamAnswer } from './stream.ts'

const ChatRole = builder.enumType('ChatRole', {
  description: 'Who speaks in a message.',
  values: {
    SYSTEM: { description: 'Instructions for the model.' },
    USER: { description: 'The person who asks.' },
    ASSISTANT: { description: 'The model.' },
  } as const,
})

const MessageInput = builder.inputType('MessageInput', {
  description: 'One message of a conversation.',
  fields: (t) => ({
    role: t.field({ type: ChatRole, required: true, description: 'Who speaks.' }),
    content: t.string({ required: true, description: 'What is said.' }),
  }),
})

const AskInput = builder.inputType('AskInput', {
  description: 'A question, and where to look for its answer.',
  fields: (t) => ({
    messages: t.field({
      type: [MessageInput],
      required: true,
      description: 'The conversation; its last message is the question, of the user and not blank.',
    }),
    scope: t.field({ type: ScopeInput, description: 'Where to look; everything that you may see when absent.' }),
    model: t.string({
      description: 'The model, as an administrator named it; the default of this instance when absent.',
    }),
    tool: t.string({ description: 'A tool, as an administrator named it.' }),
  }),
})

const questionOf = (input: typeof AskInput.$inferInput) => ({
  ...input,
  messages: input.messages.map(({ role, content }) => ({ role: role.toLowerCase() as ChatMessage['role'], content })),
})

const AskPayload = builder.objectRef<{ id: number }>('AskPayload').implement({
  description: 'The stored answer.',
  fields: (t) => ({
    chatResponse: t.prismaField({
      type: ChatResponse,
      description: 'The answer, with its extracts.',
      resolve: async (query, parent, _args, context) =>
        found(await context.services.chat.findNew(viewerOf(context), parent.id, query), 'answer'),
    }),
  }),
})

// An event that has no such part leaves the selection unused, which spreading tells the builder not to mind.
const AskEventType = builder.objectRef<AskEvent>('AskEvent').implement({
  description:
    'What happens while a question is answered: the extracts, then the tokens, then the stored answer. One field is set.',
  fields: (t) => ({
    extracts: t.prismaField({
      type: [SearchExtract],
      nullable: true,
      description: 'The passages that the answer will rest on; the first event.',
      resolve: ({ ...query }, event, _args, context) =>
        event.kind === 'extracts' ? context.services.retrieval.rows(viewerOf(context), event.hits, query) : null,
    }),
    token: t.string({
      nullable: true,
      description: 'The next piece of the answer.',
      resolve: (event) => (event.kind === 'token' ? event.token : null),
    }),
    chatResponse: t.prismaField({
      type: ChatResponse,
      nullable: true,
      description: 'The stored answer; the last event.',
      resolve: ({ ...query }, event, _args, context) =>
        event.kind === 'answered' ? context.services.chat.findNew(viewerOf(context), event.id, query) : null,
    }),
  }),
})

builder.mutationField('ask', (t) =>
  t.field({
    type: AskPayload,
    nullable: true,
    authScopes: { authenticated: true },
    description:
      'Answers a question from the documents of a scope. A model that fails is no error: see `errorMessage`.',
    args: { input: t.arg({ type: AskInput, required: true, description: 'The question.' }) },
    resolve: async (_root, { input }, context) => ({
      id: await context.services.chat.ask(viewerOf(context), questionOf(input)),
    }),
  }),
)

builder.subscriptionField('askStream', (t) =>
  t.field({
    type: AskEventType,
    authScopes: { authenticated: true },
    description:
      'Answers a question while one watches: the extracts first, then the text as it is written, then the stored answer. ' +
      'Ends with `unauthorized` when your key stops working.',
    args: { input: t.arg({ type: AskInput, required: true, description: 'The question.' }) },
    subscribe: (_root, { input }, context) =>
      live(context, (signal) => streamAnswer(context.services.chat, viewerOf(context), questionOf(input), signal)),
    resolve: (event) => event,
  }),
)
