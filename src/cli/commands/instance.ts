import { z } from 'zod'
import { resetBootstrapAdmin } from '../../bootstrap.ts'
import { command, noOptions } from '../command.ts'
import type { Operator } from '../operator.ts'
import { table } from '../output.ts'

const resetAdmin = command({
  name: 'reset-admin',
  summary: 'Give the first administrator a new key, revoke the old ones and make the account usable again',
  options: noOptions,
  async run({ services }) {
    const { email, key } = await resetBootstrapAdmin(services.prisma)
    return {
      data: { email, key },
      text: `Reset ${email}; all earlier keys are revoked.\nNew key, shown this once: ${key}`,
    }
  },
})

const reindex = command({
  name: 'reindex',
  summary: 'Build the word index anew and have missing vectors made; the service may keep running',
  options: z.object({
    missing: z.boolean().default(false).meta({
      description: 'Only what is missing or was indexed by an older version, without vectors that failed before',
    }),
  }),
  async run({ services, report }, { options }) {
    const started = performance.now()
    await services.searchIndex.prepare()
    const onProgress = progressReporter(report)
    const documents = await services.searchIndex.reindex({ onlyMissing: options.missing, onProgress })
    const seconds = Math.round(performance.now() - started) / 1_000
    return { data: { documents, seconds }, text: `Indexed ${documents} documents in ${seconds.toFixed(1)} s` }
  },
})

/** Reports at every tenth of the way: a large index must not flood a log. */
function progressReporter(report: Operator['report']) {
  let reported = 0
  return ({ done, total }: { done: number; total: number }) => {
    const tenth = Math.floor((done / total) * 10)
    if (tenth > reported) report(`${done} of ${total} documents`)
    reported = Math.max(reported, tenth)
  }
}

const status = command({
  name: 'status',
  summary: 'Show the database, who has it open, and how much there is in it',
  options: noOptions,
  async run({ services: { prisma }, database: { kind, capabilities }, config, owner }) {
    const groups = await prisma.document.groupBy({ by: ['status'], _count: true, orderBy: { status: 'asc' } })
    const data = {
      database: kind,
      dataDir: config.dataDir,
      service: owner ? { pid: owner.pid, host: owner.host, since: owner.since } : null,
      ...capabilities,
      companies: await prisma.company.count(),
      activeUsers: await prisma.user.count({ where: { isActive: true } }),
      documents: Object.fromEntries(groups.map((group) => [group.status.toLowerCase(), group._count])),
    }
    const { service, documents } = data
    const lines = [
      ['database', `${kind}, PostgreSQL ${capabilities.serverVersion}`],
      ['data folder', config.dataDir],
      ...(kind === 'embedded' ? [['service', service ? `running, process ${service.pid}` : 'stopped']] : []),
      ['word search', capabilities.bm25 ? 'BM25 index' : 'exact'],
      ['vectors', capabilities.vector ? 'pgvector' : 'exact'],
      ['companies', data.companies],
      ['active users', data.activeUsers],
      [
        'documents',
        Object.entries(documents)
          .map(([name, count]) => `${count} ${name}`)
          .join(', ') || 'none',
      ],
    ]
    return { data, text: table(['', ''], lines).trimStart() }
  },
})

export const instanceCommands = [resetAdmin, reindex, status]
