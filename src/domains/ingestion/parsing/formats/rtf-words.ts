/** One piece of RTF: a control word and its number, an escaped byte, a control symbol, a brace, or plain text. */
export const token = /\\([a-z]+)(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/giy

/** Destinations whose text is not the document's. */
export const skippedDestinations = new Set(
  'colortbl stylesheet info pict object objdata themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl mmathpr fldinst header headerl headerr headerf footer footerl footerr footerf annotation atnid atnauthor atndate bkmkstart bkmkend nonshppict filetbl revtbl sp do'.split(
    ' ',
  ),
)

/** Control words that stand for a character. */
export const symbols: Record<string, string> = {
  tab: ' ',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
}

const charsets: Record<number, string> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'cp949',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

/** The code page of a font's \fcharset. */
export function codePageOfCharset(charset: number): string | undefined {
  return charsets[charset]
}
