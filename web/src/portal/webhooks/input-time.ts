const MINUTE_MS = 60_000
const MINUTE_CHARS = 'yyyy-mm-ddThh:mm'.length

/** The value of a `datetime-local` field for a time, in the local time zone: `2026-05-03T09:30`. */
export function inputTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS)
  return local.toISOString().slice(0, MINUTE_CHARS)
}

/** The instant of the value of a `datetime-local` field; undefined while it is incomplete. */
export function timeOfInput(value: string): string | undefined {
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
