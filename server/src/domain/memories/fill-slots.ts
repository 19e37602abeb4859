import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { onShardOf, type Sql, sql } from '../../foundation/sql/sql.ts'
import { type SlotSource, selectForSlots } from './internal-queries.ts'
import { deleteSlots, insertSlots } from './marks.ts'
import { SLOTS_RULES, slotsFor } from './slots.ts'

/*
 * Gives slots to memories of earlier releases, and new ones after a change of the user's name, so that later statements
 * can replace them. A run reads one page of one store, since it takes time on the main thread; the next run goes on from
 * there.
 */

// In one piece, on the main thread and on the embedded engine's only connection.
const PAGE_ROWS = 20
const PAGE_CHARS = 16 * 1024
const EMPTY_STORES_MAX = 1_000
/** Stores that are tried on a cluster, where those that a write has locked are not skipped by the search. */
const TRIES_MAX = 10

/**
 * By user: the id of the last memory that was read, and the mark that the store had then. After a restart, and if the mark
 * has changed, the store is read again from its start.
 */
const positions = new Map<string, { id: string; mark: number }>()

/**
 * Makes slots for one page of a store whose slots are missing, or were made by earlier rules or for another name of the
 * user. The store is locked, so that none of the memories changes meanwhile.
 */
export async function fillSlots({ db }: Pick<Ctx, 'db'>): Promise<boolean> {
  await db.count(sql`
    update stores set slots_rules = ${SLOTS_RULES} where user_id in (
      select user_id from stores where slots_rules < ${SLOTS_RULES} and memory_count = 0 limit ${EMPTY_STORES_MAX})`)
  const store = await lockBehind(db)
  if (!store) return false
  const { userId, mark } = store
  const position = positions.get(userId)
  const after = position?.mark === mark ? position.id : ''
  const rows = await db.rows<SlotSource>(selectForSlots(userId, after, PAGE_ROWS))
  const page = firstOf(rows)
  await deleteSlots(
    db,
    userId,
    page.map(({ id }) => id),
  )
  await insertSlots(
    db,
    userId,
    page.map(({ id, content, isNameless }) => ({
      id,
      slots: slotsFor(isNameless ? { ...store, ownName: null } : store, content),
    })),
  )
  const last = page.at(-1)
  if (last && (page.length < rows.length || rows.length === PAGE_ROWS)) positions.set(userId, { id: last.id, mark })
  else {
    positions.delete(userId)
    await db.count(sql`update stores set slots_rules = ${SLOTS_RULES} where user_id = ${userId}`)
  }
  return true
}

/** The first memories, at least one, that are not too long together. */
function firstOf(rows: readonly SlotSource[]): SlotSource[] {
  let chars = 0
  return rows.filter(({ content }, at) => (chars += content.length) <= PAGE_CHARS || at === 0)
}

interface BehindStore {
  userId: string
  mark: number
  ownName: string | null
}

/** Locks a store with missing slots that nothing else has locked; on a cluster, one of the first that are found. */
async function lockBehind(db: Db): Promise<BehindStore | undefined> {
  const select = (and: Sql) => sql`
    select s.user_id as "userId", s.slots_rules as mark, nullif(u.name, '') as "ownName" from stores s join users u on u.id = s.user_id
    where s.slots_rules < ${SLOTS_RULES} ${and}`
  const lock = sql`limit 1 for update of s skip locked`
  if (!db.layout?.isSpread) return db.maybe<BehindStore>(select(lock))
  for (const { userId } of await db.rows<BehindStore>(select(sql`limit ${TRIES_MAX}`))) {
    const locked = await db.maybe<BehindStore>(onShardOf(userId, select(sql`and s.user_id = ${userId} ${lock}`)))
    if (locked) return locked
  }
  return undefined
}
