import { setTimeout as pause } from 'node:timers/promises'
import type { PrismaClient } from '../../database/client/client.ts'
import type { DocumentStatus } from '../../database/client/enums.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Viewer } from '../../viewer.ts'
import { visibleDocuments } from './policy.ts'

const pollInterval = 400
const maxFollowed = 200
const terminal: DocumentStatus[] = ['EMBEDDED', 'PARSED', 'PARSING_FAILED', 'EMBEDDING_FAILED', 'FAIL']

/**
 * The ids of documents as they change: each once at the beginning, and again at every change of status, stage or
 * progress. Without ids, the newest 200 that the viewer may see and that are not done. Ends when all of them are in a
 * terminal status, or when the signal is aborted. It asks the database, so that it sees what the other processes of the
 * service do; one statement a round, whatever the number of documents.
 */
export async function* followDocuments(
  prisma: PrismaClient,
  viewer: Viewer,
  named: readonly number[] | null | undefined,
  signal: AbortSignal,
): AsyncGenerator<number> {
  const ids = named ?? (await unfinished(prisma, viewer))
  if (named && (ids.length === 0 || ids.length > maxFollowed)) {
    throw new AppError('bad_request', `Name 1 to ${maxFollowed} documents to follow.`)
  }
  const seen = new Map<number, string>()
  const where = { id: { in: [...ids] }, AND: visibleDocuments(viewer) }
  const select = { id: true, status: true, stage: true, progress: true } as const
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const rows = await prisma.document.findMany({ where, select, orderBy: { id: 'asc' } })
    if (named && isFirst && rows.length !== new Set(ids).size) throw notFound('document')
    for (const row of rows) {
      const state = `${row.status} ${row.stage} ${row.progress}`
      if (seen.get(row.id) === state) continue
      seen.set(row.id, state)
      yield row.id
    }
    if (rows.every(({ status }) => terminal.includes(status))) return
    await pause(pollInterval, undefined, { signal }).catch(() => undefined)
  }
}

async function unfinished(prisma: PrismaClient, viewer: Viewer): Promise<number[]> {
  const rows = await prisma.document.findMany({
    where: { status: { notIn: terminal }, AND: visibleDocuments(viewer) },
    select: { id: true },
    orderBy: { id: 'desc' },
    take: maxFollowed,
  })
  return rows.map(({ id }) => id)
}
