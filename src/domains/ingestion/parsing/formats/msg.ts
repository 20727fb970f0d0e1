import { createRequire } from 'node:module'
import type MsgReaderClass from '@kenjiuno/msgreader'
import type { BlockCollector } from '../block-collector.ts'
import type { Detected } from '../detect.ts'
import { ParseError } from '../parse-error.ts'
import { addMail } from './mail.ts'

type MsgReaderModule = { default: typeof MsgReaderClass.default }

const { default: MsgReader } = createRequire(import.meta.url)('@kenjiuno/msgreader') as MsgReaderModule

/** An e-mail as Outlook saves it. */
export function readMsg(file: Detected, into: BlockCollector): void {
  const mail = new MsgReader(
    new DataView(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength),
  ).getFileData()
  if (mail.error) throw new ParseError('corrupt', 'The file is damaged: the e-mail in it cannot be read.')
  const people = (type: string) => (mail.recipients ?? []).filter((one) => (one.recipType ?? 'to') === type).map(person)
  addMail(
    {
      subject: mail.subject ?? '',
      from: person({ name: mail.senderName, email: mail.senderSmtpAddress ?? mail.senderEmail }),
      to: people('to').join(', '),
      cc: people('cc').join(', '),
      date: mail.messageDeliveryTime ?? mail.clientSubmitTime ?? mail.creationTime ?? '',
      text: mail.body ?? '',
      html: mail.bodyHtml ?? (mail.html ? Buffer.from(mail.html).toString('utf8') : ''),
      attachments: (mail.attachments ?? []).map((attachment) => attachment.fileName ?? attachment.name ?? ''),
    },
    into,
  )
}

function person({ name, email, smtpAddress }: { name?: string; email?: string; smtpAddress?: string }): string {
  const address = smtpAddress ?? email
  if (!address) return name ?? ''
  return name && name !== address ? `${name} <${address}>` : address
}
