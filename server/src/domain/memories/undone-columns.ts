import { recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { LINKED_MAX } from './marks.ts'
import { RESTORED, type RevisionKey } from './revision-queries.ts'

/* Reads of what an undo or its revert sets of earlier states. Limited to one user, not to grants. */

const KEYS = recordset('t', { id: 'text', revision: 'int' })

/** The columns of a stored state, by name, as a change sets them. */
export interface StoredState {
  id: string
  columns: { scope: string; content: string }
}

/**
 * Selects the columns of earlier states, readable or not, as {@link StoredState}. Where apps have answered since that the memory
 * and another are both true, its columns are those of the question.
 */
export function selectColumns(userId: string, keys: readonly RevisionKey[]): Sql {
  return sql`
    select m.id, ${RESTORED} || coalesce((
      select jsonb_build_object(
        'both_true', nullif(array(select b.id from unnest(l.both_true) as b (id) where b.id <> all(a.ids)), '{}'),
        'maybe_superseded_by', coalesce(l.maybe_superseded_by, (
          select p.id from memories p
          where p.user_id = ${userId} and p.id = any(a.ids) and p.superseded_by is null and m.superseded_by is null
          order by p.id desc limit 1)))
      from memories l
      cross join lateral (select array(${selectAnswered(userId)}) as ids) a
      where l.user_id = ${userId} and l.id = m.id and a.ids <> '{}'), '{}') as columns
    from ${KEYS(keys)}
    join memory_revisions m on m.user_id = ${userId} and m.id = t.id and m.revision = t.revision`
}

/**
 * Selects the columns of the states before an act that is reverted, as {@link StoredState}, with the answers and questions of
 * these states. What was answered since stays answered; a question about a memory that is not current is over.
 */
export function selectColumnsBefore(userId: string, keys: readonly RevisionKey[]): Sql {
  const isOpen = (by: Sql) => sql`m.superseded_by is null and ${by} <> all(b.ids) and exists (
    select from memories p where p.user_id = ${userId} and p.id = ${by} and p.superseded_by is null)`
  return sql`
    select m.id, ${RESTORED} || jsonb_build_object('both_true', nullif(b.ids, '{}'), 'maybe_superseded_by', case
      when ${isOpen(sql`m.maybe_superseded_by`)} then m.maybe_superseded_by
      when ${isOpen(sql`l.maybe_superseded_by`)} then l.maybe_superseded_by end) as columns
    from ${KEYS(keys)}
    join memory_revisions m on m.user_id = ${userId} and m.id = t.id and m.revision = t.revision
    left join memories l on l.user_id = ${userId} and l.id = m.id
    cross join lateral (select array(
      select distinct e.id from unnest(m.both_true || l.both_true) as e (id)
      order by e.id desc limit ${LINKED_MAX}::int) as ids) b`
}

/** Selects the ids of the memories that apps have called true beside the memory of revision `m` since its state. */
const selectAnswered = (userId: string): Sql => sql`
  select coalesce(p.superseded_by, p.maybe_superseded_by)
  from (
    select c.revision, c.change, c.editor from memories c where c.user_id = ${userId} and c.id = m.id
    union all
    select r.revision, r.change, r.editor from memory_revisions r where r.user_id = ${userId} and r.id = m.id) s
  join memory_revisions p on p.user_id = ${userId} and p.id = m.id and p.revision = s.revision - 1
  where s.revision > m.revision and s.change = 'reinstated' and s.editor like 'app:%'
    and coalesce(p.superseded_by, p.maybe_superseded_by) is not null`
