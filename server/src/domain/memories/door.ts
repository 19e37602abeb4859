import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { ABOVE_ALL } from '../../foundation/page.ts'
import { join, nothing, recordset, type Sql, sql } from '../../foundation/sql.ts'
import { covers, coversAny } from '../vocabulary/scopes.ts'
import { type Memory, memoryColumns } from './memory.ts'

/*
 * The one door. Nothing in the service reads the content of memories but through the statements made here, and
 * each of them is cut to the person and to the qualifiers of the caller's grants. A test sees to it.
 */

/** Prefix, underscore and the time of an id. */
const ID_TIME_CHARS = 14

/** What tells the content of row `m` from any other. */
const contentHash = sql`sha256(convert_to(m.content, 'UTF8'))`

/** The condition under which a caller may read row `m`: the person's own, and within a granted qualifier. */
function readable(actor: MemoryActor): Sql {
  return sql`m.user_id = ${actor.userId} and ${within(actor.reads, sql`m.scope`)}`
}

/** The condition that a scope lies within one of these qualifiers: `covers` of the scope grammar, in SQL. */
function within(qualifiers: readonly string[], scope: Sql): Sql {
  if (qualifiers.includes('*')) return sql`true`
  const exact = qualifiers.map((qualifier) => (qualifier.endsWith('.*') ? qualifier.slice(0, -2) : qualifier))
  const below = qualifiers.filter((qualifier) => qualifier.endsWith('.*')).map((qualifier) => qualifier.slice(0, -1))
  if (!below.length) return sql`${scope} = any(${exact}::text[])`
  return sql`(${scope} = any(${exact}::text[])
    or exists (select from unnest(${below}::text[]) prefix where starts_with(${scope}, prefix)))`
}

/** Rows of this person, readable by this caller, that meet a condition on `m`. */
export function selectReadable(actor: MemoryActor, and: Sql, rest: Sql = nothing): Sql {
  return sql`select ${memoryColumns} from memories m where ${readable(actor)} and ${and} ${rest}`
}

/**
 * The newest readable rows below an id. With everything readable this walks the primary key; otherwise it takes
 * the newest of each readable scope the store holds and merges them, so that a narrow grant on a large store
 * costs no more than what it may see. A further condition, ` and …`, is looked for along the same way: at worst it
 * reads what the caller may read of this one store.
 */
export function selectNewest(
  actor: MemoryActor,
  filter: string | undefined,
  below: string,
  rows: number,
  and: Sql = nothing,
): Sql {
  const page = sql`m.id < ${below} ${and} order by m.id desc limit ${rows}`
  if (filter === undefined && actor.reads.includes('*')) return selectReadable(actor, page)
  if (filter !== undefined && !filter.endsWith('*')) return selectReadable(actor, sql`m.scope = ${filter} and ${page}`)
  return sql`
    with recursive ${heldScopes(actor.userId)}
    select m.* from held h
    cross join lateral (${selectReadable(actor, sql`m.scope = h.scope and ${page}`)}) m
    where ${within(actor.reads, sql`h.scope`)} and ${within([filter ?? '*'], sql`h.scope`)}
    order by m.id desc limit ${rows}`
}

/**
 * What a bundle or a brief starts from in a store of any size, without reading it all: these ids, the pinned, the
 * important, the newest, and the newest within each of these qualifiers; so many of each at most, all readable.
 */
export function selectToStartFrom(
  actor: MemoryActor,
  { ids, filters, rows }: { ids: readonly string[]; filters: readonly string[]; rows: number },
): Sql {
  const parts = [
    sql`select unnest(${ids}::text[]) as id`,
    selectWeighty(actor, true, rows),
    selectWeighty(actor, false, rows),
    ...[undefined, ...filters].map(
      (filter) => sql`select n.id from (${selectNewest(actor, filter, ABOVE_ALL, rows)}) n`,
    ),
  ]
  // An array is looked up id by id; a join over guesses of this depth might read the whole store.
  return selectReadable(actor, sql`m.id = any(array(${join(parts, sql` union `)}))`)
}

