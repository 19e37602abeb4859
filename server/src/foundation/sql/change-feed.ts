import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '../telemetry/log.ts'
import type { Db } from './db.ts'
import { hostsOf, poolConfigOf } from './hosts.ts'
import { openLastingPool } from './lasting-pool.ts'
import { runOn } from './send.ts'
import { type Sql, sql } from './sql.ts'

/*
 * Notifications of committed changes (`notify`), so that a cache of rows can be used for longer than it may be out of date.
 *
 * One connection outside the pool listens. Notifications arrive in the order of commits, so a heartbeat that was sent over
 * the pool and has arrived proves that all changes acknowledged before it was sent have arrived. Without a recent heartbeat
 * (the connection is lost or silent, or a pooler takes part) the feed is not current, and cached rows are read again.
 */

/** How far a feed may be behind: what was acknowledged longer ago has been delivered. */
export const FEED_BEHIND_MAX_MS = 800
const HEARTBEATS = 'heartbeats'
const BEAT_MS = 250
/** Heartbeats stop this long after the feed was last asked. */
export const FEED_IDLE_MS = 5_000
/** A listening connection on which no heartbeat arrives for this long is replaced. */
const SILENCE_MAX_MS = 3_000
const CONNECT_TIMEOUT_MS = 5_000
const RETRY_MS = 1_000
const RETRY_MAX_MS = 60_000
const KEEP_ALIVE_AFTER_MS = 10_000

export interface ChangeFeed {
  /** Whether changes of what was read at `readAt` (of `performance.now()`) are delivered, with `FEED_BEHIND_MAX_MS` at most. */
  isCurrent(readAt: number): boolean
  /** Calls `handle` with the payload of each notification. */
  onChange(handle: (payload: string) => void): void
  /**
   * Whether notifications arrive, by the heartbeats while the feed is being asked; afterwards, whether they did. `undefined` until
   * that is known: before the first heartbeat, and when the connection was lost while the feed was not asked.
   */
  isLive(): boolean | undefined
  close(): Promise<void>
}

/** A feed that delivers nothing. */
export const NO_FEED: ChangeFeed = { isCurrent: () => false, onChange() {}, isLive: () => false, close: async () => {} }

interface FeedOptions {
  url: string
  /** The statement that listens on the channel of the changes. */
  listen: Sql
  /** Selects `ready`: whether the database sends notifications of all changes. */
  readiness: Sql
  /** The pool, over which heartbeats are sent. */
  db: Db
  log: Log
}

interface Listening {
  pool: pg.Pool
  client: pg.PoolClient
  since: number
}

/**
 * Opens a feed on a PostgreSQL URL. It connects when it is first asked, and again after a failure; heartbeats are sent while
 * it is being asked.
 */
