import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { decodeXml } from '../text-encoding.ts'
import { readXml } from '../xml.ts'

type Element = { name: string; attributes: string; text: string; inline: boolean }

/** XML of any vocabulary as readable lines, `element: text`; markup inside a sentence stays part of that sentence. */
export function readXmlData(file: Detected, into: BlockCollector): void {
  const open: Element[] = []
  const emit = (element: Element) => {
    const content = `${element.attributes} ${element.text}`.trim()
    if (content !== '') into.add('paragraph', `${element.name}: ${content}`)
    element.attributes = ''
    element.text = ''
  }
  readXml(decodeXml(file.bytes), into.limits.maxDepth, {
    open(name, attributes) {
      const parent = open.at(-1)
      const inline = parent !== undefined && (parent.inline || parent.text.trim() !== '')
      if (parent && !inline) emit(parent)
      open.push({ name, attributes: inline ? '' : attributeText(attributes), text: '', inline })
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
  return named.map(([name, value]) => `${name}=${value}`).join(' ')
}
