import type { Db } from '../../foundation/sql/db.ts'
import { isRefused } from '../../foundation/sql/db-errors.ts'
import { unscopedDb } from '../../foundation/sql/user-guard.ts'
import { insertMemories, insertRequests, type Versions, type WriteRequest } from './insert.ts'

/*
 * Group commit for writes of memories. A write alone is sent at once; writes that arrive while others are in progress
 * share the next statement, its round trip and its commit. Each keeps its own version, audit entry and stored response,
 * and fails only for its own reasons. A shared statement never waits for a lock: a write to a locked store gets a
 * statement of its own.
 */

const STATEMENTS_MAX = 2
// On a cluster, a statement is for the memories of one user.
const STATEMENTS_MAX_SPREAD = 16
const ROWS_PER_STATEMENT_MAX = 200
// A statement takes time in proportion to its texts, and each write waits for all of its statement.
const CHARS_PER_STATEMENT_MAX = 128 * 1024

interface Pending {
  request: WriteRequest
  resolve: (versions: Versions) => void
  reject: (error: unknown) => void
}

interface Queue {
  isSpread: boolean
  pending: Pending[]
  /** How many statements are in progress. */
  statements: number
  /** Users with a write in progress. Their next writes wait here instead of waiting for the lock. */
  writing: Set<string>
}

// By database, which within a transaction is the transaction's own: writes that share a statement share a transaction.
const queues = new WeakMap<Db, Queue>()

/**
 * Writes memories like {@link insertMemories}, in one statement with other writes.
 * @returns the versions of the store before and after that statement.
 * @throws Failure `limit_exceeded` if the plan does not allow all memories of this request.
 */
export function insertBatched(request: WriteRequest): Promise<Versions> {
  const queue = queueOf(unscopedDb(request.ctx.db))
  return new Promise((resolve, reject) => {
    queue.pending.push({ request, resolve, reject })
    startStatements(queue)
  })
}

function queueOf(db: Db): Queue {
  const isSpread = db.layout?.isSpread ?? false
  const queue = queues.get(db) ?? { isSpread, pending: [], statements: 0, writing: new Set<string>() }
  queues.set(db, queue)
  return queue
}

function startStatements(queue: Queue): void {
  while (queue.statements < (queue.isSpread ? STATEMENTS_MAX_SPREAD : STATEMENTS_MAX)) {
    const [first, ...others] = takeNext(queue)
    if (!first) return
    writeGroup(queue, [first, ...others])
  }
}

/** Takes pending writes in order, skipping users with a write in progress, up to the maximum of rows and characters. */
function takeNext(queue: Queue): Pending[] {
  const group: Pending[] = []
  const left: Pending[] = []
  const skipped = new Set(queue.writing)
  let rows = 0
  let chars = 0
  for (const each of queue.pending) {
    const { userId } = each.request.ctx.actor
    const ownChars = charsOf(each.request)
    const isWithin =
      rows + each.request.rows.length <= ROWS_PER_STATEMENT_MAX && chars + ownChars <= CHARS_PER_STATEMENT_MAX
    const isJoinable = !queue.isSpread || group[0]?.request.ctx.actor.userId === userId
    const fits = !group.length || (isWithin && isJoinable)
    if (fits && !skipped.has(userId)) {
      group.push(each)
      rows += each.request.rows.length
      chars += ownChars
    } else {
      left.push(each)
      skipped.add(userId)
    }
  }
  queue.pending = left
  return group
}

function charsOf({ rows }: WriteRequest): number {
  return rows.reduce((sum, { content }) => sum + content.length, 0)
}

/** Never rejects: it settles each write of the group. */
async function writeGroup(queue: Queue, group: [Pending, ...Pending[]]): Promise<void> {
  const byUser = new Map<string, Pending[]>()
  for (const each of group) {
    const { userId } = each.request.ctx.actor
    byUser.set(userId, [...(byUser.get(userId) ?? []), each])
    queue.writing.add(userId)
  }
  queue.statements++
  const [first, ...others] = group
  let written: ReadonlyMap<string, Versions> = new Map()
  let failure: { error: unknown } | undefined
  try {
    // The user guard of a request allows rows of its user only, so a shared statement needs the unscoped database.
    const { db } = first.request.ctx
    const requests: [WriteRequest, ...WriteRequest[]] = [first.request, ...others.map(({ request }) => request)]
    written = await insertRequests(others.length ? unscopedDb(db) : db, requests, 'skip')
  } catch (error) {
    // A statement that the database refused was rolled back, so each write is retried alone. After any other error it
    // is unknown whether it was committed.
    if (!others.length || !isRefused(error)) failure = { error }
  }
  queue.statements--
  for (const [userId, writes] of byUser) {
    const versions = written.get(userId)
    if (failure) for (const { reject } of writes) reject(failure.error)
    else if (versions) for (const { resolve } of writes) resolve(versions)
    else {
      writeAlone(writes).then(() => finish(queue, userId))
      continue
    }
    queue.writing.delete(userId)
  }
  startStatements(queue)
}

// Capacity, a duplicate idempotency key or a locked store: a statement of its own determines it for each write.
async function writeAlone(writes: readonly Pending[]): Promise<void> {
  for (const { request, resolve, reject } of writes)
    await insertMemories(request.ctx, request.rows, request).then(resolve, reject)
}

function finish(queue: Queue, userId: string): void {
  queue.writing.delete(userId)
  startStatements(queue)
}
