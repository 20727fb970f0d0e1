import { CollectionType, WorkspaceType } from '../../database/client/enums.ts'
import { builder } from '../../graphql/builder.ts'

export const WorkspaceTypeEnum = builder.enumType('WorkspaceType', {
  description: 'Whose documents a workspace holds.',
  values: {
    [WorkspaceType.COMPANY]: { description: 'Those of everyone in the company; each company has one.' },
    [WorkspaceType.PERSONAL]: { description: 'Those of one user, which nobody else reads.' },
    [WorkspaceType.CUSTOM]: { description: 'Those of its members.' },
  } as const,
})

export const CollectionTypeEnum = builder.enumType('CollectionType', {
  description: 'The kind of a collection; it follows the kind of its workspace.',
  values: {
    [CollectionType.COMPANY]: { description: 'Of the company workspace.' },
    [CollectionType.PRIVATE]: { description: 'Of a personal workspace.' },
    [CollectionType.WORKSPACE]: { description: 'Of a custom workspace.' },
  } as const,
})

export const SummaryLanguageEnum = builder.enumType('SummaryLanguage', {
  description: 'The language of a summary, as its ISO 639-1 code.',
  values: {
    EN: { value: 'en', description: 'English.' },
    FR: { value: 'fr', description: 'French.' },
    ES: { value: 'es', description: 'Spanish.' },
    IT: { value: 'it', description: 'Italian.' },
    AR: { value: 'ar', description: 'Arabic.' },
    NL: { value: 'nl', description: 'Dutch.' },
    SV: { value: 'sv', description: 'Swedish.' },
    DE: { value: 'de', description: 'German.' },
    JA: { value: 'ja', description: 'Japanese.' },
    ZH: { value: 'zh', description: 'Chinese.' },
    KO: { value: 'ko', description: 'Korean.' },
  } as const,
})

/** Every language that a summary may have, as it is stored. */
export const summaryLanguages = ['en', 'fr', 'es', 'it', 'ar', 'nl', 'sv', 'de', 'ja', 'zh', 'ko'] as const
