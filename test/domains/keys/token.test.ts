import { describe, expect, test } from 'vitest'
import { chosenToken, createToken, readToken, sameHash } from '../../../src/domains/keys/token.ts'

describe('the text of a key', () => {
  test('is scannable: a mark, 12 public characters, 32 secret ones and a checksum', () => {
    expect(createToken('key').text).toMatch(/^dgk_[0-9A-Za-z]{12}[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/)
    expect(createToken('invitation').text).toMatch(/^dgi_[0-9A-Za-z]{50}$/)
  })

  test('has at least 160 random bits that are not stored', () => {
    expect(32 * Math.log2(62)).toBeGreaterThan(160)
    const { text, stored } = createToken('key')
    expect(JSON.stringify(stored)).not.toContain(text.slice(16, 48))
    expect(stored.prefix).toBe(text.slice(0, 16))
  })

  test('is never made twice', () => {
    const texts = new Set(Array.from({ length: 500 }, () => createToken('key').text))
    expect(texts.size).toBe(500)
  })

  test('is read as it was stored', () => {
    const { text, stored } = createToken('key')
    expect(readToken('key', text)).toEqual(stored)
  })

  test('is known for a mistyped one by its checksum, wherever a letter was changed', () => {
    const { text } = createToken('key')
    for (let i = 4; i < text.length; i++) {
      const other = text[i] === 'x' ? 'y' : 'x'
      expect(readToken('key', text.slice(0, i) + other + text.slice(i + 1)), `letter ${i}`).toBeNull()
    }
  })

  test('is refused when it is cut off, too long, of another kind, or holds anything but letters and digits', () => {
    const { text } = createToken('key')
    const wrong = [
      '',
      'dgk_',
      text.slice(0, -1),
      `${text}0`,
      ` ${text}`,
      text.toUpperCase(),
      createToken('invitation').text,
      'ghp_0123456789',
      'ä'.repeat(40),
    ]
    for (const each of wrong) expect(readToken('key', each), each).toBeNull()
    expect(readToken('invitation', text)).toBeNull()
  })

  test('may be chosen by the operator: 32 letters and digits or more, looked up by a part of its hash', () => {
    const text = 'a1'.repeat(16)
    expect(readToken('key', text)).toEqual(chosenToken(text))
    expect(chosenToken(text).prefix).not.toContain(text.slice(0, 8))
    expect(readToken('key', text.slice(1))).toBeNull()
    expect(readToken('invitation', text)).toBeNull()
  })
})

test('hashes of different lengths are compared without an error', () => {
  expect(sameHash('abcd', 'abcd')).toBe(true)
  expect(sameHash('abcd', 'abce')).toBe(false)
  expect(sameHash('abcd', 'ab')).toBe(false)
})
