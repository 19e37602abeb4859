import type { Shape } from '../../api/client.ts'

/** Whether an endpoint has failed and not answered well since, be it still called or not. */
export function isInTrouble({ failing_since }: Shape<'Subscription'>): boolean {
  return failing_since !== null
}
