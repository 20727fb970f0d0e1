import { DocumentStatus } from '../../database/client/enums.ts'
import { builder } from '../../graphql/builder.ts'
import type { ChunkType } from '../ingestion/chunking/chunk-draft.ts'
import type { Stage } from '../ingestion/claim.ts'

export const DocumentStatusEnum = builder.enumType('DocumentStatus', {
  description: 'Where a document stands between its upload and being searchable.',
  values: {
    [DocumentStatus.PENDING]: { description: 'Waiting to be parsed.' },
    [DocumentStatus.PARSING]: { description: 'Being parsed, cut into chunks and indexed.' },
    [DocumentStatus.PARSING_FAILED]: { description: 'Could not be parsed; `statusDetail` says why.' },
    [DocumentStatus.EMBEDDING]: { description: 'Searchable by words; its vectors are being made.' },
    [DocumentStatus.EMBEDDING_FAILED]: { description: 'Searchable by words; its vectors could not be made.' },
    [DocumentStatus.EMBEDDED]: { description: 'Searchable by words and by meaning.' },
    [DocumentStatus.PARSED]: { description: 'Searchable by words; this instance makes no vectors.' },
    [DocumentStatus.UPDATING]: { description: 'Being read anew.' },
    [DocumentStatus.FAIL]: { description: 'Failed for a reason outside the document; it can be tried again.' },
  } as const,
})

export const DocumentStageEnum = builder.enumType('DocumentStage', {
  description: 'What is being done with a document.',
  values: {
    QUEUED: { description: 'Nothing yet: it waits for its turn.' },
    PARSING: { description: 'Its text is being read.' },
    INDEXING: { description: 'Its chunks are being stored and indexed by their words.' },
    EMBEDDING: { description: 'The vectors of its chunks are being made.' },
    DONE: { description: 'Nothing any more.' },
  } as const,
})

export const ChunkTypeEnum = builder.enumType('ChunkType', {
  description: 'What the text of a chunk is.',
  values: {
    TEXT: { description: 'Running text.' },
    TABLE: { description: 'Rows of a table.' },
    CODE: { description: 'Code, or data in a notation of its own.' },
  } as const,
})

const stages: Record<Stage, typeof DocumentStageEnum.$inferType> = {
  queued: 'QUEUED',
  parsing: 'PARSING',
  indexing: 'INDEXING',
  embedding: 'EMBEDDING',
  done: 'DONE',
}

const chunkTypes: Record<ChunkType, typeof ChunkTypeEnum.$inferType> = { text: 'TEXT', table: 'TABLE', code: 'CODE' }

/** The stage as the graph names it; one that another version of this program has stored waits for its turn. */
export const documentStageOf = (stored: string) => stages[stored as Stage] ?? 'QUEUED'

/** The type as the graph names it; one that another version of this program has stored is text. */
export const chunkTypeOf = (stored: string) => chunkTypes[stored as ChunkType] ?? 'TEXT'
