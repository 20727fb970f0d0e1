import { describe, expect, it } from 'vitest'
import { ExtractiveModel } from '../../../../src/domains/chat/models/extractive.ts'
import { type ChatMessage, type Extract, ModelError } from '../../../../src/domains/chat/models/model.ts'

const model = new ExtractiveModel()

function extractsOf(...texts: string[]): Extract[] {
  return texts.map((text, index) => ({
    number: index + 1,
    documentName: `report ${index + 1}.pdf`,
    text,
    pageStart: index + 1,
    pageEnd: index + 1,
    score: 1 / (index + 1),
  }))
}

async function ask(question: string | ChatMessage[], extracts: Extract[]): Promise<string> {
  const messages = typeof question === 'string' ? [{ role: 'user' as const, content: question }] : question
  const { text } = await model.answer({ messages, extracts })
  return text
}

const collapsed = (text: string) => text.replaceAll(/\s+/g, ' ')
const quotes = (answer: string) => [...answer.matchAll(/^“(.*)” \[(\d+)\]$/gmu)]

const archive = `The National Archives and Records Administration (NARA) is an independent agency created in 1934 to identify,
protect and preserve records. NARA holds the equivalent of more than 13 billion pages of documents in analog formats.
Dr. Colleen Shogan leads the agency. Visitors are welcome in its reading rooms.`
const typewriter =
  'Patented in 1868 by Christopher Latham Sholes, the typewriter changed offices. It was sold by Remington.'

describe('the extractive model', () => {
  it('quotes the sentence that answers, cites it, and lists its source', async () => {
    expect(await ask('How many pages does NARA hold?', extractsOf(typewriter, archive))).toBe(
      '“NARA holds the equivalent of more than 13 billion pages of documents in analog formats.” [2]\n' +
        '\nSources:\n[2] report 2.pdf, page 2',
    )
  })

  it.each([
    ['When was NARA created?', 'created in 1934'],
    ['Which agencies protect records?', 'created in 1934'],
    ['Who leads the agency?', 'Dr. Colleen Shogan leads the agency.'],
    ['Who patented the typewriter in 1868?', 'Christopher Latham Sholes'],
  ])('answers "%s"', async (question, phrase) => {
    const [first] = quotes(await ask(question, extractsOf(archive, typewriter)))
    expect(first?.[1]).toContain(phrase)
  })

  it('names page ranges, and no pages where there are none', async () => {
    const [first, second] = extractsOf(archive, archive.replace('13 billion', '14 billion'))
    const extracts = [{ ...first, pageEnd: 3 } as Extract, { ...second, pageStart: null, pageEnd: null } as Extract]
    const answer = await ask('How many pages does NARA hold?', extracts)
    expect(answer).toMatch(/\[1\] report 1\.pdf, pages 1–3\n\[2\] report 2\.pdf$/)
  })

  it('says the same thing once, though chunks overlap', async () => {
    expect(quotes(await ask('How many pages does NARA hold?', extractsOf(archive, archive)))).toHaveLength(1)
  })

  it('streams the answer sentence by sentence', async () => {
    const tokens: string[] = []
    const messages = [{ role: 'user' as const, content: 'What does NARA hold, and who leads the agency?' }]
    const { text } = await model.answer({
      messages,
      extracts: extractsOf(archive),
      onToken: (token) => tokens.push(token),
    })
    expect(tokens.join('')).toBe(text)
    expect(tokens.length).toBeGreaterThan(1)
  })

  it('stops when its caller has given up', async () => {
    const messages = [{ role: 'user' as const, content: 'Who leads NARA?' }]
    const answer = model.answer({ messages, extracts: extractsOf(archive), signal: AbortSignal.abort() })
    await expect(answer).rejects.toBeInstanceOf(ModelError)
  })
})

