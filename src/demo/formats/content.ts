/** A text to be set as a document of some format. */
export type WrittenDocument = { title: string; language: string; sections: Section[] }

export type Section = { heading: string; paragraphs: string[] }

/** Text as it stands in XML. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
