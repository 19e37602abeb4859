import type { Shape } from '../../api/client.ts'

/** Whether an endpoint has failed and not answered well since, be it still called or not. */
export function isInTrouble({ failing_since }: Shape<'Subscription'>): boolean {
  return failing_since !== null
}

type Delivery = Shape<'Delivery'>

/** The time of the next attempt of a delivery that failed and will be tried again; `undefined` for any other. */
export function retryOf({ status, next_attempt_at, attempts }: Pick<Delivery, RetryField>): string | undefined {
  // One that is sent again by hand has its past, too, but waits for nothing.
  const failed = attempts.at(-1)?.error != null
  return status === 'pending' && failed ? (next_attempt_at ?? undefined) : undefined
}
type RetryField = 'status' | 'next_attempt_at' | 'attempts'
