// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
const unwanted = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\u0080-\u0084\u0086-\u009f\u00ad\ufeff\ufffe\uffff]/g
const lineBreaks = /\r\n?|[\f\u0085\u2028\u2029]/g
const blanks = /[^\S\n]+/g

/**
 * Text that a database and a reader accept: well-formed UTF-16, NFC, no NUL or other control characters, `\n` as the only line
 * break. Runs of blanks become one and blank lines go, unless `layout` keeps them (code).
 */
export function cleanText(text: string, layout: 'flow' | 'keep' = 'flow'): string {
  const readable = text.toWellFormed().replace(lineBreaks, '\n').replace(unwanted, '').normalize('NFC')
  if (layout === 'keep') return readable.replace(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '')
  return readable
    .replace(blanks, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** The same on one line, for titles, headings and cells. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\n/g, ' ')
}
