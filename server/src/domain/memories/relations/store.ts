import type { Db } from '../../../foundation/db.ts'
import { recordset, sql } from '../../../foundation/sql.ts'
import type { Relationship } from '../../vocabulary/relations.ts'
import { selectForRelations, selectUnchanged } from '../door.ts'

/*
 * Relations at rest. They are derived from the content of memories: whoever changes the content drops them in the same
 * transaction, a memory that goes takes them along, and whoever brings them holds the store and brings only those whose
 * memory has not changed since it was read. How far a store has been read is a place in the order of its changes, so
 * nothing is queued at a write, and what states nothing leaves nothing behind.
 */

/** The id of a place behind every memory that was last changed at its version. */
export const ALL_OF_IT = '~'

/** Where in a store the work stands: all was read up to this memory, in the order of versions and ids. */
export interface Place {
  version: number
  id: string
}

/** A store with work to do, as it was when it was claimed, and up to when it is ours alone. */
export interface Claimed {
  user_id: string
  /** The store's version, read before anything else. */
  version: number
  from: Place
  until: string
}

/** A memory to be read. */
export interface Unread extends Place {
  user_id: string
  content: string
}

/** What a memory states. */
export interface Stating extends Omit<Unread, 'content'> {
  relations: Relationship[]
}

const isBehind = sql`(s.version, ${ALL_OF_IT}::text collate "C") > (coalesce(k.done_version, 0), coalesce(k.done_id, ''))`

/** Which of up to `rows` stores after a person's may hold memories that were not read, and the last one looked at. */
export async function storesBehind(db: Db, after: string, rows: number) {
  const looked = await db.rows<{ user_id: string; behind: boolean }>(sql`
    select s.user_id, ${isBehind} as behind
    from (select user_id, version from stores where user_id > ${after} order by user_id limit ${rows}) s
    left join relation_marks k on k.user_id = s.user_id order by s.user_id`)
  const users = looked.filter(({ behind }) => behind).map(({ user_id }) => user_id)
  return { users, last: looked.length < rows ? undefined : looked.at(-1)?.user_id }
}

/** How many memories are held in stores that have not been read to their end. */
export async function countBehind(db: Db): Promise<number> {
  const { behind } = await db.one<{ behind: number }>(sql`
    select coalesce(sum(s.memory_count) filter (where ${isBehind}), 0)::bigint as behind
    from stores s left join relation_marks k on k.user_id = s.user_id`)
  return behind
}

/**
 * Claims stores for `seconds`; those another process is at are left to it. A store is held meanwhile, so that no mark
 * is made for one that is being erased.
 */
export async function claimStores(db: Db, users: readonly string[], seconds: number): Promise<Claimed[]> {
  const claimed = await db.rows<Omit<Claimed, 'from'> & { done_version: number; done_id: string }>(sql`
    with wanted as (
      select user_id, version from stores where user_id = any(${users}::text[]) order by user_id for key share
    ), claimed as (
      insert into relation_marks as k (user_id, done_version, done_id, leased_until)
      select user_id, 0, '', now() + make_interval(secs => ${seconds}) from wanted order by user_id
      on conflict (user_id) do update set leased_until = excluded.leased_until
        where k.leased_until is null or k.leased_until < now()
      returning user_id, done_version, done_id, leased_until)
    select w.user_id, w.version, c.done_version, c.done_id, c.leased_until as until
    from wanted w join claimed c on c.user_id = w.user_id`)
  return claimed.map(({ done_version, done_id, ...store }) => ({
    ...store,
    from: { version: done_version, id: done_id },
  }))
}

/** Memories behind the places of their stores, `rows` of each at most, in the order in which they were changed. */
export function readUnread(db: Db, claimed: readonly Claimed[], rows: number): Promise<Unread[]> {
  return db.rows<Unread>(selectForRelations(new Map(claimed.map(({ user_id, from }) => [user_id, from])), rows))
}

const FOUND = recordset('t', { user_id: 'text', id: 'text', relations: 'jsonb' })

/**
 * Brings what memories state into their stores; what was edited or forgotten since it was read stays without. Two
 * statements, since only the second sees what others did before the store was ours.
 * @returns how many memories were given something.
 */
export function bringRelations(db: Db, found: readonly Stating[]): Promise<number> {
  const users = [...new Set(found.map(({ user_id }) => user_id))].sort()
  return db.transaction(async (db) => {
    await db.rows(sql`select 1 from stores where user_id = any(${users}::text[]) order by user_id for update`)
    return db.count(sql`
      insert into memory_relations (user_id, id, read_from, relations)
      select t.user_id, t.id, u.hash, t.relations
      from (${selectUnchanged(found)}) u
      join ${FOUND(found.map((each) => ({ ...each, relations: JSON.stringify(each.relations) })))}
        on t.user_id = u.user_id and t.id = u.id
      on conflict (user_id, id) do update set read_from = excluded.read_from, relations = excluded.relations`)
  })
}

const DONE = recordset('t', { user_id: 'text', version: 'bigint', id: 'text', until: 'timestamptz' })

/** Notes how far stores have been read and lets go of them, of those that are still ours; in the order of claims. */
export async function markStores(db: Db, done: readonly (Claimed & { to: Place })[]): Promise<void> {
  const users = done.map(({ user_id }) => user_id)
  await db.count(sql`
    with held as (
      select user_id from relation_marks where user_id = any(${users}::text[]) order by user_id for update)
    update relation_marks k set done_version = t.version, done_id = t.id, leased_until = null
    from held h
    join ${DONE(done.map(({ user_id, to, until }) => ({ user_id, ...to, until })))} on t.user_id = h.user_id
    where k.user_id = h.user_id and k.leased_until = t.until`)
}

/** Erases all relations of a person's memories and how far they were read, with the store. */
export async function eraseRelations(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from memory_relations where user_id = ${userId}`)
  await db.count(sql`delete from relation_marks where user_id = ${userId}`)
}
