import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { MailConfig } from '../../foundation/config-mail.ts'
import type { RenderedMail } from './render.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_MAX_MS = 30_000
const CONNECTIONS_MAX = 2
/** Files that are kept; beyond that, the oldest are deleted. */
const FILES_MAX = 500

/** A mail with its address. */
export interface OutgoingMail extends RenderedMail {
  id: string
  kind: string
  to: string
}

/** What became of an attempt. A refused mail will not be accepted later either. */
export type MailResult =
  | { outcome: 'sent'; file?: string }
  | { outcome: 'failed' | 'refused'; error: string; status: number | undefined }

/** Sends single mails. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<MailResult>
  close(): void
}

/** Opens the transport of the configuration; `undefined` if mail is off. */
export function openTransport(config: MailConfig): MailTransport | undefined {
  if (config.kind === 'off') return undefined
  return config.kind === 'smtp' ? openSmtp(config) : openFolder(config.folder)
}

function openSmtp({ url, from }: Extract<MailConfig, { kind: 'smtp' }>): MailTransport {
  // The library is loaded with the first mail.
  let opened: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport(options)
  }
  const options = {
    url,
    pool: true as const,
    maxConnections: CONNECTIONS_MAX,
    // The outbox retries.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MAX_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const domain = from.replace(/>$/, '').split('@').at(-1)
  return {
    async send({ id, to, subject, text, html }) {
      try {
        opened ??= open()
        await (await opened).sendMail({
          from,
          // An object, so that the address is not parsed as a list.
          to: { name: '', address: to },
          subject,
          text,
          html,
          // The same in each attempt, so that receivers recognise a repetition.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        return { outcome: 'sent' }
      } catch (error) {
        const { code = 'failed', responseCode: status } = error as { code?: string; responseCode?: number }
        // The server's text is not logged: it may quote the address.
        const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && status !== undefined && status >= 500
        return { outcome: isRefused ? 'refused' : 'failed', error: code, status }
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

function openFolder(configured: string | undefined): MailTransport {
  let folder = configured === undefined ? undefined : resolve(configured)
  return {
    async send({ id, kind, to, subject, text }) {
      folder ??= mkdtempSync(join(tmpdir(), 'memory-service-mail-'))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${id}-${kind}.txt`)
      await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 })
      const files = (await readdir(folder)).filter((name) => name.startsWith('eml_')).sort()
      for (const name of files.slice(0, -FILES_MAX)) await unlink(join(folder, name)).catch(() => {})
      return { outcome: 'sent', file }
    },
    close: () => {},
  }
}
