import type { Prisma } from '../../database/client/client.ts'
import type { WorkspaceType } from '../../database/client/enums.ts'
import { AppError } from '../../errors.ts'

const gigabyte = 1e9

const names: Record<WorkspaceType, string> = {
  COMPANY: 'company workspace',
  PERSONAL: 'personal workspaces',
  CUSTOM: 'custom workspaces',
}

/**
 * Refuses (`conflict`) what would exceed the company's storage limit for workspaces of the kind. Locks the company's
 * row until the transaction ends, so that of two uploads racing for the last place one waits and counts the other; what
 * only refers to the company goes on meanwhile.
 */
export async function requireStorage(
  tx: Prisma.TransactionClient,
  { companyId, type }: { companyId: number; type: WorkspaceType },
  bytes: number,
  defaultLimitGb: number,
): Promise<void> {
  const limit = (await lockLimit(tx, companyId, type)) ?? defaultLimitGb
  const held = await heldBytes(tx, companyId, type)
  if (held + bytes <= limit * gigabyte) return
  throw new AppError(
    'conflict',
    `The ${names[type]} of this company may hold ${inGb(limit * gigabyte)} and hold ${inGb(held)}; this file has ${inGb(bytes)}.`,
  )
}

async function lockLimit(tx: Prisma.TransactionClient, companyId: number, type: WorkspaceType): Promise<number | null> {
  const rows = await tx.$queryRaw<Record<string, number | null>[]>`
    SELECT storage_limit_company_ws AS "COMPANY", storage_limit_personal_ws AS "PERSONAL", storage_limit_custom_ws AS "CUSTOM"
    FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`
  return rows[0]?.[type] ?? null
}

// In a statement of its own: one that waited for the lock would still see the sum of before.
async function heldBytes(tx: Prisma.TransactionClient, companyId: number, type: WorkspaceType): Promise<number> {
  const rows = await tx.$queryRaw<{ held: number }[]>`
    SELECT coalesce(sum(d.bytes), 0)::float8 AS held
    FROM documents d JOIN workspaces w ON w.id = d.workspace_id
    WHERE w.company_id = ${companyId} AND w.type::text = ${type}`
  return rows[0]?.held ?? 0
}

const inGb = (bytes: number): string =>
  `${(bytes / gigabyte).toLocaleString('en', { maximumSignificantDigits: 4, useGrouping: false })} GB`
