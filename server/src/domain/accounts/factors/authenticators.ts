import type { Ctx } from '../../../foundation/ctx.ts'
import { sql } from '../../../foundation/sql/sql.ts'
import { matchingStep, newTotpSecret } from './totp.ts'

/* The authenticator app of an account: at most one, in use once its first code was entered. */

type AuthenticatorCtx = Pick<Ctx, 'db' | 'clock' | 'vault'>

/** An authenticator app as its owner sees it. */
export interface Authenticator {
  createdAt: string
  lastUsedAt: string | null
}

/** Replaces a secret that is not in use by a new one; `undefined` if one is in use. */
export async function newAuthenticator(ctx: AuthenticatorCtx, accountId: string): Promise<Buffer | undefined> {
  const { db, clock, vault } = ctx
  const secret = newTotpSecret()
  const sealed = vault.seal(secret.toString('base64'), authenticatorContext(accountId))
  const stored = await db.count(sql`
    insert into authenticators as a (holder_id, secret, created_at)
    values (${accountId}, ${sealed}, ${clock().toISOString()})
    on conflict (holder_id) do update set secret = excluded.secret, created_at = excluded.created_at
    where a.confirmed_at is null`)
  return stored ? secret : undefined
}

/** Puts the new secret into use, if the code is one of it. */
export async function confirmAuthenticator(ctx: AuthenticatorCtx, accountId: string, code: string): Promise<boolean> {
  return useStep(ctx, accountId, code, false)
}

/** Uses a code of the authenticator app. Each code is accepted once. */
export async function useTotpCode(ctx: AuthenticatorCtx, accountId: string, code: string): Promise<boolean> {
  return useStep(ctx, accountId, code, true)
}

// The condition on `used_step` lets only one of two concurrent calls use a code.
async function useStep(ctx: AuthenticatorCtx, accountId: string, code: string, confirmed: boolean): Promise<boolean> {
  const { db, clock, vault } = ctx
  const row = await db.maybe<{ secret: Buffer; used_step: number }>(sql`
    select secret, used_step from authenticators
    where holder_id = ${accountId} and (confirmed_at is not null) = ${confirmed}`)
  if (!row) return false
  const now = clock()
  const secret = Buffer.from(vault.open(row.secret, authenticatorContext(accountId)), 'base64')
  const step = matchingStep(secret, code, now.getTime(), row.used_step)
  if (step === undefined) return false
  const used = await db.count(sql`
    update authenticators set used_step = ${step}, last_used_at = ${now.toISOString()},
      confirmed_at = coalesce(confirmed_at, ${now.toISOString()})
    where holder_id = ${accountId} and secret = ${row.secret} and used_step < ${step}`)
  return used > 0
}

/** The authenticator app in use, if there is one. */
export async function readAuthenticator(
  { db }: Pick<Ctx, 'db'>,
  accountId: string,
): Promise<Authenticator | undefined> {
  return db.maybe<Authenticator>(sql`
    select confirmed_at as "createdAt", last_used_at as "lastUsedAt" from authenticators
    where holder_id = ${accountId} and confirmed_at is not null`)
}

/** Removes the authenticator app; false if there was none in use. */
export async function removeAuthenticator({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<boolean> {
  const removed = await db.maybe<{ used: boolean }>(sql`
    delete from authenticators where holder_id = ${accountId} returning confirmed_at is not null as used`)
  return removed?.used ?? false
}

/** Removes a secret that is not in use: the session in which it was shown may have ended. */
export async function removeNewAuthenticator({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<void> {
  await db.count(sql`delete from authenticators where holder_id = ${accountId} and confirmed_at is null`)
}

/** The encryption context of a secret. */
export const authenticatorContext = (accountId: string) => `totp ${accountId}`
