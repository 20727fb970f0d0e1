import { readXml } from '../xml.ts'

type Style = { basedOn?: string; level?: number; list: boolean }

export type Styles = { headingLevel: (id: string) => number | undefined; isList: (id: string) => boolean }

/** What a DOCX says about its paragraph styles: which are headings, of what level, and which are list items. */
export function readStyles(xml: string, maxDepth: number): Styles {
  const styles = new Map<string, Style>()
  let style: Style = { list: false }
  readXml(xml, maxDepth, {
    open(name, attributes) {
      const value = attributes.val ?? ''
      if (name === 'style') {
        style = { list: false }
        styles.set(attributes.styleId ?? '', style)
      } else if (name === 'name') style.level ??= levelOfName(value)
      else if (name === 'basedOn') style.basedOn = value
      else if (name === 'outlineLvl' && Number(value) < 9) style.level = Number(value) + 1
      else if (name === 'numPr') style.list = true
    },
  })
  const chain = (id: string) => ancestors(styles, id)
  return {
    headingLevel: (id) => chain(id).find((ancestor) => ancestor.level !== undefined)?.level ?? levelOfName(id),
    isList: (id) => chain(id).some((ancestor) => ancestor.list),
  }
}

function ancestors(styles: Map<string, Style>, id: string): Style[] {
  const found: Style[] = []
  for (let style = styles.get(id); style && found.length < 20; style = styles.get(style.basedOn ?? ''))
    found.push(style)
  return found
}

function levelOfName(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1
  const level = /^(?:heading|überschrift|titre|titolo|título|rubrik|kop)\s?([1-9])$/i.exec(name)?.[1]
  return level === undefined ? undefined : Number(level)
}
