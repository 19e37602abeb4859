import { credentialOf, type MemoryActor } from '../../foundation/actor.ts'
import { countAttempt, throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'

/*
 * Limits on the cost of a model, counted in the database across processes: turns per credential, model calls per app
 * over all of its users, and retries among these calls.
 */

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * 60
const TURNS_MAX = 20
const CALLS_MAX = 300
const RETRIES_MAX = 10
/** Calls of the operator's model for all test people of a developer in a day: no plan limits them. */
const TEST_CALLS_MAX = 200

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

/**
 * Counts a model call.
 * @param isOwn whether the model is the app's own, which costs the operator nothing
 * @throws Failure `rate_limited` if the app, or the user in the Hub, has used up this minute's, or the test people of the
 *   developer have used up this day's
 */
export async function countCall(ctx: Limited, isOwn = false): Promise<void> {
  const { actor, db, config } = ctx
  await count(ctx, `model ${payerOf(actor)}`, CALLS_MAX)
  if (actor.kind === 'app' && actor.isTest && !isOwn && config.rateLimit !== null)
    await throttle(db, `model of test people ${actor.developerId}`, TEST_CALLS_MAX, DAY_SECONDS)
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
