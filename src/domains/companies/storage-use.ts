import type { PrismaClient } from '../../database/client/client.ts'
import type { WorkspaceType } from '../../database/client/enums.ts'

/** How many bytes the documents of a company take, by the kind of workspace that holds them. */
export type StorageUse = Record<WorkspaceType, number>

/** The storage use of several companies, in one statement; a company without documents uses none. */
export async function storageUseOf(prisma: PrismaClient, companyIds: number[]): Promise<Map<number, StorageUse>> {
  const rows = await prisma.$queryRaw<{ companyId: number; type: WorkspaceType; bytes: number }[]>`
    SELECT w.company_id AS "companyId", w.type::text AS type, sum(d.bytes)::float8 AS bytes
    FROM documents d JOIN workspaces w ON w.id = d.workspace_id
    WHERE w.company_id = ANY (${companyIds}::int[])
    GROUP BY w.company_id, w.type`
  const uses = new Map(companyIds.map((id) => [id, { COMPANY: 0, PERSONAL: 0, CUSTOM: 0 }]))
  for (const { companyId, type, bytes } of rows) Object.assign(uses.get(companyId) ?? {}, { [type]: bytes })
  return uses
}
