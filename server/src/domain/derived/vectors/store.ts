import type { Ctx } from '../../../foundation/ctx.ts'
import type { Db } from '../../../foundation/sql/db.ts'
import { forUsers, onlyOf } from '../../../foundation/sql/shards.ts'
import { nothing, onShardOf, recordset, sql } from '../../../foundation/sql/sql.ts'
import { type SourceRow, selectUnchanged } from '../../memories/internal-queries.ts'
import { lockStores, raiseVersions } from '../../memories/store.ts'
import type { Watermarks } from '../watermarks.ts'

/*
 * Stored vectors. A vector is stored under the lock of its store, and only if its memory has not changed since it was
 * read. An edit of the content deletes it in the same transaction.
 */

const DELETE_BATCH_ROWS = 10_000
const DELETE_BATCH_STORES = 1_000

/** A vector space: one per model name and dimension. */
export interface VectorModel {
  id: number
  dimension: number
}

/** A vector to be stored; without codes if the model rejects the memory's text. */
export interface NewVector extends Omit<SourceRow, 'content'> {
  codes: Int8Array | undefined
}

/** The watermarks of one vector space. They cover whole versions: within a version the loop remembers its position. */
export function vectorWatermarks(model: number): Watermarks {
  return {
    table: sql`vector_marks k`,
    and: sql`and k.model = ${model}`,
    isBehind: sql`s.version > coalesce(k.done_to, 0)`,
    insert: sql`
      insert into vector_marks as k (user_id, model, done_to, leased_until) select user_id, ${model}::smallint, 0`,
    key: sql`user_id, model`,
    position: sql`k.done_to as version, '~' as id`,
    advance: sql`update vector_marks k set done_to = greatest(k.done_to, case t.id when '~' then t.version else 0 end)`,
  }
}

/** Finds or creates the vector space of a model. Ids are scarce (smallint), so only a new space takes one. */
export async function registerModel(db: Db, name: string, dimension: number): Promise<VectorModel> {
  const known = await db.maybe<VectorModel>(sql`
    update vector_models set used_at = now() where name = ${name} and dimension = ${dimension} returning id, dimension`)
  if (known) return known
  return db.one<VectorModel>(sql`
    insert into vector_models (name, dimension, used_at) values (${name}, ${dimension}, now())
    on conflict (name, dimension) do update set used_at = excluded.used_at returning id, dimension`)
}

/** Records that a model is in use, whether or not it responds, so that its vectors are retained; returns its spaces. */
export function recordModelUse(db: Db, name: string): Promise<VectorModel[]> {
  return db.rows<VectorModel>(
    sql`update vector_models set used_at = now() where name = ${name} returning id, dimension`,
  )
}

const NEW_VECTORS = recordset('t', { user_id: 'text', id: 'text', codes: 'bytea' })

/**
 * Stores vectors and raises the version of each store by one. Two statements: only the second sees changes committed
 * before the stores were locked.
 * @returns each store's new version, and the memories whose vectors were stored; the others have changed or are deleted.
 */
export async function insertVectors(db: Db, model: number, vectors: readonly NewVector[]) {
  const users = [...new Set(vectors.map(({ user_id }) => user_id))].sort()
  const inserted = await forUsers(db, users, (users) => {
    const own = onlyOf(users)
    return insertVectorsOf(db, model, users, own ? vectors.filter(({ user_id }) => user_id === own) : vectors)
  })
  return {
    versions: new Map(inserted.flatMap(({ versions }) => [...versions])),
    stored: inserted.flatMap(({ stored }) => stored),
  }
}

function insertVectorsOf(db: Db, model: number, users: readonly string[], vectors: readonly NewVector[]) {
  return db.transaction(async (db) => {
    await lockStores(db, users)
    const versions = await raiseVersions(db, users)
    const insert = sql`
      insert into memory_vectors (user_id, id, model, codes, version)
      select t.user_id, t.id, ${model}::smallint, t.codes, s.version
      from (${selectUnchanged(vectors)}) u
      join ${NEW_VECTORS(vectors.map((each) => ({ ...each, codes: bytesOf(each.codes) })))}
        on t.user_id = u.user_id and t.id = u.id
      join stores s on s.user_id = t.user_id
      on conflict (user_id, id, model) do nothing
      returning user_id, id`
    const stored = await db.rows<{ user_id: string; id: string }>(onShardOf(onlyOf(users), insert))
    return { versions, stored }
  })
}

/**
 * Deletes one batch of the vectors and watermarks of a model that no process has used for a day. Until they are deleted,
 * a process that returns to the model finds them. Runs in a transaction, so that the model stays locked meanwhile.
 */
export async function deleteUnusedVectors({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const [unused] = await db.rows<{ id: number }>(sql`
    select id from vector_models where used_at < now() - interval '1 day' order by id limit 1 for update skip locked`)
  if (!unused) return
  const model = unused.id
  // Locked where one statement can lock rows of several users.
  const locked = db.layout?.isSpread ? nothing : sql`for update`
  const marks = await db.rows<{ user_id: string }>(sql`
    select user_id from vector_marks where model = ${model} order by user_id limit ${DELETE_BATCH_STORES} ${locked}`)
  if (!marks.length) return void (await db.count(sql`delete from vector_models where id = ${model}`))
  const users = marks.map(({ user_id }) => user_id)
  const deleted = await db.count(sql`
    delete from memory_vectors where (user_id, id, model) in (
      select user_id, id, model from memory_vectors
      where user_id = any(${users}::text[]) and model = ${model} limit ${DELETE_BATCH_ROWS})`)
  // A full batch may leave vectors of any of these stores; if the model is used again, all of them are checked.
  if (deleted === DELETE_BATCH_ROWS)
    await db.count(sql`update vector_marks set done_to = 0 where user_id = any(${users}::text[]) and model = ${model}`)
  else await db.count(sql`delete from vector_marks where user_id = any(${users}::text[]) and model = ${model}`)
}

/** Updates the statistics of the tables: plans made while they were small read whole stores once they are large. */
export async function analyzeTables(db: Db): Promise<void> {
  await db.count(sql`analyze memories, memory_vectors`)
}

/** Deletes all vectors and watermarks of a user, in the transaction that erases the user. */
export async function eraseVectors(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from memory_vectors where user_id = ${userId}`)
  await db.count(sql`delete from vector_marks where user_id = ${userId}`)
}

function bytesOf(codes: Int8Array | undefined): Buffer {
  return codes ? Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength) : Buffer.alloc(0)
}
