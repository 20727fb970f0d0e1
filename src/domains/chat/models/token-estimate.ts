/**
 * A cautious guess at how many tokens a text has, without the tokenizer of any one model: a token for every 3.5 ASCII
 * characters, for every other character of an alphabet 0.6 tokens, and one for each character of Chinese, Japanese,
 * Korean and emoji. Real tokenizers mostly stay below it, so that a prompt cut by this measure fits.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const character of text) tokens += weight(character.codePointAt(0) ?? 0)
  return Math.ceil(tokens)
}

/** The longest start of the text that the estimate keeps within `budget` tokens. */
export function cutToTokens(text: string, budget: number): string {
  let tokens = 0
  let length = 0
  for (const character of text) {
    tokens += weight(character.codePointAt(0) ?? 0)
    if (tokens > budget) return text.slice(0, length)
    length += character.length
  }
  return text
}

function weight(codePoint: number): number {
  if (codePoint < 0x80) return 1 / 3.5
  return codePoint < 0x1100 ? 0.6 : 1
}
