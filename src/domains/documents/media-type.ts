const byFormat: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  doc: 'application/msword',
  ppt: 'application/vnd.ms-powerpoint',
  xls: 'application/vnd.ms-excel',
  odt: 'application/vnd.oasis.opendocument.text',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  rtf: 'application/rtf',
  html: 'text/html',
  htm: 'text/html',
  md: 'text/markdown',
  txt: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  xml: 'application/xml',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  epub: 'application/epub+zip',
}

/** The media type of a format or extension, or that of unknown bytes. */
export const mediaTypeOf = (format: string): string => byFormat[format] ?? 'application/octet-stream'

/** The media type to begin with: by content where the first bytes are unmistakable, otherwise by extension. */
export function firstMediaType(head: Buffer, extension: string): string {
  const start = head.toString('latin1', 0, 8)
  if (start.startsWith('%PDF-')) return mediaTypeOf('pdf')
  if (start.startsWith('{\\rtf')) return mediaTypeOf('rtf')
  const claimed = mediaTypeOf(extension)
  if (start.startsWith('PK\x03\x04')) return /openxml|opendocument|epub/.test(claimed) ? claimed : 'application/zip'
  return claimed
}