describe('questions in other languages', () => {
  it.each([
    [
      'fr',
      'Quand le musée a-t-il été fondé ?',
      'Le musée accueille le public. Le musée fut fondé en 1889 par la ville. L’entrée est libre.',
      'Le musée fut fondé en 1889 par la ville.',
      'Sources :\n[1] report 1.pdf, page 1',
    ],
    [
      'de',
      'Wie hoch ist die Versicherungssumme?',
      'Der Vertrag läuft ein Jahr. Die Versicherungssummen betragen 500.000 Euro je Schaden. Es gilt deutsches Recht.',
      'Die Versicherungssummen betragen 500.000 Euro je Schaden.',
      'Quellen:\n[1] report 1.pdf, Seite 1',
    ],
    [
      'ar',
      'متى تأسست الشركة؟',
      'تعمل الشركة في مجال البرمجة. تأسست الشركة عام 1995 في القاهرة. لديها مكاتب كثيرة.',
      'تأسست الشركة عام 1995 في القاهرة.',
      'المصادر:\n[1] report 1.pdf, صفحة 1',
    ],
    [
      'zh',
      '公司的总部在哪里？',
      '公司成立于1998年。公司总部位于上海。员工有三千人。',
      '公司总部位于上海。',
      '来源：\n[1] report 1.pdf, 第1页',
    ],
    [
      'ja',
      '本社はどこにありますか？',
      '会社は1998年に設立された。本社は大阪にある。社員は三千人だ。',
      '本社は大阪にある。',
      '出典：\n[1] report 1.pdf, 1ページ',
    ],
    [
      'ko',
      '본사는 어디에 있습니까?',
      '회사는 1998년에 설립되었다. 본사가 부산에 있다. 직원은 삼천 명이다.',
      '본사가 부산에 있다.',
      '출처:\n[1] report 1.pdf, 1쪽',
    ],
  ])('answers in %s', async (language, question, text, sentence, sources) => {
    const [extract] = extractsOf(text)
    const answer = await ask(question, [{ ...extract, language } as Extract])
    expect(quotes(answer)[0]?.[1]).toBe(sentence)
    expect(answer).toContain(sources)
  })
})

describe('the shape of documents', () => {
  it('reads a table row together with the header of its table', async () => {
    const table =
      '| First name | Last name | Company |\n|---|---|---|\n| Anna | Berg | Nordwind AG |\n| Sheryl | Baxter | Rasmussen Group |'
    const found = quotes(await ask('Which company does Sheryl Baxter work for?', extractsOf(table))).map(
      ([, text]) => text,
    )
    expect(found).toEqual(['First name | Last name | Company', 'Sheryl | Baxter | Rasmussen Group'])
  })

  it('keeps the cells of a row between tabs apart', async () => {
    const [row] = quotes(await ask('VIN of the Jeep Cherokee', extractsOf('Ford\t4XY\nJeep Cherokee VIN\t1C4RJ')))
    expect(row?.[1]).toBe('Jeep Cherokee VIN\u20031C4RJ')
  })

  it('quotes what a heading introduces', async () => {
    const list =
      'General remarks are elsewhere.\n\nSuggested reportable symptoms\n• Diarrhea\n• Fever\n\nThe end of the form follows.'
    const found = quotes(await ask('Suggested reportable symptoms', extractsOf(list))).map(([, text]) => text)
    expect(found).toEqual(['Suggested reportable symptoms', 'Diarrhea', 'Fever'])
  })

  it('quotes the list that an item is in', async () => {
    const list = 'A day in the lake is fun to swim.\nDo not forget:\n- Wear sunglasses\n- Drink water'
    const found = quotes(await ask('What should one not forget to wear and drink at the lake?', extractsOf(list)))
    expect(found.map(([, text]) => text)).toEqual(['Do not forget:', 'Wear sunglasses', 'Drink water'])
  })

  it('puts wrapped lines together', async () => {
    const wrapped =
      'The agency preserves what the branches of the federal\ngovernment have written. It was made by an act.'
    const [first] = quotes(await ask('What do the branches of the federal government write?', extractsOf(wrapped)))
    expect(first?.[1]).toBe('The agency preserves what the branches of the federal government have written.')
  })
})

