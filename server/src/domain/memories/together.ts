import { type Db, isRefused } from '../../foundation/db.ts'
import { beneath } from '../../foundation/own-rows.ts'
import { type Act, insertActs, insertMemories } from './insert.ts'

/*
 * Writes that come while others are under way share the next statement, its round trip and its commit, whosever they
 * are. Each keeps its own version, audit entry and kept reply, and fails for reasons of its own only. A writer alone
 * goes at once. What shares a statement never waits for a lock: a store somebody else holds is left to a statement of
 * its own, so nobody waits for another person's long import.
 */

const UNDER_WAY_MAX = 2
const ROWS_TOGETHER_MAX = 200

interface Waiting {
  act: Act
  resolve: () => void
  reject: (error: unknown) => void
}

interface Line {
  waiting: Waiting[]
  underWay: number
  /** People whose writes are under way; their next ones wait, else they would wait for the lock. */
  writing: Set<string>
}

// By the database they write to, which for a transaction is its own: what shares a statement shares a transaction.
const lines = new WeakMap<Db, Line>()

/**
 * Writes memories as {@link insertMemories} does, together with what else is being written.
 * @throws Failure `limit_exceeded` when the store has no place for all of this request's.
 */
export function insertTogether(act: Act): Promise<void> {
  const line = lineOf(beneath(act.ctx.db))
  return new Promise((resolve, reject) => {
    line.waiting.push({ act, resolve, reject })
    depart(line)
  })
}

function lineOf(db: Db): Line {
  const line = lines.get(db) ?? { waiting: [], underWay: 0, writing: new Set<string>() }
  lines.set(db, line)
  return line
}

function depart(line: Line): void {
  while (line.underWay < UNDER_WAY_MAX) {
    const [first, ...others] = nextOf(line)
    if (!first) return
    writeTogether(line, [first, ...others])
  }
}

/** The first of those waiting whose stores are free, in order, up to so many rows. */
function nextOf(line: Line): Waiting[] {
  const group: Waiting[] = []
  const left: Waiting[] = []
  const passed = new Set(line.writing)
  let rows = 0
  for (const each of line.waiting) {
    const { userId } = each.act.ctx.actor
    const fits = !group.length || rows + each.act.rows.length <= ROWS_TOGETHER_MAX
    if (fits && !passed.has(userId)) {
      group.push(each)
      rows += each.act.rows.length
    } else {
      left.push(each)
      passed.add(userId)
    }
  }
  line.waiting = left
  return group
}

/** Never rejects: each of those waiting learns for itself what became of it. */
async function writeTogether(line: Line, group: [Waiting, ...Waiting[]]): Promise<void> {
  const byPerson = new Map<string, Waiting[]>()
  for (const each of group) {
    const { userId } = each.act.ctx.actor
    byPerson.set(userId, [...(byPerson.get(userId) ?? []), each])
    line.writing.add(userId)
  }
  line.underWay++
  const [first, ...others] = group
  let written: ReadonlySet<string> = new Set()
  let lost: { error: unknown } | undefined
  try {
    // A request's own lock lets rows of its person pass and nobody else's; one alone stays under it.
    const { db } = first.act.ctx
    written = await insertActs(others.length ? beneath(db) : db, [first.act, ...others.map(({ act }) => act)], 'skip')
  } catch (error) {
    // Refused is undone: a key met its kept reply, say. Of any other end nobody knows whether it came after the commit.
    if (!others.length || !isRefused(error)) lost = { error }
  }
  line.underWay--
  for (const [userId, theirs] of byPerson) {
    if (lost) for (const { reject } of theirs) reject(lost.error)
    else if (written.has(userId)) for (const { resolve } of theirs) resolve()
    else {
      writeAlone(theirs).then(() => leave(line, userId))
      continue
    }
    line.writing.delete(userId)
  }
  depart(line)
}

// One of them is too many, or was answered before, or somebody holds the store: each finds out for itself.
async function writeAlone(theirs: readonly Waiting[]): Promise<void> {
  for (const { act, resolve, reject } of theirs) await insertMemories(act.ctx, act.rows, act).then(resolve, reject)
}

function leave(line: Line, userId: string): void {
  line.writing.delete(userId)
  depart(line)
}
