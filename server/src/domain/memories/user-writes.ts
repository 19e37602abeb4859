import { suffixFor } from '../../foundation/ids.ts'
import { recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { appShareMax } from '../plans/plans.ts'
import type { NewMemory, WriteRequest } from './insert.ts'
import { rareOf } from './rare-fields.ts'
import { isCounted, sourceOf } from './shares.ts'
import { slotsFor } from './slots.ts'
import { grantsVersionOf, isLimitedToShare, memoriesMax } from './store.ts'

/** The rows that a statement inserts for one user. */
export interface UserWrite {
  userId: string
  aiId: string
  max: number
  /** The most memories of each app in `limited`. */
  share: number
  limited: Set<string>
  /** The version that the store's grants must have; `null` if only the user writes. */
  grantsVersion: number | null
  rows: (NewMemory & { eventSuffix: string; rare: string | null })[]
  batches: number
}

// Requests of one user that were authenticated with different grants: some are stale, so each is written alone.
const NO_VERSION = -1

/** Groups the rows by user and renumbers their batches, so that those of several requests stay distinct. */
export function writesByUser(requests: readonly WriteRequest[]): UserWrite[] {
  const writes = new Map<string, UserWrite>()
  for (const {
    ctx: { actor, requestId },
    rows,
  } of requests) {
    const { userId, aiId } = actor
    const write = writes.get(userId) ?? {
      userId,
      aiId,
      max: memoriesMax(actor),
      share: appShareMax(actor),
      limited: new Set(),
      grantsVersion: null,
      rows: [],
      batches: 0,
    }
    writes.set(userId, write)
    if (isLimitedToShare(actor)) write.limited.add(actor.app)
    const version = grantsVersionOf(actor)
    if (version !== null) write.grantsVersion = [null, version].includes(write.grantsVersion) ? version : NO_VERSION
    const eventSuffix = suffixFor(requestId)
    write.rows.push(
      ...rows.map((row) => ({
        ...row,
        slots: row.slots ?? slotsFor(actor, row.content),
        eventSuffix,
        rare: rareOf(row),
        batch: write.batches + row.batch,
      })),
    )
    write.batches = 1 + Math.max(...write.rows.map(({ batch }) => batch))
  }
  return [...writes.values()]
}

const RESERVATIONS = recordset('w', {
  userId: 'text',
  count: 'int',
  batches: 'int',
  max: 'int',
  share: 'int',
  added: 'jsonb',
  limited: 'jsonb',
  grantsVersion: 'bigint',
})

/** What each write reserves in its store, as rows `w`. */
export function reservations(writes: readonly UserWrite[]): Sql {
  return RESERVATIONS(
    writes.map(({ rows, limited, ...write }) => {
      const added = new Map<string, number>()
      for (const row of rows) added.set(sourceOf(row), (added.get(sourceOf(row)) ?? 0) + 1)
      const limits = [...added].filter(([source]) => limited.has(source))
      return {
        ...write,
        count: rows.length,
        added: JSON.stringify(Object.fromEntries(added)),
        limited: limits.length ? JSON.stringify(Object.fromEntries(limits)) : null,
      }
    }),
  )
}

/** Whether store `s` has capacity for reservation `w`. No app exceeds its share of a store that is filled no further. */
export const hasCapacity = sql`(
  s.memory_count + w.count <= w.max and (
    w.limited is null or s.memory_count + w.count <= w.share or ${isCounted(sql`s`)} and not exists (
      select from jsonb_each_text(w.limited)
      where coalesce((s.app_counts->>key)::int, 0) + value::int > w.share)))`
