import { xmlDeclaration } from './content.ts'

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const presentation = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument'
const namespaces = `xmlns:a="${drawing}" xmlns:r="${office}" xmlns:p="${presentation}"`

const relationships = (list: { type: string; target: string }[]) =>
  `${xmlDeclaration}<Relationships xmlns="${packages}/relationships">${list
    .map(({ type, target }, at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const placeholder = (id: number, name: string, kind: string, [x, y, cx, cy]: [number, number, number, number]) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr>` +
  `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>` +
  '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-GB"/></a:p></p:txBody></p:sp>'

const tree =
  '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>' +
  placeholder(2, 'Title', 'type="title"', [838200, 365125, 10515600, 1325563]) +
  placeholder(3, 'Content', 'type="body" idx="1"', [838200, 1825625, 10515600, 4351338]) +
  '</p:spTree></p:cSld>'

const textStyle = (size: number) =>
  `<a:lvl1pPr algn="l"><a:defRPr sz="${size}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr>`

const master =
  `${xmlDeclaration}<p:sldMaster ${namespaces}>${tree}` +
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>' +
  '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>' +
  `<p:txStyles><p:titleStyle>${textStyle(4000)}</p:titleStyle><p:bodyStyle>${textStyle(2400)}</p:bodyStyle><p:otherStyle>${textStyle(1800)}</p:otherStyle></p:txStyles></p:sldMaster>`

const layout = `${xmlDeclaration}<p:sldLayout ${namespaces} type="obj" preserve="1">${tree.replace('<p:cSld>', '<p:cSld name="Title and content">')}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`

const colours = Object.entries({
  dk1: '1B1F24',
  lt1: 'FFFFFF',
  dk2: '21415C',
  lt2: 'EEF1F4',
  accent1: '21618C',
  accent2: 'B9770E',
  accent3: '1E8449',
  accent4: '7D3C98',
  accent5: 'A93226',
  accent6: '5D6D7E',
  hlink: '1F618D',
  folHlink: '6C3483',
}).map(([name, rgb]) => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`)

const faces = ['majorFont', 'minorFont'].map(
  (name) => `<a:${name}><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}>`,
)
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const three = (item: string) => item.repeat(3)

const theme =
  `${xmlDeclaration}<a:theme xmlns:a="${drawing}" name="Meridian"><a:themeElements><a:clrScheme name="Meridian">${colours.join('')}</a:clrScheme>` +
  `<a:fontScheme name="Meridian">${faces.join('')}</a:fontScheme><a:fmtScheme name="Meridian">` +
  `<a:fillStyleLst>${three(fill)}</a:fillStyleLst><a:lnStyleLst>${three(`<a:ln w="9525">${fill}</a:ln>`)}</a:lnStyleLst>` +
  `<a:effectStyleLst>${three('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${three(fill)}</a:bgFillStyleLst>` +
  '</a:fmtScheme></a:themeElements></a:theme>'

const contentTypes = (slides: number[]) =>
  `${xmlDeclaration}<Types xmlns="${packages}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/ppt/presentation.xml" ContentType="${types}.presentationml.presentation.main+xml"/>` +
  `<Override PartName="/ppt/slideMasters/slideMaster1.xml" ContentType="${types}.presentationml.slideMaster+xml"/>` +
  `<Override PartName="/ppt/slideLayouts/slideLayout1.xml" ContentType="${types}.presentationml.slideLayout+xml"/>` +
  `<Override PartName="/ppt/theme/theme1.xml" ContentType="${types}.theme+xml"/>` +
  slides
    .map((n) => `<Override PartName="/ppt/slides/slide${n}.xml" ContentType="${types}.presentationml.slide+xml"/>`)
    .join('') +
  '</Types>'

const presentationXml = (slides: number[]) =>
  `${xmlDeclaration}<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` +
  `<p:sldIdLst>${slides.map((n) => `<p:sldId id="${255 + n}" r:id="rId${2 + n}"/>`).join('')}</p:sldIdLst>` +
  '<p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>'

/** All of a presentation but its slides: what PowerPoint asks for before it opens a file. */
export function presentationFrame(count: number): { parts: Record<string, string>; slideRelationships: string } {
  const slides = Array.from({ length: count }, (_, at) => at + 1)
  const layoutPart = { type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' }
  const themePart = { type: 'theme', target: 'theme/theme1.xml' }
  const presented = slides.map((n) => ({ type: 'slide', target: `slides/slide${n}.xml` }))
  const masterPart = { type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' }
  return {
    slideRelationships: relationships([layoutPart]),
    parts: {
      '[Content_Types].xml': contentTypes(slides),
      '_rels/.rels': relationships([{ type: 'officeDocument', target: 'ppt/presentation.xml' }]),
      'ppt/presentation.xml': presentationXml(slides),
      'ppt/_rels/presentation.xml.rels': relationships([masterPart, themePart, ...presented]),
      'ppt/slideMasters/slideMaster1.xml': master,
      'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationships([
        layoutPart,
        { ...themePart, target: '../theme/theme1.xml' },
      ]),
      'ppt/slideLayouts/slideLayout1.xml': layout,
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships([
        { type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' },
      ]),
      'ppt/theme/theme1.xml': theme,
    },
  }
}
