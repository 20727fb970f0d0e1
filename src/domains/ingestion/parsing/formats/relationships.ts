import { readXml } from '../xml.ts'
import type { Archive } from '../zip.ts'

export type Relationship = { id: string; type: string; target: string }

/** The relationships of one part of an Office Open XML package, their targets as entry names; external ones are left out. */
export async function readRelationships(archive: Archive, part: string, maxDepth: number): Promise<Relationship[]> {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const xml = await archive.readXml(`${folder}_rels/${part.slice(slash + 1)}.rels`)
  const found: Relationship[] = []
  if (xml === null) return found
  readXml(xml, maxDepth, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.TargetMode === 'External') return
      const type = attributes.Type ?? ''
      found.push({
        id: attributes.Id ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolve(folder, attributes.Target ?? ''),
      })
    },
  })
  return found
}

/** The title that an Office document carries in its properties. */
export async function readCoreTitle(archive: Archive, maxDepth: number): Promise<string> {
  const xml = await archive.readXml('docProps/core.xml')
  let title = ''
  let inTitle = false
  if (xml === null) return title
  readXml(xml, maxDepth, {
    open: (name) => {
      inTitle = name === 'title'
    },
    close: () => {
      inTitle = false
    },
    text: (text) => {
      if (inTitle) title += text
    },
  })
  return title
}

function resolve(folder: string, target: string): string {
  const parts: string[] = target.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '')
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
