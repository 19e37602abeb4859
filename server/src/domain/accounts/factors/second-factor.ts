import type { Ctx } from '../../../foundation/ctx.ts'
import { Failure } from '../../../foundation/errors.ts'
import { type Sql, sql } from '../../../foundation/sql/sql.ts'
import type { IdentifiedBy } from '../identified.ts'
import type { Holder } from '../sessions.ts'
import { endSteps, STEP_MS, startStep } from '../steps.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

export const SECOND_FACTORS = ['passkey', 'totp', 'recovery_code'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** The cookies that hold the token of a sign-in which waits for its second factor. */
export const PENDING_COOKIES = { user: 'ms_sign_in', developer: 'ms_dev_sign_in' } as const

/** What can complete a sign-in to an account after its first step; empty if nothing is needed. */
export async function secondFactorsOf({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<SecondFactor[]> {
  const { passkey, totp, recovery_code } = await db.one<Record<SecondFactor, boolean>>(sql`
    select exists (select 1 from passkeys where holder_id = ${accountId}) as passkey,
      exists (select 1 from authenticators where holder_id = ${accountId} and confirmed_at is not null) as totp,
      exists (select 1 from recovery_codes where holder_id = ${accountId}) as recovery_code`)
  if (!passkey && !totp) return []
  return SECOND_FACTORS.filter((factor) => ({ passkey, totp, recovery_code })[factor])
}

/** What a sign-in that waits for its second factor remembers of the first step. */
export type Pending = IdentifiedBy

/** Starts the second step of a sign-in and makes the failure that asks for it. */
export async function requireSecondFactor(
  ctx: Pick<Ctx, 'db' | 'clock' | 'vault'>,
  holder: Holder,
  { id, ...pending }: Pending & { id: string },
  methods: SecondFactor[],
): Promise<Failure> {
  const token = await startStep(ctx, 'second_factor', holder, { accountId: id, data: JSON.stringify(pending) })
  const expires_at = new Date(ctx.clock().getTime() + STEP_MS).toISOString()
  const failure = new Failure('second_factor_required', { methods, expires_at })
  failure.cookies.push({ name: PENDING_COOKIES[holder], value: token, maxAgeSeconds: STEP_MS / 1000 })
  return failure
}

/**
 * Deletes the factors of an account but its password, all or those added since a time, and the recovery codes: they may
 * have been replaced since.
 */
export async function eraseFactors({ db }: Pick<Ctx, 'db'>, accountId: string, since?: string): Promise<void> {
  const addedAt = (column: Sql) =>
    sql`holder_id = ${accountId} and ${column} >= coalesce(${since ?? null}::timestamptz, '-infinity')`
  const which = addedAt(sql`created_at`)
  await endSteps({ db }, accountId)
  await db.count(sql`delete from passkeys where ${which}`)
  // Of an authenticator, a secret can be made long before it is confirmed.
  await db.count(sql`delete from authenticators where ${addedAt(sql`greatest(created_at, confirmed_at)`)}`)
  await db.count(sql`delete from openid_links where ${which}`)
  await deleteRecoveryCodes({ db }, accountId)
}
