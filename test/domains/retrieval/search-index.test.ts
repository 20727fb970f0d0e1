import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Corpus } from './corpus.ts'

let corpus: Corpus
let workspaceId: number
beforeAll(async () => {
  corpus = await Corpus.open()
  workspaceId = await corpus.workspace()
})
afterAll(() => corpus.close())

const here = () => ({ workspaceIds: [workspaceId] })

describe('search by the language of the document', () => {
  const texts = {
    ar: 'الكتب الجديدة موجودة في المكتبة المركزية بالمدينة.',
    de: 'Die Häuser am Rande der Stadt wurden im letzten Jahr verkauft.',
    en: 'The harbours were dredged before winter.',
    fr: 'Les médecins de l’hôpital soignaient les malades.',
    ja: '黒い猫が台所で魚を食べました。',
    ko: '서울특별시에서 감염병이 발생하였습니다.',
    ru: 'Кошки спят в доме всю ночь.',
    th: 'แมวนอนในบ้านตลอดคืน',
    zh: '北京大学的图书馆藏书丰富。',
  }
  beforeAll(async () => {
    for (const [language, text] of Object.entries(texts)) await corpus.add(workspaceId, { language, chunks: [text] })
  })

  it.each([
    ['ar', 'كتاب في مكتبة'],
    ['ar', 'المكتبات'],
    ['de', 'Wann wurde das Haus verkauft?'],
    ['de', 'hauser'],
    ['en', 'When was the harbour dredged?'],
    ['fr', 'Quel médecin soigne le malade ?'],
    ['fr', 'medecins'],
    ['ja', '猫は何を食べますか'],
    ['ko', '감염병'],
    ['ko', '서울의 감염병'],
    ['ru', 'Где спит кошка?'],
    ['th', 'แมวนอนที่ไหน'],
    ['zh', '图书馆在哪里'],
    ['zh', '书'],
  ] as const)('finds the document in %s by “%s”', async (language, question) => {
    expect((await corpus.find(question, here()))[0]).toBe(texts[language])
  })

  it('does not take the stop words of a question for rare words of another language', async () => {
    const listed = await corpus.add(workspaceId, { chunks: ['what is the / what is the / what is the'] })
    expect((await corpus.find('What is the harbour?', here()))[0]).toBe(texts.en)
    await corpus.database.prisma.document.delete({ where: { id: listed } })
  })
})

describe('search by identifiers and names', () => {
  const invoice = 'VIN 1C4RJFBG2NC123456, SKU AUDIO-5521, total $4,287.50, row 3847'
  const manual = 'Grant *OBJMGT to the user; string_value is a snake_case_word.'
  beforeAll(async () => {
    await corpus.add(workspaceId, { language: 'en', filename: 'repair_invoice_2022.pdf', chunks: [invoice] })
    await corpus.add(workspaceId, { language: 'en', title: 'Security handbook', chunks: [manual] })
    await corpus.add(workspaceId, { filename: 'figures.xlsx', chunks: ['Alpha | Beta'] })
  })

  it.each([
    ['1c4rjfbg2nc123456', invoice],
    ['Where is AUDIO-5521?', invoice],
    ['4287.50', invoice],
    ['3847', invoice],
    ['what grants *OBJMGT', manual],
    ['snake_case_word', manual],
    ['snake case', manual],
    ['string_value', manual],
    ['security handbook', manual],
    ['repair invoice of 2022', invoice],
    ['the spreadsheet', 'Alpha | Beta'],
  ])('finds “%s”', async (question, text) => {
    expect((await corpus.find(question, here()))[0]).toBe(text)
  })
})

describe('what a question may be', () => {
  it.each(['', '   ', 'the of and', '?!', '\0', '\ud800', '🦆', "'; DROP TABLE chunks; --", '%_\\'])(
    'answers “%s” without an error',
    async (question) => {
      expect(await corpus.find(question, here())).toBeInstanceOf(Array)
    },
  )

  it('finds nothing for stop words alone', async () => {
    expect(await corpus.find('what is the', here())).toEqual([])
  })

  it('takes a question of a hundred thousand characters', async () => {
    const long = `harbour ${Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' ')}`
    expect(await corpus.find(long, here())).toBeInstanceOf(Array)
  })

  it('gives at most a hundred hits, with scores of 0..1 from the best down', async () => {
    const chunks = Array.from({ length: 150 }, (_, i) => `lighthouse number ${i}`)
    const id = await corpus.add(workspaceId, { language: 'en', chunks })
    const scope = { workspaceIds: [], documentIds: [id] }
    const hits = await corpus.index.search({ query: 'lighthouse', scope, limit: 1_000 })
    const scores = hits.map(({ score }) => score)
    expect(hits).toHaveLength(100)
    expect(scores[0]).toBe(1)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.at(-1)).toBeGreaterThan(0)
    expect(await corpus.index.search({ query: 'lighthouse', scope, limit: 1_000 })).toEqual(hits)
  })
})

describe('the scope', () => {
  it('is the union of workspaces and documents, and nothing else is seen', async () => {
    const [first, second, third] = [await corpus.workspace(), await corpus.workspace(), await corpus.workspace()]
    await corpus.add(first, { language: 'en', chunks: ['walnut one'] })
    const own = await corpus.add(second, { language: 'en', chunks: ['walnut two'] })
    await corpus.add(second, { language: 'en', chunks: ['walnut three'] })
    await corpus.add(third, { language: 'en', chunks: ['walnut four'] })
    const found = await corpus.find('walnut', { workspaceIds: [first], documentIds: [own] })
    expect(found.toSorted()).toEqual(['walnut one', 'walnut two'])
    expect(await corpus.find('walnut', {})).toEqual([])
  })

  it('follows a document to another workspace at once', async () => {
    const [from, to] = [await corpus.workspace(), await corpus.workspace()]
    const id = await corpus.add(from, { language: 'en', chunks: ['a chestnut'] })
    await corpus.database.prisma.document.update({ where: { id }, data: { workspaceId: to } })
    expect(await corpus.find('chestnut', { workspaceIds: [from] })).toEqual([])
    expect(await corpus.find('chestnut', { workspaceIds: [to] })).toEqual(['a chestnut'])
  })

  it('costs two statements, whatever its size', async () => {
    const { recorder } = corpus.database
    const small = await recorder.record(() => corpus.find('alpha', { documentIds: [1] }))
    const large = await recorder.record(() => corpus.find('harbour lighthouse house', here()))
    const withoutLoading = (statements: string[]) => statements.filter((sql) => sql.includes('search.'))
    expect(withoutLoading(small)).toHaveLength(2)
    expect(withoutLoading(large)).toHaveLength(2)
  })
})
