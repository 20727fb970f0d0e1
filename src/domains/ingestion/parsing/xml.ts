import { Parser } from 'htmlparser2'
import { ParseError } from './parse-error.ts'

type XmlHandler = {
  /** Names come without their namespace prefix; attributes under both names, the full one deciding a conflict. */
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Streams XML through a handler, without recursion. Document types are ignored and only the five built-in entities are known, so that
 * nothing is ever expanded or fetched.
 */
export function readXml(xml: string, maxDepth: number, handler: XmlHandler): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++
        if (depth > maxDepth) throw new ParseError('corrupt', 'The file is nested too deeply to be read.')
        handler.open?.(localName(name), localAttributes(attributes))
      },
      onclosetag(name) {
        depth--
        handler.close?.(localName(name))
      },
      ontext: (text) => handler.text?.(text),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function localAttributes(attributes: Record<string, string>): Record<string, string> {
  const local: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns:')) local[localName(name)] = value
  }
  return Object.assign(local, attributes)
}
