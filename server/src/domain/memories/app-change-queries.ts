import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { memoryColumns, writerColumn } from './columns.ts'
import { authorOfState, type RevisionKey } from './revision-queries.ts'

/** A memory whose present state an app made, and the state before it that another author made. */
export interface AppChangeRow {
  id: string
  /** When the app made the change, or when the service made the state current that the app had made. */
  at: string
  /** The app, as an editor: `app:<slug>`. */
  editor: string
  change: 'deleted' | 'superseded' | 'moved' | 'edited'
  /** The revision of the state before. */
  revision: number
  /** The memory that has superseded it. */
  successor: string | null
}

/**
 * Selects the user's memories whose present state an app made after a time, where others had stated something else, the
 * oldest change first, as {@link AppChangeRow}. The state before is the last current one that the user made, or else its source,
 * or another app. The change is the one that made content, scope and validity what they have been since; what changed only
 * other fields since does not count, nor what the app itself had stated, nor what others have superseded by the same memory.
 */
export function selectChangedByApps(
  { actor, clock }: Pick<Ctx<UserActor>, 'actor' | 'clock'>,
  after: string,
  rows: number,
): Sql {
  const { userId } = actor
  const from = sql`${after}::timestamptz`
  const author = authorOfState(sql`r`)
  const stated = (row: Sql) => sql`(${row}.content, ${row}.scope, ${row}.superseded_by, ${row}.valid_until)`
  return sql`
    select p.id, c.at, c.editor, b.revision, case when not p.is_deleted then p.superseded_by end as successor,
      case when p.is_deleted then 'deleted'
        when p.superseded_by is not null then 'superseded'
        when p.scope <> b.scope then 'moved' else 'edited' end as change
    from (
      select m.id, m.revision, m.updated_at as at, m.editor, m.source_app, m.scope, m.content, m.superseded_by, m.valid_until,
        m.expires_at, false as is_deleted
      from memories m
      where m.user_id = ${userId} and m.editor is not null and m.updated_at >= ${from} and m.editor <> 'user'
      union all
      select m.id, m.revision, m.at, m.editor, m.source_app, m.scope, m.content, m.superseded_by, m.valid_until, m.expires_at, true
      from memory_revisions m
      where m.user_id = ${userId} and m.at >= ${from} and m.change = 'deleted' and m.until is null and m.editor like 'app:%') p
    cross join lateral (
      select s.editor from (
        select p.editor, p.revision union all
        select r.editor, r.revision from memory_revisions r where r.user_id = ${userId} and r.id = p.id) s
      where s.editor is distinct from 'service' order by s.revision desc limit 1) e
    cross join lateral (
      select r.revision, r.scope, r.content, r.superseded_by, r.valid_until from memory_revisions r
      where r.user_id = ${userId} and r.id = p.id and r.revision < p.revision and r.superseded_by is null
        and ${author} not in ('service', e.editor)
      order by (${author} = 'user') desc, (${author} = 'app:' || p.source_app) desc, r.revision desc limit 1) b
    cross join lateral (
      select case when s.editor like 'app:%' then s.editor else e.editor end as editor, s.at from (
        select p.editor, p.at, p.revision union all
        select r.editor, r.at, r.revision from memory_revisions r
        where r.user_id = ${userId} and r.id = p.id and r.revision > b.revision and not p.is_deleted) s
      where s.revision > coalesce((
        select max(o.revision) from memory_revisions o
        where o.user_id = ${userId} and o.id = p.id and o.revision > b.revision and o.revision < p.revision
          and ${stated(sql`o`)} is distinct from ${stated(sql`p`)}), b.revision)
      order by s.revision limit 1) c
    where e.editor like 'app:%' and c.at > ${from}
      and (p.expires_at is null or p.expires_at > ${clock().toISOString()}::timestamptz)
      and (p.is_deleted or ${stated(sql`p`)} is distinct from ${stated(sql`b`)})
      and (p.superseded_by is null or not exists (
        select from memory_revisions r
        where r.user_id = ${userId} and r.id = p.id and r.revision < p.revision and r.superseded_by = p.superseded_by
          and ${author} not in ('service', e.editor)))
    order by c.at, p.id limit ${rows}`
}

/** Selects the scopes and texts of states of the user's memories by id and revision. */
export function selectTexts(userId: string, states: readonly RevisionKey[]): Sql {
  return sql`
    select r.id, r.scope, r.content from memory_revisions r join ${keysOf(states)} on r.id = s.id and r.revision = s.revision
    where r.user_id = ${userId}`
}

const keysOf = (states: readonly RevisionKey[]) =>
  sql`unnest(${states.map(({ id }) => id)}::text[], ${states.map(({ revision }) => revision)}::int[]) s (id, revision)`

/** Selects states of the user's memories by id and revision, with the columns of a memory. */
export function selectStates(reader: Pick<Ctx<UserActor>, 'actor' | 'clock'>, states: readonly RevisionKey[]): Sql {
  return sql`
    select ${memoryColumns(reader)} from memory_revisions m
    join ${keysOf(states)} on m.id = s.id and m.revision = s.revision
    where m.user_id = ${reader.actor.userId}`
}

/** Selects a memory whose present text an app has written in place of another. */
export function selectRewordedByApp(userId: string, id: string): Sql {
  return sql`
    select from (
      select m.id, m.content, ${writerColumn(userId)} from memories m where m.user_id = ${userId} and m.id = ${id}) w
    where w.writer is not null and exists (
      select from memory_revisions r where r.user_id = ${userId} and r.id = w.id and r.content <> w.content)`
}
