import { fold } from './terms.ts'

type SpacedLanguage = 'en' | 'fr' | 'de' | 'ar'
export type AnswerLanguage = SpacedLanguage | 'zh' | 'ja' | 'ko'

/** Words that say nothing about what is asked for. */
const functionWords: Record<SpacedLanguage, string> = {
  en: `s t ll re ve don doesn didn isn wasn hello hi thanks thank explain describe summarise summarize a about all also am an and any are as at be been being between both but by can could did do does done for from give
    had has have he her him his how i if in into is it its list many may me might much must my no not of on one or our out
    please shall she should show so some tell than that the their them then there these they this those to too up us was we
    were what when where which who whom whose why will with would you your`,
  fr: `bonjour merci expliquer explique expliquez resumer resume resumez a ai au aux avec c ce ces cet cette combien comment d dans de depuis des dont du elle elles en est et etait etaient
    ete etre eu fait font il ils j je l la le les leur leurs lequel laquelle ma mais me mes mon n ne nos notre nous on ont
    ou par pas plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se ses son sont sur t ta te tes
    ton tu un une vos votre vous y`,
  de: `hallo danke erklare erklaren fasse zusammen ab aber als am an auch auf aus bei bin bis bist da damit dann das dass dein dem den denn der des dessen die dies
    diese dieser dieses doch du durch ein eine einem einen einer eines er es fur gibt habe haben hat hatte hier ich ihr ihre
    im in ist ja kann konnen man mein mit muss nach nicht noch nun nur ob oder ohne sehr sein seine seit sich sie sind so
    uber um und uns unter viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches wem wen
    wenn wer werden wie wieviel wieviele wird wo wurde wurden zu zum zur`,
  ar: `مرحبا شكرا اشرح لخص ما ماذا متى من مَن هل كم كيف اين أين لماذا هو هي هم في على عن الى إلى مع هذا هذه ذلك تلك التي الذي الذين ان أن كان كانت
    قد لا لم و ثم أو او عدد اي أي`,
}

/** Question words, particles and endings of the languages that are read as character pairs; they separate the rest. */
const functionRuns =
  /什么时候|为什么|什么|多少|哪些|哪个|哪里|怎么|怎样|如何|请问|几个|是否|何时|何人|[谁誰吗嗎呢的了是在有和与几請请吧]|何年|何人|なに|なん|いつ|どこ|だれ|どの|どれ|いくつ|いくら|ですか|ますか|ました|です|ます|した|[何はがをにでのともかへ]|무엇|언제|누가|누구|어디|얼마|어떤|어떻게|입니까|인가요|됩니까|있습니까|합니까|몇/gu
const koreanParticle =
  /(?<=\p{Script=Hangul}{2})(?:에서|으로|에게|까지|부터|은|는|이|가|을|를|의|에|로|와|과|도)(?!\p{Script=Hangul})|(?<!\p{Script=Hangul})\p{Script=Hangul}(?!\p{Script=Hangul})/gu
const measure =
  /\b(?:how (?:long|large|big|old|far|often|high|tall|deep)|combien de temps|wie (?:hoch|lange?|gro(?:ß|ss)|alt|weit|oft|tief))(?!\p{L})/giu

const wordSets = Object.entries(functionWords).map(
  ([language, words]) => [language as SpacedLanguage, new Set(fold(words).split(/\s+/))] as const,
)

/** The language to answer in: that of the question where wording for it exists, else English. */
export function answerLanguage(question: string): AnswerLanguage {
  const folded = fold(question)
  const letters = folded.match(/\p{L}/gu)?.length ?? 0
  const arabic = folded.match(/\p{Script=Arabic}/gu)?.length ?? 0
  if (arabic > letters / 2) return 'ar'
  const eastAsian = eastAsianLanguage(folded, letters)
  if (eastAsian !== null) return eastAsian
  const words = folded.match(/\p{L}+/gu) ?? []
  const counts = wordSets.map(([language, set]) => ({
    language,
    count: words.filter((found) => set.has(found)).length,
  }))
  const best = counts.reduce((first, second) => (second.count > first.count ? second : first))
  return best.count === 0 ? 'en' : best.language
}

/** Kana make Japanese of what is otherwise Chinese; a few Chinese characters in another language make nothing of it. */
function eastAsianLanguage(text: string, letters: number): 'zh' | 'ja' | 'ko' | null {
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0
  const kana = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  if (hangul + kana + han <= letters / 3) return null
  if (hangul > kana + han) return 'ko'
  return kana > 0 ? 'ja' : 'zh'
}

/** The question without its function words, of all languages known here unless they leave nothing. */
export function contentOf(question: string): string {
  const language = answerLanguage(question)
  const own = wordSets.find(([name]) => name === language)?.[1] ?? new Set()
  return question
    .replaceAll(measure, ' ')
    .replaceAll(functionRuns, ' ')
    .replaceAll(koreanParticle, ' ')
    .replaceAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}])/gu, (found) =>
      own.has(fold(found)) ? ' ' : found,
    )
}
