import { type WrittenDocument, xmlDeclaration, xmlText } from './content.ts'
import { zip } from './zip.ts'

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const packageTypes = 'http://schemas.openxmlformats.org/package/2006'
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const contentTypes = `${xmlDeclaration}<Types xmlns="${packageTypes}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/>
</Types>`

const relationships = (type: string, target: string) =>
  `${xmlDeclaration}<Relationships xmlns="${packageTypes}/relationships">
<Relationship Id="rId1" Type="${officeTypes}/${type}" Target="${target}"/>
</Relationships>`

const style = (id: string, name: string, halfPoints: number, outline: number | null) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>` +
  `<w:pPr><w:spacing w:before="240" w:after="120"/>${outline === null ? '' : `<w:outlineLvl w:val="${outline}"/>`}</w:pPr>` +
  `<w:rPr><w:b/><w:sz w:val="${halfPoints}"/></w:rPr></w:style>`

const styles = (language: string) => `${xmlDeclaration}<w:styles xmlns:w="${main}">
<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/><w:lang w:val="${language}"/></w:rPr></w:rPrDefault>
<w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
${style('Title', 'Title', 40, null)}${style('Heading1', 'heading 1', 28, 0)}
</w:styles>`

const paragraph = (text: string, styleId?: string) =>
  `<w:p>${styleId ? `<w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`

/** A Word document (Office Open XML) of titled sections. */
export function docx({ title, language, sections }: WrittenDocument): Buffer {
  const body = sections.flatMap(({ heading, paragraphs }) => [
    paragraph(heading, 'Heading1'),
    ...paragraphs.map((text) => paragraph(text)),
  ])
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>'
  return zip({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationships('officeDocument', 'word/document.xml'),
    'word/document.xml': `${xmlDeclaration}<w:document xmlns:w="${main}"><w:body>${paragraph(title, 'Title')}${body.join('\n')}${page}</w:body></w:document>`,
    'word/styles.xml': styles(language),
    'word/_rels/document.xml.rels': relationships('styles', 'styles.xml'),
  })
}
