const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|Nos|Nr|vs|Fig|Figs|Tab|Eq|Inc|Ltd|Co|Corp|approx|ca|bzw|Art|Abs|Mme|Mlle|art|env|e\.g|i\.e|z\.\s?B|d\.\s?h|p\.\s?ex|U\.S|al|cf|Vol|pp?)\.\s*$/u
const longest = 500
const window = 300

/** The sentences of a paragraph; very long ones (tables without lines, text without full stops) in pieces between words. */
export function sentencesOf(paragraph: string, language?: string): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenterFor(language).segment(paragraph)) {
    const last = sentences.at(-1)
    if (last !== undefined && abbreviation.test(last.slice(-16))) sentences[sentences.length - 1] = last + segment
    else sentences.push(segment)
  }
  return sentences.map((sentence) => sentence.trim()).flatMap(pieces)
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterFor(language = 'en'): Intl.Segmenter {
  const locale = /^[a-z]{2}$/.test(language) ? language : 'en'
  const known = segmenters.get(locale)
  if (known !== undefined) return known
  const made = new Intl.Segmenter(locale, { granularity: 'sentence' })
  segmenters.set(locale, made)
  return made
}

function pieces(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > longest) {
    const space = rest.lastIndexOf(' ', window)
    const end = space > 0 ? space : window + (/[\uD800-\uDBFF]/.test(rest[window - 1] ?? '') ? 1 : 0)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}
