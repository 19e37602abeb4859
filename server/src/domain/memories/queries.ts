import { covers } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { AuditPorts } from '../audit/audit.ts'
import {
  consideredColumns,
  existing,
  isUnchangedSince,
  memoryColumns,
  type Reader,
  readable,
  wasHeldAt,
  within,
} from './columns.ts'
import { scopeDenied } from './denied.ts'
import { contentHash } from './internal-queries.ts'
import type { Memory } from './memory.ts'
import { inState, type StateQuery } from './state.ts'

/*
 * The read path: every statement that reads the content of memories for a caller is built in this file and limited to
 * one user and to the caller's grants. `architecture.unit.test.ts` enforces it.
 */

/** Characters of an id that are the same for all ids of one millisecond: prefix, underscore, time. */
const ID_TIME_CHARS = 14

/**
 * Selects the readable memories that meet a condition on `m`. `rest` follows the condition: order, limit. With `asOf`,
 * these are the revisions of then, and order and limit apply to the memories that have not changed since and to the
 * others separately.
 */
export function selectReadable(reader: Reader, and: Sql, rest: Sql = nothing, more: Sql = nothing): Sql {
  return selectHeld(reader, sql`${memoryColumns(reader)}${more}`, sql`${readable(reader)} and ${and}`, rest)
}

/** Selects columns of rows `m` that the store holds, or held at `asOf`. */
function selectHeld(reader: Reader, columns: Sql, where: Sql, rest: Sql = nothing): Sql {
  const { asOf, actor } = reader
  const { userId } = actor
  if (asOf === undefined) return sql`select ${columns} from memories m where m.user_id = ${userId} and ${where} ${rest}`
  return sql`
    select m.* from (
      (select ${columns} from memories m
        where m.user_id = ${userId} and ${where} and ${isUnchangedSince(sql`m`, asOf)} ${rest})
      union all
      (select ${columns} from memory_revisions m
        where m.user_id = ${userId} and ${where} and ${wasHeldAt(reader, sql`m`, asOf)} ${rest})) m`
}

/** Where a row stands in a list: its creation time, then its batch and its position in that batch. */
export type ListPosition = { createdAt: string; born: number; place: number }
/** A memory in a list, with its position. */
export type ListedMemory = Memory & ListPosition
const FIRST: ListPosition = { createdAt: 'infinity', born: 0, place: 0 }
const LIST_COLUMNS = sql`, m.born, m.place`

/**
 * Selects the newest readable memories after a position, newest first, as {@link ListedMemory}. If the caller may read
 * everything, the statement walks one index. Otherwise it merges the newest rows of each readable scope, so a narrow
 * grant on a large store reads only rows within that grant.
 * @param filter a qualifier that limits the scopes further.
 * @param and a further condition, ` and …`; rows that fail it are read and skipped.
 */
