import { type MemoryActor, mutedFor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { deletionsShown } from './state.ts'

/*
 * What a caller may see of a memory: the conditions on its row, and its columns as the API names them.
 */

/** The caller of a read, the clock by which memories expire, and the time of which the store is read: now, unless set. */
export type Reader = Pick<Ctx<MemoryActor>, 'actor' | 'clock'> & { asOf?: string | undefined }

/** Condition: row `m` belongs to the user, its scope is within the caller's read grants, and its source is not muted. */
export function readable(reader: Reader): Sql {
  return sql`${existing(reader)} and ${within(reader.actor.reads, sql`m.scope`)}`
}

/** Condition: row `m` exists for the caller: it belongs to the user, has not expired, and its source is not muted. */
export function existing(reader: Reader): Sql {
  return sql`m.user_id = ${reader.actor.userId} and ${shown(reader, sql`m`)}`
}

/** Condition: a row has not expired, and its source is not muted. */
function shown({ actor, clock }: Reader, row: Sql): Sql {
  const muted = mutedFor(actor)
  const alive = sql`(${row}.expires_at is null or ${row}.expires_at > ${clock().toISOString()}::timestamptz)`
  if (!muted.length) return alive
  return sql`${alive} and (${row}.source_app is null or ${row}.source_app <> all(${muted}::text[]))`
}

/** Condition: the state of a row of `memories` began at a time or before. */
export function isUnchangedSince(row: Sql, at: string): Sql {
  return sql`case when ${row}.revision = 1 then ${row}.created_at else ${row}.updated_at end <= ${at}::timestamptz`
}

/**
 * Condition: a row of `memory_revisions` is the state that the store held at a time, of a memory that has not expired
 * since. For an app, what the person or another app deleted since does not exist.
 */
export function wasHeldAt({ actor, clock }: Reader, row: Sql, at: string): Sql {
  const now = sql`${clock().toISOString()}::timestamptz`
  const held = sql`${row}.at <= ${at}::timestamptz and ${row}.until > ${at}::timestamptz and ${row}.change <> 'deleted'
    and not exists (
      select from memories l where l.user_id = ${actor.userId} and l.id = ${row}.id and l.expires_at <= ${now})
    and not exists (
      select from memory_revisions t
      where t.user_id = ${actor.userId} and t.id = ${row}.id and t.change = 'deleted' and t.until is null
        and t.expires_at <= ${now})`
  const editor = deletionsShown(actor)
  if (editor === undefined) return held
  return sql`${held} and not exists (
    select from memory_revisions d
    where d.user_id = ${actor.userId} and d.id = ${row}.id and d.change = 'deleted' and d.until is null
      and d.editor is distinct from ${editor})`
}

/** Condition: one of the qualifiers covers the scope. The SQL form of `covers` in the scope grammar. */
export function within(qualifiers: readonly string[], scope: Sql): Sql {
  if (qualifiers.includes('*')) return sql`true`
  const exact = qualifiers.map((qualifier) => (qualifier.endsWith('.*') ? qualifier.slice(0, -2) : qualifier))
  const below = qualifiers.filter((qualifier) => qualifier.endsWith('.*')).map((qualifier) => qualifier.slice(0, -1))
  if (!below.length) return sql`${scope} = any(${exact}::text[])`
  return sql`(${scope} = any(${exact}::text[])
    or exists (select from unnest(${below}::text[]) prefix where starts_with(${scope}, prefix)))`
}

/** The ids of memories `p` that meet a condition, as far as the caller may see them. */
function pointed(reader: Reader, condition: Sql): Sql {
  const { actor, asOf } = reader
  const isShown = sql`${shown(reader, sql`p`)} and ${within(actor.reads, sql`p.scope`)}`
  const live = sql`select p.id from memories p where p.user_id = ${actor.userId} and ${condition} and ${isShown}`
  if (asOf === undefined) return live
  return sql`${live} and ${isUnchangedSince(sql`p`, asOf)} union all
    select p.id from memory_revisions p
    where p.user_id = ${actor.userId} and ${condition} and ${isShown} and ${wasHeldAt(reader, sql`p`, asOf)}`
}

function maybeSupersededBy(reader: Reader): Sql {
  return sql`case when m.maybe_superseded_by is not null then (${pointed(reader, sql`p.id = m.maybe_superseded_by`)}) end
      as "maybeSupersededBy"`
}

/** The user among the writers of a memory; no slug is empty. */
export const USER = ''

/** Who made a state of a memory, a slug or {@link USER}. */
const handOf = (state: Sql): Sql => sql`case when ${state}.editor like 'app:%' then split_part(${state}.editor, ':', 2)
  when ${state}.editor is null then coalesce(${state}.source_app, ${USER}) else ${USER} end`

/** The column of row `m` with who wrote its present content, first to last, each a slug or {@link USER}; null if never changed. */
export function writersColumn(userId: string): Sql {
  // Who restores an earlier content writes it too, as does who changes another field.
  const states = sql`select m.editor, m.source_app, m.revision union all
    select r.editor, r.source_app, r.revision from memory_revisions r
    where r.user_id = ${userId} and r.id = m.id and r.content = m.content`
  return sql`case when m.revision > 1 then array(
      select ${handOf(sql`s`)}
      from (${states}) s where s.editor is distinct from 'service' group by 1 order by min(s.revision))
    end as writers`
}

/**
 * Who wrote the content of a state of a memory first, a slug or null for the user. Most memories have one state; for the others,
 * each row is looked up by the primary key of the revisions.
 */
function writerOf(userId: string, row: Sql): Sql {
  const earlier = sql`select ${handOf(sql`r`)} from memory_revisions r
    where r.user_id = ${userId} and r.id = ${row}.id and r.revision < ${row}.revision and r.content = ${row}.content
      and r.editor is distinct from 'service' order by r.revision limit 1`
  return sql`case when ${row}.revision = 1 then ${row}.source_app else nullif(coalesce((${earlier}),
    case when ${row}.editor = 'service' then ${row}.source_app else ${handOf(row)} end), ${USER}) end`
}

/** The column of a state `m` of a memory with who wrote its content first, a slug or null for the user. */
export function writerColumn(userId: string): Sql {
  return sql`${writerOf(userId, sql`m`)} as writer`
}

/** The column of row `m` with who wrote what may have superseded it: a slug or {@link USER}; null if nothing has. */
function questionedBy(userId: string): Sql {
  return sql`case when m.maybe_superseded_by is not null then (
    select coalesce(${writerOf(userId, sql`p`)}, ${USER})
    from memories p where p.user_id = ${userId} and p.id = m.maybe_superseded_by) end as "questionedBy"`
}

/** The columns of row `m` that a bundle or brief is made of, as {@link ConsideredMemory}. */
export function consideredColumns(reader: Reader): Sql {
  return sql`m.id, m.type, m.scope, m.content, m.importance, m.pinned, m.occurred_at as "occurredAt",
    m.source_app as "sourceApp", m.created_at as "createdAt", m.updated_at as "updatedAt",
    ${maybeSupersededBy(reader)}, ${questionedBy(reader.actor.userId)}, ${writersColumn(reader.actor.userId)}`
}

/** The columns of row `m`, named as in the API, as far as the caller may see them. */
export function memoryColumns(reader: Reader): Sql {
  const { actor } = reader
  const own = actor.kind === 'user' ? nothing : sql`case when m.source_app = ${actor.app} then `
  const end = actor.kind === 'user' ? nothing : sql` end`
  return sql`m.id, m.type, m.scope, m.content, m.importance, m.confidence, m.pinned,
    m.occurred_at as "occurredAt", m.source_app as "sourceApp", m.created_at as "createdAt",
    m.updated_at as "updatedAt", coalesce(m.valid_from, m.occurred_at) as "validFrom", m.valid_until as "validUntil",
    case when m.superseded_by is not null then (${pointed(reader, sql`p.id = m.superseded_by`)}) end as "supersededBy",
    case when m.supersedes is null then '{}' else array(
      ${pointed(reader, sql`p.id = any(m.supersedes) and p.superseded_by = m.id`)} order by id) end as "supersedes",
    ${maybeSupersededBy(reader)},
    m.expires_at as "expiresAt", m.revision, ${EDITED_BY} as "editedBy", ${ORIGIN} as origin,
    ${own}m.external_id${end} as "externalId", ${own}m.metadata${end} as metadata, ${own}m.source${end} as source`
}

const EDITED_BY = sql`case when m.editor is not null then jsonb_build_object(
  'actor', split_part(m.editor, ':', 1), 'app', nullif(split_part(m.editor, ':', 2), '')) end`

// Rows of earlier releases have no origin.
const ORIGIN = sql`coalesce(m.origin, case when m.source_app is null then 'user' else 'app' end)`

/** When the memory of a row would have ended if it had not been superseded. */
export const endBefore = (userId: string, row: Sql): Sql => sql`(
  select r.valid_until from memory_revisions r
  where r.user_id = ${userId} and r.id = ${row}.id and r.superseded_by is null order by r.revision desc limit 1)`
