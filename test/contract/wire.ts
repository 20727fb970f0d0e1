import { z } from 'zod'

/** ISO 8601 in UTC, as every timestamp of the wire. */
const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
const id = z.int().positive()
const link = z.url({ protocol: /^https?$/ }).nullable()

export const fileStatus = z.enum([
  'pending',
  'parsing',
  'parsing_failed',
  'embedding',
  'embedding_failed',
  'embedded',
  'parsed',
  'updating',
  'fail',
])

export const fileItem = z.strictObject({
  id,
  object: z.literal('file'),
  /** Unix seconds of this century. */
  created_at: z.int().min(1_500_000_000).max(4_000_000_000),
  filename: z.string().min(1),
  purpose: z.literal('documents'),
  status: fileStatus,
})

/** One file by itself, and the answer to an upload. */
export const fileDetail = z.strictObject({ ...fileItem.shape, bytes: z.int().nonnegative() })

const pageMembers = { object: z.literal('list'), count: z.int().nonnegative(), next: link, previous: link }
const innerFilePage = z.strictObject({ ...pageMembers, data: z.array(fileItem) })

/** The outer page holds exactly one inner page, which holds the items. */
export const filePage = z.strictObject({ ...pageMembers, data: z.tuple([innerFilePage]) })

const pageRange = z.string().regex(/^\d+-\d+$/)

export const chunkPage = z.strictObject({
  chunks: z.array(
    z.strictObject({
      id,
      uuid: z.uuid(),
      text: z.string().min(1),
      chunk_type: z.enum(['text', 'table']),
      metadata: z.strictObject({ pages: pageRange, total_pages: id, position: z.int().nonnegative() }),
      created_at: timestamp,
      updated_at: timestamp,
    }),
  ),
})

export const workspace = z.strictObject({
  id,
  name: z.string().min(1),
  workspace_type: z.enum(['company', 'personal', 'custom']),
  description: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  summaries: z.array(
    z.strictObject({
      language: z.enum(['en', 'fr', 'es', 'it', 'ar', 'nl', 'sv', 'de', 'ja', 'zh', 'ko']),
      summary: z.string(),
    }),
  ),
  collections: z.array(
    z.strictObject({ id, name: z.string().min(1), collection_type: z.enum(['company', 'private', 'workspace']) }),
  ),
  members: z.array(z.strictObject({ id, first_name: z.string(), last_name: z.string(), email: z.email() })),
})

export const documentExtract = z.strictObject({
  id,
  created_at: timestamp,
  chat_response_id: id,
  document_id: id,
  page_start: id,
  page_end: id,
  text: z.string().min(1),
  document_name: z.string().min(1),
  document_file_type: z.string(),
  metadata: z.strictObject({ ID: z.uuid(), pages: pageRange, total_pages: id, score: z.number().min(0).max(1) }),
  document_external_url: z.url({ protocol: /^https?$/ }),
  document_datasource_name: z.literal('upload'),
  document_workspace_name: z.string().min(1),
})

export const chatResponse = z.strictObject({
  id,
  created_at: timestamp,
  document_extracts: z.array(documentExtract),
  flag_created_at: z.string().nullable(),
  chat_message: z.int().nullable(),
  text: z.string().nullable(),
  error_message: z.string().nullable(),
  completion: z.uuid().nullable(),
  is_chosen: z.boolean(),
  source: z.enum(['embeddings', 'corpus']),
})

/** The status and the code of every refusal of a v2 operation. */
const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  insufficient_permissions: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
} as const

export type WireCode = keyof typeof statusOf

export const refusal = z
  .strictObject({
    code: z.int(),
    message: z.string().min(1),
    details: z.string().min(1),
    error: z.enum(Object.keys(statusOf) as [WireCode, ...WireCode[]]),
    error_description: z.string().min(1),
  })
  .refine(({ code, error }) => statusOf[error] === code, 'the code belongs to the error')
