import PostalMime from 'postal-mime'
import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { addMail } from './mail.ts'

/** An e-mail as it is saved by mail programs: subject, people, date, text, and the names of its attachments. */
export async function readEml(file: Detected, into: BlockCollector): Promise<void> {
  const mail = await parseMail(file.bytes)
  const people = (list: { name?: string; address?: string; group?: unknown }[] | undefined) =>
    (list ?? []).map(person).join(', ')
  addMail(
    {
      subject: mail.subject ?? '',
      from: people(mail.from ? [mail.from] : []),
      to: people(mail.to),
      cc: people(mail.cc),
      date: mail.date ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      attachments: mail.attachments.map(({ filename, mimeType }) => filename ?? mimeType),
    },
    into,
  )
}

async function parseMail(bytes: Buffer) {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: 50 })
  } catch (error) {
    if (error instanceof Error && /nesting/i.test(error.message)) {
      throw new ParseError('corrupt', 'The file is nested too deeply to be read.')
    }
    throw error
  }
}

function person({ name, address }: { name?: string; address?: string }): string {
  if (!address) return name ?? ''
  return name && name !== address ? `${name} <${address}>` : address
}
