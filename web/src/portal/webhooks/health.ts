import type { Shape } from '../../api/client.ts'

type Delivery = Shape<'Delivery'>

/** Whether the endpoint has failed since its last success, even if it is disabled now. */
export function isFailing({ failing_since }: Shape<'Subscription'>): boolean {
  return failing_since !== null
}

/** The time of the next attempt of a delivery that failed and will be retried; `undefined` for all others. */
export function nextRetryAt({
  status,
  next_attempt_at,
  attempts,
}: Pick<Delivery, 'status' | 'next_attempt_at' | 'attempts'>): string | undefined {
  // A delivery that is sent again by hand is pending too, but its last attempt succeeded.
  const failed = attempts.at(-1)?.error != null
  return status === 'pending' && failed ? (next_attempt_at ?? undefined) : undefined
}
