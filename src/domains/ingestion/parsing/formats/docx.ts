import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { DocxReader } from './docx-reader.ts'
import { readStyles } from './docx-styles.ts'
import { readCoreTitle, readRelationships } from './relationships.ts'

/** DOCX: headings by style or outline level, lists, table rows, text boxes, and notes below the paragraph that refers to them. */
export async function readDocx(file: Detected, into: BlockCollector): Promise<void> {
  if (file.kind !== 'archive') return
  const { archive } = file
  const { maxDepth } = into.limits
  const main = (await readRelationships(archive, '', maxDepth)).find(({ type }) => type === 'officeDocument')?.target
  const path = main !== undefined && archive.has(main) ? main : 'word/document.xml'
  const body = await archive.readXml(path)
  if (body === null) throw new ParseError('corrupt', 'The file is damaged: it has no content.')
  into.setTitle(await readCoreTitle(archive, maxDepth))
  const parts = await readRelationships(archive, path, maxDepth)
  const part = async (type: string) => {
    const target = parts.find((relationship) => relationship.type === type)?.target
    return target === undefined ? null : archive.readXml(target)
  }
  const styles = readStyles((await part('styles')) ?? '', maxDepth)
  const notes = new Map([
    ...DocxReader.readNotes((await part('footnotes')) ?? '', 'footnote', maxDepth),
    ...DocxReader.readNotes((await part('endnotes')) ?? '', 'endnote', maxDepth),
  ])
  new DocxReader(into, styles, notes).read(body)
}
