import type { Prisma } from '../../database/client/client.ts'
import type { WorkspaceType } from '../../database/client/enums.ts'
import { AppError } from '../../errors.ts'

const gigabyte = 1e9

type Kind = { limit: 'storageLimitCompanyWs' | 'storageLimitPersonalWs' | 'storageLimitCustomWs'; name: string }

const kinds: Record<WorkspaceType, Kind> = {
  COMPANY: { limit: 'storageLimitCompanyWs', name: 'company workspace' },
  PERSONAL: { limit: 'storageLimitPersonalWs', name: 'personal workspaces' },
  CUSTOM: { limit: 'storageLimitCustomWs', name: 'custom workspaces' },
}

/**
 * Refuses (`conflict`) what would exceed the company's storage limit for workspaces of the kind. Locks the company's
 * row until the transaction ends, so that of two uploads racing for the last place one waits and counts the other.
 */
export async function requireStorage(
  tx: Prisma.TransactionClient,
  { companyId, type }: { companyId: number; type: WorkspaceType },
  bytes: number,
  defaultLimitGb: number,
): Promise<void> {
  await tx.$queryRaw`SELECT id FROM companies WHERE id = ${companyId} FOR UPDATE`
  const company = await tx.company.findUniqueOrThrow({
    where: { id: companyId },
    select: { storageLimitCompanyWs: true, storageLimitPersonalWs: true, storageLimitCustomWs: true },
  })
  const limit = (company[kinds[type].limit] ?? defaultLimitGb) * gigabyte
  const held = await heldBytes(tx, companyId, type)
  if (held + bytes <= limit) return
  throw new AppError(
    'conflict',
    `The ${kinds[type].name} of this company may hold ${inGb(limit)} and hold ${inGb(held)}; this file has ${inGb(bytes)}.`,
  )
}

async function heldBytes(tx: Prisma.TransactionClient, companyId: number, type: WorkspaceType): Promise<number> {
  const rows = await tx.$queryRaw<{ held: number }[]>`
    SELECT coalesce(sum(d.bytes), 0)::float8 AS held
    FROM documents d JOIN workspaces w ON w.id = d.workspace_id
    WHERE w.company_id = ${companyId} AND w.type::text = ${type}`
  return rows[0]?.held ?? 0
}

const inGb = (bytes: number): string =>
  `${(bytes / gigabyte).toLocaleString('en', { maximumSignificantDigits: 4, useGrouping: false })} GB`
