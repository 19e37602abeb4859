import type { Db } from '../../../foundation/db.ts'
import { type Loop, startLoop } from '../../../foundation/jobs.ts'
import type { Log } from '../../../foundation/log.ts'
import type { Breaker } from '../../../foundation/models/breaker.ts'
import type { ChatModel } from '../../../foundation/models/chat.ts'
import { ModelFailure } from '../../../foundation/models/failure.ts'
import { CALL_MS, openAsking } from './asking.ts'
import * as store from './store.ts'

/*
 * Has a chat model read memories for the relations they state, in the background. A write only tells who wrote; what a
 * crash, an outage or another process left is found by walking over the stores whose mark is behind their version.
 */

const CLOCK_MS = 1_000
/** Texts that are read at the same time. */
const TEXTS_AT_ONCE = 4
/** As long as a call and the probe after it may take, and some more; if its process dies, another takes a store over then. */
const LEASE_SECONDS = (2 * CALL_MS) / 1_000 + 20
/** People told of at writes; beyond, a walk finds them. */
const DUE_MAX = 10_000
/** Stores looked at in one step of the walk: one a second, and a rest after the last. The first walk makes no pause. */
const WALK_STORES = 10_000
const WALK_STEP_MS = 1_000
const WALK_REST_MS = 10_000
/** Counting what is behind takes a second at a million stores; it gets no more than this part of the time. */
const PROGRESS_MS = 10_000
const PROGRESS_SHARE = 0.01

interface Parts {
  db: Db
  log: Log
  /** The model to ask; without one nothing is read, and what was read before is not told. */
  chat: ChatModel | undefined
  /** Whether this process reads; one that does not still tells what others have read. */
  reads: boolean
}

declare module '../../../foundation/ctx.ts' {
  interface Ports {
    relations: Reading
  }
}

export type Reading = ReturnType<typeof openReading>

/** Opens the work; it begins with `start`. */
export function openReading({ db, log, chat, reads }: Parts) {
  const closing = new AbortController()
  const asking = chat && reads ? openAsking({ chat, log, signal: closing.signal }) : undefined
  const due = new Set<string>()
  let loop: Loop | undefined
  let walk = { after: '', nextAt: 0, first: true }
  let progress = { behind: 0, nextAt: 0 }
  let made = 0

  /** One turn; answers whether there is more to do at once. */
  async function turn(model: NonNullable<typeof asking>): Promise<boolean> {
    // Before the model is asked: how much waits is told while it is away, too.
    await count()
    try {
      await model.wake()
      if (due.size < TEXTS_AT_ONCE) await takeWalk()
      if (due.size) await read(model)
      return due.size > 0 || walk.nextAt === 0
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      return false
    }
  }

  async function takeWalk(): Promise<void> {
    const now = performance.now()
    if (now < walk.nextAt) return
    const { users, last } = await store.storesBehind(db, walk.after, WALK_STORES)
    for (const user of users) due.add(user)
    if (last === undefined) walk = { after: '', nextAt: now + WALK_REST_MS, first: false }
    else walk = { ...walk, after: last, nextAt: walk.first ? 0 : now + WALK_STEP_MS }
  }

  async function read(model: NonNullable<typeof asking>): Promise<void> {
    const users = [...due].slice(0, TEXTS_AT_ONCE)
    // Who writes from here on is due anew. What another process is at is left to it, and to the walk.
    for (const user of users) due.delete(user)
    const claimed = await store.claimStores(db, users, LEASE_SECONDS)
    if (!claimed.length) return
    const each = Math.floor(TEXTS_AT_ONCE / claimed.length)
    let done = claimed.map((claim) => ({ ...claim, to: claim.from }))
    try {
      const rows = await store.readUnread(db, claimed, each)
      const told = await Promise.allSettled(rows.map((row) => model.relationsIn(row)))
      const stating = rows.flatMap((row, at) => {
        const each = told[at]!
        return each.status === 'fulfilled' && each.value.length ? [{ ...row, relations: each.value }] : []
      })
      if (stating.length) made += await store.bringRelations(db, stating)
      const isRead = new Set(rows.filter((_, at) => told[at]!.status === 'fulfilled'))
      done = claimed.map((claim) => ({ ...claim, to: placeAfter(claim, rows, isRead, each) }))
      for (const { user_id, version, to } of done)
        if (to.version !== version || to.id !== store.ALL_OF_IT) due.add(user_id)
      for (const each of told) if (each.status === 'rejected') throw each.reason
    } finally {
      await store.markStores(db, done)
    }
  }

  async function count(): Promise<void> {
    const now = performance.now()
    if (now < progress.nextAt) return
    const behind = await store.countBehind(db)
    const counted = performance.now()
    progress = { behind, nextAt: counted + Math.max(PROGRESS_MS, (counted - now) / PROGRESS_SHARE) }
  }

  return {
    /** Whether there is a model, so that what it has read is told. */
    inUse: chat !== undefined,
    start(): void {
      if (asking) loop = startLoop({ log }, 'relations', CLOCK_MS, () => turn(asking))
    },
    /** Tells of a write: this person's store has something new. */
    changed(userId: string): void {
      if (!loop) return
      if (due.size < DUE_MAX) due.add(userId)
      loop.nudge()
    },
    /** What is known of the work, for those who run the service. */
    progress: (): { breaker: Breaker['state']; behind: number; made: number } => ({
      breaker: asking?.state() ?? 'closed',
      behind: progress.behind,
      made,
    }),
    async close(): Promise<void> {
      closing.abort()
      await loop?.stop()
    },
  }
}

/** How far a store was read: up to the first memory that was not; to its end when there were fewer than asked for. */
function placeAfter(
  { user_id, version, from }: store.Claimed,
  rows: readonly store.Unread[],
  isRead: ReadonlySet<store.Unread>,
  each: number,
): store.Place {
  const own = rows.filter((row) => row.user_id === user_id)
  const stopped = own.findIndex((row) => !isRead.has(row))
  const last = own[(stopped < 0 ? own.length : stopped) - 1]
  // What was written since the claim may be among them, and more of it on its way.
  const isWhole = stopped < 0 && own.length < each && (last?.version ?? 0) <= version
  if (isWhole) return { version, id: store.ALL_OF_IT }
  return last ? { version: last.version, id: last.id } : from
}
