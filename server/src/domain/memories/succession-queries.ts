import { nothing, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { endBefore } from './columns.ts'
import type { RevisionKey } from './revision-queries.ts'

/*
 * Reads of which memories supersede which, by whose decision, and whether others see the successor. Limited to one user, not
 * to grants.
 */

/** Memories that are reviewed of those that a changed one stands for: the newest. */
const STOOD_FOR_MAX = 1_000

const KEYS = recordset('t', { id: 'text', revision: 'int' })

/** Condition: a row is of an app that the user has muted. Its memories do not exist for other apps. */
const isMuted = (userId: string, row: Sql): Sql =>
  sql`exists (select from muted_sources u where u.user_id = ${userId} and u.app = ${row}.source_app)`

/** Selects the states of the memory of a row, as far as they say what supersedes it. */
const statesOf = (userId: string, row: Sql): Sql => sql`
  select ${row}.editor, ${row}.change, ${row}.act, ${row}.superseded_by, ${row}.revision, ${row}.updated_at as at,
    'infinity'::timestamptz as until union all
  select r.editor, r.change, r.act, r.superseded_by, r.revision, r.at, r.until from memory_revisions r
  where r.user_id = ${userId} and r.id = ${row}.id`

/** Selects the last earlier state of a row in which it was not superseded. */
const lastCurrent = (userId: string, row: Sql): Sql => sql`
  select max(last.revision) from memory_revisions last
  where last.user_id = ${userId} and last.id = ${row}.id and last.superseded_by is null`

/**
 * Condition: only the service has decided that the memory of a row is superseded by another. It also takes over what others have
 * decided, when a successor is deleted that was superseded in turn: that stays theirs.
 */
export function isByService(userId: string, row: Sql, by: Sql): Sql {
  return sql`coalesce((
    select bool_and(s.editor = 'service') from (${statesOf(userId, row)}) s
    where s.change = 'superseded' and (s.superseded_by = ${by} or s.revision > (${lastCurrent(userId, row)}))), false)`
}

/**
 * Condition: the user has decided that the memory of a row is superseded. The service may have reinstated it since, and superseded
 * it again by the same memory.
 */
function isByUser(userId: string, row: Sql): Sql {
  const lastDecided = sql`
    select max(last.revision) from memory_revisions last
    where last.user_id = ${userId} and last.id = ${row}.id and last.superseded_by is null
      and (last.change <> 'reinstated' or last.editor is distinct from 'service')`
  return sql`coalesce((
    select bool_or(s.editor = 'user') from (${statesOf(userId, row)}) s
    where s.superseded_by is not null and coalesce(s.change, 'created') not in ('edited', 'moved')
      and (s.revision > coalesce((${lastCurrent(userId, row)}), 0)
        or (s.superseded_by = ${row}.superseded_by and s.revision > coalesce((${lastDecided}), 0)))), false)`
}

/** Condition: the memory of a row was superseded by another when an earlier state of that one, row `s`, ended. */
function wasSupersededBy(userId: string, row: Sql, by: Sql): Sql {
  // A deletion adds a row of the state that it ended.
  const end = sql`case when s.change = 'deleted' then s.at else s.until end`
  return sql`exists (
    select from (${statesOf(userId, row)}) e where e.superseded_by = ${by} and e.at < ${end} and ${end} <= e.until)`
}

/** Condition: others than the app have written or edited row `m` of the user. */
function isOfOthers(userId: string, app: string): Sql {
  const own = sql`('service', ${`app:${app}`})`
  return sql`(m.source_app is distinct from ${app} or m.editor not in ${own} or exists (
    select from memory_revisions r where r.user_id = ${userId} and r.id = m.id and r.editor not in ${own}))`
}

/** Statements that replaced each other in turn are followed this far. */
const CHAIN_MAX = 32

/** Condition: row `m` has superseded, itself or by way of others, what others than the app have written or edited. */
function standsForOthers(userId: string, app: string): Sql {
  return sql`(m.supersedes is not null and exists (
    with recursive below (id, depth) as (
      select p.id, 1 from memories p where p.user_id = ${userId} and p.superseded_by is not null and p.superseded_by = m.id
      union
      select p.id, b.depth + 1 from below b
      join memories p on p.user_id = ${userId} and p.superseded_by is not null and p.superseded_by = b.id
      where b.depth < ${CHAIN_MAX}::int)
    select from below b join memories m on m.user_id = ${userId} and m.id = b.id where ${isOfOthers(userId, app)}))`
}

/** Selects those of a user's memories that others than the app have written or edited. */
export function selectOfOthers(userId: string, app: string, ids: readonly string[]): Sql {
  return sql`
    select m.id from memories m
    where m.user_id = ${userId} and m.id = any(${ids}::text[]) and ${isOfOthers(userId, app)}`
}

/** Selects those of the memories that exist, and all that supersede them by way of others, as `Succession`. */
export function selectSuccessions(userId: string, ids: readonly string[]): Sql {
  return sql`
    with recursive successions (id, "supersededBy", source_app) as (
      select m.id, m.superseded_by, m.source_app from memories m where m.user_id = ${userId} and m.id = any(${ids}::text[])
      union
      select m.id, m.superseded_by, m.source_app
      from successions s join memories m on m.user_id = ${userId} and m.id = s."supersededBy")
    select s.id, s."supersededBy", s.source_app as "sourceApp", ${isMuted(userId, sql`s`)} as "isMuted" from successions s`
}

/** A superseded memory that may be current again. */
export interface PredecessorRow {
  id: string
  scope: string
  content: string
  /** What superseded its successor in turn, and takes the position of that one; null if it is to be current. */
  next: string | null
  /** When it would have ended if it had not been superseded. */
  validUntil: string | null
}

/** Selects the memories that those with the ids have superseded, as {@link PredecessorRow}. */
export function selectPredecessors(userId: string, ids: readonly string[]): Sql {
  return sql`
    select m.id, m.scope, m.content, n.id as next, ${endBefore(userId, sql`m`)} as "validUntil"
    from memories m
    join memories b on b.user_id = ${userId} and b.id = m.superseded_by
    left join memories n on n.user_id = ${userId} and n.id = b.superseded_by and n.id <> all(${ids}::text[])
    where m.user_id = ${userId} and m.superseded_by is not null and m.superseded_by = any(${ids}::text[]) and m.id <> all(${ids}::text[])`
}

/**
 * Selects memories whose successors are hidden from them, as {@link PredecessorRow}. `next` is the first that is not, among
 * what superseded the hidden ones in turn, be these in the trash or of a muted app.
 */
export function selectToRelease(userId: string, ids: readonly string[]): Sql {
  const found = (by: Sql) => sql`
    select p.id, p.superseded_by, ${isMuted(userId, sql`p`)} and p.source_app is distinct from m.source_app as is_hidden
    from memories p where p.user_id = ${userId} and p.id = ${by}
    union all
    select d.id, d.superseded_by, true from memory_revisions d
    where d.user_id = ${userId} and d.id = ${by} and d.change = 'deleted' and d.until is null`
  return sql`
    select m.id, m.scope, m.content, (
      with recursive successors (id, superseded_by, is_hidden) as (
        select f.id, f.superseded_by, f.is_hidden from (${found(sql`m.superseded_by`)}) f
        union
        select f.id, f.superseded_by, f.is_hidden
        from successors s cross join lateral (${found(sql`s.superseded_by`)}) f where s.is_hidden)
      select s.id from successors s where not s.is_hidden limit 1) as next,
      ${endBefore(userId, sql`m`)} as "validUntil"
    from memories m
    where m.user_id = ${userId} and m.id = any(${ids}::text[]) and m.superseded_by is not null`
}

/** A memory that was superseded by another, and that the service has reinstated because that one changed. */
export interface ReinstatedRow {
  id: string
  scope: string
  by: string
  /** What stands for `by`: itself, or what has superseded it. */
  current: string
  /** Its end when it was superseded. */
  validUntil: string | null
  /** Whether its state has changed since. */
  isChanged: boolean
}

/**
 * Selects the memories that others superseded in the states that these have got back, and that the service reinstated because of
 * changes since, as {@link ReinstatedRow}. Left out are those whose successor is over, or true beside them, those from which a muted
 * app's would hide it, and those that were decided on or reworded since.
 * @param keys the states that the others have got back
 */
export function selectReinstatedFor(userId: string, keys: readonly RevisionKey[], now: string): Sql {
  const isOver = (end: Sql) => sql`coalesce(${end} <= ${now}::timestamptz, false)`
  return sql`
    select m.id, m.scope, b.id as by, coalesce(b.superseded_by, b.id) as current, r.valid_until as "validUntil",
      m.revision <> a.revision as "isChanged"
    from ${KEYS(keys)}
    join memory_revisions s on s.user_id = ${userId} and s.id = t.id and s.revision = t.revision
    join memories b on b.user_id = ${userId} and b.id = t.id
    join memory_revisions r on r.user_id = ${userId} and r.superseded_by is not null and r.superseded_by = t.id
    join memories m on m.user_id = ${userId} and m.id = r.id and m.content = r.content
    join lateral (${statesOf(userId, sql`m`)}) a on a.revision = r.revision + 1
    where m.superseded_by is null and a.change = 'reinstated' and a.editor = 'service'
      and not ${isOver(sql`b.valid_until`)} and not ${isOver(sql`b.expires_at`)}
      and b.id <> all(coalesce(m.both_true, '{}'))
      and not (${isMuted(userId, sql`b`)} and m.source_app is distinct from b.source_app)
      and not exists (
        select from (${statesOf(userId, sql`m`)}) e
        where e.revision > a.revision and (e.superseded_by is not null or e.change = 'reinstated'))
      and ${wasSupersededBy(userId, sql`m`, sql`b.id`)}
      and exists (
        select from (${statesOf(userId, sql`b`)}) c
        where c.revision >= s.revision and ((c.change = 'deleted' and c.at <= a.at)
          or (c.revision > s.revision and c.act is not distinct from a.act)))`
}

/**
 * Selects what some memories have superseded, by any decision, as `StoodForRow`: for an app, as far as others have written or
 * edited it, or it stands for what others have.
 * @param app the slug of the calling app; null for the user
 * @param restored the states that some of them got back: what these had superseded is left out
 */
export function selectStoodFor(
  userId: string,
  app: string | null,
  ids: readonly string[],
  restored: readonly RevisionKey[] = [],
): Sql {
  const ofOthers = app === null ? nothing : sql`and (${isOfOthers(userId, app)} or ${standsForOthers(userId, app)})`
  return sql`
    select m.id, m.scope, m.content, c.id as by, c.superseded_by as next, ${endBefore(userId, sql`m`)} as "validUntil",
      ${isByService(userId, sql`m`, sql`c.id`)} as "isByService", ${isByUser(userId, sql`m`)} as "isByUser",
      c.source_app is not null as "isByApp", c.editor = 'service' as "isEndedByService",
      coalesce(c.valid_from, c.occurred_at) as "byFrom", c.valid_until as "byUntil", c.expires_at as "byExpiry"
    from memories c
    cross join lateral (
      select m.* from memories m
      where m.user_id = ${userId} and m.superseded_by is not null and m.superseded_by = c.id ${ofOthers}
      order by m.id desc limit ${STOOD_FOR_MAX}::int) m
    where c.user_id = ${userId} and c.id = any(${ids}::text[])
      and not exists (
        select from ${KEYS(restored)} join memory_revisions s
          on s.user_id = ${userId} and s.id = t.id and s.revision = t.revision
        where t.id = c.id and ${wasSupersededBy(userId, sql`m`, sql`c.id`)})`
}

/**
 * Selects what others than a muted app have written or edited and a memory of the app has superseded, by any decision, as
 * `HiddenRow`; and what the service has superseded by what the app wrote into memories of others. `next` is the first
 * successor that no muted app states. The newest come first.
 */
export function selectSupersededByApp(userId: string, app: string, rows: number): Sql {
  const editor = `app:${app}`
  return sql`
    select m.id, m.scope, m.content, n.id as by, ${isByUser(userId, sql`m`)} as "isByUser", (
      with recursive successors (id, superseded_by, is_muted) as (
        select p.id, p.superseded_by, ${isMuted(userId, sql`p`)}
        from memories p where p.user_id = ${userId} and p.id = n.superseded_by
        union
        select p.id, p.superseded_by, ${isMuted(userId, sql`p`)}
        from successors s join memories p on p.user_id = ${userId} and p.id = s.superseded_by
        where s.is_muted)
      select s.id from successors s where not s.is_muted limit 1) as next,
      ${endBefore(userId, sql`m`)} as "validUntil"
    from memories m
    join memories n on n.user_id = ${userId} and n.id = m.superseded_by
    where m.user_id = ${userId} and m.superseded_by is not null
      and ${isOfOthers(userId, app)}
      and (n.source_app = ${app} or (
        (n.editor = ${editor} or exists (
          select from memory_revisions r
          where r.user_id = ${userId} and r.id = n.id and r.editor = ${editor} and r.content = n.content))
        and ${isByService(userId, sql`m`, sql`n.id`)}))
    order by m.id desc limit ${rows}`
}
