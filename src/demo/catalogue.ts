import { readFile } from 'node:fs/promises'
import { onboarding } from './documents/onboarding.ts'
import { orgChart } from './documents/org-chart.ts'
import { securityPolicy } from './documents/security-policy.ts'
import { travelPolicy } from './documents/travel-policy.ts'
import { docx } from './formats/docx.ts'
import { pdf } from './formats/pdf.ts'
import { pptx } from './formats/pptx.ts'
import { xlsx } from './formats/xlsx.ts'
import type { customWorkspaces, PersonName } from './people.ts'

/** A sample document: who adds it, and where it lies. */
export type SampleDocument = {
  filename: string
  title: string
  uploader: PersonName
  place: 'company' | 'private' | keyof typeof customWorkspaces
  content: () => Promise<Buffer> | Buffer
}

type Described = Omit<SampleDocument, 'uploader' | 'place' | 'content'> & { content?: SampleDocument['content'] }

const written = (filename: string) => readFile(new URL(`./documents/${filename}`, import.meta.url))

const addedBy = (uploader: PersonName, place: SampleDocument['place'], documents: Described[]): SampleDocument[] =>
  documents.map(({ filename, title, content = () => written(filename) }) => ({
    filename,
    title,
    uploader,
    place,
    content,
  }))

/** The sample documents, in the order in which they are added. */
export const catalogue: SampleDocument[] = [
  ...addedBy('clara', 'company', [
    { filename: 'employee-handbook.md', title: 'Employee handbook' },
    { filename: 'travel-policy.docx', title: 'Travel policy', content: () => docx(travelPolicy) },
    { filename: 'security-policy.pdf', title: 'Information security policy', content: () => pdf(securityPolicy) },
    { filename: 'onboarding.pptx', title: 'Onboarding', content: () => pptx(onboarding) },
    { filename: 'org-chart.xlsx', title: 'Organisation', content: () => xlsx(orgChart) },
    { filename: 'sites.json', title: 'Sites' },
    { filename: 'mobiles-arbeiten.html', title: 'Betriebsvereinbarung Mobiles Arbeiten' },
    { filename: 'lab-safety-ar.txt', title: 'دليل السلامة في مختبر المعايرة' },
  ]),
  ...addedBy('marcus', 'product', [
    { filename: 'horizon-h200-datasheet.html', title: 'Horizon H200 data sheet' },
    { filename: 'firmware-releases.yaml', title: 'Firmware releases of the Horizon H200' },
    { filename: 'calibration-records.xml', title: 'Calibration records 2026' },
  ]),
  ...addedBy('julien', 'product', [{ filename: 'guide-entretien-t50.rtf', title: 'Guide d’entretien du Tidal T50' }]),
  ...addedBy('sofia', 'sales', [
    { filename: 'price-list-2026.csv', title: 'Price list 2026' },
    { filename: 'support-case-4711.eml', title: 'Case 4711: Tidal T50 shows error E27' },
  ]),
  ...addedBy('marcus', 'private', [{ filename: 'salary-talk-notes.txt', title: 'Notes for my yearly talk' }]),
]
