// biome-ignore-all lint/suspicious/noControlCharactersInRegex: the signatures of binary files hold control characters
import type { Format } from './document.ts'
import type { ParseLimits } from './limits.ts'
import { oleFormat } from './ole.ts'
import { ParseError } from './parse-error.ts'
import { decodeText } from './text-encoding.ts'
import { textFormat } from './text-format.ts'
import { type Archive, openArchive } from './zip.ts'

/** A file whose type is known, in the form that its parser takes. */
export type Detected =
  | { kind: 'bytes'; format: Format; bytes: Buffer }
  | { kind: 'archive'; format: Format; bytes: Buffer; archive: Archive }
  | { kind: 'text'; format: Format; text: string; bytes: Buffer }

const foreign: [string, RegExp][] = [
  ['images', /^(\xff\xd8\xff|\x89PNG|GIF8|BM[\s\S]{4}\0\0\0\0|II\*\0|MM\0\*|RIFF[\s\S]{4}WEBP)/],
  ['audio and video files', /^(ID3|OggS|fLaC|RIFF|\x1aE\xdf\xa3|[\s\S]{4}ftyp)/],
  ['packed archives', /^(\x1f\x8b|BZh|7z\xbc\xaf|Rar!|\xfd7zXZ)/],
  ['programs', /^(MZ[\s\S]{2}|\x7fELF|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe)/],
]

/**
 * Tells a document's type from its content; the name decides only between formats that are all plain text.
 * Throws `empty`, `unsupported`, `encrypted`, `corrupt` or `too_large`.
 */
export async function detect(bytes: Buffer, filename: string, limits: ParseLimits): Promise<Detected> {
  if (bytes.length === 0) throw new ParseError('empty', 'The file is empty.')
  const head = bytes.toString('latin1', 0, 1024)
  if (head.includes('%PDF-')) return { kind: 'bytes', format: 'pdf', bytes }
  if (/^PK(\x03\x04|\x05\x06)/.test(head)) return detectArchive(bytes, limits)
  if (head.startsWith('\xd0\xcf\x11\xe0')) return { kind: 'bytes', format: await oleFormat(bytes), bytes }
  if (head.startsWith('{\\rtf')) return { kind: 'bytes', format: 'rtf', bytes }
  const other = foreign.find(([, magic]) => magic.test(head))
  if (other)
    throw new ParseError('unsupported', `The file is of a type that cannot be read: ${other[0]} are not supported.`)
  return detectText(bytes, filename)
}

function detectText(bytes: Buffer, filename: string): Detected {
  const text = decodeText(bytes)
  if (text.trim() === '') throw new ParseError('empty', 'The file holds no text.')
  return { kind: 'text', format: textFormat(text, filename), text, bytes }
}

async function detectArchive(bytes: Buffer, limits: ParseLimits): Promise<Detected> {
  const archive = await openArchive(bytes, limits)
  const format = (await declaredFormat(archive)) ?? (await officeFormat(archive))
  if (!format) {
    throw new ParseError(
      'unsupported',
      'The file is a ZIP archive, not a document. Unpack it and upload its files one by one.',
    )
  }
  return { kind: 'archive', format, bytes, archive }
}

const mimetypes: [RegExp, Format][] = [
  [/^application\/epub\+zip/, 'epub'],
  [/^application\/vnd\.oasis\.opendocument\.text/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.presentation/, 'odp'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet/, 'ods'],
]

async function declaredFormat(archive: Archive): Promise<Format | null> {
  const mimetype = (await archive.read('mimetype'))?.toString('latin1', 0, 200).trim()
  if (mimetype === undefined) return archive.has('META-INF/container.xml') ? 'epub' : null
  return mimetypes.find(([pattern]) => pattern.test(mimetype))?.[1] ?? null
}

async function officeFormat(archive: Archive): Promise<Format | null> {
  const types = (await archive.readXml('[Content_Types].xml')) ?? ''
  if (/wordprocessingml\.document\.main|ms-word\.\w+\.macroEnabled|wordprocessingml\.template\.main/.test(types))
    return 'docx'
  if (/presentationml\.(presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled\.main/.test(types))
    return 'pptx'
  if (/spreadsheetml\.(sheet|template)\.main|ms-excel\.\w+\.(binary\.)?macroEnabled\.main/.test(types)) return 'xlsx'
  if (archive.has('word/document.xml')) return 'docx'
  if (archive.has('ppt/presentation.xml')) return 'pptx'
  return archive.has('xl/workbook.xml') ? 'xlsx' : null
}
