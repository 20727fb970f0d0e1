import { xmlDeclaration, xmlText } from './content.ts'
import { presentationFrame } from './pptx-frame.ts'
import { zip } from './zip.ts'

export type Slide = { title: string; points: string[] }

const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'

const shape = (id: number, name: string, placeholder: string, paragraphs: string[]) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${placeholder}/></p:nvPr></p:nvSpPr>` +
  `<p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.map((text) => `<a:p><a:r><a:rPr lang="en-GB"/><a:t>${xmlText(text)}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`

const slideXml = ({ title, points }: Slide) =>
  `${xmlDeclaration}<p:sld ${namespaces}><p:cSld><p:spTree>` +
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>' +
  shape(2, 'Title', 'type="title"', [title]) +
  shape(3, 'Content', 'idx="1"', points) +
  '</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>'

/** A PowerPoint presentation (Office Open XML): a title and points on each slide. */
export function pptx(slides: Slide[]): Buffer {
  const { parts, slideRelationships } = presentationFrame(slides.length)
  const own = slides.flatMap((slide, at) => [
    [`ppt/slides/slide${at + 1}.xml`, slideXml(slide)],
    [`ppt/slides/_rels/slide${at + 1}.xml.rels`, slideRelationships],
  ])
  return zip({ ...parts, ...Object.fromEntries(own) })
}