/** Ids of the readable memories that weigh most, pinned or not, from the index of what is above plain. */
function selectWeighty(actor: MemoryActor, pinned: boolean, rows: number): Sql {
  const weighty = sql`(m.pinned or m.importance > 50)`
  return sql`
    select w.id from (
      with recursive ${heldScopes(actor.userId, weighty)}
      select w.id from held h
      cross join lateral (
        select m.id, m.importance from memories m
        where m.user_id = ${actor.userId} and m.scope = h.scope and ${weighty} and m.pinned = ${pinned}
        order by m.importance desc, m.id desc limit ${rows}) w
      where ${within(actor.reads, sql`h.scope`)}
      order by w.importance desc, w.id desc limit ${rows}) w`
}

/**
 * Rows among these ids, in their order, then those written in the same call as a memory, which `together` tells; that
 * memory itself is left out. Ids of one call share their time, so its siblings lie side by side in the primary key.
 */
export function selectRelated(actor: MemoryActor, id: string, ids: readonly string[], rows: number): Sql {
  const sameTime = id.slice(0, ID_TIME_CHARS)
  return sql`
    select ${memoryColumns}, m.born = o.born as together from memories m,
      (select m.born from memories m where ${readable(actor)} and m.id = ${id}) o
    where ${readable(actor)} and m.id <> ${id}
      and (m.id = any(${ids}::text[]) or (m.id >= ${sameTime} and m.id < ${`${sameTime}~`} and m.born = o.born))
    order by array_position(${ids}::text[], m.id), m.id desc limit ${rows}`
}

/** The scopes a store holds, by hopping through the index from each to the next: `held (scope)`. */
function heldScopes(userId: string, and: Sql = sql`true`): Sql {
  return sql`held (scope) as (
    (select m.scope from memories m where m.user_id = ${userId} and ${and} order by m.scope limit 1)
    union all
    select (select m.scope from memories m where m.user_id = ${userId} and ${and} and m.scope > h.scope
      order by m.scope limit 1)
    from held h where h.scope is not null)`
}

/** How many readable memories each scope holds. */
export function countByScope(actor: MemoryActor): Sql {
  return sql`
    select m.scope, count(*) as count from memories m where ${readable(actor)} group by m.scope order by m.scope`
}

/**
 * One memory by id; `more` may select more beside it.
 * @throws Failure `scope_denied` with the missing scope when it is the person's but out of the caller's reach;
 * `not_found` when it is not there, or somebody else's, which is the same.
 */
export async function readMemory<M extends Memory>(
  ctx: Ctx<MemoryActor>,
  id: string,
  more: (memories: Sql) => Sql = (same) => same,
): Promise<M> {
  const memory = await ctx.db.maybe<M>(more(selectReadable(ctx.actor, sql`m.id = ${id}`)))
  if (memory) return memory
  const scope = await scopeOf(ctx, id)
  throw scope === undefined
    ? new Failure('not_found')
    : new Failure('scope_denied', { missing_scope: `memory:read:${scope}` })
}

/** The scope of one of the person's memories, for telling what is missing; `undefined` when it is not there. */
export async function scopeOf({ db, actor }: Ctx<MemoryActor>, id: string): Promise<string | undefined> {
  const row = await db.maybe<{ scope: string }>(
    sql`select m.scope from memories m where m.user_id = ${actor.userId} and m.id = ${id}`,
  )
  return row?.scope
}

/** Which of these ids the store holds, and in which scopes. */
export function selectHeld({ userId }: MemoryActor, ids: readonly string[]): Sql {
  return sql`select m.id, m.scope from memories m where m.user_id = ${userId} and m.id = any(${ids}::text[])`
}

/**
 * Holds a `?scope=` filter against the caller's grants.
 * @throws Failure `scope_denied` unless a grant covers all of what the filter names.
 */
export function checkFilter(actor: MemoryActor, filter: string | undefined): void {
  if (filter !== undefined && !coversAny(actor.reads, filter))
    throw new Failure('scope_denied', { missing_scope: `memory:read:${filter}` })
}

