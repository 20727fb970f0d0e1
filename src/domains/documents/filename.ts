import { extname } from 'node:path'

// Control characters, and the marks that reorder or hide text ("gpj.exe" shown as "exe.jpg").
const unshown = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu

/**
 * The name of an uploaded file as it is stored and shown: the last part of a path, well-formed, without control
 * characters and reordering marks, at most 255 characters with the extension kept. It never becomes a path.
 */
export function cleanFilename(name: string): string {
  const last = name.toWellFormed().replace(unshown, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (/^\.*$/.test(last)) return 'document'
  if (last.length <= 255) return last
  const extension = extname(last).slice(0, 20)
  return last.slice(0, 255 - extension.length).toWellFormed() + extension
}

/** A title as given, in one line of at most 255 characters; the filename where there is none. */
export function cleanTitle(title: string | null | undefined, filename: string): string {
  const clean = (title ?? '').toWellFormed().replace(/\s+/g, ' ').replace(unshown, '').trim()
  return clean === '' ? filename : clean.slice(0, 255).toWellFormed()
}

/** The extension in lower case and without its dot; empty where there is none. */
export const extensionOf = (filename: string): string => extname(filename).slice(1, 21).toLowerCase()
