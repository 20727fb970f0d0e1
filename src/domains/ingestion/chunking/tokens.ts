// Scripts whose single characters carry about one token: kana, Han, Hangul, Thai, Lao, Khmer, Burmese, full-width forms.
function isDense(code: number): boolean {
  if (code < 0x0e00) return false
  if (code <= 0x0eff || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff)) return true
  return (
    (code >= 0x3040 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef)
  )
}

/**
 * About how many tokens a language model makes of a text: one for each character of scripts written without blanks (and of Hangul), one
 * for each half of a surrogate pair, and one for every four other characters.
 */
export function countTokens(text: string): number {
  let quarters = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    quarters += isDense(code) || (code >= 0xd800 && code <= 0xdfff) ? 4 : 1
  }
  return Math.ceil(quarters / 4)
}
