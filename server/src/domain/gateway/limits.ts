import { credentialOf, type MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { throttle } from '../../foundation/throttle.ts'

/*
 * What a model costs is bounded three ways, each counted in the database for all processes together: turns of one
 * credential, calls of the model by one app over all of its people, and how many of these may be second tries.
 */

const MINUTE_SECONDS = 60
const TURNS_MAX = 20
const CALLS_MAX = 300
const RETRIES_MAX = 10

type Limited = Pick<Ctx<MemoryActor>, 'db' | 'config' | 'actor'>

/** @throws Failure `rate_limited` when this connection or person has had its turns of the minute. */
export async function takeTurnPlace(ctx: Limited): Promise<void> {
  await take(ctx, `chat ${credentialOf(ctx.actor)}`, TURNS_MAX)
}

/** @throws Failure `rate_limited` when the app, or the person in the Hub, has had its model calls of the minute. */
export async function takeCall(ctx: Limited): Promise<void> {
  await take(ctx, `model ${payerOf(ctx.actor)}`, CALLS_MAX)
}

/** Whether a model call may be tried a second time. */
export async function takeRetry(ctx: Limited): Promise<boolean> {
  try {
    await take(ctx, `model retry ${payerOf(ctx.actor)}`, RETRIES_MAX)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited') return false
    throw error
  }
}

async function take({ db, config }: Limited, key: string, max: number): Promise<void> {
  if (config.rateLimit !== null) await throttle(db, key, max, MINUTE_SECONDS)
}

function payerOf(actor: MemoryActor): string {
  return actor.kind === 'app' ? actor.appId : actor.userId
}
