import type { Extract } from '../model.ts'
import type { AnswerLanguage } from './language.ts'

type Wording = { noAnswer: string; sources: string; page: string; pages: string }

const wordings: Record<AnswerLanguage, Wording> = {
  en: {
    noAnswer: 'The documents in scope do not answer this question.',
    sources: 'Sources:',
    page: 'page',
    pages: 'pages',
  },
  fr: {
    noAnswer: 'Les documents consultés ne répondent pas à cette question.',
    sources: 'Sources :',
    page: 'page',
    pages: 'pages',
  },
  de: {
    noAnswer: 'Die durchsuchten Dokumente beantworten diese Frage nicht.',
    sources: 'Quellen:',
    page: 'Seite',
    pages: 'Seiten',
  },
  ar: { noAnswer: 'لا تجيب الوثائق المتاحة عن هذا السؤال.', sources: 'المصادر:', page: 'صفحة', pages: 'الصفحات' },
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
  if (pageEnd === null || pageEnd === pageStart) return `, ${wording.page} ${pageStart}`
  return `, ${wording.pages} ${pageStart}–${pageEnd}`
}
