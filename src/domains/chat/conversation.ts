import { invalid } from '../../errors.ts'
import type { ChatMessage } from './models/model.ts'

const maxMessages = 200
const maxLength = 200_000

/** A conversation that may be answered: its last message is a question of the user, and all of it is of a sane size. */
export function checkedConversation(messages: ChatMessage[]): ChatMessage[] {
  if (messages.length === 0) throw invalid('messages', 'must have at least one message.')
  if (messages.length > maxMessages) throw invalid('messages', `must have at most ${maxMessages} messages.`)
  const length = messages.reduce((sum, message) => sum + message.content.length, 0)
  if (length > maxLength) throw invalid('messages', `must have at most ${maxLength} characters together.`)
  if (messages.some(({ content }) => !content.isWellFormed() || content.includes('\0')))
    throw invalid('messages', 'hold a character that nothing can store.')
  const last = messages.at(-1)
  if (last?.role !== 'user' || last.content.trim() === '')
    throw invalid('messages', 'the last message must be of the user, and not blank.')
  return messages
}

/** Fewer characters than this say little by themselves: “And in 2005?” */
const shortQuestion = 24

/** What to look up for a conversation: its last question, behind the one before where the last is very short. */
export function queryOf(messages: ChatMessage[]): string {
  const asked = messages.filter((message) => message.role === 'user').map((message) => message.content)
  const last = asked.at(-1) ?? ''
  const before = asked.at(-2)
  return before !== undefined && last.length < shortQuestion ? `${before}\n${last}` : last
}
