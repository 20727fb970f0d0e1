// biome-ignore-all lint/suspicious/noConsole: a benchmark prints what it measured
// Pages per second of text PDFs, from the upload to the end of the ingestion, in an embedded database, beside the speed of
// the parsing processes alone on the same files in the same run: npm run bench:ingest
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '../src/database/database.ts'
import { FileBlobStore } from '../src/domains/documents/blobs.ts'
import { DocumentsService } from '../src/domains/documents/service.ts'
import { ParserPool } from '../src/domains/ingestion/parsing/parser-pool.ts'
import { IngestionQueue } from '../src/domains/ingestion/queue.ts'
import { IngestionWorker } from '../src/domains/ingestion/worker.ts'
import { SearchIndex } from '../src/domains/retrieval/search-index.ts'
import { makeCompany } from '../test/support/company.ts'

const folder = resolve(import.meta.dirname, '../../shared/data/documents')
const names = [
  'redbook_sampled',
  'nara_2022_report',
  'amt_handbook_sample',
  'autogen_paper',
  'multi_page',
  'normal_4pages',
]
const copies = 8
const rounds = 5
const size = 2

type File = { path: string; filename: string }
type Pass = { pages: number; seconds: number }

const logger = pino({ level: 'error' })
const files: File[] = Array.from({ length: copies }, (_, copy) =>
  names.map((name) => ({ path: join(folder, `${name}.pdf`), filename: `${name}-${copy}.pdf` })),
).flat()

/** Pages, and the seconds that reading them alone took. */
async function parseAll(parser: ParserPool): Promise<Pass> {
  const from = performance.now()
  const parsed = await Promise.all(files.map(({ path, filename }) => parser.parse(path, { filename })))
  const pages = parsed.reduce((sum, { pageCount }) => sum + (pageCount ?? 0), 0)
  return { pages, seconds: (performance.now() - from) / 1_000 }
}

async function startService(dataDir: string, parser: ParserPool) {
  const database = await openDatabase({ url: undefined, dataDir, statementTimeoutMs: 60_000, poolSize: 10 }, logger)
  const { prisma, pool, kind, capabilities } = database
  const search = new SearchIndex({ pool, capabilities, logger })
  await search.prepare()
  const blobs = new FileBlobStore({ dataDir })
  await blobs.prepare({ exclusive: true })
  const queue = new IngestionQueue({ pool, kind, logger })
  await queue.start()
  const documents = new DocumentsService({ prisma, blobs, queue, limits: { fileBytes: 1e9, storageGb: 100 } })
  const worker = new IngestionWorker({
    prisma,
    blobs,
    parser,
    search,
    queue,
    logger,
    size,
    alone: true,
    embeds: false,
  })
  await worker.start()
  const stop = async () => {
    await worker.stop()
    await queue.stop()
    await database.close()
  }
  return { prisma, documents, stop }
}

async function ingestAll(
  service: Awaited<ReturnType<typeof startService>>,
  viewer: Parameters<DocumentsService['upload']>[0],
) {
  const { prisma, documents } = service
  const onTheirWay = { status: { in: ['PENDING' as const, 'PARSING' as const] } }
  const from = performance.now()
  const upload = ({ path, filename }: File) =>
    documents.upload(viewer, { stream: createReadStream(path), filename, target: { collection: 'PRIVATE' } })
  await Promise.all(files.map(upload))
  while ((await prisma.document.count({ where: onTheirWay })) > 0) await setTimeout(100)
  return (performance.now() - from) / 1_000
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docgraph-bench-'))
  const parser = new ParserPool({ size, logger })
  const service = await startService(dataDir, parser)
  const { member } = await makeCompany(service.prisma)
  await parseAll(parser)
  await ingestAll(service, member)
  const parsing = [await parseAll(parser)]
  const ingesting: number[] = []
  for (let round = 0; round < rounds; round++) {
    ingesting.push(await ingestAll(service, member))
    parsing.push(await parseAll(parser))
  }
  const failed = await service.prisma.document.count({ where: { status: { not: 'PARSED' } } })
  await service.stop()
  parser.close()
  await rm(dataDir, { recursive: true })
  const pages = parsing[0]?.pages ?? 0
  const alone = parsing.map(({ seconds }) => seconds)
  // The machine may be busier now than then: each round is compared with what came just before and just after it.
  const shares = ingesting.map((seconds, round) => ((alone[round] ?? 0) + (alone[round + 1] ?? 0)) / 2 / seconds)
  const share = median(shares)
  console.log(`${files.length} text PDFs a round, ${rounds} rounds (medians), ${size} parsing processes in both cases`)
  console.log(`parsing alone    ${(pages / median(alone)).toFixed(1)} pages/s`)
  console.log(
    `upload to parsed ${(pages / median(ingesting)).toFixed(1)} pages/s${failed > 0 ? ` (${failed} documents failed)` : ''}`,
  )
  const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`
  console.log(`share            ${share.toFixed(2)} (${range}; wanted: 0.50 or more)`)
  if (share < 0.5 || failed > 0) process.exitCode = 1
}

if (existsSync(folder)) await main()
else console.log('Skipped: the documents to measure with are not there (../shared/data/documents).')
