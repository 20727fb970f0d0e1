import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { PrismaClient } from '../../database/client/client.ts'
import type { Language } from '../../database/client/enums.ts'

export type MailSettings = { url: string; from: string; publicUrl: string }

const texts: Record<Language, { subject: (company: string) => string; body: (link: string) => string }> = {
  EN: {
    subject: (company) => `Your access to the documents of ${company}`,
    body: (link) =>
      `You can now ask questions of your company's documents.\n\nOpen ${link} and run the mutation acceptInvitation with the token below. It gives you your first key, and works once within the next 7 days.`,
  },
  DE: {
    subject: (company) => `Ihr Zugang zu den Dokumenten von ${company}`,
    body: (link) =>
      `Sie können jetzt Fragen an die Dokumente Ihres Unternehmens stellen.\n\nÖffnen Sie ${link} und führen Sie die Mutation acceptInvitation mit dem folgenden Token aus. Sie gibt Ihnen Ihren ersten Schlüssel und gilt einmal innerhalb der nächsten 7 Tage.`,
  },
  FR: {
    subject: (company) => `Votre accès aux documents de ${company}`,
    body: (link) =>
      `Vous pouvez désormais interroger les documents de votre entreprise.\n\nOuvrez ${link} et exécutez la mutation acceptInvitation avec le jeton ci-dessous. Elle vous donne votre première clé et vaut une fois dans les 7 prochains jours.`,
  },
  AR: {
    subject: (company) => `وصولك إلى مستندات ${company}`,
    body: (link) =>
      `يمكنك الآن طرح الأسئلة على مستندات شركتك.\n\nافتح ${link} ونفّذ acceptInvitation بالرمز أدناه. يمنحك ذلك مفتاحك الأول، ويصلح مرة واحدة خلال الأيام السبعة القادمة.`,
  },
}

/**
 * Mails invitations where SMTP is configured. Nobody waits for it: the administrator has the token too, so a mail that
 * can't be sent is a line in the log (without the token) and no more.
 */
export class InvitationMail {
  readonly #prisma: PrismaClient
  readonly #transport: ReturnType<typeof createTransport>
  readonly #settings: MailSettings
  readonly #logger: Logger

  constructor(deps: { prisma: PrismaClient; settings: MailSettings; logger: Logger }) {
    this.#prisma = deps.prisma
    this.#settings = deps.settings
    this.#logger = deps.logger
    this.#transport = createTransport({ url: deps.settings.url, connectionTimeout: 10_000, socketTimeout: 20_000 })
  }

  /** Sends a user their token, in their language. Never rejects. */
  async send({ id, invitationToken }: { id: number; invitationToken: string }): Promise<void> {
    try {
      const user = await this.#prisma.user.findUniqueOrThrow({
        where: { id },
        select: { email: true, firstName: true, language: true, company: { select: { name: true } } },
      })
      const { subject, body } = texts[user.language]
      const greeting = user.firstName ? `${user.firstName},\n\n` : ''
      await this.#transport.sendMail({
        from: this.#settings.from,
        to: { name: user.firstName, address: user.email },
        subject: subject(user.company.name),
        text: `${greeting}${body(`${this.#settings.publicUrl}/graphql`)}\n\n${invitationToken}\n`,
      })
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string }
      this.#logger.warn({ userId: id, code, reason: message }, 'an invitation could not be mailed')
    }
  }
}