describe('a question that the extracts do not answer', () => {
  const unanswered = 'The documents in scope do not answer this question.'
  it.each([
    ['What is the capital of Mongolia?', unanswered],
    ['How many employees does Siemens have?', unanswered],
    ['What?', unanswered],
    ['Thanks, that is all!', unanswered],
    ['???', unanswered],
    ['蒙古的首都是什么？', '所查阅的文档没有回答这个问题。'],
    ['モンゴルの首都はどこですか？', '対象の文書には、この質問への答えがありません。'],
    ['몽골의 수도는 어디입니까?', '검색한 문서에는 이 질문에 대한 답이 없습니다.'],
    ['Quelle est la capitale de la Mongolie ?', 'Les documents consultés ne répondent pas à cette question.'],
    ['Was ist die Hauptstadt der Mongolei?', 'Die durchsuchten Dokumente beantworten diese Frage nicht.'],
    ['ما هي عاصمة منغوليا؟', 'لا تجيب الوثائق المتاحة عن هذا السؤال.'],
  ])('"%s" is told so plainly', async (question, answer) => {
    expect(await ask(question, extractsOf(archive, typewriter))).toBe(answer)
  })

  it('is told so when there are no extracts at all', async () => {
    expect(await ask('Who leads NARA?', [])).toBe(unanswered)
    expect(await ask('Who leads NARA?', extractsOf('', ' \n '))).toBe(unanswered)
  })
})

describe('passages that share words with the question without answering it', () => {
  const quoted = async (question: string, ...texts: string[]) =>
    quotes(await ask(question, extractsOf(...texts))).map(([, text]) => text)
  const releases = `releases:
  - version: 3.2.0
    date: 2026-03-02
    known_issues:
      - The Arabic menu cuts off the last letter of long entries.
  - version: 3.1.4
    date: 2025-11-17
    changes:
      - Firmware 3.1.4 fixes the display that froze below zero.`
  const people =
    'Name | Role | Reports to\nClara Berg | Head of operations | Helena Voss\nSofia Lindqvist | Key account manager | Clara Berg'
  const prices =
    'Article | Description | Price from 50 units\nH200 | laser distance meter | 249.00\nT50 | ultrasonic flow meter | 1310.00\nV10 | pressure gauge | 81.00'
  const sites =
    'sites[0].name: Bremen\nsites[0].phone: 555 100\nsites[0].employees: 118\n\nsites[1].name: Nantes\nsites[1].phone: 555 200\nsites[1].employees: 16'

  it('are not quoted when what is asked for stands nowhere', async () => {
    expect(await quoted('Which firmware version fixed the leak?', releases)).toEqual([])
    expect(await quoted('What is the salary of Clara Berg?', people)).toEqual([])
    expect(
      await quoted('What is the salary of Clara Berg?', people, 'Sick leave\n\nThe salary is paid in full.'),
    ).toEqual([])
    expect(await quoted('What is the price of the H300?', prices)).toEqual([])
  })

  it('are not quoted for a number or code other than the one asked for', async () => {
    const [header, h200, t50] = prices.split('\n')
    expect(await quoted('What is the price of the T50?', prices)).toEqual([header, t50])
    expect(await quoted('Was kostet der H200?', prices)).toEqual([header, h200])
  })

  it('are not quoted when they only name the matter: titles, keys, column names', async () => {
    const title =
      'دليل السلامة في المختبر\n\nشركة ميريديان للأجهزة، إصدار 2026\n\nالقواعد العامة\nيُمنع الأكل داخل المختبر.'
    expect(await quoted('ما هي أجهزة شركة ميريديان؟', title)).toEqual([])
    expect(await quoted('What are the known issues?', 'Release notes\n  known_issues:\n')).toEqual([])
    expect(
      await quoted('What is the description of the article?', 'Article | Description | Unit\nA | bag | piece'),
    ).not.toEqual(['Article | Description | Unit'])
  })

  it('are not quoted for "how many" when they hold no quantity of what is to be counted', async () => {
    const staff = 'Coaching\n\nThe agency will support its staff by FY 2023. The agency trains its staff in 41 rooms.'
    expect(await quoted('How many staff does the agency have?', staff)).toEqual([
      'The agency trains its staff in 41 rooms.',
    ])
    expect(await quoted('How many staff does the agency have?', staff.replace('41', 'many'))).toEqual([])
  })

  it('are told apart by the record that they stand in', async () => {
    expect((await quoted('What is the phone of the Nantes site?', sites))[0]).toBe('sites[1].phone: 555 200')
    expect((await quoted('How many employees has the site in Bremen?', sites))[0]).toBe('sites[0].employees: 118')
    expect((await quoted('Which firmware version fixes the frozen display?', releases)).join()).not.toContain('Arabic')
  })

  it('are found in another form of a French verb', async () => {
    const screws = 'Les vis du support sont serrées avec un couple de 12 Nm.'
    expect(await quoted('Avec quel couple faut-il serrer les vis du support ?', screws)).toEqual([screws])
  })

  it('are found under other words for the same everyday thing', async () => {
    expect(await quoted('What is the wage of a trainee?', 'A trainee has a salary of 1,100 euros.')).toHaveLength(1)
  })
})

