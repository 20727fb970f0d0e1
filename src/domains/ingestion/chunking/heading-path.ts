import type { Block } from '../parsing/document.ts'

const longestHeading = 120

/** The headings above the current place in a document, from the highest to the nearest. */
export class HeadingPath {
  #path: { level: number; text: string }[] = []

  get texts(): string[] {
    return this.#path.map(({ text }) => text)
  }

  enter({ text, level = 1 }: Block): void {
    this.#path = this.#path.filter((above) => above.level < level)
    this.#path.push({ level, text: shorten(text) })
  }
}

function shorten(text: string): string {
  return text.length <= longestHeading
    ? text
    : `${text
        .slice(0, longestHeading - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}
