import { randomUUID } from 'node:crypto'
import { countAttempt } from '../../foundation/auth/throttle.ts'
import type { Ports } from '../../foundation/ctx.ts'
import { type Loop, startLoop } from '../../foundation/jobs.ts'
import { isSendingPaused } from '../../foundation/pauses.ts'
import type { Database } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { LINK_KINDS, type Mailer, mailContext, type StoredMail } from './mail.ts'
import { renderMail } from './render.ts'
import type { MailResult, MailTransport } from './transport.ts'

/*
 * Sends the outbox. Any number of processes lease due mails by moving `due_at` beyond the longest possible attempt, so
 * those of a crashed process become due again. A mail is deleted once it is sent, refused or expired.
 */

const POLL_MS = 1_000
const LEASE_MS = 120_000
const CONCURRENT_MAX = 4
const HOUR_SECONDS = 60 * 60
/** How much of MAIL_PER_HOUR mails may use that are to no account with a confirmed address. */
const NEW_SHARE = 0.5
/** How much of MAIL_PER_HOUR only mails with links to confirmed addresses may use. Notices, any account can cause. */
const LINK_SHARE = 0.2
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** The wait after the first failed attempt, the second, and so on; the last one repeats until the mail expires. */
const RETRY_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const
const JITTER = 0.2

interface LeasedMail {
  id: string
  kind: string
  account_id: string | null
  content: Buffer | null
  attempt_count: number
  expires_at: string
}

interface Parts extends Omit<Pick<Ports, 'db' | 'clock' | 'log' | 'vault' | 'measures' | 'config'>, 'db' | 'config'> {
  db: Database
  config: Pick<Ports['config'], 'mail'>
  /** `undefined` if mail is off. */
  transport: MailTransport | undefined
}

/** Opens the delivery of mail; it sends nothing before `start`. */
export function openMailer({ db, clock, log, vault, measures, config: { mail: config }, transport }: Parts): Mailer {
  const worker = randomUUID()
  const running = new Set<Promise<void>>()
  let saturated = false
  let loop: Loop | undefined

  async function run(): Promise<boolean> {
    const free = CONCURRENT_MAX - running.size
    const leased = free > 0 && !(await isSendingPaused(db)) ? await lease(free) : []
    saturated = leased.length === free
    for (const mail of leased) {
      const attempted: Promise<void> = attempt(mail)
        // The mail becomes due again when its lease expires.
        .catch((err) => log.error({ err, mail: mail.id }, 'mail attempt failed internally'))
        .finally(() => {
          running.delete(attempted)
          if (saturated) loop?.nudge()
        })
      running.add(attempted)
    }
    return false
  }

  function lease(rows: number): Promise<LeasedMail[]> {
    const now = clock()
    return db.rows<LeasedMail>(sql`
      update mails m set lease = ${worker}, attempt_count = m.attempt_count + 1,
        due_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}
      from (select id from mails where due_at <= ${now.toISOString()}
        order by due_at limit ${rows} for update skip locked) d
      where m.id = d.id
      returning m.id, m.kind, m.account_id, m.content, m.attempt_count, m.expires_at`)
  }

  async function attempt(mail: LeasedMail): Promise<void> {
    const { id, kind, content, attempt_count } = mail
    const fields = { mail: id, kind, attempt: attempt_count }
    if (!transport || content === null) return remove(mail)
    if (Date.parse(mail.expires_at) <= clock().getTime()) {
      measures.mailAttempt('expired')
      log.warn(fields, 'mail expired before it could be sent')
      return remove(mail)
    }
    const held = await secondsOverLimit(mail)
    if (held) {
      log.warn({ ...fields, seconds: held }, 'mail waits; MAIL_PER_HOUR is used up')
      return postpone(mail, held * SECOND_MS, attempt_count - 1)
    }
    const { to, ...text } = JSON.parse(vault.open(content, mailContext(id))) as StoredMail
    const result = await transport.send({ id, kind, to, ...renderMail(text) })
    await settle(mail, result, fields)
  }

  async function settle(mail: LeasedMail, result: MailResult, fields: object): Promise<void> {
    measures.mailAttempt(result.outcome)
    if (result.outcome === 'sent') {
      // The file is named and not its content, because that contains links with tokens.
      if (result.file) log.info({ ...fields, file: result.file }, 'mail written to a file')
      else log.debug(fields, 'mail sent')
      return remove(mail)
    }
    const { outcome, error, status } = result
    if (outcome === 'refused') {
      log.warn({ ...fields, error, status }, 'mail refused')
      return remove(mail)
    }
    const waitMs = RETRY_MS[Math.min(mail.attempt_count, RETRY_MS.length) - 1] ?? RETRY_MS[0]
    log.warn({ ...fields, error, status }, 'mail not sent; will retry')
    await postpone(mail, waitMs * (1 + JITTER * (2 * Math.random() - 1)), mail.attempt_count)
  }

  async function secondsOverLimit(mail: LeasedMail): Promise<number> {
    if (config.kind !== 'smtp' || config.perHour === null) return 0
    const ofLinks = Math.max(1, Math.floor(config.perHour * LINK_SHARE))
    if (!(await isOfConfirmed(mail))) {
      const ofNew = await countAttempt(db, 'mail hour new', HOUR_SECONDS)
      if (ofNew.taken > Math.max(1, config.perHour * NEW_SHARE)) return Math.max(1, ofNew.seconds_left)
    } else if (LINK_KINDS.has(mail.kind) && (await countAttempt(db, 'mail hour links', HOUR_SECONDS)).taken <= ofLinks)
      return 0
    const { taken, seconds_left } = await countAttempt(db, 'mail hour', HOUR_SECONDS)
    return taken > Math.max(1, config.perHour - ofLinks) ? Math.max(1, seconds_left) : 0
  }

  /** Whether a mail is to an account with a confirmed address. Others, a stranger can cause by any number of sign-ups. */
  async function isOfConfirmed({ account_id: id }: LeasedMail): Promise<boolean> {
    if (id === null) return false
    const confirmed = await db.maybe(sql`
      select 1 from users where id = ${id} and email_confirmed_at is not null
      union all select 1 from developers where id = ${id} and email_confirmed_at is not null`)
    return confirmed !== undefined
  }

  async function remove({ id }: LeasedMail): Promise<void> {
    await db.count(sql`delete from mails where id = ${id} and lease = ${worker}`)
  }

  async function postpone({ id }: LeasedMail, waitMs: number, attempts: number): Promise<void> {
    const due = new Date(clock().getTime() + waitMs).toISOString()
    await db.count(sql`
      update mails set lease = null, due_at = least(${due}::timestamptz, expires_at), attempt_count = ${attempts}
      where id = ${id} and lease = ${worker}`)
  }

  return {
    kind: config.kind,
    start() {
      loop ??= startLoop({ log }, 'mails', POLL_MS, run)
    },
    nudge: () => loop?.nudge(),
    async close() {
      await loop?.stop()
      await Promise.all(running)
      transport?.close()
    },
  }
}
