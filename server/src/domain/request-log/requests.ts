import type { FailureCode } from '../../foundation/failures.ts'
import { digestId } from '../../foundation/ids.ts'

/** Rows that are stored for an app and UTC hour: of requests that succeeded, and again of those that failed. */
export const ROWS_PER_HOUR_MAX = 500

export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS

/** The upper bounds of the classes of latency, in milliseconds; the last class has none. */
export const LATENCY_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

const NO_DIGEST = new Uint8Array(32)

/** A request as the log stores it: no content, no values of the path or the query, no ids of people. */
export interface LoggedRequest {
  app_id: string
  id: string
  at: string
  method: string
  /** The template of the path, such as `/v1/memories/:id`. */
  route: string
  status: number
  code: FailureCode | null
  ms: number
  request_id: string
  /** Whether it was for a test person of the app. */
  is_test: boolean
}

/** The number of requests that are the same in all of these, in one UTC hour. */
export interface HourCount extends Pick<LoggedRequest, 'app_id' | 'method' | 'route' | 'status'> {
  hour: string
  /** Empty if the requests did not fail. */
  code: FailureCode | ''
  /** The index of their class of latency. */
  latency: number
  requests: number
}

/** The start of the UTC hour of a time in milliseconds. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS
}

/** The lowest possible id of a request at this time in milliseconds. */
export function firstIdAt(ms: number): string {
  return digestId('rql', ms, NO_DIGEST)
}

/** Whether a request failed; a stream can fail after its status was sent. */
export function isFailed({ status, code }: Pick<LoggedRequest, 'status' | 'code'>): boolean {
  return status >= 400 || code !== null
}

/** The index of the class of a latency. */
export function latencyClass(ms: number): number {
  const at = LATENCY_MS.findIndex((bound) => ms <= bound)
  return at < 0 ? LATENCY_MS.length : at
}

/**
 * Estimates a quantile of latencies, in milliseconds, from the number of requests in each class: within a class the
 * requests are taken as evenly spread. The last class has no end, so a quantile there is its start. Without requests,
 * `null`.
 */
export function quantile(classes: readonly number[], share: number): number | null {
  const total = classes.reduce((sum, requests) => sum + requests, 0)
  if (!total) return null
  let before = 0
  for (const [at, requests] of classes.entries()) {
    const wanted = share * total - before
    if (requests && wanted <= requests) {
      const start = LATENCY_MS[at - 1] ?? 0
      const end = LATENCY_MS[at] ?? start
      return Math.round(start + (end - start) * (wanted / requests))
    }
    before += requests
  }
  return LATENCY_MS.at(-1) as number
}
