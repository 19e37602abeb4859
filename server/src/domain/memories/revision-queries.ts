import { type AppActor, mutedFor, type UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { nothing, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { memoryColumns, type Reader, readable, within } from './columns.ts'

/*
 * Reads of the earlier states of memories and of deleted memories, limited to one user. What a caller sees is limited to
 * its grants by the scope that each state had.
 */

/** When the state of row `m` of the memories began. The first state of a memory began with it. */
const BEGAN = sql`case when m.revision = 1 then m.created_at else m.updated_at end`

/** Condition: row `m` of the revisions is a deleted memory, which is in the user's trash. */
const IN_TRASH_OF = (row: Sql) => sql`${row}.change = 'deleted' and ${row}.until is null`
const IN_TRASH = IN_TRASH_OF(sql`m`)

/**
 * Condition: row `m` is a state that the caller may read, of a memory that has not expired. For an app, deleted memories
 * have no states.
 */
function readableRevision(reader: Reader): Sql {
  const { actor, clock } = reader
  const now = sql`${clock().toISOString()}::timestamptz`
  const muted = mutedFor(actor)
  return sql`m.user_id = ${actor.userId} and ${within(actor.reads, sql`m.scope`)}
    ${muted.length ? sql`and (m.source_app is null or m.source_app <> all(${muted}::text[]))` : nothing}
    and not exists (
      select from memories l where l.user_id = ${actor.userId} and l.id = m.id and l.expires_at <= ${now})
    and not exists (
      select from memory_revisions t
      where t.user_id = ${actor.userId} and t.id = m.id and t.change = 'deleted' and t.until is null
        ${actor.kind === 'user' ? sql`and t.expires_at <= ${now}` : nothing})`
}

/**
 * Selects the readable states of a memory before a revision, the newest first: the columns of a memory, and `at`,
 * `change` and `editor`.
 */
export function selectHistory(reader: Reader, id: string, below: number, rows: number): Sql {
  return sql`
    select h.* from (
      (select ${memoryColumns(reader)}, ${BEGAN} as at, coalesce(m.change, 'created') as change, m.editor
        from memories m where ${readable(reader)} and m.id = ${id} and m.revision < ${below}::int)
      union all
      (select ${memoryColumns(reader)}, m.at, m.change, m.editor
        from memory_revisions m where ${readableRevision(reader)} and m.id = ${id} and m.revision < ${below}::int
        order by m.revision desc limit ${rows})) h
    order by h.revision desc limit ${rows}`
}

/** The position of a row in the trash: when it was deleted, and its id. */
export interface TrashPosition {
  at: string
  id: string
}

/** Selects deleted memories after a position, last deleted first: the columns of a memory, `at` and `editor`. */
export function selectTrash(reader: Reader, { at, id }: TrashPosition, rows: number): Sql {
  return sql`
    select ${memoryColumns(reader)}, m.at, m.editor from memory_revisions m
    where ${readableRevision(reader)} and ${IN_TRASH} and (m.at, m.id) < (${at}::timestamptz, ${id})
    order by m.at desc, m.id desc limit ${rows}`
}

/** A deleted memory: its last row. */
export interface TrashedMemory {
  id: string
  scope: string
  revision: number
}

/** Selects those of the ids that are in the user's trash and have not expired, as {@link TrashedMemory}. */
export function selectTrashed({ actor, clock }: Pick<Ctx<UserActor>, 'actor' | 'clock'>, ids: readonly string[]): Sql {
  return sql`
    select m.id, m.scope, m.revision from memory_revisions m
    where m.user_id = ${actor.userId} and m.id = any(${ids}::text[]) and ${IN_TRASH}
      and (m.expires_at is null or m.expires_at > ${clock().toISOString()}::timestamptz)`
}

/**
 * Selects those of the ids whose memories another than the calling app wrote or has changed; what the service did does not
 * count.
 */
export function selectShared({ actor }: { actor: AppActor }, ids: readonly string[]): Sql {
  const own = sql`array['service', ${`app:${actor.app}`}]::text[]`
  return sql`
    select m.id from memories m
    where m.user_id = ${actor.userId} and m.id = any(${ids}::text[]) and (
      ${authorOfState(sql`m`)} <> all(${own}) or m.source_app is distinct from ${actor.app} or exists (
        select from memory_revisions r
        where r.user_id = ${actor.userId} and r.id = m.id and ${authorOfState(sql`r`)} <> all(${own})))`
}

/** A stored state of a memory, by the memory's id and the revision. */
export interface RevisionKey {
  id: string
  revision: number
}

/**
 * What restoring a state sets, by column. It does not restore when the memory expires, since an expired state would be
 * hidden, what its app calls it, and what other
 * memories mean for it.
 */
export const RESTORED = sql`jsonb_build_object('content', m.content, 'type', m.type, 'scope', m.scope,
  'importance', m.importance, 'confidence', m.confidence, 'pinned', m.pinned, 'occurred_at', m.occurred_at,
  'valid_from', m.valid_from, 'valid_until', m.valid_until, 'superseded_by', m.superseded_by,
  'metadata', m.metadata, 'source', m.source)`

/** Selects one readable earlier state: its scope, its change, and its columns as a change sets them. */
export function selectRestorable(reader: Reader, { id, revision }: RevisionKey): Sql {
  return sql`
    select m.scope, m.change, ${RESTORED} as columns from memory_revisions m
    where ${readableRevision(reader)} and m.id = ${id} and m.revision = ${revision}::int`
}

const KEYS = recordset('t', { id: 'text', revision: 'int' })

/** Selects readable earlier states by their keys, as memories. */
export function selectRevisions(reader: Reader, keys: readonly RevisionKey[]): Sql {
  return sql`
    select ${memoryColumns(reader)} from ${KEYS(keys)}
    join memory_revisions m on m.user_id = ${reader.actor.userId} and m.id = t.id and m.revision = t.revision
    where ${readableRevision(reader)}`
}

/** A memory that an app, or the service because of it, may have changed. */
export interface TouchedMemory {
  id: string
  /** Whether the app wrote it; otherwise it changed it. */
  created: boolean
  /** Whether it is in the trash: what it superseded is taken back also if an undo was interrupted after its deletion. */
  trashed: boolean
  /** Set if the service superseded it: only a change by the app if this is a memory of the app. */
  supersededBy: string | null
}

/**
 * Selects the memories that an app wrote or changed since a time, and those that the service superseded since, as
 * {@link TouchedMemory}. What the app wrote and is in the trash is selected, too.
 */
export function selectTouched(userId: string, app: string, since: string): Sql {
  const editor = `app:${app}`
  const from = sql`${since}::timestamptz`
  const isWritten = sql`m.created_at >= ${from} and m.source_app = ${app} and coalesce(m.origin, 'app') in ('app', 'chat')`
  return sql`
    select m.id, true as created, false as trashed, null as "supersededBy" from memories m
    where m.user_id = ${userId} and ${isWritten}
    union all
    select m.id, true, true, null from memory_revisions m
    where m.user_id = ${userId} and ${isWritten} and ${IN_TRASH}
    union all
    select m.id, false, false, case when m.editor = 'service' then m.superseded_by end from memories m
    where m.user_id = ${userId} and m.updated_at >= ${from} and (m.editor = ${editor}
      or (m.editor = 'service' and m.superseded_by is not null))
    union all
    select m.id, false, false, case when m.editor = 'service' then m.superseded_by end from memory_revisions m
    where m.user_id = ${userId} and m.at >= ${from} and (m.editor = ${editor}
      or (m.editor = 'service' and m.superseded_by is not null))`
}

/** Who made a state, as its editor: the first one is made by the source. */
export const authorOfState = (row: Sql) => sql`coalesce(${row}.editor, case
  when ${row}.source_app is null or coalesce(${row}.origin, 'app') not in ('app', 'chat') then 'user'
  else 'app:' || ${row}.source_app end)`

/**
 * Selects the earlier states of a user's memories with what would be lost with each (`worth`): 2 for what the user made
 * and another replaced or deleted, 1 for what an app made and another replaced, 0 for the rest: what its own author
 * replaced, and what the service made, which changes no text. An app alone can make no states but of 0.
 * @param id of one memory; all by default
 */
export function selectWorth(userId: string, id?: Sql): Sql {
  const isMeant = (row: Sql) => (id ? sql`${row}.id = ${id}` : sql`true`)
  // States of the service are a group of their own, so that the others are compared with each other.
  return sql`
    select w.id, w.revision, w.at, case
      when w.author = 'service' or w.live then 0
      when w.trashed then case when w.author <> 'user' and w.author = w.previous then 0 else 2 end
      when w.author = w.next then 0
      when w.author = 'user' then 2
      else 1 end as worth
    from (
      select t.*, lag(t.author) over authored as previous, lead(t.author) over authored as next from (
        select r.id, r.revision, r.at, ${authorOfState(sql`r`)} as author, ${IN_TRASH_OF(sql`r`)} as trashed, false as live
        from memory_revisions r where r.user_id = ${userId} and ${isMeant(sql`r`)}
        union all
        select m.id, m.revision, m.updated_at, ${authorOfState(sql`m`)}, false, true
        from memories m where m.user_id = ${userId} and ${isMeant(sql`m`)}) t
      window authored as (partition by t.id, t.author = 'service' order by t.revision)) w
    where not w.live`
}

/** A state of a memory, without its content. */
export interface StateRow {
  id: string
  revision: number
  at: string
  change: string
  editor: string | null
  act: string | null
  sourceApp: string | null
  origin: string | null
  supersededBy: string | null
  scope: string
  /** Whether it is the state of a memory that is not deleted. */
  live: boolean
}

/** Selects all states of some memories, as {@link StateRow}, oldest first. */
export function selectStates(userId: string, ids: readonly string[]): Sql {
  const columns = sql`m.editor, m.act, m.source_app as "sourceApp", m.origin, m.superseded_by as "supersededBy", m.scope`
  return sql`
    select m.id, m.revision, ${BEGAN} as at, coalesce(m.change, 'created') as change, ${columns}, true as live
    from memories m where m.user_id = ${userId} and m.id = any(${ids}::text[])
    union all
    select m.id, m.revision, m.at, m.change, ${columns}, false
    from memory_revisions m where m.user_id = ${userId} and m.id = any(${ids}::text[])
    order by id, revision`
}

/** Selects the ids of memories with a state that a request made. */
export function selectTouchedBy(userId: string, act: string): Sql {
  return sql`
    select m.id from memories m where m.user_id = ${userId} and m.editor is not null and m.act = ${act}
    union
    select m.id from memory_revisions m where m.user_id = ${userId} and m.act = ${act}`
}

/** Selects the earlier states of a user's memories after a key, in the order of the key; deleted memories have none. */
export function selectEarlier(reader: Reader, after: RevisionKey, rows: number): Sql {
  return sql`
    select ${memoryColumns(reader)}, m.at, m.until, m.change, m.editor from memory_revisions m
    where ${readableRevision(reader)} and (m.id, m.revision) > (${after.id}, ${after.revision}::int)
      and exists (select from memories l where l.user_id = ${reader.actor.userId} and l.id = m.id)
    order by m.id, m.revision limit ${rows}`
}

/** Selects which external ids a user's memories have, of those given, with the slug of their app. */
export function selectExternalIds(userId: string, ids: readonly string[]): Sql {
  return sql`
    select m.source_app as "sourceApp", m.external_id as "externalId" from memories m
    where m.user_id = ${userId} and m.external_id = any(${ids}::text[])`
}

/** Selects the revisions of those of the ids that a user's memories have. */
export function selectRevisionsOf(userId: string, ids: readonly string[]): Sql {
  return sql`
    select m.id, m.revision, m.born, m.place, m.created_at as "createdAt" from memories m
    where m.user_id = ${userId} and m.id = any(${ids}::text[])`
}
