import { Readable } from 'node:stream'
import type { UploadTarget } from '../domains/documents/upload-target.ts'
import type { Services } from '../services.ts'
import type { Viewer } from '../viewer.ts'
import { catalogue, type SampleDocument } from './catalogue.ts'
import { customWorkspaces, people } from './people.ts'

/** Adds every sample document that is not there yet, as the person whose document it is; gives how many it added. */
export async function uploadSamples(services: Services, companyId: number): Promise<number> {
  let added = 0
  for (const sample of catalogue) {
    const viewer = await viewerOf(services, sample)
    const filename = sample.filename
    const known = await services.prisma.document.count({ where: { companyId, filename, uploadedById: viewer.id } })
    if (known > 0) continue
    const stream = Readable.from([await sample.content()])
    const target = await targetOf(services, companyId, sample.place)
    await services.documents.upload(viewer, { stream, filename, title: sample.title, target })
    added += 1
  }
  return added
}

async function viewerOf({ prisma }: Services, { uploader }: SampleDocument): Promise<Viewer> {
  const select = { id: true, companyId: true, role: true, email: true } as const
  const user = await prisma.user.findUniqueOrThrow({ where: { email: people[uploader].email }, select })
  return { ...user, keyId: null, scopes: null }
}

async function targetOf(
  { prisma }: Services,
  companyId: number,
  place: SampleDocument['place'],
): Promise<UploadTarget> {
  if (place === 'company') return { collection: 'COMPANY' }
  if (place === 'private') return { collection: 'PRIVATE' }
  const { name } = customWorkspaces[place]
  const { id } = await prisma.workspace.findFirstOrThrow({ where: { companyId, name }, select: { id: true } })
  return { workspaceId: id }
}
