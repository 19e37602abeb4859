import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { Config } from '../src/foundation/config.ts'

/** A mail as a receiver sees it. */
export interface ReceivedMail {
  from: string
  /** The addresses of the envelope, to which it was delivered. */
  recipients: string[]
  to: string
  subject: string
  text: string
  html: string
  headers: string[]
  messageId: string
}

/** The response to a mail: a status and a text, or `undefined` to accept it. */
type Refusal = { status: number; text: string } | undefined

/**
 * Starts an SMTP server on a free loopback port. `refuse` decides on each recipient, and can make the server unavailable.
 */
export async function openMailServer() {
  const mails: ReceivedMail[] = []
  let refuse: (address: string) => Refusal = () => undefined
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      attempts++
      const refusal = refuse(address)
      done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.status }) : null)
    },
    onData(stream, { envelope }, done) {
      simpleParser(stream).then((mail) => {
        const to = Array.isArray(mail.to) ? mail.to.map(({ text }) => text).join(', ') : (mail.to?.text ?? '')
        mails.push({
          from: mail.from?.text ?? '',
          recipients: envelope.rcptTo.map(({ address }) => address),
          to,
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html || '',
          headers: mail.headerLines.map(({ line }) => line),
          messageId: mail.messageId ?? '',
        })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mail: Config['mail'] = {
    kind: 'smtp',
    url: `smtp://127.0.0.1:${port}`,
    from: 'Memory <memory@example.com>',
    perHour: null,
  }
  return {
    /** The settings of a service that sends mail to this server. */
    config: { mail },
    mails,
    attempts: () => attempts,
    /** Sets which recipients are refused from now on. */
    refuseIf(decide: typeof refuse) {
      refuse = decide
    },
    /** The mails to an address whose subject matches. */
    to: (address: string, subject: RegExp = /./) =>
      mails.filter((mail) => mail.recipients.includes(address) && subject.test(mail.subject)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>
