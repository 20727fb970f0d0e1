import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { decodeXml } from '../text-encoding.ts'
import { readXml } from '../xml.ts'

type Element = { name: string; text: string; inline: boolean }

/** XML of any vocabulary as readable lines, `element: text`; markup inside a sentence stays part of that sentence. */
export function readXmlData(file: Detected, into: BlockCollector): void {
  const open: Element[] = []
  const emit = (element: Element) => {
    if (element.text.trim() !== '') into.add('paragraph', `${element.name}: ${element.text}`)
    element.text = ''
  }
  readXml(decodeXml(file.bytes), into.limits.maxDepth, {
    open(name, attributes) {
      const parent = open.at(-1)
      const inline = parent !== undefined && (parent.inline || parent.text.trim() !== '')
      const values = inline ? '' : attributeText(attributes)
      open.push({ name, text: values, inline })
    },
    text(text) {
      const holder = open.findLast((element) => !element.inline)
      if (holder) holder.text += text
    },
    close() {
      const closed = open.pop()
      if (closed && !closed.inline) emit(closed)
    },
  })
}

function attributeText(attributes: Record<string, string>): string {
  const named = Object.entries(attributes).filter(
    ([name, value]) => !name.includes(':') && name !== 'xmlns' && value.trim() !== '',
  )
  return named.length === 0 ? '' : `${named.map(([name, value]) => `${name}=${value}`).join(' ')} `
}
