// biome-ignore-all lint/suspicious/noConsole: a benchmark prints what it measured
// Quality and speed of the lexical search on BEIR SciFact, in an embedded database: npm run bench:retrieval
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { type Database, openDatabase } from '../src/database/database.ts'
import { ExactSearch } from '../src/domains/retrieval/exact-search.ts'
import { IndexSearch } from '../src/domains/retrieval/index-search.ts'
import { SearchIndex, type SearchScope } from '../src/domains/retrieval/search-index.ts'

const FOLDER = resolve(import.meta.dirname, '../../shared/data/scifact')
const LIMIT = 100

/** What the search has to reach as it is planned. */
const WANTED = { ndcg: 0.685, recall: 0.91 }

type Abstract = { id: string; title: string; text: string }
type Question = { text: string; relevant: Map<string, number> }
type Loaded = { abstracts: Map<number, string>; scope: SearchScope }
type Result = { ndcg: number; recall: number; times: number[] }

const logger = pino({ level: 'error' })

function readTable(name: string): string[][] {
  const lines = readFileSync(join(FOLDER, name), 'utf8').trim().split('\n')
  return lines.map((line) => line.trimEnd().split('\t'))
}

function readCorpus(): Abstract[] {
  const lines = gunzipSync(readFileSync(join(FOLDER, 'corpus.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Abstract)
}

function readQuestions(): Question[] {
  const relevant = new Map<string, Map<string, number>>()
  for (const [query = '', document = '', relevance] of readTable('qrels.tsv')) {
    const judged = relevant.get(query) ?? new Map<string, number>()
    relevant.set(query, judged.set(document, Number(relevance)))
  }
  const questions = readTable('queries.tsv').map(([id = '', text = '']) => ({ text, relevant: relevant.get(id) }))
  return questions.flatMap(({ text, relevant }) => (relevant ? [{ text, relevant }] : []))
}

/** Stores each abstract as a document of one chunk; answers the document ids with the ids of their abstracts. */
async function load({ prisma }: Database, corpus: Abstract[]): Promise<Loaded> {
  const company = await prisma.company.create({ data: { name: 'SciFact' } })
  const workspace = await prisma.workspace.create({ data: { companyId: company.id, type: 'CUSTOM', name: 'SciFact' } })
  const collection = await prisma.collection.create({
    data: { workspaceId: workspace.id, type: 'WORKSPACE', name: '' },
  })
  const place = { companyId: company.id, workspaceId: workspace.id, collectionId: collection.id }
  const kind = { extension: 'txt', mediaType: 'text/plain', bytes: 0, language: 'en' }
  const documents = await prisma.document.createManyAndReturn({
    data: corpus.map(({ id, title }) => ({ ...place, ...kind, title, filename: 'abstract.txt', sha256: id })),
    select: { id: true, sha256: true },
  })
  const abstracts = new Map(documents.map(({ id, sha256 }) => [id, sha256]))
  const texts = new Map(corpus.map(({ id, text }) => [id, text]))
  const chunks = documents.map(({ id, sha256 }) => ({ documentId: id, text: texts.get(sha256) ?? '' }))
  await prisma.chunk.createMany({ data: chunks.map((chunk) => ({ ...chunk, position: 0, tokenCount: 0 })) })
  return { abstracts, scope: { workspaceIds: [workspace.id], documentIds: [] } }
}

function gain(relevances: number[]): number {
  return relevances.slice(0, 10).reduce((sum, relevance, i) => sum + relevance / Math.log2(i + 2), 0)
}

async function ask(index: SearchIndex, questions: Question[], { abstracts, scope }: Loaded): Promise<Result> {
  const result: Result = { ndcg: 0, recall: 0, times: [] }
  for (const { text, relevant } of questions) {
    const start = performance.now()
    const hits = await index.search({ query: text, scope, limit: LIMIT })
    result.times.push(performance.now() - start)
    const found = [...new Set(hits.map(({ documentId }) => abstracts.get(documentId) ?? ''))]
    const ideal = gain([...relevant.values()].sort((a, b) => b - a))
    result.ndcg += gain(found.map((id) => relevant.get(id) ?? 0)) / ideal / questions.length
    result.recall += found.filter((id) => relevant.has(id)).length / relevant.size / questions.length
  }
  result.times.sort((a, b) => a - b)
  return result
}

function row(name: string, { ndcg, recall, times }: Result): Record<string, string> {
  const quantile = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)
  const measures = { 'nDCG@10': ndcg.toFixed(4), 'Recall@100': recall.toFixed(4) }
  return { search: name, ...measures, 'median ms': quantile(0.5), 'p95 ms': quantile(0.95) }
}

async function measure(database: Database): Promise<void> {
  const { pool, capabilities } = database
  const loaded = await load(database, readCorpus())
  const index = new SearchIndex({ pool, capabilities, logger })
  await index.prepare()
  const start = performance.now()
  for (const documentId of loaded.abstracts.keys()) await index.indexDocument(documentId, 'en')
  const seconds = (performance.now() - start) / 1_000
  const size = await pool.query<{ size: string }>(
    `SELECT pg_size_pretty(sum(pg_total_relation_size(oid))) AS size FROM pg_class
     WHERE relnamespace = 'search'::regnamespace AND relkind = 'r'`,
  )
  console.log(`${loaded.abstracts.size} documents indexed in ${seconds.toFixed(1)} s, ${size.rows[0]?.size} on disk`)
  const questions = readQuestions()
  const ways = [
    { name: 'as planned', lexical: undefined },
    ...(capabilities.bm25 ? [{ name: 'index', lexical: new IndexSearch(pool) }] : []),
    { name: 'exact', lexical: new ExactSearch(pool) },
  ]
  const results: { name: string; result: Result }[] = []
  for (const { name, lexical } of ways) {
    const searched = new SearchIndex({ pool, capabilities, logger, lexical })
    results.push({ name, result: await ask(searched, questions, loaded) })
  }
  console.table(results.map(({ name, result }) => row(name, result)))
  judge(results[0]?.result)
}

function judge(planned: Result | undefined): void {
  const isGood = planned && planned.ndcg >= WANTED.ndcg && planned.recall >= WANTED.recall
  if (isGood) return
  console.log(`FAILED: as planned, nDCG@10 has to be ${WANTED.ndcg} or more and Recall@100 ${WANTED.recall} or more.`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  if (!existsSync(FOLDER)) return console.log('SciFact is not at ../shared/data/scifact; nothing is measured.')
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-retrieval-'))
  const database = await openDatabase({ url: undefined, dataDir, statementTimeoutMs: 60_000, poolSize: 4 }, logger)
  try {
    await measure(database)
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
