import { countAttempt } from '../../foundation/auth/throttle.ts'
import type { Ports } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'

/*
 * The outbox. A mail is a row, inserted in the transaction of its cause and encrypted, because it may contain links with
 * tokens. `deliver.ts` sends it.
 */

const HOUR_SECONDS = 60 * 60
const DAY_MS = 24 * HOUR_SECONDS * 1000
/**
 * Mails per hour to one address: links together, and notices of each kind. Anyone can cause mails with links by entering the
 * address, and someone in a stolen session any number of exports; neither may use up what tells the owner that the address
 * was changed.
 */
const PER_HOUR_MAX = { link: 5, notice: 20 } as const
/** Kinds of mails without which an owner cannot get into the account. */
export const LINK_KINDS: ReadonlySet<string> = new Set(['confirm_address', 'reset_password'])
const COUNTED_MAX = 10_000
const NOTICE_TTL_MS = 3 * DAY_MS

export interface MailPorts {
  mailer: Mailer
}

/** Sends what is in the outbox. */
export interface Mailer {
  /** How mail leaves the service: by SMTP, as files on this machine, or not at all. */
  readonly kind: 'smtp' | 'file' | 'off'
  /** Starts the delivery loop. */
  start(): void
  /** Starts a delivery run now, because there may be mail to send. */
  nudge(): void
  /** Sends nothing more and waits for the mails being sent. */
  close(): Promise<void>
}

/** What a mail says. Texts are plain; the HTML version is made from them. */
export interface MailText {
  subject: string
  paragraphs: readonly string[]
  /** A link, after the paragraphs. */
  link?: { label: string; url: string }
  /** Paragraphs after the link; those with a URL end in it. */
  closing?: readonly (string | { text: string; url: string })[]
}

/** A mail to queue. */
export interface NewMail extends MailText {
  /** The user or developer it is about; `null` if the address has no account. */
  accountId: string | null
  /** The address, already validated. */
  to: string
  /** A fixed word for logs and file names, such as `password_changed`. */
  kind: string
  /**
   * `link` for mails that anyone can cause by entering an address, `notice` for those about an account. Links have one limit
   * per address and hour, notices one for each `kind`; beyond it, mails are dropped.
   */
  limit: keyof typeof PER_HOUR_MAX
  /** When the mail becomes useless, for example because its link has expired; three days by default. */
  expiresAt?: Date
}

/** What decides whether there is a mail. */
type Counted = Pick<NewMail, 'to' | 'kind' | 'limit'>

/** What a row of the outbox contains. */
export interface StoredMail extends MailText {
  to: string
}

type MailCtx = Pick<Ports, 'db' | 'clock' | 'vault' | 'log'> & MailPorts

/**
 * Queues a mail in the caller's transaction; it is sent after the commit. Returns whether there will be a mail: not if
 * mail is off, or if the address has had too many within the hour.
 */
export async function queueMail(ctx: MailCtx, mail: NewMail): Promise<boolean> {
  const { accountId, to, kind, limit, expiresAt, ...text } = mail
  if (ctx.mailer.kind === 'off') return false
  const isDropped = await isBeyondLimit(ctx, { to, kind, limit })
  if (isDropped) ctx.log.warn({ mail: kind, account: accountId }, 'mail dropped; too many to this address')
  const content: StoredMail = { to, ...text }
  await insertMail(ctx, { accountId, kind, content: isDropped ? null : content, expiresAt })
  return !isDropped
}

/**
 * Does the database work of {@link queueMail} without queueing a mail, where the duration of a response must not tell
 * whether there is one.
 */
export async function queueNothing(ctx: MailCtx, { to, kind, limit }: Counted) {
  if (ctx.mailer.kind === 'off') return
  await isBeyondLimit(ctx, { to, kind, limit })
  await insertMail(ctx, { accountId: null, kind, content: null, expiresAt: undefined })
}

interface Row {
  accountId: string | null
  kind: string
  content: StoredMail | null
  expiresAt: Date | undefined
}

async function insertMail(ctx: MailCtx, { accountId, kind, content, expiresAt }: Row): Promise<void> {
  const now = ctx.clock()
  const id = newId('eml', now.getTime())
  const expires = expiresAt ?? new Date(now.getTime() + NOTICE_TTL_MS)
  // Also sealed where there is nothing to send, to take the same time.
  const sealed = ctx.vault.seal(JSON.stringify(content), mailContext(id))
  await ctx.db.count(sql`
    insert into mails (id, account_id, kind, content, due_at, expires_at, created_at)
    values (${id}, ${accountId}, ${kind}, ${content ? sealed : null}, ${now.toISOString()}, ${expires.toISOString()},
      ${now.toISOString()})`)
  ctx.db.afterCommit(() => ctx.mailer.nudge())
}

/** Counts a mail to an address; the key is a MAC, so that the table of counters holds no addresses. */
async function isBeyondLimit({ db, vault }: MailCtx, { to, kind, limit }: Counted): Promise<boolean> {
  const key = `mail ${limit === 'link' ? limit : `${limit} ${kind}`} ${vault.mac('mail limit', to.toLowerCase()).toString('base64url')}`
  return (await countAttempt(db, key, HOUR_SECONDS)).taken > PER_HOUR_MAX[limit]
}

/** The encryption context of a mail's content. */
export function mailContext(id: string): string {
  return `mail ${id}`
}

/** Deletes the mails of an account that wait, in the transaction that erases the account. */
export async function eraseMails(db: Db, accountId: string): Promise<void> {
  await db.count(sql`delete from mails where account_id = ${accountId}`)
}

/** The number of mails that wait, counted up to 10,000. */
export async function waitingMails({ db }: Pick<Ports, 'db'>): Promise<number> {
  const { mails } = await db.one<{ mails: number }>(sql`
    select count(*) as mails from (select 1 from mails limit ${COUNTED_MAX}) m`)
  return mails
}

/** Deletes mails that could not be sent in time, for example while mail was off. Returns `true` if there may be more. */
export async function deleteExpiredMails({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<boolean> {
  const deleted = await db.count(sql`
    delete from mails where id in (
      select id from mails where expires_at < ${clock().toISOString()} limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
