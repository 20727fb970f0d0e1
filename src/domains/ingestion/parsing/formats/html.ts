import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { decodeXml } from '../text-encoding.ts'
import { HtmlReader } from './html-reader.ts'

/** A web page: headings, paragraphs, lists, tables and code in the order of the source; scripts, styles and navigation left out. */
export function readHtml(file: Detected, into: BlockCollector): void {
  addHtml(decodeXml(file.bytes), into)
}

export function addHtml(html: string, into: BlockCollector): void {
  new HtmlReader(into).read(html)
}
