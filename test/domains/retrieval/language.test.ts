import { describe, expect, it } from 'vitest'
import { detectLanguage, dictionaryOf } from '../../../src/domains/retrieval/language.ts'

const sentences = {
  ar: 'الكتب الجديدة موجودة في المكتبة المركزية بالمدينة.',
  ca: 'Els gats dormen a la casa durant tota la nit i després esmorzen.',
  de: 'Die Häuser am Rande der Stadt wurden im letzten Jahr verkauft.',
  el: 'Οι γάτες κοιμούνται στο σπίτι όλη τη νύχτα.',
  en: 'How many pages of documents does the archive hold?',
  es: 'Los gatos duermen en la casa durante toda la noche.',
  fi: 'Kissat nukkuvat talossa koko yön ja syövät sitten aamiaista.',
  fr: 'Les médecins de l’hôpital ont soigné les malades pendant toute la nuit.',
  hu: 'A macskák egész éjjel a házban alszanak, majd reggeliznek.',
  it: 'I gatti dormono nella casa per tutta la notte e poi mangiano.',
  ja: '猫は一晩中家で寝て、それから朝ごはんを食べます。',
  ko: '고양이는 밤새 집에서 자고 아침을 먹습니다.',
  nl: 'De katten slapen de hele nacht in het huis en eten daarna.',
  pt: 'Os gatos dormem na casa durante toda a noite e não comem.',
  ro: 'Pisicile dorm în casă toată noaptea și apoi mănâncă.',
  ru: 'Кошки спят в доме всю ночь, а потом завтракают.',
  sv: 'Katterna sover i huset hela natten och äter sedan frukost.',
  th: 'แมวนอนในบ้านตลอดคืนแล้วกินอาหารเช้า',
  tr: 'Kediler bütün gece evde uyur ve sonra kahvaltı yapar.',
  zh: '猫整夜睡在房子里,然后吃早餐。',
}

describe('detectLanguage', () => {
  it.each(Object.entries(sentences))('knows %s by one sentence', (language, sentence) => {
    expect(detectLanguage(sentence)).toBe(language)
  })

  it.each(['', '   ', '12 34 | 4,287.50 | 2022-11-20', '\ud800'])('says nothing of "%s"', (text) => {
    expect(detectLanguage(text)).toBeNull()
  })

  it('goes by most of a text, not by its beginning', () => {
    expect(detectLanguage(sentences.fr + sentences.de.repeat(100))).toBe('de')
  })
})

describe('dictionaryOf', () => {
  it('stems where PostgreSQL has a stemmer and keeps words as they are elsewhere', () => {
    expect(dictionaryOf('de')).toBe('german_stem')
    expect(dictionaryOf('th')).toBe('simple')
    expect(dictionaryOf(null)).toBe('simple')
  })
})
