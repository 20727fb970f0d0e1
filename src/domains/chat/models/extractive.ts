import { passagesOf } from './extractive/passages.ts'
import { readQuestion } from './extractive/question.ts'
import { rank } from './extractive/ranking.ts'
import { select } from './extractive/selection.ts'
import { noAnswer, sourceList } from './extractive/wording.ts'
import { type Answer, type AnswerRequest, type ChatModel, type Extract, ModelError } from './model.ts'

/** Text beyond this many characters, over all extracts, is not looked at: answering stays a matter of milliseconds. */
const maxTextLength = 45_000
const maxPassages = 2000

/**
 * The built-in model. It needs no network and writes nothing of its own: the answer is the sentences of the extracts
 * that best answer the question, quoted and cited, with a list of their sources, or plain words that there are none.
 */
export class ExtractiveModel implements ChatModel {
  readonly name = 'extractive'
  readonly contextTokens = 12_000

  async answer(request: AnswerRequest): Promise<Answer> {
    const pieces: string[] = []
    for (const piece of compose(request)) {
      if (request.signal?.aborted) throw new ModelError('The request was cancelled.')
      pieces.push(piece)
      request.onToken?.(piece)
    }
    return { text: pieces.join('') }
  }
}

function* compose({ messages, extracts }: AnswerRequest): Generator<string> {
  const question = readQuestion(messages)
  const read = considered(extracts)
  const passages = read.flatMap(passagesOf).slice(0, maxPassages)
  const chosen = select(rank(question, passages), passages, question)
  if (chosen.length === 0) {
    yield noAnswer(question.language)
    return
  }
  for (const { text, extract } of chosen) yield `“${text}” [${extract.number}]\n`
  const cited = read.filter((extract) => chosen.some((passage) => passage.extract === extract))
  yield `\n${sourceList(cited, question.language)}`
}

function considered(extracts: Extract[]): Extract[] {
  let left = maxTextLength
  return extracts.map((extract) => {
    const text = extract.text.slice(0, left)
    left -= text.length
    return { ...extract, text }
  })
}