/** Whether a caller may read a scope. */
export function mayRead(actor: MemoryActor, scope: string): boolean {
  return actor.reads.some((qualifier) => covers(qualifier, scope))
}

/**
 * What a statement of this door selects, each row with the relations a model has read out of it, as `relations`; null
 * where there are none. They are told of exactly the rows that are told, each looked up by itself.
 */
export function withRelations({ userId }: MemoryActor, memories: Sql): Sql {
  return sql`
    select m.*, r.relations from (${memories}) m
    left join lateral (
      select r.relations from memory_relations r
      where r.user_id = ${userId} and r.id = m.id and r.read_from = ${contentHash} offset 0) r on true`
}

/**
 * Rows as the search index takes them, each with its vector of a model where there is one. Not cut to a caller: the
 * index belongs to the whole store, proposes nothing but ids to each caller's measure, and those pass
 * {@link selectReadable}.
 */
export function selectForIndex(userId: string, model: number | undefined, and: Sql): Sql {
  const vector = model === undefined ? nothing : sql`, v.codes`
  const vectors = sql`left join memory_vectors v on v.user_id = m.user_id and v.id = m.id and v.model = ${model}`
  return sql`
    select m.id, m.scope, m.content, (extract(epoch from m.occurred_at) * 1000)::float8 as "occurredAt",
      (extract(epoch from m.created_at) * 1000)::float8 as "createdAt", m.importance, m.pinned, m.born, m.place ${vector}
    from memories m ${model === undefined ? nothing : vectors}
    where m.user_id = ${userId} and ${and}`
}

/**
 * Memories that a model has not embedded yet, `rows` of each store at most, in the order they were changed from the
 * store's place on. Not cut to a caller either: what is made of them, vectors, goes into the index alone. With `offset 0`
 * each row looks up its own vector, here and below: a join planned while the tables were small would walk the store.
 */
export function selectForVectors(
  model: number,
  places: ReadonlyMap<string, { version: number; id: string }>,
  rows: number,
): Sql {
  return selectAfter(
    places,
    rows,
    sql`not exists (
      select from memory_vectors v where v.user_id = m.user_id and v.id = m.id and v.model = ${model} offset 0)`,
  )
}

/** Memories that no model has read for relations yet, likewise; an edit that left the content alone changes nothing. */
export function selectForRelations(places: ReadonlyMap<string, { version: number; id: string }>, rows: number): Sql {
  return selectAfter(
    places,
    rows,
    sql`not exists (
      select from memory_relations r
      where r.user_id = m.user_id and r.id = m.id and r.read_from = ${contentHash} offset 0)`,
  )
}

const STORE_PLACES = recordset('p', { userId: 'text', version: 'bigint', id: 'text' })

/** Memories behind a place in each store, in the order they were changed, that meet a condition on `m`. */
function selectAfter(places: ReadonlyMap<string, { version: number; id: string }>, rows: number, and: Sql): Sql {
  const from = [...places].map(([userId, place]) => ({ userId, ...place }))
  return sql`
    select m.user_id, m.id, m.content, m.version
    from ${STORE_PLACES(from)}
    cross join lateral (
      select m.user_id, m.id, m.content, m.version from memories m
      where m.user_id = p.user_id and m.version >= p.version and (m.version, m.id) > (p.version, p.id) and ${and}
      order by m.version, m.id limit ${rows}) m`
}

const AS_READ = recordset('r', { user_id: 'text', id: 'text', version: 'bigint' })

/** Which of these memories are still as they were at their version: whose they are, their ids, and a hash of the content. */
export function selectUnchanged(rows: readonly { user_id: string; id: string; version: number }[]): Sql {
  return sql`
    select m.user_id, m.id, m.hash
    from ${AS_READ(rows)}
    cross join lateral (
      select m.user_id, m.id, ${contentHash} as hash from memories m
      where m.user_id = r.user_id and m.id = r.id and m.version = r.version offset 0) m`
}