export function selectNewest(
  reader: Reader,
  filter: string | undefined,
  { createdAt, born, place }: ListPosition = FIRST,
  rows: number,
  and: Sql = nothing,
): Sql {
  const { actor } = reader
  const older = sql`(m.created_at, m.born, m.place) < (${createdAt}::timestamptz, ${born}::bigint, ${place}::smallint)`
  const last = sql`${and} order by m.created_at desc, m.born desc, m.place desc limit ${rows}`
  const page = (scope: Sql) => selectReadable(reader, sql`${scope} and ${older}`, last, LIST_COLUMNS)
  if (reader.asOf !== undefined)
    return sql`
      select m.* from (${page(within([filter ?? '*'], sql`m.scope`))}) m
      order by m."createdAt" desc, m.born desc, m.place desc limit ${rows}`
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
export function selectOldest(reader: Reader, after: ListPosition | undefined, rows: number): Sql {
  const { createdAt, born, place } = after ?? { ...FIRST, createdAt: '-infinity' }
  return selectReadable(
    reader,
    sql`(m.created_at, m.born, m.place) > (${createdAt}::timestamptz, ${born}::bigint, ${place}::smallint)`,
    sql`order by m.created_at, m.born, m.place limit ${rows}`,
    LIST_COLUMNS,
  )
}

/** Selects those of the ids that are readable and in a state, as {@link ConsideredMemory}. */
export function selectConsidered(reader: Reader, ids: readonly string[], state: StateQuery): Sql {
  const isMeant = sql`m.id = any(${ids}::text[]) and ${inState(reader, state)}`
  return selectHeld(reader, consideredColumns(reader), sql`${readable(reader)} and ${isMeant}`)
}

/**
 * Selects the current readable memories related to one memory, without that memory: those among `ids`, in that order, then those
 * of its batch (`sameBatch`). The ids of a batch share their time, so they are adjacent in the primary key.
 */
export function selectRelated(reader: Reader, id: string, ids: readonly string[], rows: number): Sql {
  const sameTime = id.slice(0, ID_TIME_CHARS)
  return sql`
    select ${memoryColumns(reader)}, m.born = o.born as "sameBatch" from memories m,
      (select m.born from memories m where ${readable(reader)} and m.id = ${id}) o
    where ${readable(reader)} and ${inState(reader, { state: 'current' })} and m.id <> ${id}
      and (m.id = any(${ids}::text[]) or (m.id >= ${sameTime} and m.id < ${`${sameTime}~`} and m.born = o.born))
    order by array_position(${ids}::text[], m.id), m.place desc limit ${rows}`
}

/** A recursive CTE, `store_scopes (scope)`: the distinct scopes of a store, by one index lookup for each. */
function storeScopes(userId: string): Sql {
  return sql`store_scopes (scope) as (
    (select m.scope from memories m where m.user_id = ${userId} order by m.scope limit 1)
    union all
    select (select m.scope from memories m where m.user_id = ${userId} and m.scope > h.scope
      order by m.scope limit 1)
    from store_scopes h where h.scope is not null)`
}

/** A memory that is compared with others. */
export interface ComparedMemory extends Memory {
  /** Ids of memories that are true beside it. */
  bothTrue: readonly string[] | null
}

/** Selects those of the ids that are current memories of the user, as {@link ComparedMemory}. */
export function selectCompared(reader: Reader, ids: readonly string[]): Sql {
  const isMeant = sql`m.id = any(${ids}::text[]) and ${isComparable(reader)}`
  return selectReadable(reader, isMeant, nothing, sql`, m.both_true as "bothTrue"`)
}

/** Selects the ids of current memories of the user below an id, the newest first. */
export function selectComparable(reader: Reader, below: string, rows: number): Sql {
  return sql`
    select m.id from memories m
    where ${readable(reader)} and m.id < ${below} and ${isComparable(reader)} order by m.id desc limit ${rows}`
}

/** Condition: row `m` is current, and its source is not hidden from other apps. */
function isComparable(reader: Reader): Sql {
  return sql`${inState(reader, { state: 'current' })} and not exists (
    select from muted_sources muted where muted.user_id = ${reader.actor.userId} and muted.app = m.source_app)`
}

/** Selects those of the ids that the caller may read. */
export function selectReadableIds(reader: Reader, ids: readonly string[]): Sql {
  return sql`select m.id from memories m where ${readable(reader)} and m.id = any(${ids}::text[])`
}

/** Counts the readable memories of each scope. */
export function countByScope(reader: Reader): Sql {
  return sql`
    select m.scope, count(*) as count from memories m where ${readable(reader)} group by m.scope order by m.scope`
}

/** The month of row `m` in a time zone. */
const monthOf = (timezone: string): Sql => sql`to_char(m.occurred_at at time zone ${timezone}, 'YYYY-MM')`

/** Counts the readable memories by month and topic, the newest month first. */
export function countByMonth(reader: Reader, timezone: string): Sql {
  return sql`
    select c.month, c.topic, count(*) as count from (
      select ${monthOf(timezone)} as month, split_part(m.scope, '.', 1) as topic, m.occurred_at
      from memories m where ${readable(reader)}) c
    group by c.month, c.topic order by max(c.occurred_at) desc, c.topic`
}

/** Selects the most important readable memories of each of the months, at most `rows` of each, with their `month`. */
export function selectOfMonths(reader: Reader, timezone: string, months: readonly string[], rows: number): Sql {
  const month = monthOf(timezone)
  const ranked = sql`
    select w.id from (
      select m.id, row_number() over (
        partition by ${month} order by m.importance desc, m.pinned desc, m.occurred_at desc, m.id desc) as rank
      from memories m where ${readable(reader)} and ${month} = any(${months}::text[])) w
    where w.rank <= ${rows}`
  return selectReadable(
    reader,
    sql`m.id = any(array(${ranked}))`,
    sql`order by m.occurred_at desc, m.id desc`,
    sql`, ${month} as month`,
  )
}

/**
 * Reads one memory by id, in whatever state; with `asOf` as it was then. `more` may wrap the statement to select further columns.
 * @throws Failure `scope_denied` with the missing scope if the memory is the user's but outside the caller's grants;
 * `not_found` if it does not exist or belongs to another user.
 */
export async function readMemory<M extends Memory>(
  ctx: Ctx<MemoryActor, AuditPorts> & Reader,
  id: string,
  more: (memories: Sql) => Sql = (same) => same,
): Promise<M> {
  const memory = await ctx.db.maybe<M>(more(selectReadable(ctx, sql`m.id = ${id}`)))
  if (memory) return memory
  const scope = await scopeOf(ctx, id)
  throw scope === undefined ? new Failure('not_found') : scopeDenied(ctx, 'memory:read', { id, scope })
}

/** Reads the scope of one of the user's memories regardless of grants; `undefined` if it does not exist for the caller. */
export async function scopeOf(ctx: Ctx<MemoryActor> & Reader, id: string): Promise<string | undefined> {
  const row = await ctx.db.maybe<{ scope: string }>(
    selectHeld(ctx, sql`m.scope`, sql`${existing(ctx)} and m.id = ${id}`),
  )
  return row?.scope
}

/** Selects a memory that the caller just edited; the caller limits what it shows to its grants. */
export function selectEdited(reader: Reader, id: string): Sql {
  return sql`select ${memoryColumns(reader)} from memories m where ${existing(reader)} and m.id = ${id}`
}

/** Selects the id and scope of those ids that exist for the caller, regardless of grants. */
export function selectExisting(reader: Reader, ids: readonly string[]): Sql {
  return sql`select m.id, m.scope from memories m where ${existing(reader)} and m.id = any(${ids}::text[])`
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
