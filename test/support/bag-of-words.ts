/**
 * A deterministic embedding for tests: each word, without a plural s, counts on one of `dimensions` axes. Texts that
 * share words are near each other. The vector has length 1.
 */
export function embed(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const axis = hash(word.replace(/s$/, '')) % dimensions
    vector[axis] = (vector[axis] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** FNV-1a, 32 bits. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (const character of word) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value
}
