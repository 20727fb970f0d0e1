import type { Extract } from '../model.ts'
import type { AnswerLanguage } from './language.ts'

type Wording = {
  noAnswer: string
  sources: string
  /** The page, or the range of pages. */
  page: (number: number) => string
  pages: (range: string) => string
}

const wordings: Record<AnswerLanguage, Wording> = {
  en: {
    noAnswer: 'The documents in scope do not answer this question.',
    sources: 'Sources:',
    page: (number) => `page ${number}`,
    pages: (range) => `pages ${range}`,
  },
  fr: {
    noAnswer: 'Les documents consultés ne répondent pas à cette question.',
    sources: 'Sources :',
    page: (number) => `page ${number}`,
    pages: (range) => `pages ${range}`,
  },
  de: {
    noAnswer: 'Die durchsuchten Dokumente beantworten diese Frage nicht.',
    sources: 'Quellen:',
    page: (number) => `Seite ${number}`,
    pages: (range) => `Seiten ${range}`,
  },
  ar: {
    noAnswer: 'لا تجيب الوثائق المتاحة عن هذا السؤال.',
    sources: 'المصادر:',
    page: (number) => `صفحة ${number}`,
    pages: (range) => `الصفحات ${range}`,
  },
  zh: {
    noAnswer: '所查阅的文档没有回答这个问题。',
    sources: '来源：',
    page: (number) => `第${number}页`,
    pages: (range) => `第${range}页`,
  },
  ja: {
    noAnswer: '対象の文書には、この質問への答えがありません。',
    sources: '出典：',
    page: (number) => `${number}ページ`,
    pages: (range) => `${range}ページ`,
  },
  ko: {
    noAnswer: '검색한 문서에는 이 질문에 대한 답이 없습니다.',
    sources: '출처:',
    page: (number) => `${number}쪽`,
    pages: (range) => `${range}쪽`,
  },
}

/** What is said when no extract answers the question. */
export function noAnswer(language: AnswerLanguage): string {
  return wordings[language].noAnswer
}

/** The list of cited extracts: number, document and, where it has pages, the page or pages. */
export function sourceList(extracts: Extract[], language: AnswerLanguage): string {
  const lines = extracts.map(
    (extract) => `[${extract.number}] ${nameOf(extract)}${pagesOf(extract, wordings[language])}`,
  )
  return [wordings[language].sources, ...lines].join('\n')
}

function nameOf(extract: Extract): string {
  return extract.documentName
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

function pagesOf({ pageStart, pageEnd }: Extract, wording: Wording): string {
  if (pageStart === null) return ''
  if (pageEnd === null || pageEnd === pageStart) return `, ${wording.page(pageStart)}`
  return `, ${wording.pages(`${pageStart}–${pageEnd}`)}`
}
