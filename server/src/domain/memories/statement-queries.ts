import { coversAny } from '@memory-service/scopes'
import { nothing, onShardOf, type Sql, sql } from '../../foundation/sql/sql.ts'
import { endBefore, existing, type Reader, within, writersColumn } from './columns.ts'
import type { Knowledge } from './replacement-pairs.ts'
import { TOPIC_PREFIX } from './slots.ts'

/* Reads of the statements that a new one is compared with. What they read never leaves the service as content. */

/** Statements of one {@link Knowledge} that are read for one slot: the newest. */
const STATEMENTS_PER_SLOT = 20
/** The same for one topic. */
const STATEMENTS_PER_TOPIC = 12
/** Memories that the service superseded by a changed one which are selected at once: the newest. */
export const SUPERSEDED_PER_CHANGED = 200

/** Memories that are reviewed of those that a changed one stands for: the newest. */
const STOOD_FOR_MAX = 1_000

/** The columns of `StoredStatement` that say who wrote and edited row `m` of the user. */
function authorColumns(userId: string): Sql {
  const isEdited = sql`m.revision > 1`
  const editors = sql`select m.editor union all
    select r.editor from memory_revisions r where r.user_id = ${userId} and r.id = m.id`
  return sql`
    case when ${isEdited} then array(
      select distinct split_part(e.editor, ':', 2) from (${editors}) e (editor) where e.editor like 'app:%')
    end as editors,
    ${isEdited} and exists (select from (${editors}) e (editor) where e.editor = 'user') as "isEditedByUser",
    ${writersColumn(userId)}`
}

/** The columns of row `m` of the user as `StoredStatement`, but for its marks and slots. */
const statementColumns = (userId: string): Sql => sql`
  m.id, m.content, m.scope, m.source_app as "sourceApp", m.created_at as "createdAt",
  coalesce(m.valid_from, m.occurred_at) as "validFrom", m.valid_until as "validUntil",
  m.valid_from as "givenFrom", m.expires_at as "expiresAt", m.supersedes is not null as "isStandIn", m.both_true as "bothTrue", m.born, m.place, m.revision, ${authorColumns(userId)}`

/**
 * Selects the store's version and the current memories with one of the slots or ids, as `StoredStatement`: those that exist
 * for the caller in scopes that it may write. Those of a topic are the caller's own, since no others are compared by it.
 * Each limit counts only what the caller knows alike: what it may not read does not decide which readable ones are selected.
 */
export function selectStatements(reader: Reader, slots: readonly string[], ids: readonly string[] = []): Sql {
  const { userId, writes, reads } = reader.actor
  const source = reader.actor.kind === 'app' ? reader.actor.app : null
  const topics = `${TOPIC_PREFIX}%`
  const readsAll = writes.every((qualifier) => coversAny(reads, qualifier))
  const kinds: Knowledge[] = readsAll ? ['readable'] : ['readable', 'written', 'hidden']
  const kind = sql`case when ${within(reads, sql`m.scope`)} then 'readable'
    when m.revision = 1 and m.source_app = ${source}::text then 'written' else 'hidden' end`
  const columns = sql`
    ${statementColumns(userId)}, mark.id as "maybeSupersededBy", coalesce(mark.together, false) as "isMarkedTogether"`
  const marks = sql`
    left join lateral (
      select p.id, p.scope = m.scope and p.source_app is not distinct from m.source_app as together
      from memories p where m.maybe_superseded_by is not null and p.user_id = ${userId} and p.id = m.maybe_superseded_by
    ) mark on true`
  const isCurrent = sql`${existing(reader)} and ${within(writes, sql`m.scope`)} and m.superseded_by is null`
  const byId = ids.length
    ? sql`union all select ${columns}, false as "isOfTopic" from memories m ${marks} where m.id = any(${ids}::text[]) and ${isCurrent}`
    : nothing
  // Beside those, as many by slots as were read before they were stored.
  const others = ids.length ? sql`and k.id <> all(${ids}::text[])` : nothing
  const select = sql`
    select s.version, c.*,
      case when not c."isOfTopic" then
        array(select o.slot from memory_slots o where o.user_id = ${userId} and o.id = c.id)
      else '{}' end as slots
    from stores s
    left join lateral (
      select distinct on (m.id) m.* from (
        select m.*, w.slot like ${topics} as "isOfTopic" from unnest(${slots}::text[]) as w (slot)
        cross join unnest(${kinds}::text[]) as n (kind)
        cross join lateral (
          select m.* from (
            select k.id from memory_slots k where k.user_id = ${userId} and k.slot = w.slot ${others}
            order by k.id desc offset 0) k
          cross join lateral (
            select ${columns} from memories m ${marks}
            where m.id = k.id and ${isCurrent}
              and (w.slot not like ${topics} or m.source_app is not distinct from ${source}::text)
              ${readsAll ? nothing : sql`and n.kind = ${kind}`}
            offset 0) m
          order by k.id desc limit case when w.slot like ${topics} then ${STATEMENTS_PER_TOPIC}::int else ${STATEMENTS_PER_SLOT}::int end) m
        ${byId}) m
      order by m.id, m."isOfTopic") c on true
    where s.user_id = ${userId}`
  return onShardOf(userId, select, { times: ['createdAt', 'validFrom', 'validUntil', 'givenFrom', 'expiresAt'] })
}

/**
 * Condition: only the service has decided that the memory of a row is superseded by another. It also takes over what others have
 * decided, when a successor is deleted that was superseded in turn: that stays theirs.
 */
