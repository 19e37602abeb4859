import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { memoryColumns, writerColumn } from './columns.ts'
import { authorOfState } from './revision-queries.ts'

/** A memory whose present state an app made, and the state before it that another author made. */
export interface AppChangeRow {
  id: string
  /** When the app made the change. */
  at: string
  /** The app, as an editor: `app:<slug>`. */
  editor: string
  change: 'deleted' | 'superseded' | 'moved' | 'edited'
  /** The revision of the state before. */
  revision: number
  /** Its scope and content. */
  scope: string
  content: string
  /** The memory that has superseded it. */
  successor: string | null
}

/**
 * Selects the user's memories that an app was the last to change since a time, of what others had stated, the newest change
 * first, as {@link AppChangeRow}. The state before is the last that the user made, or else another app. What the service did
 * afterwards does not count, nor does a change that leaves content, scope and validity as they were.
 */
export function selectChangedByApps(
  { actor, clock }: Pick<Ctx<UserActor>, 'actor' | 'clock'>,
  since: string,
  rows: number,
): Sql {
  const { userId } = actor
  const from = sql`${since}::timestamptz`
  const author = authorOfState(sql`r`)
  return sql`
    select p.id, c.at, c.editor, b.revision, b.scope, b.content, p.superseded_by as successor,
      case when p.is_deleted then 'deleted'
        when p.superseded_by is not null and b.superseded_by is distinct from p.superseded_by then 'superseded'
        when p.scope <> b.scope then 'moved' else 'edited' end as change
    from (
      select m.id, m.revision, m.updated_at as at, m.editor, m.scope, m.content, m.superseded_by, m.valid_until, m.expires_at,
        false as is_deleted
      from memories m where m.user_id = ${userId} and m.updated_at > ${from} and m.editor is not null and m.editor <> 'user'
      union all
      select m.id, m.revision, m.at, m.editor, m.scope, m.content, null, m.valid_until, m.expires_at, true
      from memory_revisions m
      where m.user_id = ${userId} and m.at > ${from} and m.change = 'deleted' and m.until is null and m.editor like 'app:%') p
    cross join lateral (
      select s.editor, s.at from (
        select p.editor, p.at, p.revision union all
        select r.editor, r.at, r.revision from memory_revisions r where r.user_id = ${userId} and r.id = p.id) s
      where s.editor is distinct from 'service' order by s.revision desc limit 1) c
    cross join lateral (
      select r.revision, r.scope, r.content, r.superseded_by, r.valid_until from memory_revisions r
      where r.user_id = ${userId} and r.id = p.id and r.revision < p.revision
        and ${author} not in ('service', c.editor)
      order by (${author} = 'user') desc, r.revision desc limit 1) b
    where c.editor like 'app:%' and c.at > ${from} and b.superseded_by is null
      and (p.expires_at is null or p.expires_at > ${clock().toISOString()}::timestamptz)
      and (p.is_deleted or (p.content, p.scope, p.superseded_by, p.valid_until)
        is distinct from (b.content, b.scope, b.superseded_by, b.valid_until))
    order by c.at desc, p.id desc limit ${rows}`
}

/** Selects states of the user's memories by id and revision, with the columns of a memory. */
export function selectStates(
  reader: Pick<Ctx<UserActor>, 'actor' | 'clock'>,
  states: readonly { id: string; revision: number }[],
): Sql {
  const ids = states.map(({ id }) => id)
  const revisions = states.map(({ revision }) => revision)
  return sql`
    select ${memoryColumns(reader)} from memory_revisions m
    join unnest(${ids}::text[], ${revisions}::int[]) s (id, revision) on m.id = s.id and m.revision = s.revision
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
