import { describe, expect, it } from 'vitest'
import { foldDiacritics, wordsOf } from '../../../src/domains/retrieval/words.ts'

describe('wordsOf', () => {
  it('leaves plain words to the stemmer, in lower case', () => {
    expect(wordsOf('The Self-Locking nuts.', 'index')).toEqual({ words: ['the', 'self', 'locking', 'nuts'], terms: [] })
  })

  it.each([
    ['AUDIO-5521', ['audio-5521', '5521']],
    ['1C4RJFBG2NC123456', ['1c4rjfbg2nc123456']],
    ['snake_case_word', ['snake_case_word']],
    ['j.doe@example.org', ['j.doe@example.org']],
    ['2022-11-20', ['2022-11-20', '2022', '11', '20']],
    ['$4,287.50', ['4,287.50', '4287.50', '4', '287', '50']],
    ['1.234.567', ['1.234.567', '1234567', '1', '234', '567']],
  ])('keeps the identifier %s whole', (text, terms) => {
    expect(wordsOf(text, 'index').terms).toEqual(terms)
  })

  it('finds the parts of an identifier as words', () => {
    expect(wordsOf('*OBJMGT snake_case', 'index').words).toEqual(['objmgt', 'snake', 'case'])
  })

  it('reads full-width and ligature forms as the letters that they are', () => {
    expect(wordsOf('ＡＢＣ ﬁnance', 'index').words).toEqual(['abc', 'finance'])
  })

  it('makes pairs of Chinese characters, and single ones for the index', () => {
    expect(wordsOf('北京大学', 'query').terms).toEqual(['北京', '京大', '大学'])
    expect(wordsOf('北京', 'index').terms).toEqual(['北京', '北', '京'])
    expect(wordsOf('猫', 'query').terms).toEqual(['猫'])
  })

  it('keeps a Japanese noun of one character between kana', () => {
    expect(wordsOf('猫が', 'query').terms).toEqual(['猫が', '猫'])
  })

  it('keeps Korean words and makes pairs of them', () => {
    expect(wordsOf('감염병', 'query').terms).toEqual(['감염병', '감염', '염병'])
    expect(wordsOf('제1급감염병', 'query').terms).toContain('제1급감염병')
  })

  it('cuts Thai into words', () => {
    expect(wordsOf('แมวกินน้ำ', 'query').terms).toEqual(['แมว', 'กิน', 'น้ำ'])
  })

  it('ignores vowel marks and stretching in Arabic, and hyphens that are not printed', () => {
    expect(wordsOf('كِتَابٌ كتـــاب', 'index').words).toEqual(['كتاب', 'كتاب'])
    expect(wordsOf('data\u00ADbase', 'index').words).toEqual(['database'])
  })

  it('takes NUL, half surrogates and endless words as they come', () => {
    expect(wordsOf('a\0b \ud800 ok', 'index').words).toEqual(['a', 'b', 'ok'])
    expect(wordsOf('x'.repeat(10_000), 'index').words).toEqual(['x'.repeat(64)])
  })
})

describe('foldDiacritics', () => {
  it.each([
    ['médecin', 'medecin'],
    ['straße', 'strasse'],
    ['ёлк', 'елк'],
    ['γάτα', 'γατα'],
  ])('writes %s as %s', (term, folded) => {
    expect(foldDiacritics(term)).toBe(folded)
  })

  it.each(['が', 'น้ำ', 'हिन्दी', '감염'])('leaves %s alone, where a mark makes another letter', (term) => {
    expect(foldDiacritics(term)).toBe(term)
  })
})
