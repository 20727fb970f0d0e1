import type { ChatSource } from '../../database/client/enums.ts'
import type { Viewer } from '../../viewer.ts'
import type { ResolvedScope } from '../documents/scope.ts'
import type { FoundExtract, RetrievalService } from '../retrieval/service.ts'

export type Gathered = { source: ChatSource; extracts: FoundExtract[] }

/** The share of the context that documents may fill; the rest is for the conversation and the answer. */
const documentShare = 0.5

/**
 * What a question is answered from: the whole scope where it has no more than `limit` chunks and they fit into the
 * model's context (`CORPUS`), its best passages otherwise (`EMBEDDINGS`). The best come first either way; those that no
 * word matched have score 0.
 */
export async function gatherExtracts(
  retrieval: RetrievalService,
  viewer: Viewer,
  args: { query: string; scope: ResolvedScope; contextTokens: number; limit: number },
): Promise<Gathered> {
  const room = { limit: args.limit, tokens: args.contextTokens * documentShare }
  const whole = await retrieval.whole(viewer, args.scope, room)
  const found = await retrieval.searchResolved(viewer, args)
  if (!whole) return { source: 'EMBEDDINGS', extracts: found }
  const matched = new Set(found.map(({ chunk }) => chunk.id))
  const rest = whole.filter((chunk) => !matched.has(chunk.id)).map((chunk) => ({ chunk, score: 0 }))
  return { source: 'CORPUS', extracts: [...found, ...rest] }
}
