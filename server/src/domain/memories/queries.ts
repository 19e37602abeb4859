import { covers } from '@memory-service/scopes'
import { type MemoryActor, mutedFor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { join, nothing, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { AuditPorts } from '../audit/audit.ts'
import { scopeDenied } from './denied.ts'
import { type Memory, memoryColumns } from './memory.ts'

/*
 * The read path: every statement that reads the content of memories is built in this file and limited to one user and
 * to the caller's grants. `architecture.unit.test.ts` enforces it.
 */

/** Characters of an id that are the same for all ids of one millisecond: prefix, underscore, time. */
const ID_TIME_CHARS = 14

/** SHA-256 of the content of row `m`. */
const contentHash = sql`sha256(convert_to(m.content, 'UTF8'))`

/** Condition: row `m` belongs to the user, its scope is within the caller's read grants, and its source is not muted. */
function readable(actor: MemoryActor): Sql {
  return sql`${existing(actor)} and ${within(actor.reads, sql`m.scope`)}`
}

/** Condition: row `m` exists for the caller: it belongs to the user, and its source is not muted. */
function existing(actor: MemoryActor): Sql {
  const muted = mutedFor(actor)
  if (!muted.length) return sql`m.user_id = ${actor.userId}`
  return sql`m.user_id = ${actor.userId} and (m.source_app is null or m.source_app <> all(${muted}::text[]))`
}

/** Condition: one of the qualifiers covers the scope. The SQL form of `covers` in the scope grammar. */
function within(qualifiers: readonly string[], scope: Sql): Sql {
  if (qualifiers.includes('*')) return sql`true`
  const exact = qualifiers.map((qualifier) => (qualifier.endsWith('.*') ? qualifier.slice(0, -2) : qualifier))
  const below = qualifiers.filter((qualifier) => qualifier.endsWith('.*')).map((qualifier) => qualifier.slice(0, -1))
  if (!below.length) return sql`${scope} = any(${exact}::text[])`
  return sql`(${scope} = any(${exact}::text[])
    or exists (select from unnest(${below}::text[]) prefix where starts_with(${scope}, prefix)))`
}

/** Selects the readable memories that meet a condition on `m`. `rest` follows the condition: order, limit. */
export function selectReadable(actor: MemoryActor, and: Sql, rest: Sql = nothing, columns: Sql = memoryColumns): Sql {
  return sql`select ${columns} from memories m where ${readable(actor)} and ${and} ${rest}`
}

/** Where a row stands in a list: its creation time, then its batch and its position in that batch. */
export type ListPosition = { createdAt: string; born: number; place: number }
/** A memory in a list, with its position. */
export type ListedMemory = Memory & ListPosition
const FIRST: ListPosition = { createdAt: 'infinity', born: 0, place: 0 }
const listColumns = sql`${memoryColumns}, m.born, m.place`

/**
 * Selects the newest readable memories after a position, newest first, as {@link ListedMemory}. If the caller may read
 * everything, the statement walks one index. Otherwise it merges the newest rows of each readable scope, so a narrow
 * grant on a large store reads only rows within that grant.
 * @param filter a qualifier that limits the scopes further.
 * @param and a further condition, ` and …`; rows that fail it are read and skipped.
 */
export function selectNewest(
  actor: MemoryActor,
  filter: string | undefined,
  { createdAt, born, place }: ListPosition = FIRST,
  rows: number,
  and: Sql = nothing,
): Sql {
  const older = sql`(m.created_at, m.born, m.place) < (${createdAt}::timestamptz, ${born}::bigint, ${place}::smallint)`
  const last = sql`${and} order by m.created_at desc, m.born desc, m.place desc limit ${rows}`
  const page = (scope: Sql) => selectReadable(actor, sql`${scope} and ${older}`, last, listColumns)
  if (filter === undefined && actor.reads.includes('*')) return page(sql`true`)
  if (filter !== undefined && !filter.endsWith('*')) return page(sql`m.scope = ${filter}`)
  return sql`
    with recursive ${storeScopes(actor.userId)}
    select m.* from store_scopes h
    cross join lateral (${page(sql`m.scope = h.scope`)}) m
    where ${within(actor.reads, sql`h.scope`)} and ${within([filter ?? '*'], sql`h.scope`)}
    order by m."createdAt" desc, m.born desc, m.place desc limit ${rows}`
}

/** Selects a page of the whole store after a position, oldest first, as {@link ListedMemory}. */
export function selectOldest(actor: MemoryActor, after: ListPosition | undefined, rows: number): Sql {
  const { createdAt, born, place } = after ?? { ...FIRST, createdAt: '-infinity' }
  return selectReadable(
    actor,
    sql`(m.created_at, m.born, m.place) > (${createdAt}::timestamptz, ${born}::bigint, ${place}::smallint)`,
    sql`order by m.created_at, m.born, m.place limit ${rows}`,
    listColumns,
  )
}

/**
 * Selects the readable memories that a bundle or brief ranks, without reading the whole store: the given ids, the
 * pinned, the important, the newest, and the newest within each filter.
 * @param rows the maximum of each group except the ids.
 */
export function selectSeeds(
  actor: MemoryActor,
  { ids, filters, rows }: { ids: readonly string[]; filters: readonly string[]; rows: number },
): Sql {
  const parts = [
    sql`select unnest(${ids}::text[]) as id`,
    selectImportant(actor, true, rows),
    selectImportant(actor, false, rows),
    ...[undefined, ...filters].map(
      (filter) => sql`select n.id from (${selectNewest(actor, filter, undefined, rows)}) n`,
    ),
  ]
  // With an array, PostgreSQL looks up each id; for a join it may choose to read the whole store.
  return selectReadable(actor, sql`m.id = any(array(${join(parts, sql` union `)}))`)
}

/** Selects the ids of the most important readable memories. The condition matches the partial index `weighty`. */
function selectImportant(actor: MemoryActor, pinned: boolean, rows: number): Sql {
  const isImportant = sql`(m.pinned or m.importance > 50)`
  return sql`
    select w.id from (
      with recursive ${storeScopes(actor.userId, isImportant)}
      select w.id from store_scopes h
      cross join lateral (
        select m.id, m.importance from memories m
        where ${existing(actor)} and m.scope = h.scope and ${isImportant} and m.pinned = ${pinned}
        order by m.importance desc, m.id desc limit ${rows}) w
      where ${within(actor.reads, sql`h.scope`)}
      order by w.importance desc, w.id desc limit ${rows}) w`
}

/**
 * Selects the readable memories related to one memory, without that memory: those among `ids`, in that order, then those
 * of its batch (`sameBatch`). The ids of a batch share their time, so they are adjacent in the primary key.
 */
export function selectRelated(actor: MemoryActor, id: string, ids: readonly string[], rows: number): Sql {
  const sameTime = id.slice(0, ID_TIME_CHARS)
  return sql`
    select ${memoryColumns}, m.born = o.born as "sameBatch" from memories m,
      (select m.born from memories m where ${readable(actor)} and m.id = ${id}) o
    where ${readable(actor)} and m.id <> ${id}
      and (m.id = any(${ids}::text[]) or (m.id >= ${sameTime} and m.id < ${`${sameTime}~`} and m.born = o.born))
    order by array_position(${ids}::text[], m.id), m.place desc limit ${rows}`
}

/** A recursive CTE, `store_scopes (scope)`: the distinct scopes of a store, by one index lookup for each. */
function storeScopes(userId: string, and: Sql = sql`true`): Sql {
  return sql`store_scopes (scope) as (
    (select m.scope from memories m where m.user_id = ${userId} and ${and} order by m.scope limit 1)
    union all
    select (select m.scope from memories m where m.user_id = ${userId} and ${and} and m.scope > h.scope
      order by m.scope limit 1)
    from store_scopes h where h.scope is not null)`
}

/** Counts the readable memories of each scope. */
export function countByScope(actor: MemoryActor): Sql {
  return sql`
    select m.scope, count(*) as count from memories m where ${readable(actor)} group by m.scope order by m.scope`
}

/**
 * Reads one memory by id; `more` may wrap the statement to select further columns.
 * @throws Failure `scope_denied` with the missing scope if the memory is the user's but outside the caller's grants;
 * `not_found` if it does not exist or belongs to another user.
 */
export async function readMemory<M extends Memory>(
  ctx: Ctx<MemoryActor, AuditPorts>,
  id: string,
  more: (memories: Sql) => Sql = (same) => same,
): Promise<M> {
  const memory = await ctx.db.maybe<M>(more(selectReadable(ctx.actor, sql`m.id = ${id}`)))
  if (memory) return memory
  const scope = await scopeOf(ctx, id)
  throw scope === undefined ? new Failure('not_found') : scopeDenied(ctx, 'memory:read', { id, scope })
}

/** Reads the scope of one of the user's memories regardless of grants; `undefined` if it does not exist for the caller. */
export async function scopeOf({ db, actor }: Ctx<MemoryActor>, id: string): Promise<string | undefined> {
  const row = await db.maybe<{ scope: string }>(
    sql`select m.scope from memories m where ${existing(actor)} and m.id = ${id}`,
  )
  return row?.scope
}

/** Selects the id and scope of those ids that exist for the caller, regardless of grants. */
export function selectExisting(actor: MemoryActor, ids: readonly string[]): Sql {
  return sql`select m.id, m.scope from memories m where ${existing(actor)} and m.id = any(${ids}::text[])`
}

/** Whether the caller may read a scope. */
export function mayRead(actor: MemoryActor, scope: string): boolean {
  return actor.reads.some((qualifier) => covers(qualifier, scope))
}

/**
 * Adds the column `relations` to a memory query: the relations derived from each row's current content, or null.
 * `offset 0` makes PostgreSQL look them up row by row.
 */
export function withRelations({ userId }: MemoryActor, memories: Sql): Sql {
  return sql`
    select m.*, r.relations from (${memories}) m
    left join lateral (
      select r.relations from memory_relations r
      where r.user_id = ${userId} and r.id = m.id and r.read_from = ${contentHash} offset 0) r on true`
}

/**
 * Selects rows for the search index, each with its vector of a model if there is one. Not limited to a caller's grants:
 * the index covers the whole store and returns only ids, which {@link selectReadable} then limits.
 */
export function selectForIndex(userId: string, model: number | undefined, and: Sql): Sql {
  const vector = model === undefined ? nothing : sql`, v.codes`
  const vectors = sql`left join memory_vectors v on v.user_id = m.user_id and v.id = m.id and v.model = ${model}`
  return sql`
    select m.id, m.scope, m.source_app as source, m.content, (extract(epoch from m.occurred_at) * 1000)::float8 as "occurredAt",
      (extract(epoch from m.created_at) * 1000)::float8 as "createdAt", m.importance, m.pinned,
      m.born as batch, m.place as position ${vector}
    from memories m ${model === undefined ? nothing : vectors}
    where m.user_id = ${userId} and ${and}`
}

/** A vector of a memory, quantised to one signed byte per dimension. */
export interface VectorRow {
  id: string
  codes: Uint8Array | Int8Array
}

/** Selects the vectors of a model that were stored after a version of the store, as {@link VectorRow}. */
export function selectVectorsSince(userId: string, model: number, version: number): Sql {
  return sql`
    select id, codes from memory_vectors where user_id = ${userId} and model = ${model} and version > ${version}`
}

/** A position in a store's memories, ordered by the version of their last change, then by id. */
export interface Position {
  version: number
  id: string
}

/** A memory as the derivation of vectors and relations reads it. */
export interface SourceRow extends Position {
  user_id: string
  content: string
}

/**
 * Selects memories without a vector of the model as {@link SourceRow}, at most `rows` of each store, after the store's
 * position. Not limited to grants: vectors go only into the search index. Here and below, `offset 0` makes PostgreSQL
 * look up each row's vector; a join planned while the tables were small would read the whole store.
 */
export function selectForVectors(model: number, positions: ReadonlyMap<string, Position>, rows: number): Sql {
  return selectChangedAfter(
    positions,
    rows,
    sql`not exists (
      select from memory_vectors v where v.user_id = m.user_id and v.id = m.id and v.model = ${model} offset 0)`,
  )
}

/**
 * Selects memories that were not read for relations since their content last changed, as {@link SourceRow}, at most
 * `rows` of each store, after the store's position. Not limited to grants.
 */
export function selectForRelations(positions: ReadonlyMap<string, Position>, rows: number): Sql {
  return selectChangedAfter(
    positions,
    rows,
    sql`not exists (
      select from memory_relations r
      where r.user_id = m.user_id and r.id = m.id and r.read_from = ${contentHash} offset 0)`,
  )
}

const POSITIONS = recordset('p', { userId: 'text', version: 'bigint', id: 'text' })

/** Selects the memories after a position in each store, in order, that meet a condition on `m`. */
function selectChangedAfter(positions: ReadonlyMap<string, Position>, rows: number, and: Sql): Sql {
  const after = [...positions].map(([userId, position]) => ({ userId, ...position }))
  return sql`
    select m.user_id, m.id, m.content, m.version
    from ${POSITIONS(after)}
    cross join lateral (
      select m.user_id, m.id, m.content, m.version from memories m
      where m.user_id = p.user_id and m.version >= p.version and (m.version, m.id) > (p.version, p.id) and ${and}
      order by m.version, m.id limit ${rows}) m`
}

const AS_READ = recordset('r', { user_id: 'text', id: 'text', version: 'bigint' })

/** Selects which memories still have the version they were read at: user, id and content hash. */
export function selectUnchanged(rows: readonly Omit<SourceRow, 'content'>[]): Sql {
  return sql`
    select m.user_id, m.id, m.hash
    from ${AS_READ(rows)}
    cross join lateral (
      select m.user_id, m.id, ${contentHash} as hash from memories m
      where m.user_id = r.user_id and m.id = r.id and m.version = r.version offset 0) m`
}
