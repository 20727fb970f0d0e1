import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { addPlainText } from './plain-text.ts'

type Pending = { path: string; value: unknown; depth: number }

/** JSON and JSON Lines as readable lines, `path.to.key: value`, one block for each record of plain values. */
export function readJson(file: Detected, into: BlockCollector): void {
  if (file.kind !== 'text') return
  const documents = parseDocuments(file.text)
  if (documents === null) {
    into.notice('The file is not valid JSON; it was read as plain text.')
    addPlainText(file.text, into)
  }
  for (const document of documents ?? []) addValue(document, into)
}

function parseDocuments(text: string): unknown[] | null {
  const source = text.replace(/^\ufeff/, '')
  try {
    return [JSON.parse(source)]
  } catch {
    return parseLines(source)
  }
}

function parseLines(source: string): unknown[] | null {
  const lines = source.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2) return null
  try {
    return lines.map((line) => JSON.parse(line))
  } catch {
    return null
  }
}

// An explicit stack: nesting costs memory that is counted, never the call stack.
function addValue(document: unknown, into: BlockCollector): void {
  const pending: Pending[] = [{ path: '', value: document, depth: 0 }]
  for (let next = pending.pop(); next && !into.full; next = pending.pop()) {
    if (next.depth > into.limits.maxDepth) throw new ParseError('corrupt', 'The file is nested too deeply to be read.')
    if (isLeaf(next.value)) into.add('paragraph', line(next.path, next.value))
    else addChildren(next, pending, into)
  }
}

function addChildren(parent: Pending, pending: Pending[], into: BlockCollector): void {
  const children = entries(parent)
  const leaves = children.filter(({ value }) => isLeaf(value))
  into.add('paragraph', leaves.map(({ path, value }) => line(path, value)).join('\n'))
  for (const child of children.toReversed()) if (!isLeaf(child.value)) pending.push(child)
}

function entries({ path, value, depth }: Pending): Pending[] {
  if (Array.isArray(value)) return value.map((item, at) => ({ path: `${path}[${at}]`, value: item, depth: depth + 1 }))
  return Object.entries(value as object).map(([key, item]) => ({
    path: path === '' ? key : `${path}.${key}`,
    value: item,
    depth: depth + 1,
  }))
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

function line(path: string, value: unknown): string {
  return path === '' ? String(value) : `${path}: ${String(value)}`
}
