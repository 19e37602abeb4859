import { z } from 'zod'
import { hashSecret, isSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { lockIfThere } from './account-lock.ts'
import { throttleAddress } from './attempts.ts'
import type { Holder } from './sessions.ts'

/*
 * Links sent by mail. The token is in the fragment of the address, so that it reaches neither logs nor other sites, and
 * opening the page uses nothing up: programs that scan mail open links too. The page sends the token in a POST.
 */

const TOKEN_PREFIX = 'msl'
const LINK_MS = 15 * 60_000
const TOKEN_CHARS_MAX = 100
const REVERT_MS = 7 * 24 * 60 * 60_000

/**
 * What a link does: confirms an address, sets a new password, or takes back a change of the address. The operator hands
 * out `operator_reset` links, so they prove nothing about the address.
 */
export type LinkPurpose = 'confirm' | 'reset' | 'operator_reset' | 'revert'

/** The purposes that each kind of page is opened for. */
const PAGES = {
  confirm_address: ['confirm'],
  reset_password: ['reset', 'operator_reset'],
  restore_address: ['revert'],
} as const satisfies Record<string, readonly LinkPurpose[]>

export const RESETS = PAGES.reset_password
/**
 * All but the links that take back a change of the address. They end with a new password by link and with a change of the
 * address; what is done in a session ends no link that sets a new password: it may be the owner's way back.
 */
export const ENDED_BY_MAIL = [...PAGES.confirm_address, ...RESETS] as const

export const LinkToken = z.string().max(TOKEN_CHARS_MAX).meta({ description: 'The part of the link after `#`.' })
export const CheckLink = z.object({
  token: LinkToken,
  purpose: z.enum(Object.keys(PAGES) as [keyof typeof PAGES]).meta({ description: 'What the link is for.' }),
})

/** A link that was opened. */
export interface OpenedLink<P extends LinkPurpose = LinkPurpose> {
  purpose: P
  accountId: string
  /** The address it was sent to. */
  email: string
  madeAt: string
}

const PATHS: Record<LinkPurpose, string> = {
  confirm: 'confirm-address',
  reset: 'reset-password',
  operator_reset: 'reset-password',
  revert: 'restore-address',
}

type LinkCtx = Pick<Ctx, 'db' | 'clock' | 'config'>

/** The address of a page of the Hub or of the portal. */
export function pageUrl({ config }: Pick<Ctx, 'config'>, holder: Holder, path: string): string {
  return holder === 'user' ? `${config.hubUrl}/${path}` : `${config.baseUrl}/developers/${path}`
}

/**
 * Makes a link to an address and returns it. Without an account, the same work is done for a link that leads nowhere,
 * where the duration of a response must not tell whether the address has an account. If the account is being erased, there
 * is no link. Part of the caller's transaction, which an erasure waits for.
 */
export async function newLink(
  ctx: LinkCtx,
  holder: Holder,
  purpose: LinkPurpose,
  accountId: string | null,
  email: string,
  ttlMs = purpose === 'revert' ? REVERT_MS : LINK_MS,
): Promise<{ url: string; expiresAt: Date; isErased: boolean }> {
  const token = newSecret(TOKEN_PREFIX)
  const expiresAt = new Date(ctx.clock().getTime() + ttlMs)
  const url = `${pageUrl(ctx, holder, PATHS[purpose])}#${token}`
  const account = await lockIfThere(ctx, holder, accountId)
  if (accountId !== null && !account) return { url, expiresAt, isErased: true }
  await ctx.db.count(sql`
    insert into account_links (token_hash, account_id, purpose, email, expires_at)
    values (${hashSecret(token)}, ${accountId}, ${`${holder} ${purpose}`}, ${email}, ${expiresAt.toISOString()})`)
  return { url, expiresAt, isErased: false }
}

/** Checks whether a link still works, without using it up. @throws Failure `invalid_link`, `rate_limited` */
export async function checkLink(ctx: Ctx, holder: Holder, { token, purpose }: z.output<typeof CheckLink>) {
  await throttleAddress(ctx)
  await readLink(ctx, holder, PAGES[purpose], token)
}

/** The account and address of a link, which stays usable. @throws Failure `invalid_link` */
export function readLink<P extends LinkPurpose>(
  ctx: LinkCtx,
  holder: Holder,
  purposes: readonly P[],
  token: string,
): Promise<OpenedLink<P>> {
  return oneLink(ctx, sql`select ${LINK_COLUMNS} from account_links where ${isLink(ctx, holder, purposes, token)}`)
}

/** Uses a link up; of two concurrent calls, one gets it. @throws Failure `invalid_link` */
export function takeLink<P extends LinkPurpose>(
  ctx: LinkCtx,
  holder: Holder,
  purposes: readonly P[],
  token: string,
): Promise<OpenedLink<P>> {
  return oneLink(
    ctx,
    sql`delete from account_links where ${isLink(ctx, holder, purposes, token)} returning ${LINK_COLUMNS}`,
  )
}

async function oneLink<P extends LinkPurpose>({ db }: LinkCtx, statement: Sql): Promise<OpenedLink<P>> {
  const link = await db.maybe<OpenedLink<P>>(statement)
  if (!link) throw new Failure('invalid_link')
  return link
}

const LINK_COLUMNS = sql`account_id as "accountId", email, split_part(purpose, ' ', 2) as purpose,
  expires_at - make_interval(secs =>
    case when purpose like '% revert' then ${REVERT_MS / 1_000}::int else ${LINK_MS / 1_000}::int end) as "madeAt"`

function isLink({ clock }: LinkCtx, holder: Holder, purposes: readonly LinkPurpose[], token: string): Sql {
  return sql`token_hash = ${hashSecret(token)} and ${isSecret(TOKEN_PREFIX, token)}::boolean
    and purpose = any(${purposes.map((purpose) => `${holder} ${purpose}`)}) and account_id is not null
    and expires_at > ${clock().toISOString()}`
}

/**
 * Deletes the links of an account but those that take back an earlier change of the address than the one of `madeAt`: a
 * person who changed it a second time may not end what its owner got for the first.
 */
export async function deleteLinksSince(db: Db, accountId: string, madeAt: string): Promise<void> {
  await db.count(sql`
    delete from account_links where account_id = ${accountId}
      and (purpose not like '% revert' or expires_at >= ${madeAt}::timestamptz + ${REVERT_MS / 1_000}::int * interval '1 second')`)
}

/** Deletes the links of an account: all, or those of some purposes. */
export async function deleteLinks(db: Db, accountId: string, purposes?: readonly LinkPurpose[]): Promise<void> {
  await db.count(sql`
    delete from account_links where account_id = ${accountId}
      and (${purposes === undefined}::boolean or split_part(purpose, ' ', 2) = any(${purposes ?? []}::text[]))`)
}

/** Deletes a batch of the links that have expired. Returns `true` if there may be more. */
export async function deleteExpiredLinks({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const deleted = await db.count(sql`
    delete from account_links where token_hash in (
      select token_hash from account_links where expires_at < ${clock().toISOString()} limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
