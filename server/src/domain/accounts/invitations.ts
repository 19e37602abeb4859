import { hashSecret, isSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { Holder } from './sessions.ts'

/*
 * Who may create an account (`SIGNUP`), and invitations: links that work once. Only the hash of an invitation's token is
 * stored.
 */

const TOKEN_PREFIX = 'inv'
const RETENTION_MS = 30 * 24 * 60 * 60_000

type InvitationPorts = Pick<Ctx, 'db' | 'clock'>

/**
 * Checks whether an address may sign up, before anything is created. Returns whether that takes an invitation.
 * @throws Failure `sign_up_closed`, `invitation_required`
 */
export function checkSignUp({ config: { signUp } }: Pick<Ctx, 'config'>, email: string, invitation?: string): boolean {
  if (signUp.mode === 'open') return false
  if (signUp.mode === 'closed') throw new Failure('sign_up_closed')
  if (signUp.domains.includes(domainOf(email))) return false
  if (invitation !== undefined) return true
  const { domains } = signUp
  throw new Failure('invitation_required', domains.length ? { domains, reason: accepted(domains) } : undefined)
}

/**
 * Checks whether an account that has confirmed no address yet may take this one: it could have signed up with it, openly
 * or with the invitation that it used.
 * @throws Failure `invitation_required`
 */
export async function checkFirstAddress(ctx: Pick<Ctx, 'config' | 'db'>, accountId: string, email: string) {
  const { mode, domains } = ctx.config.signUp
  if (mode === 'open' || domains.includes(domainOf(email))) return
  const invited = await ctx.db.maybe(sql`
    select 1 from invitations where used_by = ${accountId} and (email is null or email = ${email})`)
  if (!invited)
    throw new Failure('invitation_required', domains.length ? { domains, reason: accepted(domains) } : undefined)
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

function accepted(domains: readonly string[]): string {
  return `Without one, the address must be at ${domains.join(' or ')}.`
}

/**
 * Uses an invitation for a new account, in the transaction that creates it; of two concurrent uses, one succeeds.
 * @throws Failure `invitation_required`
 */
export async function takeInvitation(
  { db, clock }: InvitationPorts,
  holder: Holder,
  { token = '', email, accountId }: { token: string | undefined; email: string; accountId: string },
): Promise<void> {
  const now = clock().toISOString()
  const taken = isSecret(TOKEN_PREFIX, token)
    ? await db.count(sql`
        update invitations set used_at = ${now}, used_by = ${accountId}
        where token_hash = ${hashSecret(token)} and holder = ${holder} and used_at is null and expires_at > ${now}
          and (email is null or email = ${email})`)
    : 0
  if (!taken)
    throw new Failure('invitation_required', {
      reason: 'The invitation is unknown, used, expired, or for another address.',
    })
}

/** An invitation as the operator sees it. */
export interface Invitation {
  id: string
  holder: Holder
  email: string | null
  createdAt: string
  expiresAt: string
  usedAt: string | null
  usedBy: string | null
}

const columns = sql`id, holder, email, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt",
  used_by as "usedBy"`

/** Creates an invitation; its token is in this result only. */
export async function createInvitation(
  { db, clock }: InvitationPorts,
  { holder, email, ttlMs }: { holder: Holder; email: string | null; ttlMs: number },
): Promise<{ invitation: Invitation; token: string }> {
  const token = newSecret(TOKEN_PREFIX)
  const now = clock()
  const invitation = await db.one<Invitation>(sql`
    insert into invitations (token_hash, id, holder, email, created_at, expires_at)
    values (${hashSecret(token)}, ${newId('inv', now.getTime())}, ${holder}, ${email}, ${now.toISOString()},
      ${new Date(now.getTime() + ttlMs).toISOString()})
    returning ${columns}`)
  return { invitation, token }
}

/** Invitations below an id, newest first. */
export function listInvitations({ db }: InvitationPorts, below: string, rows: number): Promise<Invitation[]> {
  return db.rows<Invitation>(sql`
    select ${columns} from invitations where id < ${below} order by id desc limit ${rows}`)
}

/** Revokes an unused invitation. Returns whether there was one. */
export async function revokeInvitation({ db }: InvitationPorts, id: string): Promise<boolean> {
  return (await db.count(sql`delete from invitations where id = ${id} and used_at is null`)) > 0
}

/** Deletes a batch of the invitations that expired a month ago. Returns `true` if there may be more. */
export async function deleteExpiredInvitations({ db, clock }: InvitationPorts): Promise<boolean> {
  const before = new Date(clock().getTime() - RETENTION_MS).toISOString()
  const deleted = await db.count(sql`
    delete from invitations where token_hash in (
      select token_hash from invitations where expires_at < ${before} limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
