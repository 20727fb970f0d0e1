/**
 * Gathers an answer piece by piece. Removes what neither JSON nor PostgreSQL can hold (NUL, lone surrogates) and stops
 * at a length in UTF-16 code units. A surrogate pair that two pieces share is kept whole.
 */
export class AnswerText {
  readonly #maxLength: number
  readonly #onToken: ((text: string) => void) | undefined
  readonly #pieces: string[] = []
  #length = 0
  #held = ''

  constructor(maxLength: number, onToken?: (text: string) => void) {
    this.#maxLength = maxLength
    this.#onToken = onToken
  }

  get started(): boolean {
    return this.#length > 0
  }

  get full(): boolean {
    return this.#length >= this.#maxLength
  }

  push(piece: string): void {
    const text = this.#held + piece
    const cut = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
    this.#held = text.slice(cut)
    this.#emit(text.slice(0, cut))
  }

  /** The whole text so far. */
  toString(): string {
    return this.#pieces.join('')
  }

  #emit(text: string): void {
    const clean = withoutUnstorable(text).slice(0, this.#maxLength - this.#length)
    const whole = withoutUnstorable(clean)
    if (whole !== clean) this.#length = this.#maxLength
    if (whole === '') return
    this.#length += whole.length
    this.#pieces.push(whole)
    this.#onToken?.(whole)
  }
}

function withoutUnstorable(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '')
}
