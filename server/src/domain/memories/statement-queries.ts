import { coversAny } from '@memory-service/scopes'
import { nothing, onShardOf, type Sql, sql } from '../../foundation/sql/sql.ts'
import { endBefore, existing, type Reader, within, writersColumn } from './columns.ts'
import type { Knowledge } from './replacement-pairs.ts'
import { TOPIC_PREFIX } from './slots.ts'
import { isByService } from './succession-queries.ts'

/* Reads of the statements that a new one is compared with. What they read never leaves the service as content. */

/** Statements of one {@link Knowledge} that are read for one slot: the newest. */
const STATEMENTS_PER_SLOT = 20
/** The same for one topic. */
const STATEMENTS_PER_TOPIC = 12
/** Memories that the service superseded by a changed one which are selected at once: the newest. */
export const SUPERSEDED_PER_CHANGED = 200

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
