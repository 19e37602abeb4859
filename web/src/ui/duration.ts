/** How long an app may have access: until the person ends it, for 30 days, until midnight, or as long as it has now. */
export type Duration = 'open' | 'month' | 'day' | 'current'

const SECOND_MS = 1_000
const MONTH_SECONDS = 30 * 24 * 60 * 60

/**
 * The `expires_in` of a consent request, in seconds, at least 1; `undefined` for access without an end.
 * @param currentEnd the end of the access that the app has now, for `current`
 */
export function secondsOf(duration: Duration, now: Date, currentEnd: string | null): number | undefined {
  if (duration === 'month') return MONTH_SECONDS
  if (duration === 'day') return secondsUntil(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1), now)
  if (duration === 'current' && currentEnd) return secondsUntil(new Date(currentEnd), now)
  return undefined
}

function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.floor((end.getTime() - now.getTime()) / SECOND_MS))
}
