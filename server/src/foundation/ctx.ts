import type { Actor } from './actor.ts'
import type { Vault } from './auth/secrets.ts'
import type { Config } from './config.ts'
import type { Cookie } from './route.ts'
import type { Db } from './sql/db.ts'
import type { Log } from './telemetry/log.ts'
import type { Measures } from './telemetry/measurements.ts'
import type { Trace } from './telemetry/trace.ts'

/** The long-lived dependencies of all verbs. Higher layers export types of their own ports, such as `MeterPorts`. */
export interface Ports {
  db: Db
  clock: () => Date
  log: Log
  vault: Vault
  config: Config & { baseUrl: string; hubUrl: string }
  trace: Trace
  measures: Measures
}

/** The context of a verb: ports, actor and request. `P` are the ports it uses beside the base ones. */
export type Ctx<A extends Actor = Actor, P = unknown> = Ports &
  P & {
    actor: A
    /** Its id in logs, which may be that of a proxy. */
    requestId: string
    /** The undo or merge that a request makes: what its changes name as their cause. */
    act?: string | undefined
    /** The client address, for rate limits by address. */
    address: string
    /** Aborts when the client disconnects; only on `costly` routes. */
    signal: AbortSignal
    /** The `Authorization` header, on routes that accept client authentication. */
    authorization?: string | undefined
    /** The web origin of the request, on the same routes; `undefined` for clients that are not web pages. */
    pageOrigin?: string | undefined
    /** Names the app whose credentials a public route has checked, for the request log of the app. */
    identify?: (app: { appId: string; developerId: string }) => void
    /** The value of a cookie of the request, on routes that sign in. */
    cookieOf?: (name: Cookie['name']) => string | undefined
    /** The `User-Agent` header, except of apps. */
    userAgent?: string | undefined
    /** Adds a rate limit per minute that a verb counts itself to the headers of the response; only for apps. */
    reportLimit?: (name: string, window: { limit: number; left: number; seconds: number }) => void
    /** Set while a request with an `Idempotency-Key` runs. */
    idempotency?: ResponseRecorder | undefined
  }

/** Stores the response of a keyed request in the transaction of its write. */
export interface ResponseRecorder {
  /**
   * Returns the row to insert for a response. The insert fails as a duplicate if the key already has a stored response.
   */
  record(reply: unknown): IdempotencyRecord
  /** Whether a transaction has included the row. */
  stored: boolean
  /** The size of the stored response. */
  bytes: number
}

/** The database row of a stored response. */
export interface IdempotencyRecord {
  user_id: string
  credential: string
  route: string
  key: string
  body_hash: Buffer
  status: number
  reply: Buffer
  created_at: string
  scopes: readonly string[] | null
}

/**
 * Runs work in one transaction: `inTransaction(ctx, async (ctx) => …)`. The callback parameter shadows the outer
 * context, so that no query runs outside the transaction by mistake. The response of a keyed request is stored in the
 * same transaction.
 */
export function inTransaction<C extends Ctx, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
  options?: Parameters<Db['transaction']>[1],
): Promise<T> {
  return ctx.db.transaction((db) => work({ ...ctx, db }), options)
}
