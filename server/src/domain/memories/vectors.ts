import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { recordset, sql } from '../../foundation/sql.ts'
import { selectForVectors, selectUnchanged } from './door.ts'

/*
 * Vectors at rest. They are derived from the content of memories: whoever changes the content drops them in the same
 * transaction, and whoever brings them holds the store and brings only those whose memory has not changed since it was
 * read. A store's mark tells the version up to which all is done, so that nothing has to be queued at a write.
 */

const SWEPT_ROWS = 10_000
const SWEPT_STORES = 1_000

/** A model as the database knows it. */
export interface VectorModel {
  id: number
  dimension: number
}

/** A store with work to do, as it was when it was claimed. */
export interface Claimed {
  user_id: string
  /** The store's version, read before anything else. */
  version: number
  done_to: number
}

/** Stores that are ours now, and those another process is at. Who is in neither has no store any more. */
export interface Claims {
  claimed: Claimed[]
  elsewhere: string[]
}

/** A memory without a vector. */
export interface Unembedded {
  user_id: string
  id: string
  content: string
  version: number
}

/** A vector on its way into a store; without codes for a text the model would not take. */
export interface NewVector extends Omit<Unembedded, 'content'> {
  codes: Int8Array | undefined
}

/** Where in a store the work goes on: after this row, in the order of versions. */
export interface Place {
  version: number
  id: string
}

/** The number of a vector space, given out when it is first met. Numbers are few: only a new space takes one. */
export async function nameModel(db: Db, name: string, dimension: number): Promise<VectorModel> {
  const known = await db.maybe<VectorModel>(sql`
    update vector_models set used_at = now() where name = ${name} and dimension = ${dimension} returning id, dimension`)
  if (known) return known
  return db.one<VectorModel>(sql`
    insert into vector_models (name, dimension, used_at) values (${name}, ${dimension}, now())
    on conflict (name, dimension) do update set used_at = now() returning id, dimension`)
}

/** Says that a model is in use, answering or not, so that nothing of it is swept; answers its spaces. */
export function noteInUse(db: Db, name: string): Promise<VectorModel[]> {
  return db.rows<VectorModel>(
    sql`update vector_models set used_at = now() where name = ${name} returning id, dimension`,
  )
}

/** Up to `rows` stores after a person's that may hold memories this model has not seen, and the last one looked at. */
export async function storesBehind(db: Db, model: number, after: string, rows: number) {
  const looked = await db.rows<{ user_id: string; behind: boolean }>(sql`
    select s.user_id, s.version > coalesce(k.done_to, 0) as behind
    from (select user_id, version from stores where user_id > ${after} order by user_id limit ${rows}) s
    left join vector_marks k on k.user_id = s.user_id and k.model = ${model} order by s.user_id`)
  const users = looked.filter(({ behind }) => behind).map(({ user_id }) => user_id)
  return { users, last: looked.length < rows ? undefined : looked.at(-1)?.user_id }
}

/** How many memories are held, and how many of them in stores that are not done. */
export function countBehind(db: Db, model: number): Promise<{ held: number; behind: number }> {
  return db.one(sql`
    select coalesce(sum(s.memory_count), 0)::bigint as held,
      coalesce(sum(s.memory_count) filter (where s.version > coalesce(k.done_to, 0)), 0)::bigint as behind
    from stores s left join vector_marks k on k.user_id = s.user_id and k.model = ${model}`)
}

/**
 * Claims stores for `seconds`; those another process is at are left to it. A store is held meanwhile, so that no mark
 * is made for one that is being erased.
 */
export async function claimStores(db: Db, model: number, users: readonly string[], seconds: number): Promise<Claims> {
  const found = await db.rows<{ user_id: string; version: number; done_to: number | null }>(sql`
    with wanted as (
      select user_id, version from stores where user_id = any(${users}::text[]) order by user_id for key share
    ), claimed as (
      insert into vector_marks as k (user_id, model, done_to, leased_until)
      select user_id, ${model}::smallint, 0, now() + make_interval(secs => ${seconds}) from wanted order by user_id
      on conflict (user_id, model) do update set leased_until = excluded.leased_until
        where k.leased_until is null or k.leased_until < now()
      returning user_id, done_to)
    select w.user_id, w.version, c.done_to from wanted w left join claimed c on c.user_id = w.user_id`)
  return {
    claimed: found.flatMap(({ done_to, ...store }) => (done_to === null ? [] : [{ ...store, done_to }])),
    elsewhere: found.flatMap(({ done_to, user_id }) => (done_to === null ? [user_id] : [])),
  }
}

/** Memories without a vector of this model, `rows` of each store at most, each store from its place on. */
export function readUnembedded(
  db: Db,
  model: number,
  places: ReadonlyMap<string, Place>,
  rows: number,
): Promise<Unembedded[]> {
  return db.rows<Unembedded>(selectForVectors(model, places, rows))
}

const ARRIVING = recordset('t', { user_id: 'text', id: 'text', codes: 'bytea' })

