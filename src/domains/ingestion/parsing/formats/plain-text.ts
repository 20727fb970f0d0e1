import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'

const blankLine = /\n[^\S\n]*\n/
const listItem = /^\s*([-*•‣◦]|\d{1,3}[.)])\s+\S/

/** Plain text: a paragraph ends at a blank line; list items stand alone. */
export function readPlainText(file: Detected, into: BlockCollector): void {
  if (file.kind === 'text') addPlainText(file.text, into)
}

export function addPlainText(text: string, into: BlockCollector, page?: number): void {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(blankLine)
  for (const paragraph of paragraphs) {
    if (into.full) return
    for (const part of splitListItems(paragraph))
      into.add(listItem.test(part) ? 'list_item' : 'paragraph', part, { page })
  }
}

function splitListItems(paragraph: string): string[] {
  const parts: string[] = []
  let current: string[] = []
  for (const line of paragraph.split('\n')) {
    if (listItem.test(line) && current.length > 0) {
      parts.push(current.join('\n'))
      current = []
    }
    current.push(line)
  }
  parts.push(current.join('\n'))
  return parts
}
