import type { Format } from './document.ts'
import { ParseError } from './parse-error.ts'

/** Tells which of the older Office formats an OLE container holds. */
export async function oleFormat(bytes: Buffer): Promise<Format> {
  const paths = await oleStreamPaths(bytes)
  const has = (name: RegExp) => paths.some((path) => name.test(path))
  if (has(/\/(EncryptedPackage|EncryptionInfo)$/))
    throw new ParseError('encrypted', 'The file is protected with a password.')
  if (has(/\/__properties_version1\.0$/)) return 'msg'
  if (has(/\/WordDocument$/)) return 'doc'
  if (has(/\/(Workbook|Book)$/i)) return 'xls'
  if (has(/\/PowerPoint Document$/)) {
    throw new ParseError(
      'unsupported',
      'Presentations in the format of PowerPoint 97–2003 are not read. Save it as .pptx.',
    )
  }
  throw new ParseError('unsupported', 'The file is of an older Office type that cannot be read.')
}

async function oleStreamPaths(bytes: Buffer): Promise<string[]> {
  const { CFB } = await import('@e965/xlsx')
  try {
    return CFB.read(bytes, { type: 'buffer' }).FullPaths
  } catch {
    throw new ParseError('corrupt', 'The file is damaged: its container cannot be read.')
  }
}
