import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'

/**
 * YAML as its author wrote it, one block for each top-level key with what is indented below it. Reading it as text keeps the comments
 * and leaves aliases, tags and anchors unexpanded.
 */
export function readYaml(file: Detected, into: BlockCollector): void {
  if (file.kind !== 'text') return
  let section: string[] = []
  for (const line of file.text.replace(/\r\n?/g, '\n').split('\n')) {
    const opens = /^[^\s#\]})]/.test(line)
    if (opens && section.some((kept) => !kept.startsWith('#'))) {
      into.add('code', section.join('\n'))
      section = []
    }
    if (!/^(---|\.\.\.)\s*$/.test(line)) section.push(line)
  }
  into.add('code', section.join('\n'))
}
