import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { readXml } from '../xml.ts'
import type { Archive } from '../zip.ts'
import { readCoreTitle, readRelationships } from './relationships.ts'
import { addSlideText, slideText } from './slide-text.ts'

/** PPTX: one page for each slide, its title as a heading, then its texts, tables, diagrams and the speaker's notes. */
export async function readPptx(file: Detected, into: BlockCollector): Promise<void> {
  if (file.kind !== 'archive') return
  const { archive } = file
  into.setTitle(await readCoreTitle(archive, into.limits.maxDepth))
  const slides = await slideParts(archive, into)
  into.pageCount = slides.length
  for (const [at, slide] of slides.slice(0, into.limits.maxPages).entries()) {
    if (into.full) return
    await addSlide(archive, slide, at + 1, into)
    into.onProgress(at + 1, slides.length)
  }
  if (slides.length > into.limits.maxPages) into.notice(`Only the first ${into.limits.maxPages} slides were read.`)
}

async function slideParts(archive: Archive, into: BlockCollector): Promise<string[]> {
  const { maxDepth } = into.limits
  const main = (await readRelationships(archive, '', maxDepth)).find(({ type }) => type === 'officeDocument')?.target
  const path = main !== undefined && archive.has(main) ? main : 'ppt/presentation.xml'
  const xml = await archive.readXml(path)
  if (xml === null) throw new ParseError('corrupt', 'The file is damaged: it has no content.')
  const targets = new Map((await readRelationships(archive, path, maxDepth)).map(({ id, target }) => [id, target]))
  const parts: string[] = []
  readXml(xml, maxDepth, {
    open(name, attributes) {
      const target = name === 'sldId' ? targets.get(attributes['r:id'] ?? '') : undefined
      if (target !== undefined) parts.push(target)
    },
  })
  return parts
}

async function addSlide(archive: Archive, part: string, page: number, into: BlockCollector): Promise<void> {
  const { maxDepth } = into.limits
  const slide = slideText((await archive.readXml(part)) ?? '', maxDepth)
  addSlideText(slide, page, into)
  for (const { type, target } of await readRelationships(archive, part, maxDepth)) {
    const related = type === 'notesSlide' || type === 'diagramData' ? await archive.readXml(target) : null
    if (related === null) continue
    const text = slideText(related, maxDepth)
    if (type === 'diagramData') for (const { content } of text.lines) into.add('paragraph', content, { page })
    else into.add('paragraph', notesText(text.lines), { page })
  }
}

function notesText(lines: { content: string; placeholder: string }[]): string {
  const spoken = lines.filter(({ placeholder }) => !['sldNum', 'hdr', 'ftr', 'dt', 'sldImg'].includes(placeholder))
  const text = spoken.map(({ content }) => content).join('\n')
  return text.trim() === '' ? '' : `Notes: ${text}`
}