function isByService(userId: string, row: Sql, by: Sql): Sql {
  const states = sql`select ${row}.editor, ${row}.change, ${row}.superseded_by, ${row}.revision union all
    select r.editor, r.change, r.superseded_by, r.revision from memory_revisions r
    where r.user_id = ${userId} and r.id = ${row}.id`
  const lastCurrent = sql`
    select max(c.revision) from memory_revisions c
    where c.user_id = ${userId} and c.id = ${row}.id and c.superseded_by is null`
  return sql`coalesce((
    select bool_and(s.editor = 'service') from (${states}) s
    where s.change = 'superseded' and (s.superseded_by = ${by} or s.revision > (${lastCurrent}))), false)`
}

/** Condition: others than the app have written or edited row `m` of the user. */
function isOfOthers(userId: string, app: string): Sql {
  const own = sql`('service', ${`app:${app}`})`
  return sql`(m.source_app is distinct from ${app} or m.editor not in ${own} or exists (
    select from memory_revisions r where r.user_id = ${userId} and r.id = m.id and r.editor not in ${own}))`
}

/** Selects those of a user's memories that others than the app have written or edited. */
export function selectOfOthers(userId: string, app: string, ids: readonly string[]): Sql {
  return sql`
    select m.id from memories m
    where m.user_id = ${userId} and m.id = any(${ids}::text[]) and ${isOfOthers(userId, app)}`
}

/**
 * Selects what some memories have superseded, by any decision, as far as others than the app have written or edited it: as
 * `StoodForRow`.
 */
export function selectStoodFor(userId: string, app: string, ids: readonly string[]): Sql {
  return sql`
    select m.id, m.scope, m.content, c.id as by, c.superseded_by as next, ${endBefore(userId, sql`m`)} as "validUntil",
      ${isByService(userId, sql`m`, sql`c.id`)} as "isByService",
      c.source_app is not null as "isByApp",
      coalesce(c.valid_from, c.occurred_at) as "byFrom", c.valid_until as "byUntil", c.expires_at as "byExpiry"
    from memories c
    cross join lateral (
      select m.* from memories m
      where m.user_id = ${userId} and m.superseded_by is not null and m.superseded_by = c.id
        and ${isOfOthers(userId, app)}
      order by m.id desc limit ${STOOD_FOR_MAX}::int) m
    where c.user_id = ${userId} and c.id = any(${ids}::text[])`
}

/**
 * Selects memories that the service has superseded by what an app wrote, as `ReleasedRow`, but those that the app alone wrote
 * and edited. `next` is what another has stated since.
 */
export function selectSupersededByApp(userId: string, app: string): Sql {
  const editor = `app:${app}`
  return sql`
    select m.id, m.scope, m.content, n.id as by, (
      with recursive successors (id, source_app, superseded_by) as (
        select p.id, p.source_app, p.superseded_by from memories p where p.user_id = ${userId} and p.id = n.superseded_by
        union
        select p.id, p.source_app, p.superseded_by
        from successors s join memories p on p.user_id = ${userId} and p.id = s.superseded_by
        where s.source_app = ${app})
      select s.id from successors s where s.source_app is distinct from ${app} limit 1) as next,
      ${endBefore(userId, sql`m`)} as "validUntil"
    from memories m
    join memories n on n.user_id = ${userId} and n.id = m.superseded_by
    where m.user_id = ${userId} and m.superseded_by is not null
      and (n.source_app = ${app} or n.editor = ${editor} or exists (
        select from memory_revisions r
        where r.user_id = ${userId} and r.id = n.id and r.editor = ${editor} and r.content = n.content))
      and ${isOfOthers(userId, app)}
      and ${isByService(userId, sql`m`, sql`n.id`)}`
}

/** Selects memories that are superseded and are to be reinstated, as `PredecessorRow`. */
export function selectToRelease(userId: string, ids: readonly string[]): Sql {
  return sql`
    select m.id, m.scope, m.content, null as next, ${endBefore(userId, sql`m`)} as "validUntil" from memories m
    where m.user_id = ${userId} and m.id = any(${ids}::text[]) and m.superseded_by is not null`
}

/**
 * Selects memories whose content has changed (`self`), what the service has superseded by them (`superseded`) or marked
 * (`marked`), and by what it has superseded (`successor`) or marked them (`likely`): as `RelatedRow`.
 */
export function selectRelated(userId: string, ids: readonly string[], kept: readonly string[] = []): Sql {
  const columns = statementColumns(userId)
  const none = sql`null as next, null::timestamptz as "endBefore"`
  return sql`
    with changed as (select m.* from memories m where m.user_id = ${userId} and m.id = any(${ids}::text[]))
    select 'self' as relation, m.id as of, ${none}, ${columns} from memories m
    where m.user_id = ${userId} and m.id = any(${ids}::text[])
    union all
    select 'superseded', c.id, n.id, ${endBefore(userId, sql`m`)}, ${columns}
    from changed c
    cross join lateral (
      select m.* from memories m
      where m.user_id = ${userId} and m.superseded_by is not null and m.superseded_by = c.id
        and m.id <> all(${kept}::text[]) and ${isByService(userId, sql`m`, sql`c.id`)}
      order by m.id desc limit ${SUPERSEDED_PER_CHANGED}::int) m
    left join memories n on n.user_id = ${userId} and n.id = c.superseded_by
    union all
    select 'marked', m.maybe_superseded_by, ${none}, ${columns} from memories m
    where m.user_id = ${userId} and m.maybe_superseded_by is not null and m.maybe_superseded_by = any(${ids}::text[])
    union all
    select 'successor', c.id, null, ${endBefore(userId, sql`c`)}, ${columns}
    from changed c join memories m on m.user_id = ${userId} and m.id = c.superseded_by
    where ${isByService(userId, sql`c`, sql`m.id`)}
    union all
    select 'likely', c.id, ${none}, ${columns}
    from changed c join memories m on m.user_id = ${userId} and m.id = c.maybe_superseded_by`
}
