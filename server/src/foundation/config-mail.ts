import { join } from 'node:path'
import { isLoopback, numberOrOff, type ReadSetting } from './config-values.ts'

/** How mail leaves the service. */
export type MailConfig =
  | { kind: 'smtp'; url: string; from: string; perHour: number | null }
  /** Each mail is a file, on an installation that only this machine reaches. `undefined`: a new temporary folder. */
  | { kind: 'file'; folder: string | undefined }
  | { kind: 'off' }

const MAILS_PER_HOUR = 1_000
const MAILS_PER_HOUR_MAX = 1_000_000
// One address, optionally with a name before it. No control characters, so that no header line can be added.
const FROM = /^(?:[^<>\p{Cc}]{1,100} <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u

/** Reads the settings of mail. Without `SMTP_URL`, mails are files on a local installation and off elsewhere. */
export function readMail(
  read: ReadSetting,
  problems: string[],
  local: { isLocal: boolean; dataDir: string | undefined },
): MailConfig {
  const url = read<string | undefined>(
    'SMTP_URL',
    undefined,
    'an SMTP URL such as smtp://user:password@mail.example.com:587 or smtps://…',
    smtpAddress,
    true,
  )
  const from = read<string | undefined>(
    'MAIL_FROM',
    undefined,
    'an address such as Memory <memory@example.com>',
    (text) => (FROM.test(text) ? text : undefined),
  )
  const perHour = read<number | null>(
    'MAIL_PER_HOUR',
    MAILS_PER_HOUR,
    `a number of mails from 1 to ${MAILS_PER_HOUR_MAX}, or off`,
    numberOrOff(MAILS_PER_HOUR_MAX),
  )
  if (url && !from && !problems.some((problem) => problem.startsWith('MAIL_FROM')))
    problems.push('MAIL_FROM is not set; with SMTP_URL it must be the sender, such as Memory <memory@example.com>.')
  if (url) return { kind: 'smtp', url, from: from ?? '', perHour }
  if (!local.isLocal) return { kind: 'off' }
  return { kind: 'file', folder: local.dataDir === undefined ? undefined : join(local.dataDir, 'mail') }
}

/**
 * An SMTP URL. With a password for another machine, the connection must be encrypted (`requireTLS`) unless the URL
 * says otherwise.
 */
function smtpAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if ((url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || !url.hostname) return undefined
  if (url.username && !isLoopback(url.hostname) && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true')
  return url.href
}
