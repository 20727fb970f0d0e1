import type { BlockCollector } from '../block-collector.ts'
import { addHtml } from './html.ts'
import { addPlainText } from './plain-text.ts'

export type Mail = {
  subject: string
  from: string
  to: string
  cc: string
  date: string
  text: string
  html: string
  attachments: string[]
}

/** The blocks of an e-mail, whatever file it came from. */
export function addMail(mail: Mail, into: BlockCollector): void {
  into.setTitle(mail.subject)
  into.add('heading', mail.subject, { level: 1 })
  const head = [
    ['From', mail.from],
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Date', mail.date],
  ]
  const lines = head.filter(([, value]) => value?.trim()).map(([name, value]) => `${name}: ${value}`)
  into.add('paragraph', lines.join('\n'))
  if (mail.text.trim() !== '') addPlainText(mail.text, into)
  else addHtml(mail.html, into)
  const named = mail.attachments.filter((name) => name.trim() !== '').slice(0, 200)
  for (const name of named) into.add('list_item', `Attachment: ${name}`)
  if (named.length > 0) into.notice('The attachments of the e-mail are named, but were not read.')
}
