import type { WrittenDocument } from './content.ts'

const WIDTH = 595
const HEIGHT = 842
const MARGIN = 64
const LONGEST_LINE = 86

type Line = { text: string; font: 'F1' | 'F2'; size: number; before: number }

/** A PDF of A4 pages in Helvetica. Takes the letters of Western Europe; a section that does not fit begins a new page. */
export function pdf({ title, language, sections }: WrittenDocument): Buffer {
  const heading: Line[] = [{ text: title, font: 'F2', size: 20, before: 0 }]
  const blocks = sections.map((section, at) => [...(at === 0 ? heading : []), ...linesOf(section)])
  const pages = paginate(blocks).map(contentOf)
  return assemble([
    `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${6 + at * 2} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${escaped(title)}) /Author (Meridian Instruments) >>`,
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${7 + at * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ])
}

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

function linesOf({ heading, paragraphs }: { heading: string; paragraphs: string[] }): Line[] {
  const title: Line = { text: heading, font: 'F2', size: 13, before: 18 }
  const rest = paragraphs.flatMap((paragraph) =>
    wrap(paragraph).map((text, at): Line => ({ text, font: 'F1', size: 11, before: at === 0 ? 6 : 0 })),
  )
  return [title, ...rest]
}

function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + word.length < LONGEST_LINE) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

const heightOf = (lines: Line[]): number => lines.reduce((sum, { size, before }) => sum + before + size * 1.4, 0)

function paginate(blocks: Line[][]): Line[][] {
  const pages: Line[][] = [[]]
  for (const block of blocks) {
    const page = pages.at(-1) ?? []
    if (page.length > 0 && heightOf([...page, ...block]) > HEIGHT - 2 * MARGIN) pages.push(block)
    else page.push(...block)
  }
  return pages
}

function contentOf(lines: Line[], at: number): string {
  let y = HEIGHT - MARGIN
  const set = lines.map(({ text, font: name, size, before }) => {
    y -= before + size * 1.4
    return `BT /${name} ${size} Tf ${MARGIN} ${y.toFixed(1)} Td (${escaped(text)}) Tj ET`
  })
  return [...set, `BT /F1 9 Tf ${WIDTH / 2 - 12} 36 Td (Page ${at + 1}) Tj ET`].join('\n')
}

function assemble(objects: string[]): Buffer {
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
