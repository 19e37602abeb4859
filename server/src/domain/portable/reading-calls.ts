import type { UserActor } from '../../foundation/actor.ts'
import { attemptsIn, countAttempt } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'

/* How many calls of the chat model read imported chats: failed and stopped ones count, too. */

/** For all imports of a person, within 24 hours of the first call. */
export const READING_CALLS_PER_DAY_MAX = 600
const DAY_SECONDS = 24 * 60 * 60

type Caller = Pick<Ctx<UserActor>, 'db' | 'actor'>

/** The key of the count in the throttles. */
const readingCallsKey = (userId: string) => `reading ${userId}`

/** Counts a call of the model that is about to be made; returns whether it may be. */
export async function countReadingCall({ db, actor }: Caller): Promise<boolean> {
  const { taken } = await countAttempt(db, readingCallsKey(actor.userId), DAY_SECONDS)
  return taken <= READING_CALLS_PER_DAY_MAX
}

/** @throws Failure `rate_limited` if the calls of the day are used up */
export async function checkReadingCalls({ db, actor }: Caller): Promise<void> {
  const { taken, seconds_left } = await attemptsIn(db, readingCallsKey(actor.userId), DAY_SECONDS)
  if (taken >= READING_CALLS_PER_DAY_MAX) throw new Failure('rate_limited', { retry_after: Math.max(1, seconds_left) })
}
