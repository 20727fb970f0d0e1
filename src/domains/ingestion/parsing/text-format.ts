import type { Format } from './document.ts'
import { ParseError } from './parse-error.ts'

const byExtension: Record<string, Format> = {
  txt: 'txt',
  text: 'txt',
  log: 'txt',
  md: 'md',
  markdown: 'md',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  xml: 'xml',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  eml: 'eml',
}

// Formats that are never plain text: a name like this over plain text is a broken file, not a text.
const binaryExtensions = ['pdf', 'docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'epub', 'msg', 'zip']

/** Every extension that an upload may carry; what decides is still the content. */
export const supportedExtensions: readonly string[] = [
  ...['pdf', 'docx', 'docm', 'pptx', 'pptm', 'xlsx', 'xlsm', 'xls', 'doc', 'odt', 'odp', 'ods', 'rtf', 'msg', 'epub'],
  ...Object.keys(byExtension),
]

const mailHeader =
  /^(from|to|subject|date|received|return-path|message-id|mime-version|delivered-to|content-type|x-[\w-]+):/i

/** Chooses between the formats that are plain text: what is unmistakable in the content first, then the name. */
export function textFormat(text: string, filename: string): Format {
  const start = text
    .slice(0, 2_000)
    .replace(/^\ufeff/, '')
    .trimStart()
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
  if (binaryExtensions.includes(extension)) {
    throw new ParseError('corrupt', `The file is named .${extension} but its content is not of that type.`)
  }
  const named = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined
  if (named && named !== 'txt') return named
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?<(!doctype html|html[\s>])/i.test(start)) return 'html'
  if (start.startsWith('<?xml')) return 'xml'
  if (isMail(start)) return 'eml'
  if (named === undefined && /^[{[]/.test(start) && isJson(text)) return 'json'
  return 'txt'
}

function isMail(start: string): boolean {
  const lines = start.split(/\r?\n/)
  const end = lines.indexOf('')
  const headers = (end === -1 ? lines : lines.slice(0, end)).filter((line) => mailHeader.test(line))
  return headers.length >= 3 && mailHeader.test(lines[0] ?? '')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
