import type { IndexRow } from '@memory-service/recall/types'
import { onlyOf } from '../../foundation/sql/shards.ts'
import { nothing, onShardOf, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { existing, type Reader, writerColumn } from './columns.ts'

/*
 * Reads of memories by the service itself: for the search index, for what is derived from memories, and for changes. They
 * are not limited to grants. What they read never leaves the service as content.
 */

/** SHA-256 of the content of row `m`. */
export const contentHash = sql`sha256(convert_to(m.content, 'UTF8'))`

/** A time of row `m` in ms since 1970. */
const ms = (time: Sql) => sql`(extract(epoch from ${time}) * 1000)::float8`

/** What the search index reads of row `m` beside its id. */
const indexedColumns = (
  userId: string,
) => sql`m.scope, m.source_app as source, ${writerColumn(userId)}, m.content, ${ms(sql`m.occurred_at`)} as "occurredAt",
  ${ms(sql`m.created_at`)} as "createdAt", m.importance, m.pinned, m.born as batch, m.place as position,
  ${ms(sql`m.valid_from`)} as "validFrom", ${ms(sql`m.valid_until`)} as "validUntil", ${ms(sql`m.expires_at`)} as "expiresAt",
  m.superseded_by is not null as superseded, m.superseded_by as "supersededBy", m.maybe_superseded_by as "maybeSupersededBy"`

/** Selects those of the ids that a user's memories have, readable or not, expired or not. */
export function selectStored(userId: string, ids: readonly string[]): Sql {
  return sql`select m.id from memories m where m.user_id = ${userId} and m.id = any(${ids}::text[])`
}

/** Condition: a memory of the user has the source and the external id of `row`. */
export function isExternalIdTaken(userId: string, row: Sql): Sql {
  return sql`exists (
    select from memories m
    where m.user_id = ${userId} and coalesce(m.source_app, '') = coalesce(${row}.source_app, '')
      and m.external_id = ${row}.external_id)`
}

/** Condition: no memory has the id of `row`. */
export function isNotStored(row: Sql): Sql {
  return sql`not exists (select from memories m where m.user_id = ${row}.user_id and m.id = ${row}.id)`
}

/** Selects the users of expired memories, longest expired first, and the ids of their identities. */
export function selectExpired(now: string, rows: number): Sql {
  return sql`
    select m.user_id as "userId", i.id as "aiId" from memories m join identities i on i.user_id = m.user_id
    where m.expires_at <= ${now}::timestamptz order by m.expires_at limit ${rows}`
}

/** Selects the id and scope of a user's expired memories. */
export function selectExpiredOf(userId: string, now: string, rows: number): Sql {
  return sql`
    select m.id, m.scope from memories m
    where m.user_id = ${userId} and m.expires_at <= ${now}::timestamptz order by m.expires_at limit ${rows}`
}

const CHANGES = recordset('t', { id: 'text', change: 'text', columns: 'jsonb' })

/** A change of one memory, as {@link selectForChange} reads it: JSON of the columns to be set, by column name. */
export interface ColumnChange {
  id: string
  change: string
  columns: string
}

/**
 * Selects the memories that changes alter, each as a record before it (`old`) and after it (`new`). Memories that a change
 * leaves as they are, and those that do not exist, are left out.
 */
export function selectForChange(userId: string, changes: readonly ColumnChange[]): Sql {
  return sql`
    select m as old, jsonb_populate_record(m, t.columns) as new, t.change
    from memories m, ${CHANGES(changes)}
    where m.user_id = ${userId} and m.id = t.id
      and (t.change = 'deleted' or jsonb_populate_record(m, t.columns) is distinct from m)`
}

/**
 * Selects rows for the search index, each with its vector of a model if there is one. Not limited to a caller's grants:
 * the index covers the whole store and returns only ids, which {@link selectReadable} then limits.
 */
export function selectForIndex(userId: string, model: number | undefined, and: Sql): Sql {
  const vector = model === undefined ? nothing : sql`, v.codes`
  const vectors = sql`left join memory_vectors v on v.user_id = m.user_id and v.id = m.id and v.model = ${model}`
  return sql`
    select m.id, ${indexedColumns(userId)} ${vector}
    from memories m ${model === undefined ? nothing : vectors}
    where m.user_id = ${userId} and ${and}`
}

/** A revision in an index of revisions, and the position after which the next page begins. */
export type IndexedRevision = IndexRow & { memoryId: string; revision: number }

/**
 * Selects the current states of memories after an id, for an index of all states that the store contained. The id of a
 * row is that of the memory and the number of the revision: see {@link memoryIdOf}.
 */
export function selectStatesForIndex(userId: string, after: string, rows: number): Sql {
  return sql`
    select m.id || '#' || m.revision as id, m.id as "memoryId", m.revision, ${indexedColumns(userId)},
      ${ms(sql`case when m.revision = 1 then m.created_at else m.updated_at end`)} as "storedFrom"
    from memories m where m.user_id = ${userId} and m.id > ${after} order by m.id limit ${rows}`
}

/** Selects the earlier states of memories after a position, like {@link selectStatesForIndex}. */
export function selectRevisionsForIndex(userId: string, after: { id: string; revision: number }, rows: number): Sql {
  return sql`
    select m.id || '#' || m.revision as id, m.id as "memoryId", m.revision, ${indexedColumns(userId)},
      ${ms(sql`m.at`)} as "storedFrom", ${ms(sql`m.until`)} as "storedUntil", d.editor as "deletedBy"
    from memory_revisions m
    left join memory_revisions d
      on d.user_id = ${userId} and d.id = m.id and d.change = 'deleted' and d.until is null
    where m.user_id = ${userId} and m.change <> 'deleted' and (m.id, m.revision) > (${after.id}, ${after.revision}::int)
    order by m.id, m.revision limit ${rows}`
}

/** The id of the memory that a row of an index of revisions belongs to. */
export function memoryIdOf(revisionId: string): string {
  return revisionId.slice(0, revisionId.indexOf('#'))
}

/** A memory as slots are made from it. */
export interface SlotSource {
  id: string
  content: string
  /** Whether an app wrote it that may not read the user's name. */
  isNameless: boolean
}

/** Condition: an app wrote row `m` that has no connection by which it may read the user's name. */
function isOfNameless(userId: string): Sql {
  return sql`exists (select from apps a where a.slug = m.source_app and not exists (
    select from connections c
    where c.user_id = ${userId} and c.app_id = a.id and c.status = 'active' and 'identity:read' = any(c.scopes)))`
}

/** Selects current memories after an id, as {@link SlotSource}. */
export function selectForSlots(userId: string, after: string, rows: number): Sql {
  return sql`
    select m.id, m.content, ${isOfNameless(userId)} as "isNameless" from memories m
    where m.user_id = ${userId} and m.id > ${after} and m.superseded_by is null order by m.id limit ${rows}`
}

/** Selects those of the ids that current memories have, and keeps these from being deleted. */
export function lockCurrent(userId: string, ids: readonly string[]): Sql {
  return sql`
    select m.id from memories m
    where m.user_id = ${userId} and m.id = any(${ids}::text[]) and m.superseded_by is null for key share`
}

/** A memory that another is to supersede, or that is to be written again. */
export interface TargetRow {
  id: string
  scope: string
  content: string
  externalId: string | null
  validFrom: string
  validUntil: string | null
  supersededBy: string | null
  maybeSupersededBy: string | null
  /** Whether the service superseded it, and it has not changed since. */
  isSupersededByService: boolean
  revision: number
}

/** Selects memories that exist for the caller, as {@link TargetRow}, by a condition on `m`. */
export function selectTargets(reader: Reader, and: Sql): Sql {
  return sql`
    select m.id, m.scope, m.content, m.external_id as "externalId", coalesce(m.valid_from, m.occurred_at) as "validFrom",
      m.valid_until as "validUntil", m.superseded_by as "supersededBy", m.maybe_superseded_by as "maybeSupersededBy",
      m.superseded_by is not null and m.change = 'superseded' and m.editor = 'service' as "isSupersededByService", m.revision
    from memories m where ${existing(reader)} and ${and}`
}

/** Selects the scope and source of a memory that exists for the caller. */
export function selectSource(reader: Reader, id: string): Sql {
  return sql`select m.scope, m.source_app as "sourceApp" from memories m where ${existing(reader)} and m.id = ${id}`
}

const ENDS = recordset('t', { id: 'text', expiresAt: 'timestamptz' })

/** Selects those of a user's memories that do not expire, or later than they are to. */
export function selectEndingLater(userId: string, ends: readonly { id: string; expiresAt: string }[]): Sql {
  return sql`
    select m.id from ${ENDS(ends)} join memories m on m.user_id = ${userId} and m.id = t.id
    where m.expires_at is null or m.expires_at > t.expires_at`
}

/** Selects the memories with external ids that the caller wrote, as {@link TargetRow}. */
export function selectByExternalId(reader: Reader, externalIds: readonly string[]): Sql {
  const { actor } = reader
  const source = actor.kind === 'app' ? actor.app : ''
  return selectTargets(
    reader,
    sql`coalesce(m.source_app, '') = ${source} and m.external_id = any(${externalIds}::text[])`,
  )
}

/** Selects when a memory would have ended if it had not been superseded. */
export function selectEndBefore(userId: string, id: string): Sql {
  return sql`
    select r.valid_until as "validUntil" from memory_revisions r
    where r.user_id = ${userId} and r.id = ${id} and r.superseded_by is null
    order by r.revision desc limit 1`
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
  const select = sql`
    select m.user_id, m.id, m.content, m.version
    from ${POSITIONS(after)}
    cross join lateral (
      select m.user_id, m.id, m.content, m.version from memories m
      where m.user_id = p.user_id and m.version >= p.version and (m.version, m.id) > (p.version, p.id) and ${and}
      order by m.version, m.id limit ${rows}) m`
  return onShardOf(onlyOf([...positions.keys()]), select)
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
