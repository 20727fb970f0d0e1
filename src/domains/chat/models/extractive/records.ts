import type { Passage } from './passages.ts'

const key = /^([\p{L}_][\p{L}\p{N}_ .[\]#-]{0,40}):(?:\s|$)/u
const longestRecord = 16

/**
 * Which passages tell of one thing together: the lines of a record of keys and values, or the rows of a form. The answer
 * holds a number for each passage, the same for those of one record, and null for a passage outside any record. A record ends
 * where one of its keys comes again.
 */
export function recordsOf(passages: Passage[]): (number | null)[] {
  let record = 0
  let length = 0
  let keys = new Set<string>()
  return passages.map((passage, index) => {
    const before = passages[index - 1]
    const name = keyOf(passage)
    const belongs = name !== null || passage.kind === 'item'
    if (
      !belongs ||
      passage.extract !== before?.extract ||
      (name !== null && keys.has(name)) ||
      length === longestRecord
    ) {
      record++
      length = 0
      keys = new Set()
    }
    if (name !== null) keys.add(name)
    if (!belongs || keys.size === 0) return null
    length++
    return record
  })
}

/** What a passage names before it gives a value: the key of a line "key: value", the labels in the row of a form. */
export function labelsOf(passage: Passage): string {
  if (passage.kind !== 'row') return keyOf(passage) ?? ''
  if (passage.context?.isHeader || passage.isHeader) return ''
  return cellsOf(passage.text)
    .filter((_cell, place) => place % 2 === 0)
    .join(' ')
}

const cellsOf = (row: string) => row.split(/ ?\| |\u2003/)

/** The key of a line "key: value" or of a row of a table without a header; null for anything else. */
function keyOf({ kind, context, text }: Passage): string | null {
  if (kind === 'row') return context?.isHeader ? null : (cellsOf(text)[0] ?? null)
  return text.match(key)?.[1]?.replaceAll(/\[\d+\]/g, '[]') ?? null
}
