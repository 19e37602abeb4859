import { hashSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { removeNewAuthenticator } from './factors/authenticators.ts'
import type { Holder } from './sessions.ts'

/*
 * Steps of a sign-in that are under way: a challenge for a passkey, a sign-in that waits for its second factor, a visit
 * to the OpenID provider. A step is named by a random token, lives for some minutes and is used once.
 */

export const STEP_MS = 5 * 60_000

export type StepName =
  | 'second_factor'
  | 'passkey_sign_in'
  | 'passkey_second_factor'
  | 'passkey_confirm'
  | 'passkey_add'
  | 'openid_visit'
  | 'openid_link'

/** A step that is under way. */
export interface Step {
  /** The account, if it is known yet. */
  accountId: string | null
  /** What the step remembers; empty if nothing. */
  data: string
}

interface NewStep {
  accountId?: string
  data?: string
  /** The token, if it is made elsewhere; it must be random. */
  token?: string
  lifetimeMs?: number
}

type StepCtx = Pick<Ctx, 'db' | 'clock' | 'vault'>

/** Starts a step and returns its token, of which only the hash is stored. */
export async function startStep(
  { db, clock, vault }: StepCtx,
  step: StepName,
  holder: Holder,
  { accountId, data = '', token = newSecret('msp'), lifetimeMs = STEP_MS }: NewStep = {},
): Promise<string> {
  const now = clock().getTime()
  await db.count(sql`
    insert into sign_in_steps (token_hash, step, holder, holder_id, data, created_at, expires_at)
    values (${hashSecret(token)}, ${step}, ${holder}, ${accountId ?? null}, ${vault.seal(data, stepContext(step, holder))},
      ${new Date(now).toISOString()}, ${new Date(now + lifetimeMs).toISOString()})`)
  return token
}

/**
 * Counts an answer to a step, before it is verified, and returns the step. `undefined` if the step is over, of another
 * name or of another kind of account, or has had `answersMax` answers.
 */
export async function answerStep(
  ctx: StepCtx,
  step: StepName,
  holder: Holder,
  token: string,
  answersMax: number,
): Promise<Step | undefined> {
  const { db, clock } = ctx
  const row = await db.maybe<Row>(sql`
    update sign_in_steps set answers = answers + 1
    where token_hash = ${hashSecret(token)} and step = ${step} and holder = ${holder}
      and expires_at > ${clock().toISOString()} and answers < ${answersMax}
    returning holder_id, data`)
  return row && asStep(ctx, step, holder, row)
}

/**
 * Ends a step and returns it; of two concurrent calls, one gets it. `undefined` as in {@link answerStep}.
 * @param accountId the account it must be of, null for none; by default, any
 */
export async function takeStep(
  ctx: StepCtx,
  step: StepName,
  holder: Holder,
  token: string,
  accountId?: string | null,
): Promise<Step | undefined> {
  const { db, clock } = ctx
  const row = await db.maybe<Row & { live: boolean }>(sql`
    delete from sign_in_steps
    where token_hash = ${hashSecret(token)} and step = ${step} and holder = ${holder}
      and (${accountId === undefined}::boolean or holder_id is not distinct from ${accountId ?? null})
    returning holder_id, data, expires_at > ${clock().toISOString()} as live`)
  return row?.live ? asStep(ctx, step, holder, row) : undefined
}

/** Ends all steps of an account, and the addition of an authenticator app. */
export async function endSteps({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<void> {
  await removeNewAuthenticator({ db }, accountId)
  await db.count(sql`delete from sign_in_steps where holder_id = ${accountId}`)
}

/** Deletes steps that are over. */
export async function deleteExpiredSteps({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await db.count(sql`delete from sign_in_steps where expires_at < ${clock().toISOString()}`)
}

interface Row {
  holder_id: string | null
  data: Buffer
}

function asStep({ vault }: StepCtx, step: StepName, holder: Holder, row: Row): Step {
  return { accountId: row.holder_id, data: vault.open(row.data, stepContext(step, holder)) }
}

/** The encryption context of what a step remembers. */
export const stepContext = (step: StepName, holder: Holder) => `sign-in step ${step} ${holder}`