/**
 * Brings vectors into their stores: each store's version is raised, and what was edited or forgotten since it was read
 * stays without. Two statements, since only the second sees what others did before the store was ours.
 * @returns for each store the version its vectors carry, and which ids were taken.
 */
export function bringVectors(db: Db, model: number, vectors: readonly NewVector[]) {
  const users = [...new Set(vectors.map(({ user_id }) => user_id))].sort()
  return db.transaction(async (db) => {
    await db.rows(sql`select 1 from stores where user_id = any(${users}::text[]) order by user_id for update`)
    const held = await db.rows<{ user_id: string; version: number }>(sql`
      update stores set version = version + 1 where user_id = any(${users}::text[]) returning user_id, version`)
    const taken = await db.rows<{ user_id: string; id: string }>(sql`
      insert into memory_vectors (user_id, id, model, codes, version)
      select t.user_id, t.id, ${model}::smallint, t.codes, s.version
      from (${selectUnchanged(vectors)}) u
      join ${ARRIVING(vectors.map((each) => ({ ...each, codes: bytesOf(each.codes) })))}
        on t.user_id = u.user_id and t.id = u.id
      join stores s on s.user_id = t.user_id
      on conflict (user_id, id, model) do nothing
      returning user_id, id`)
    return { versions: new Map(held.map(({ user_id, version }) => [user_id, version])), taken }
  })
}

/**
 * Lets go of what models made that no process has used for a day, some stores at a time, each with its mark; until then,
 * and for what is left then, a process going back to one finds its vectors there. Runs in a transaction, so that nobody
 * takes a model up again while it goes.
 */
export async function sweepModels({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const [unused] = await db.rows<{ id: number }>(sql`
    select id from vector_models where used_at < now() - interval '1 day' order by id limit 1 for update skip locked`)
  if (!unused) return
  const model = unused.id
  const marks = await db.rows<{ user_id: string }>(sql`
    select user_id from vector_marks where model = ${model} order by user_id limit ${SWEPT_STORES} for update`)
  if (!marks.length) return void (await db.count(sql`delete from vector_models where id = ${model}`))
  const users = marks.map(({ user_id }) => user_id)
  const dropped = await db.count(sql`
    delete from memory_vectors where (user_id, id, model) in (
      select user_id, id, model from memory_vectors
      where user_id = any(${users}::text[]) and model = ${model} limit ${SWEPT_ROWS})`)
  // Of which stores some are left is not known: all of them are looked through again if the model comes back.
  if (dropped === SWEPT_ROWS)
    await db.count(sql`update vector_marks set done_to = 0 where user_id = any(${users}::text[]) and model = ${model}`)
  else await db.count(sql`delete from vector_marks where user_id = any(${users}::text[]) and model = ${model}`)
}

/** A vector that came to a memory. */
export interface Arrived {
  id: string
  codes: Uint8Array | Int8Array
}

/** The vectors that came to a store after a version. */
export function arrivedSince(db: Db, userId: string, model: number, version: number): Promise<Arrived[]> {
  return db.rows<Arrived>(sql`
    select id, codes from memory_vectors where user_id = ${userId} and model = ${model} and version > ${version}`)
}

/** Has the database look at the tables anew: plans made while they were small walk whole stores once they are large. */
export async function analyseTables(db: Db): Promise<void> {
  await db.count(sql`analyze memories, memory_vectors`)
}

const DONE = recordset('t', { userId: 'text', doneTo: 'bigint' })

/** Notes how far stores are done and lets go of them; in order, as they are claimed, or two processes could block each other. */
export async function markStores(
  db: Db,
  model: number,
  doneTo: ReadonlyMap<string, number | undefined>,
): Promise<void> {
  const users = [...doneTo.keys()]
  await db.count(sql`
    with held as (
      select user_id from vector_marks where user_id = any(${users}::text[]) and model = ${model}
      order by user_id for update)
    update vector_marks k set done_to = greatest(k.done_to, coalesce(t.done_to, 0)), leased_until = null
    from held h
    join ${DONE([...doneTo].map(([userId, to]) => ({ userId, doneTo: to ?? null })))} on t.user_id = h.user_id
    where k.user_id = h.user_id and k.model = ${model}`)
}

/**
 * Drops what models made of memories whose content changes or goes, vectors and relations, in the transaction that
 * changes it; one statement.
 */
export async function dropDerived(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    with dropped as (delete from memory_relations where user_id = ${userId} and id = any(${ids}::text[]))
    delete from memory_vectors where user_id = ${userId} and id = any(${ids}::text[])`)
}

/** Erases all of a person's vectors, with the store. */
export async function eraseVectors(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from memory_vectors where user_id = ${userId}`)
  await db.count(sql`delete from vector_marks where user_id = ${userId}`)
}

function bytesOf(codes: Int8Array | undefined): Buffer {
  return codes ? Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength) : Buffer.alloc(0)
}
