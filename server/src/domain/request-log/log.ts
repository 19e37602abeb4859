import { openBatcher } from '../../foundation/batcher.ts'
import type { FailureCode } from '../../foundation/failures.ts'
import { newId } from '../../foundation/ids.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { isCommitted, transactionOf } from '../../foundation/sql/transactions.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { type HourCount, hourOf, isFailed, type LoggedRequest, latencyClass, ROWS_PER_HOUR_MAX } from './requests.ts'
import { addHours, insertRequests } from './store.ts'

/*
 * The log of the requests of each app, for its developer. A request is noted in memory when its response ends and written
 * within two seconds, so it costs no request a round trip; a crash loses the last two seconds. While the database does
 * not respond, the buffers are bounded and what does not fit is dropped.
 */

const FLUSH_MS = 2_000
const ROWS_BUFFERED_MAX = 20_000
const COUNTS_BUFFERED_MAX = 50_000

export interface RequestLogPorts {
  requestLog: RequestLog
}

/** What is known of a request when its response has ended. */
export interface EndedRequest {
  method: string
  /** The template of the path. */
  route: string
  status: number
  code: FailureCode | null
  ms: number
  requestId: string
}

/** The app that sent a request. */
interface Sender {
  appId: string
  developerId: string
  /** Whether it acts for a test person. */
  isTest?: boolean
}

export type RequestLog = ReturnType<typeof openRequestLog>

/** Opens the buffer of requests; with 0 days, requests are not logged. */
export function openRequestLog({ db, clock, log, days }: { db: Db; clock: () => Date; log: Log; days: number }) {
  let rows: LoggedRequest[] = []
  let hours = new Map<string, HourCount>()
  // Rows that this process has buffered in the current hour, by app and outcome.
  const spent = new Map<string, number>()
  let spentHour = 0

  const { flush, close } = openBatcher<Batch>({
    name: 'request log',
    log,
    everyMs: FLUSH_MS,
    take() {
      if (!rows.length && !hours.size) return undefined
      const batch = { rows, hours, transaction: undefined }
      rows = []
      hours = new Map()
      return batch
    },
    async write(batch) {
      await db.transaction(async (db) => {
        batch.transaction = await transactionOf(db)
        await insertRequests(db, batch.rows)
        await addHours(db, [...batch.hours.values()])
      })
    },
    wasWritten: async ({ transaction }) => transaction !== undefined && isCommitted(db, transaction),
    restore(batch) {
      rows = batch.rows.concat(rows).slice(0, ROWS_BUFFERED_MAX)
      for (const counted of batch.hours.values()) count(counted, counted.requests)
    },
  })

  function count(of: Omit<HourCount, 'requests'>, by: number): void {
    const key = [of.app_id, of.hour, of.method, of.route, of.status, of.code, of.latency].join(' ')
    const existing = hours.get(key)
    if (existing) existing.requests += by
    else if (hours.size < COUNTS_BUFFERED_MAX) hours.set(key, { ...of, requests: by })
  }

  /** Whether this process may buffer one more row of an app in this hour. */
  function hasRoom(appId: string, failed: boolean, hour: number): boolean {
    if (rows.length >= ROWS_BUFFERED_MAX) return false
    if (hour !== spentHour) {
      spent.clear()
      spentHour = hour
    }
    const key = `${appId} ${failed}`
    const used = spent.get(key) ?? 0
    if (used >= ROWS_PER_HOUR_MAX) return false
    spent.set(key, used + 1)
    return true
  }

  /** Notes a request. A client outside the portal has no developer who could read its log. */
  function note({ appId, developerId, isTest = false }: Sender, { requestId, ...ended }: EndedRequest): void {
    if (!days || appId === developerId) return
    const now = clock().getTime()
    const ms = Math.max(0, Math.round(ended.ms))
    const at = now - ms
    const { method, route, status, code } = ended
    const hour = hourOf(at)
    count(
      {
        app_id: appId,
        hour: new Date(hour).toISOString(),
        method,
        route,
        status,
        code: code ?? '',
        latency: latencyClass(ms),
      },
      1,
    )
    if (!hasRoom(appId, isFailed(ended), hour)) return
    const request = { at: new Date(at).toISOString(), method, route, status, code, ms, request_id: requestId }
    rows.push({ app_id: appId, id: newId('rql', now), ...request, is_test: isTest })
  }

  return {
    note,
    /** Writes what is buffered, so that a reader sees it; a failure is logged and the write repeated later. */
    settle: () => flush().catch((err) => log.warn({ err }, 'request log not written; will retry')),
    close,
  }
}

interface Batch {
  rows: LoggedRequest[]
  hours: Map<string, HourCount>
  /** The id of the transaction that wrote it; `undefined` if none was begun. */
  transaction: string | undefined
}