export function openChangeFeed({ url, listen, readiness, db, log }: FeedOptions): ChangeFeed {
  const handlers: ((payload: string) => void)[] = []
  const sender = randomBytes(8).toString('hex')
  let isClosed = false
  let listening: Listening | undefined
  let connecting: Promise<void> | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let provenAt = Number.NEGATIVE_INFINITY
  let retryAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let wasLive: boolean | undefined
  let tickingSince = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const isProven = (now: number) => now - provenAt < FEED_BEHIND_MAX_MS

  function received({ channel: on, payload = '' }: pg.Notification): void {
    if (on !== HEARTBEATS) {
      for (const handle of handlers) handle(payload)
      return
    }
    const [from, sentAt] = payload.split(' ')
    if (from === sender) provenAt = Math.max(provenAt, Number(sentAt))
  }

  async function connect(): Promise<void> {
    const pool = openLastingPool({
      ...poolConfigOf(hostsOf(url), CONNECT_TIMEOUT_MS),
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      application_name: 'memory-service listener',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    })
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
      const connection = client
      connection.on('error', () => lose(connection, 'connection lost'))
      connection.on('end', () => lose(connection, 'connection lost'))
      connection.on('notification', received)
      const unusable = await whyUnusable(connection, readiness)
      if (unusable) throw new Error(unusable)
      await runOn(connection)(listen)
      await runOn(connection)(sql`listen heartbeats`)
      if (isClosed) throw new Error('closed')
      listening = { pool, client: connection, since: performance.now() }
      beat()
    } catch (error) {
      if (client) await disconnect(pool, client)
      else await pool.end().catch(() => {})
      failed((error as Error).message)
    }
  }

  function failed(reason: string): void {
    wasLive = timer === undefined ? undefined : false
    retryAt = performance.now() + Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures)
    // The first attempt may meet a database that is just starting.
    if (failures++ === 1) log.info({ reason }, 'changes are not notified; tokens are read again every second')
  }

  function lose(client: pg.PoolClient, reason: string): void {
    if (listening?.client !== client) return
    const { pool } = listening
    listening = undefined
    provenAt = Number.NEGATIVE_INFINITY
    void disconnect(pool, client)
    failed(reason)
  }

  function beat(): void {
    db.rows(sql`
      select set_config('synchronous_commit', 'off', true),
        pg_notify(${HEARTBEATS}, ${`${sender} ${performance.now()}`})`).catch(() => {})
  }

  function tick(): void {
    const now = performance.now()
    if (now - askedAt > FEED_IDLE_MS || isClosed) {
      clearInterval(timer)
      timer = undefined
      return
    }
    if (!listening) {
      if (now >= retryAt) connecting ??= connect().finally(() => (connecting = undefined))
      return
    }
    if (isProven(now)) {
      failures = 0
      wasLive = true
    }
    const quietSince = Math.max(provenAt, listening.since, tickingSince)
    if (now - quietSince > SILENCE_MAX_MS) lose(listening.client, 'no heartbeat arrived')
    else beat()
  }

  return {
    isCurrent(readAt) {
      if (isClosed) return false
      const now = performance.now()
      askedAt = now
      if (!timer) {
        tickingSince = now
        timer = setInterval(tick, BEAT_MS).unref()
        tick()
      }
      return listening !== undefined && readAt >= listening.since && isProven(now)
    },
    onChange: (handle) => void handlers.push(handle),
    isLive() {
      const now = performance.now()
      if (!listening || timer === undefined) return wasLive
      if (isProven(now)) return true
      // The first heartbeat may still be under way.
      return now - Math.max(listening.since, tickingSince) < FEED_BEHIND_MAX_MS ? wasLive : false
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await connecting
      if (!listening) return
      const { pool, client } = listening
      listening = undefined
      await disconnect(pool, client)
    },
  }
}

// The socket is destroyed, since a host that is out of reach does not answer the end of the session.
async function disconnect(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  ;(client as unknown as { connection: pg.Connection }).connection.stream.destroy()
  client.release(true)
  await pool.end().catch(() => {})
}

/**
 * The feed of an embedded database. It has one connection, over which its notifications arrive before the response of the
 * commit, so the feed is always current. `attach` is called with the connection when it is opened.
 */
export function openEmbeddedFeed(listen: Sql): ChangeFeed & { attach(client: pg.ClientBase): Promise<void> } {
  const handlers: ((payload: string) => void)[] = []
  let listeningSince = Number.POSITIVE_INFINITY
  return {
    isCurrent: (readAt) => readAt >= listeningSince,
    isLive: () => listeningSince < Number.POSITIVE_INFINITY,
    onChange: (handle) => void handlers.push(handle),
    close: async () => {},
    async attach(client) {
      listeningSince = Number.POSITIVE_INFINITY
      client.on('notification', ({ payload = '' }) => {
        for (const handle of handlers) handle(payload)
      })
      client.on('end', () => (listeningSince = Number.POSITIVE_INFINITY))
      await runOn(client)(listen)
      listeningSince = performance.now()
    },
  }
}

/** Why a connection cannot listen; `undefined` if it can. */
async function whyUnusable(client: pg.PoolClient, readiness: Sql): Promise<string | undefined> {
  const run = runOn(client)
  const [connected] = (await run(sql`select pg_backend_pid() as pid`)).rows as { pid: number }[]
  // A pooler tells its clients another process than that of the server connection, which other clients may use next.
  if (connected?.pid !== (client as unknown as { processID: number | null }).processID) return 'a pooler is in between'
  const [state] = (await run(readiness)).rows as { ready: boolean }[]
  return state?.ready ? undefined : 'the database lacks the triggers that notify'
}
