import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { insertKept } from '../../foundation/idempotency.ts'
import { newId } from '../../foundation/ids.ts'
import { nothing, type Sql, sql } from '../../foundation/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { USER_PLANS } from '../plans/plans.ts'
import { checkKnownScopes } from '../vocabulary/known.ts'
import { coversAny } from '../vocabulary/scopes.ts'
import { connectionReads, queueDeliveries } from '../webhooks/events.ts'
import { MemoryInput, WRITE_MEMORIES_MAX } from './memory.ts'

export const Remember = z.object({ memories: z.array(MemoryInput).min(1).max(WRITE_MEMORIES_MAX) })
export const Remembered = z
  .object({
    accepted: z.boolean().meta({ description: 'Whether at least one memory was kept.' }),
    memoryIds: z.array(z.string()).meta({ description: 'Of those that were kept, in the order given.' }),
  })
  .meta({ id: 'Remembered' })

/**
 * Keeps memories. What lies outside the caller's write grants is dropped in silence; the rest is kept whole or
 * not at all. One statement: the place in the store, the rows, the events, the audit entry and the kept reply of a
 * keyed request stand or fall together, and it costs one round trip and one commit.
 * @throws Failure `scope_denied` without any write grant, `unknown_scope`, `limit_exceeded` at the cap.
 */
export async function remember(
  ctx: Ctx<MemoryActor>,
  { memories }: z.output<typeof Remember>,
): Promise<z.output<typeof Remembered>> {
  const { actor } = ctx
  if (!actor.writes.length)
    throw new Failure('scope_denied', { missing_scope: `memory:write:${memories[0]?.scope ?? 'general'}` })
  await checkKnownScopes(
    ctx,
    memories.map(({ scope }) => scope),
  )
  const writable = memories.filter(({ scope }) => coversAny(actor.writes, scope))
  if (!writable.length) return { accepted: false, memoryIds: [] }

  const now = ctx.clock()
  const rows = writable.map((memory, place) => ({ ...memory, id: newId('mem', now.getTime()), place }))
  const reply = { accepted: true, memoryIds: rows.map(({ id }) => id) }
  const version = await insert(ctx, rows, now, reply)
  if (actor.kind === 'app') ctx.meter.count(actor, 'memory_writes', rows.length)
  const at = now.getTime()
  ctx.recall.changed(actor.userId, {
    from: version - 1,
    to: version,
    rows: rows.map((row) => ({
      id: row.id,
      scope: row.scope,
      content: row.content,
      occurredAt: row.occurredAt ? Date.parse(row.occurredAt) : at,
      createdAt: at,
      importance: row.importance,
      pinned: row.pinned,
      born: version,
      place: row.place,
    })),
    gone: [],
  })
  return reply
}

type Row = MemoryInput & { id: string; place: number }

// Thin: whoever may read the scope learns that there is something, and fetches it with its own token.
function newMemories({ actor }: Ctx<MemoryActor>, rows: Row[], at: string): Sql {
  const column = <K extends keyof Row>(name: K) => rows.map((row) => row[name])
  return sql`(
    select c.user_id, c.app_id, c.id as connection_id, 'evt' || substr(t.id, 4) as event_id, t.scope,
      jsonb_build_object('connection_id', c.id, 'ai_id', ${actor.aiId}::text, 'memory', jsonb_build_object(
        'id', t.id, 'type', t.type, 'scope', t.scope, 'importance', t.importance, 'occurredAt', t.occurred_at,
        'sourceApp', ${actor.kind === 'app' ? actor.app : null}::text)) as data
    from place_held, connections c, unnest(${column('id')}::text[], ${column('type')}::text[],
      ${column('scope')}::text[], ${column('importance')}::float8[], ${rows.map((row) => row.occurredAt ?? at)}::text[])
      as t (id, type, scope, importance, occurred_at)
    where c.user_id = ${actor.userId} and c.status = 'active' and ${connectionReads(sql`t.scope`)}) e`
}

async function insert(ctx: Ctx<MemoryActor>, rows: Row[], now: Date, reply: unknown): Promise<number> {
  const { actor, db, idempotency } = ctx
  const max = USER_PLANS[actor.userPlan].memoriesMax
  const at = now.toISOString()
  const column = <K extends keyof Row>(name: K) => rows.map((row) => row[name])
  const entry = auditEntry(ctx, {
    action: 'memories.write',
    target: rows.length === 1 ? rows[0]?.id : null,
    scopes: column('scope'),
    count: rows.length,
  })
  const kept = idempotency
    ? sql`, kept as (${insertKept(idempotency, reply, sql`from place_held`)} returning 1)`
    : nothing
  const done = await db.maybe<{ version: number; told: boolean }>(sql`
    with place_held as (
      update stores set memory_count = memory_count + ${rows.length}, version = version + 1
      where user_id = ${actor.userId} and memory_count + ${rows.length} <= ${max}
      returning version
    ), written as (
      insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at,
        source_app, created_at, updated_at, version, born, place)
      select ${actor.userId}, t.id, t.type, t.scope, t.content, t.importance, t.confidence, t.pinned, t.occurred_at,
        ${actor.kind === 'app' ? actor.app : null}, ${at}::timestamptz, ${at}::timestamptz, p.version, p.version, t.place
      from place_held p, unnest(${column('id')}::text[], ${column('type')}::text[], ${column('scope')}::text[],
        ${column('content')}::text[], ${column('importance')}::float8[], ${column('confidence')}::float8[],
        ${column('pinned')}::boolean[], ${rows.map((row) => row.occurredAt ?? at)}::timestamptz[],
        ${column('place')}::smallint[])
        as t (id, type, scope, content, importance, confidence, pinned, occurred_at, place)
    ), audited as (${insertAudit(entry, sql`from place_held`)}
    ), told as (${queueDeliveries('memory.created', at, newMemories(ctx, rows, at))} returning 1)
    ${kept}
    select version, exists (select from told) as told from place_held`)
  if (done) {
    if (idempotency) idempotency.kept = true
    if (done.told) db.afterCommit(() => ctx.deliveries.nudge())
    return done.version
  }
  const store = await db.maybe<{ used: number }>(
    sql`select memory_count as used from stores where user_id = ${actor.userId}`,
  )
  if (!store) throw new Failure('unauthorized')
  const { used } = store
  throw new Failure('limit_exceeded', { limit: 'memories', used, max, plan: actor.userPlan })
}
