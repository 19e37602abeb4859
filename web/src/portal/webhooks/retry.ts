import { asApiError } from '../../api/errors.ts'

const RETRIES_AT_ONCE = 4

export interface Retried {
  /** Deliveries whose next attempt is made now. */
  sent: number
  /** Deliveries that did not wait for an attempt any more, or that were deleted. */
  ended: number
  /** The first failure of another kind. The deliveries that follow it are not retried. */
  error?: unknown
}

/** Makes the next attempt of each delivery with `send`, a few at a time. Never rejects. */
export async function retryEach(ids: readonly string[], send: (id: string) => Promise<unknown>): Promise<Retried> {
  const retried: Retried = { sent: 0, ended: 0 }
  for (let start = 0; start < ids.length && retried.error === undefined; start += RETRIES_AT_ONCE) {
    const outcomes = await Promise.allSettled(ids.slice(start, start + RETRIES_AT_ONCE).map(send))
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') retried.sent++
      else if (hasEnded(outcome.reason)) retried.ended++
      else retried.error ??= outcome.reason
  }
  return retried
}

/** Whether the delivery was attempted, finished or deleted after the list was loaded. */
function hasEnded(error: unknown): boolean {
  return ['conflict', 'not_found'].includes(asApiError(error).code)
}

/** What became of the deliveries, in words; empty before the first try. */
export function outcomeOf({ sent, ended }: Retried): string {
  const parts = [
    sent > 0 && `${sent} ${sent === 1 ? 'is' : 'are'} being retried.`,
    ended > 0 && `${ended} ${ended === 1 ? 'was' : 'were'} not waiting any more.`,
  ]
  return parts.filter(Boolean).join(' ')
}
