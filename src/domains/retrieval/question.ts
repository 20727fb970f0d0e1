import type { Pool } from 'pg'
import { fingerprint } from './fingerprint.ts'
import { detectLanguage, dictionaryOf, SIMPLE } from './language.ts'
import type { LexicalQuery, SearchScope } from './lexical.ts'
import { foldDiacritics, type Words, wordsOf } from './words.ts'

const MAX_QUERY_LENGTH = 4_000
const MAX_WORDS = 64
const MAX_TERMS = 256

/** One dictionary, what the scope has of it, and the question's words in it ('' for a stop word). */
type Analysis = { dictionary: string; chunks: number; length: number; stems: string[] }

const ANALYSE = `
  WITH present AS (
    SELECT s.dictionary, sum(s.chunks)::float8 AS chunks, sum(s.length)::float8 AS length
    FROM public.documents d JOIN search.documents s ON s.document_id = d.id
    WHERE d.workspace_id = ANY ($1::int[]) OR d.id = ANY ($2::int[])
    GROUP BY s.dictionary)
  SELECT dictionary, coalesce(chunks, 0) AS chunks, coalesce(length, 0) AS length,
    ARRAY(SELECT coalesce((ts_lexize(dictionary::regdictionary, word))[1], '')
          FROM unnest($4::text[]) WITH ORDINALITY AS w (word, position) ORDER BY position) AS stems
  FROM present FULL JOIN unnest($3::text[]) AS asked (dictionary) USING (dictionary)`

/**
 * Turns a question into the terms to look for in a scope: its words are stemmed with every dictionary that the documents
 * of the scope were indexed with. One statement, which also counts the scope. No terms: nothing worth looking for.
 */
export async function analyseQuestion(pool: Pool, question: string, scope: SearchScope): Promise<LexicalQuery> {
  const text = question.slice(0, MAX_QUERY_LENGTH)
  const found = limit(wordsOf(text, 'query'))
  const ownDictionary = dictionaryOf(detectLanguage(text))
  const asked = [...new Set([SIMPLE, 'english_stem', ownDictionary])]
  const values = [scope.workspaceIds, scope.documentIds, asked, found.words]
  const { rows } = await pool.query<Analysis>(ANALYSE, values)
  const chunks = rows.reduce((sum, row) => sum + row.chunks, 0)
  const length = rows.reduce((sum, row) => sum + row.length, 0)
  return { terms: termsFor(found, rows), scope, chunks, averageLength: chunks > 0 ? length / chunks : 0 }
}

function termsFor({ words, terms }: Words, analyses: Analysis[]): number[] {
  const stopped = stopWords(analyses)
  const present = analyses.filter(({ dictionary, chunks }) => chunks > 0 || dictionary === SIMPLE)
  const stems = words.flatMap((_, i) => (stopped[i] ? [] : present.map((analysis) => analysis.stems[i] ?? '')))
  const distinct = new Set([...terms, ...stems].filter((term) => term !== '').map(foldDiacritics))
  return [...distinct].slice(0, MAX_TERMS).map(fingerprint)
}

/**
 * Which words say nothing in the language of the question. That is the language with most stop words among them: what
 * is an ordinary word elsewhere ("die", "what") must not become a rare and precious one in documents of that language.
 */
function stopWords(analyses: Analysis[]): boolean[] {
  const flags = analyses.map(({ stems, chunks }) => {
    const stopped = stems.map((stem) => stem === '')
    return { stopped, count: stopped.filter(Boolean).length, chunks }
  })
  const best = flags.sort((a, b) => b.count - a.count || b.chunks - a.chunks)[0]
  return best?.stopped ?? []
}

/** At most so many words, the longest ones first: long words are rare ones, and rare ones tell documents apart. */
function limit({ words, terms }: Words): Words {
  const longest = (list: string[]) => [...new Set(list)].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS)
  return { words: longest(words), terms: longest(terms) }
}
