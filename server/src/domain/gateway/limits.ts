import { credentialOf, type MemoryActor } from '../../foundation/actor.ts'
import { countAttempt, throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'

/*
 * Limits on the cost of a model, counted in the database across processes: turns per credential, model calls per app
 * over all of its users, and retries among these calls.
 */

const MINUTE_SECONDS = 60
const TURNS_MAX = 20
const CALLS_MAX = 300
const RETRIES_MAX = 10

type Limited = Pick<Ctx<MemoryActor>, 'db' | 'config' | 'actor' | 'reportLimit'>

/**
 * Counts a turn, and reports the turns that are left to the caller.
 * @throws Failure `rate_limited` if the connection or user has used up the turns of this minute.
 */
export async function countTurn({ db, config, actor, reportLimit }: Limited): Promise<void> {
  if (config.rateLimit === null) return
  const { taken, seconds_left } = await countAttempt(db, `chat ${credentialOf(actor)}`, MINUTE_SECONDS)
  const seconds = Math.max(1, seconds_left)
  reportLimit?.('chat', { limit: TURNS_MAX, left: Math.max(0, TURNS_MAX - taken), seconds })
  if (taken > TURNS_MAX) throw new Failure('rate_limited', { retry_after: seconds })
}

/** Counts a model call. @throws Failure `rate_limited` if the app, or the user in the Hub, has used up this minute's. */
export async function countCall(ctx: Limited): Promise<void> {
  await count(ctx, `model ${payerOf(ctx.actor)}`, CALLS_MAX)
}

/** Counts a retry of a model call; returns whether it is allowed. */
export async function countRetry(ctx: Limited): Promise<boolean> {
  try {
    await count(ctx, `model retry ${payerOf(ctx.actor)}`, RETRIES_MAX)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited') return false
    throw error
  }
}

async function count({ db, config }: Limited, key: string, max: number): Promise<void> {
  if (config.rateLimit !== null) await throttle(db, key, max, MINUTE_SECONDS)
}

function payerOf(actor: MemoryActor): string {
  return actor.kind === 'app' ? actor.appId : actor.userId
}
