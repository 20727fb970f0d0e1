import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { readXml } from '../xml.ts'
import type { Archive } from '../zip.ts'
import { addHtml } from './html.ts'

type Package = { title: string; items: Map<string, { href: string; type: string }>; spine: string[] }

/** EPUB: the chapters in the order of the book's spine. A book has no pages of its own. */
export async function readEpub(file: Detected, into: BlockCollector): Promise<void> {
  if (file.kind !== 'archive') return
  const packagePath = await findPackage(file.archive, into)
  const book = readPackage((await file.archive.readXml(packagePath)) ?? '', into)
  into.setTitle(book.title)
  const base = packagePath.includes('/') ? packagePath.slice(0, packagePath.lastIndexOf('/') + 1) : ''
  for (const [at, id] of book.spine.entries()) {
    if (into.full) return
    const item = book.items.get(id)
    const chapter = item && /html|xml/.test(item.type) ? await file.archive.readXml(resolveHref(base, item.href)) : null
    if (chapter) addHtml(chapter, into)
    into.onProgress(at + 1, book.spine.length)
  }
  if (file.archive.has('META-INF/encryption.xml') && into.blocks.length === 0) {
    throw new ParseError('encrypted', 'The book is protected and cannot be read.')
  }
}

async function findPackage(archive: Archive, into: BlockCollector): Promise<string> {
  let path = ''
  readXml((await archive.readXml('META-INF/container.xml')) ?? '', into.limits.maxDepth, {
    open: (name, attributes) => {
      if (name === 'rootfile' && path === '') path = attributes['full-path'] ?? ''
    },
  })
  if (archive.has(path)) return path
  throw new ParseError('corrupt', 'The book is damaged: its table of contents is missing.')
}

function readPackage(xml: string, into: BlockCollector): Package {
  const book: Package = { title: '', items: new Map(), spine: [] }
  let inTitle = false
  readXml(xml, into.limits.maxDepth, {
    open: (name, attributes) => {
      inTitle = name === 'title' && book.title === ''
      if (name === 'item')
        book.items.set(attributes.id ?? '', { href: attributes.href ?? '', type: attributes['media-type'] ?? '' })
      if (name === 'itemref') book.spine.push(attributes.idref ?? '')
    },
    close: () => {
      inTitle = false
    },
    text: (text) => {
      if (inTitle) book.title += text
    },
  })
  return book
}

/** The entry that a reference of the package means; it stays inside the archive by construction. */
function resolveHref(base: string, href: string): string {
  try {
    return decodeURIComponent(new URL(href, `http://book/${base}`).pathname.slice(1))
  } catch {
    return `${base}${href}`
  }
}
