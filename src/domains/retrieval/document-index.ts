import type { Pool } from 'pg'
import { dictionaryOf } from './language.ts'
import type { Stemmer } from './stemmer.ts'
import { analyseChunks, type ChunkTerms } from './terms.ts'

/** Raised when the same text would give other terms: documents with an older number are indexed anew by a reindex. */
export const ANALYSIS_VERSION = 1

/** Chunks analysed at once: ten to twenty milliseconds of work between two turns of the event loop. */
const BATCH = 64

/** What people call such files: "the spreadsheet with …" is a question about it even where its cells do not say so. */
const KINDS: Record<string, string> = {
  csv: 'spreadsheet table',
  doc: 'document',
  docx: 'document',
  eml: 'email message',
  epub: 'book',
  msg: 'email message',
  odp: 'presentation slides',
  ods: 'spreadsheet table',
  odt: 'document',
  ppt: 'presentation slides',
  pptx: 'presentation slides',
  tsv: 'spreadsheet table',
  xls: 'spreadsheet table',
  xlsx: 'spreadsheet table',
}

type ChunkRow = { id: number; position: number; text: string; title: string; filename: string }

const READ = `
  SELECT c.id, c.position, c.text, d.title, d.filename
  FROM public.chunks c JOIN public.documents d ON d.id = c.document_id
  WHERE c.document_id = $1 AND c.position > $2 ORDER BY c.position LIMIT ${BATCH}`

const WRITE = `
  INSERT INTO search.chunks (chunk_id, document_id, length, terms, frequencies)
  SELECT c.id, c.document_id, t.length, t.terms::bigint[], t.frequencies::smallint[]
  FROM unnest($1::int[], $2::int[], $3::text[], $4::text[]) AS t (chunk_id, length, terms, frequencies)
  JOIN public.chunks c ON c.id = t.chunk_id
  ON CONFLICT (chunk_id) DO UPDATE SET
    document_id = excluded.document_id, length = excluded.length,
    terms = excluded.terms, frequencies = excluded.frequencies
  WHERE (chunks.length, chunks.terms, chunks.frequencies)
    IS DISTINCT FROM (excluded.length, excluded.terms, excluded.frequencies)`

const SUMMARISE = `
  INSERT INTO search.documents (document_id, dictionary, analysis, chunks, length)
  SELECT d.id, $2, ${ANALYSIS_VERSION}, count(c.chunk_id), coalesce(sum(c.length), 0)
  FROM public.documents d LEFT JOIN search.chunks c ON c.document_id = d.id
  WHERE d.id = $1 GROUP BY d.id
  ON CONFLICT (document_id) DO UPDATE SET
    dictionary = excluded.dictionary, analysis = excluded.analysis, chunks = excluded.chunks, length = excluded.length`

/** Derives what the lexical search needs of a document from its chunks. */
export class DocumentIndex {
  readonly #pool: Pool
  readonly #stemmer: Stemmer

  constructor(pool: Pool, stemmer: Stemmer) {
    this.#pool = pool
    this.#stemmer = stemmer
  }

  /**
   * Indexes all chunks of a document, a batch at a time. It may be stopped anywhere and run again; the summary, which is
   * written last, says that all of it is there.
   */
  async index(documentId: number, language: string | null): Promise<void> {
    let position: number | undefined = -1
    while (position !== undefined) position = await this.#indexAfter(documentId, position, language)
    await this.#pool.query(SUMMARISE, [documentId, dictionaryOf(language)])
  }

  /** Indexes the chunks that come next. Gives the position of the last one, if there may be more. */
  async #indexAfter(documentId: number, position: number, language: string | null): Promise<number | undefined> {
    const { rows } = await this.#pool.query<ChunkRow>(READ, [documentId, position])
    const [first] = rows
    if (!first) return undefined
    const texts = rows.map(({ text }) => text)
    await this.#write(rows, await analyseChunks(this.#stemmer, language, nameOf(first), texts))
    return rows.length === BATCH ? rows.at(-1)?.position : undefined
  }

  async #write(rows: ChunkRow[], analysed: ChunkTerms[]) {
    await this.#pool.query(WRITE, [
      rows.map(({ id }) => id),
      analysed.map(({ length }) => length),
      analysed.map(({ terms }) => `{${terms.join(',')}}`),
      analysed.map(({ frequencies }) => `{${frequencies.join(',')}}`),
    ])
  }
}

/** The words that a document goes by: its title, its file name, and what people call files of its kind. */
function nameOf({ title, filename }: ChunkRow): string {
  const [, stem = filename, extension = ''] = /^(.*)\.(\w{1,5})$/s.exec(filename) ?? []
  return [title, stem, KINDS[extension.toLowerCase()] ?? ''].join('\n')
}
