import PostalMime from 'postal-mime'
import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { addMail } from './mail.ts'

/** An e-mail as it is saved by mail programs: subject, people, date, text, and the names of its attachments. */
export async function readEml(file: Detected, into: BlockCollector): Promise<void> {
  const mail = await PostalMime.parse(file.bytes, { maxNestingDepth: 50 })
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

function person({ name, address }: { name?: string; address?: string }): string {
  if (!address) return name ?? ''
  return name && name !== address ? `${name} <${address}>` : address
}
