import { mutedFor, type UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { memoryColumns, type Reader, readable, within } from './columns.ts'

/*
 * Reads of the earlier states of memories and of deleted memories, limited to one user. What a caller sees is limited to
 * its grants by the scope that each state had.
 */

/** When the state of row `m` of the memories began. The first state of a memory began with it. */
const BEGAN = sql`case when m.revision = 1 then m.created_at else m.updated_at end`

/** Condition: row `m` of the revisions is a deleted memory, which is in the user's trash. */
const IN_TRASH = sql`m.change = 'deleted' and m.until is null`

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

/** A stored state of a memory, by the memory's id and the revision. */
export interface RevisionKey {
  id: string
  revision: number
}

/**
 * What restoring a state sets, by column. It does not restore when the memory expires, since an expired state would be
 * hidden, nor what its app calls it.
 */
const RESTORED = sql`jsonb_build_object('content', m.content, 'type', m.type, 'scope', m.scope,
  'importance', m.importance, 'confidence', m.confidence, 'pinned', m.pinned, 'occurred_at', m.occurred_at,
  'valid_from', m.valid_from, 'valid_until', m.valid_until, 'superseded_by', m.superseded_by,
  'supersedes', m.supersedes, 'maybe_superseded_by', m.maybe_superseded_by, 'both_true', m.both_true,
  'metadata', m.metadata, 'source', m.source)`

/** Selects one readable earlier state: its scope, its change, and its columns as a change sets them. */
export function selectRestorable(reader: Reader, { id, revision }: RevisionKey): Sql {
  return sql`
    select m.scope, m.change, ${RESTORED} as columns from memory_revisions m
    where ${readableRevision(reader)} and m.id = ${id} and m.revision = ${revision}::int`
}
