/** The rows that a search may see: documents of these workspaces, and these documents. Authorised by the caller. */
export type SearchScope = { workspaceIds: number[]; documentIds: number[] }

/** A chunk that matches, best first in every list. What `score` means is said by the function that returns it. */
export type Hit = { chunkId: number; documentId: number; score: number }

/** An analysed question, with the size of the scope that it is asked of. */
export type LexicalQuery = {
  terms: number[]
  scope: SearchScope
  /** How many chunks the scope has. */
  chunks: number
  /** Mean number of terms of those chunks. */
  averageLength: number
}

/** A way to rank the chunks of a scope by BM25; scores are positive and only comparable within one answer. */
export interface LexicalSearch {
  search(query: LexicalQuery, limit: number): Promise<Hit[]>
}

/** The parameters of BM25, the same in every implementation: how soon repetition stops to count, and length's weight. */
export const BM25 = { k1: 1.2, b: 0.75 }
