import type { Actor } from './actor.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Log } from './log.ts'
import type { Vault } from './secrets.ts'

/** What the process has opened. A room that owns a long-lived part adds it here by declaration merging. */
export interface Ports {
  db: Db
  clock: () => Date
  log: Log
  vault: Vault
  config: Config & { baseUrl: string; hubUrl: string }
}

/** What a verb is given: the ports, who asks, and which request this is. */
export type Ctx<A extends Actor = Actor> = Ports & {
  actor: A
  requestId: string
  /** The address the request came from, for limits by address. */
  address: string
  /** Aborts when nobody waits for the answer any more; only of routes whose work is `costly`. */
  signal: AbortSignal
  /** The `Authorization` header, of routes to which a client may prove itself by it. */
  authorization?: string | undefined
  /** The origin of the web page that asks, of the same routes, where it is one. */
  page?: string | undefined
  /** Set while a request with an `Idempotency-Key` runs. */
  idempotency?: Keeper | undefined
}

/** Keeps the reply of a keyed request in the transaction of the write itself. */
export interface Keeper {
  /** The statement that keeps a reply. It fails as a duplicate when the key has a reply already. */
  keep(reply: unknown): KeptReply
  /** Whether some transaction has taken the reply with it. */
  kept: boolean
}

/** The row a kept reply becomes. */
export interface KeptReply {
  user_id: string
  credential: string
  route: string
  key: string
  body_hash: Buffer
  status: number
  reply: Buffer
  created_at: string
}

/**
 * Runs work in one transaction. The context is shadowed inside, so the outer connection is out of reach:
 * `inTransaction(ctx, async (ctx) => …)`. The reply of a keyed request is kept in this same transaction.
 */
export function inTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return ctx.db.transaction((db) => work({ ...ctx, db }))
}
