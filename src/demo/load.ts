import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { bootstrapAdmin } from '../bootstrap.ts'
import type { PrismaClient } from '../database/client/client.ts'
import type { Services } from '../services.ts'
import { createDemoCompany } from './company.ts'
import { uploadSamples } from './documents.ts'
import { customWorkspaces, people } from './people.ts'
import { companySummary, productSummary, type Summaries } from './summaries.ts'

export const demoCompanyName = 'Meridian Instruments'

/** Guards the loading: several machines may begin on one database at once. */
const demoLock = 8_203_115

/**
 * Fills the company that the first start made under the demo's name: people, groups, workspaces, sample documents. Run
 * it at every start: what an interrupted start left out is added, and a demo that was complete once stays as it is.
 */
export async function loadDemo(services: Services, logger: Logger, pool: Pool): Promise<void> {
  if (!(await unfinishedDemo(services.prisma))) return
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [demoLock])
    await completeDemo(services, logger)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [demoLock])
    client.release()
  }
}

async function completeDemo(services: Services, logger: Logger): Promise<void> {
  const company = await unfinishedDemo(services.prisma)
  if (!company) return
  const started = performance.now()
  await services.prisma.$transaction(
    async (tx) => {
      const hasPeople = (await tx.user.count({ where: { email: people.clara.email } })) > 0
      if (!hasPeople) await createDemoCompany(tx, services, company.id)
    },
    { maxWait: 30_000, timeout: 30_000 },
  )
  const documents = await uploadSamples(services, company.id)
  await writeSummaries(services.prisma, company.id)
  logger.info({ documents, durationMs: Math.round(performance.now() - started) }, 'demo company loaded')
}

/**
 * The demo's company while it is not complete; null once it is, or where there is none. The summary of its company
 * workspace is what is written last.
 */
function unfinishedDemo(prisma: PrismaClient): Promise<{ id: number } | null> {
  return prisma.company.findFirst({
    where: {
      name: demoCompanyName,
      users: { some: { username: bootstrapAdmin.username } },
      workspaces: { some: { type: 'COMPANY', summaries: { none: {} } } },
    },
    select: { id: true },
  })
}

async function writeSummaries(prisma: PrismaClient, companyId: number): Promise<void> {
  const select = { id: true }
  const shared = await prisma.workspace.findFirstOrThrow({ where: { companyId, type: 'COMPANY' }, select })
  const { name } = customWorkspaces.product
  const product = await prisma.workspace.findFirstOrThrow({ where: { companyId, name }, select })
  await prisma.workspaceSummary.createMany({
    data: [...rowsOf(shared.id, companySummary), ...rowsOf(product.id, productSummary)],
    skipDuplicates: true,
  })
}

const rowsOf = (workspaceId: number, summaries: Summaries) =>
  Object.entries(summaries).map(([language, summary]) => ({ workspaceId, language, summary }))