describe('a conversation', () => {
  const sales =
    'Sales of ducks reached 40 tons in 2004. Sales of ducks reached 75 tons in 2005. Sales of geese fell in 2005.'

  it('is answered at its last question', async () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'Who patented the typewriter?' },
      { role: 'assistant', content: 'Sholes [1].' },
      { role: 'user', content: 'What did the sales of geese do in 2005?' },
    ]
    expect(quotes(await ask(messages, extractsOf(typewriter, sales)))[0]?.[1]).toBe('Sales of geese fell in 2005.')
  })

  it('does not need what the question before it asked for', async () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'What does error E27 mean?' },
      { role: 'assistant', content: 'Air bubbles [1].' },
      { role: 'user', content: 'Who patented typewriters?' },
    ]
    expect(quotes(await ask(messages, extractsOf(sales, typewriter)))[0]?.[1]).toContain('Christopher Latham Sholes')
  })

  it('lends a short question the words of the one before it', async () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'How many tons did the sales of ducks reach in 2004?' },
      { role: 'assistant', content: '40 tons [1].' },
      { role: 'user', content: 'And in 2005?' },
    ]
    expect(quotes(await ask(messages, extractsOf(sales)))[0]?.[1]).toBe('Sales of ducks reached 75 tons in 2005.')
  })
})

describe('whatever the extracts hold', () => {
  const filler = (piece: string) => piece.repeat(2000).slice(0, 2000)
  const hostile = [
    filler('Ducks swim in the lake. '),
    filler('ducks\n'),
    filler('| duck | lake '),
    filler('duck\tlake '),
    filler('A. B. '),
    filler('duck?'),
    filler('duck'),
    filler('1,1.'),
    filler('- duck\n'),
    filler('duck: lake\n'),
    filler('＊ duck\n'),
    filler('鸭子在湖里游泳'),
    filler('بطة في البحيرة '),
    filler('a\u0301'),
    filler('\u0000\ud800\u202e duck: lake\r\n'),
    `${filler('x ')}”\n“Ducks own the lake” [9]\n`,
  ]
  const question = 'What do ducks in the lake eat? 鸭子 بطة'

  it('every quotation stands word for word in the extract that it cites', async () => {
    const extracts = extractsOf(...hostile, archive, typewriter)
    for (const one of extracts) {
      const answer = await ask(`${question} NARA 13 billion pages typewriter 1868`, [one])
      for (const [, text] of quotes(answer)) expect(collapsed(one.text.toWellFormed())).toContain(collapsed(text ?? ''))
    }
    expect(quotes(await ask('Ducks in the lake', extracts)).length).toBeGreaterThan(0)
  })

  it('it reads no further than it has time for', async () => {
    const extracts = extractsOf('x '.repeat(50_000), archive)
    expect(await ask('How many pages does NARA hold?', extracts)).toMatch(/do not answer/)
    expect(await ask('How many pages does NARA hold?', extracts.toReversed())).toMatch(/13 billion/)
  })

  it('it answers twenty extracts of 2,000 characters in bounded time: what is not linear would take minutes', async () => {
    await ask(question, extractsOf(archive))
    for (const text of hostile) {
      const extracts = extractsOf(...Array.from({ length: 20 }, () => text))
      const times: number[] = []
      for (let round = 0; round < 3; round++) {
        const start = performance.now()
        await ask(question, extracts)
        times.push(performance.now() - start)
      }
      expect(Math.min(...times), text.slice(0, 20)).toBeLessThan(2_000)
    }
  })

  it('a question of a million characters does not stop it', async () => {
    const start = performance.now()
    for (const piece of ['a', 'A ', '1,', '何', ' ', 'Duck-1', 'ا', '가', '-'])
      await ask(piece.repeat(1_000_000 / piece.length), extractsOf(archive))
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
