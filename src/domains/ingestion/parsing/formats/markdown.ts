import MarkdownIt, { type Token } from 'markdown-it'
import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { addHtml } from './html.ts'

const frontMatter = /^---\n[\s\S]{0,20000}?\n(---|\.\.\.)\n/

/** CommonMark with tables. A front matter is kept as it is; embedded HTML is read like a page. */
export function readMarkdown(file: Detected, into: BlockCollector): void {
  if (file.kind !== 'text') return
  const text = file.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const front = frontMatter.exec(text)?.[0] ?? ''
  if (front !== '') into.add('code', front.replace(/^(---|\.\.\.)$/gm, ''))
  const parser = new MarkdownIt({ html: true, linkify: false, typographer: false, maxNesting: 50 })
  addTokens(parser.parse(text.slice(front.length), {}), into)
}

function addTokens(tokens: Token[], into: BlockCollector): void {
  let listDepth = 0
  let row: { cells: string[]; header: boolean } | null = null
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'list_item_open') listDepth++
    else if (token.type === 'list_item_close') listDepth--
    else if (token.type === 'tr_open') row = { cells: [], header: tokens[at - 1]?.type === 'thead_open' }
    else if (token.type === 'tr_close' && row) {
      into.addRow(row.cells, row.header ? { header: true } : {})
      row = null
    } else if (token.type === 'inline') {
      if (row) row.cells.push(inlineText(token))
      else addInline(token, tokens[at - 1], listDepth > 0, into)
    } else if (token.type === 'fence' || token.type === 'code_block') into.add('code', token.content)
    else if (token.type === 'html_block') addHtml(token.content, into)
  }
}

function addInline(token: Token, opener: Token | undefined, inList: boolean, into: BlockCollector): void {
  const text = inlineText(token)
  if (opener?.type === 'heading_open') {
    const level = Number(opener.tag[1])
    if (level === 1) into.setTitle(text)
    into.add('heading', text, { level })
  } else into.add(inList ? 'list_item' : 'paragraph', inList ? `- ${text}` : text)
}

function inlineText(token: Token): string {
  const parts = (token.children ?? []).map((child) => {
    if (child.type === 'softbreak' || child.type === 'hardbreak') return '\n'
    return child.type === 'html_inline' ? '' : child.content
  })
  return parts.join('')
}
