import type { Db } from '../../../foundation/sql/db.ts'
import { forUsers, onlyOf } from '../../../foundation/sql/shards.ts'
import { nothing, onShardOf, recordset, sql } from '../../../foundation/sql/sql.ts'
import { type SourceRow, selectUnchanged } from '../../memories/internal-queries.ts'
import { lockStores } from '../../memories/store.ts'
import type { Relationship } from '../../vocabulary/relations.ts'
import type { Watermarks } from '../watermarks.ts'

/*
 * Stored relations. They are stored under the lock of their store, and only if their memory has not changed since it was
 * read. An edit of the content deletes them in the same transaction. A memory without relations has no row.
 */

/** A memory that states relations. */
export interface NewRelations extends Omit<SourceRow, 'content'> {
  relations: Relationship[]
}

/** The watermarks of relations: the version and id of the last memory read, `~` after the last of a version. */
export const RELATION_WATERMARKS: Watermarks = {
  table: sql`relation_marks k`,
  and: nothing,
  isBehind: sql`(s.version, '~'::text collate "C") > (coalesce(k.done_version, 0), coalesce(k.done_id, ''))`,
  insert: sql`
    insert into relation_marks as k (user_id, done_version, done_id, leased_until) select user_id, 0, ''`,
  key: sql`user_id`,
  position: sql`k.done_version as version, k.done_id as id`,
  advance: sql`update relation_marks k set done_version = t.version, done_id = t.id`,
}

const NEW_RELATIONS = recordset('t', { user_id: 'text', id: 'text', relations: 'jsonb' })

/**
 * Stores relations. Two statements: only the second sees changes committed before the stores were locked.
 * @returns how many memories have got relations; the others have changed or are deleted.
 */
export async function upsertRelations(db: Db, stated: readonly NewRelations[]): Promise<number> {
  const users = [...new Set(stated.map(({ user_id }) => user_id))].sort()
  const counts = await forUsers(db, users, (users) => {
    const own = onlyOf(users)
    return upsertRelationsOf(db, users, own ? stated.filter(({ user_id }) => user_id === own) : stated)
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

function upsertRelationsOf(db: Db, users: readonly string[], stated: readonly NewRelations[]): Promise<number> {
  return db.transaction(async (db) => {
    await lockStores(db, users)
    const upsert = sql`
      insert into memory_relations (user_id, id, read_from, relations)
      select t.user_id, t.id, u.hash, t.relations
      from (${selectUnchanged(stated)}) u
      join ${NEW_RELATIONS(stated.map((each) => ({ ...each, relations: JSON.stringify(each.relations) })))}
        on t.user_id = u.user_id and t.id = u.id
      on conflict (user_id, id) do update set read_from = excluded.read_from, relations = excluded.relations
      returning id`
    return db.count(onShardOf(onlyOf(users), upsert))
  })
}

/** Deletes all relations of a user's memories and the watermark, in the transaction that erases the user. */
export async function eraseRelations(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from memory_relations where user_id = ${userId}`)
  await db.count(sql`delete from relation_marks where user_id = ${userId}`)
}
