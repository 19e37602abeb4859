import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { Failure } from '../../foundation/errors.ts'
import { insertManyKept } from '../../foundation/idempotency.ts'
import { nothing, recordset, type Sql, sql } from '../../foundation/sql.ts'
import { auditEntry, insertAudits } from '../audit/audit.ts'
import { USER_PLANS } from '../plans/plans.ts'
import { connectionReads, queueDeliveries } from '../webhooks/events.ts'

/** A memory as it is about to be written. */
export interface NewMemory {
  id: string
  type: string
  scope: string
  content: string
  importance: number
  confidence: number
  pinned: boolean
  occurredAt: string
  /** Slug of whoever wrote it; null: the person. */
  sourceApp: string | null
  createdAt: string
  updatedAt: string
  /** Which call it was told in, from 0 without gaps: rows of one call stand together in search. */
  call: number
  /** Position in that call. */
  place: number
}

const PLACES = recordset('w', { userId: 'text', places: 'int', calls: 'int', max: 'int' })
const ROWS = recordset('t', {
  userId: 'text',
  aiId: 'text',
  id: 'text',
  type: 'text',
  scope: 'text',
  content: 'text',
  importance: 'float8',
  confidence: 'float8',
  pinned: 'boolean',
  // As it came, for the event that tells of it.
  occurredAt: 'text',
  sourceApp: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  callsAfter: 'int',
  place: 'smallint',
})

interface Writing {
  /** The reply of a keyed request, kept together with the rows. */
  reply?: unknown
  /** Slug the audit names beside the person, when something wrote on their behalf. */
  onBehalf?: string
  /** Apps are not told: for what is no news. */
  quiet?: boolean
}

/** What one request writes. */
export interface Act extends Writing {
  ctx: Ctx<MemoryActor>
  rows: readonly NewMemory[]
}

/**
 * Writes memories: every row of the table comes in here. One statement: the places in the store, the rows, the
 * events, the audit entry and the kept reply of a keyed request stand or fall together, and it costs one round trip
 * and one commit. The search index hears of it once that is done.
 * @throws Failure `limit_exceeded` when the store has no place for all of them; nothing is written then.
 */
export async function insertMemories(
  ctx: Ctx<MemoryActor>,
  rows: readonly NewMemory[],
  writing: Writing = {},
): Promise<void> {
  const written = await insertActs(ctx.db, [{ ...writing, ctx, rows }], 'wait')
  if (!written.has(ctx.actor.userId)) throw await noPlace(ctx)
}

/**
 * The same for many requests at once, of one person or of many, on a database open to all of them. Whoever has no place
 * for all of theirs, or with `skip` a store that somebody else is writing into, is passed over and has nothing written.
 * @returns the people whose memories were written.
 */
export async function insertActs(
  db: Db,
  acts: readonly [Act, ...Act[]],
  whenHeld: 'wait' | 'skip',
): Promise<ReadonlySet<string>> {
  const [{ ctx, quiet }] = acts
  const { deliveries } = ctx
  const parts = partsOf(acts)
  const held = heldOf(parts)
  const places = parts.map(({ userId, rows, calls, max }) => ({ userId, places: rows.length, calls, max }))
  const rows = parts.flatMap(({ rows, userId, aiId, calls }) =>
    rows.map((row) => ({ ...row, userId, aiId, callsAfter: calls - 1 - row.call })),
  )
  const at = ctx.clock().toISOString()
  const told = quiet ? nothing : sql`, told as (${queueDeliveries('memory.created', at, newsTo(held))} returning 1)`
  const free = sql`and s.user_id in (
      select f.user_id from stores f where f.user_id = any(${parts.map(({ userId }) => userId)}::text[])
        ${held(sql`f.user_id`)}
      for update skip locked)`
  const done = await db.rows<{ user_id: string; version: number; told: boolean }>(sql`
    with place_held as (
      update stores s set memory_count = s.memory_count + w.places, version = s.version + w.calls
      from ${PLACES(places)}
      where s.user_id = w.user_id and s.memory_count + w.places <= w.max ${held(sql`s.user_id`)} ${whenHeld === 'skip' ? free : nothing}
      returning s.user_id, s.version
    ), fresh as (
      select t.*, p.version from ${ROWS(rows)} ${HELD}
    ), written as (
      insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at,
        source_app, created_at, updated_at, version, born, place)
      select user_id, id, type, scope, content, importance, confidence, pinned, occurred_at::timestamptz,
        source_app, created_at, updated_at, version, version - calls_after, place
      from fresh
    ), audited as (${insertAudits(acts.map(entryOf), HELD)})
    ${told} ${keptOf(acts)}
    select user_id, version, ${quiet ? sql`false` : sql`exists (select 1 from told)`} as told from place_held`)
  const versions = new Map(done.map(({ user_id, version }) => [user_id, version]))
  for (const { ctx } of acts) if (ctx.idempotency && versions.has(ctx.actor.userId)) ctx.idempotency.kept = true
  db.afterCommit(() => {
    if (done.some(({ told }) => told)) deliveries.nudge()
    for (const { userId, rows, calls } of parts) {
      const version = versions.get(userId)
      if (version === undefined) continue
      hintIndex(ctx, userId, rows, version - calls, version)
      ctx.embedding.changed(userId)
      ctx.relations.changed(userId)
    }
  })
  return new Set(versions.keys())
}

// Most statements are of one person: then it says so, and touches one partition or shard of each table.
function heldOf(parts: readonly Part[]): (column: Sql) => Sql {
  const [only, ...others] = parts
  return (column) => (only && !others.length ? sql`and ${column} = ${only.userId}` : nothing)
}

/** Rows `t` of the people who have got their places. */
const HELD = sql`join place_held p on p.user_id = t.user_id`

/** What one person's store is to take. */
interface Part {
  userId: string
  aiId: string
  max: number
  rows: NewMemory[]
  calls: number
}

// Calls are numbered through, so that what was told apart stays apart in search.
function partsOf(acts: readonly Act[]): Part[] {
  const parts = new Map<string, Part>()
  for (const { ctx, rows } of acts) {
    const { userId, aiId } = ctx.actor
    const part = parts.get(userId) ?? { userId, aiId, max: placesMax(ctx.actor), rows: [], calls: 0 }
    parts.set(userId, part)
    part.rows.push(...rows.map((row) => ({ ...row, call: part.calls + row.call })))
    part.calls = 1 + Math.max(...part.rows.map(({ call }) => call))
  }
  return [...parts.values()]
}

function entryOf({ ctx, rows, onBehalf }: Act) {
  return auditEntry(ctx, {
    action: 'memories.write',
    target: rows.length === 1 ? rows[0]?.id : null,
    scopes: rows.map(({ scope }) => scope),
    count: rows.length,
    onBehalf,
  })
}

function keptOf(acts: readonly Act[]): Sql {
  const replies = acts.flatMap(({ ctx, reply }) => (ctx.idempotency ? [{ keeper: ctx.idempotency, reply }] : []))
  return replies.length ? sql`, kept as (${insertManyKept(replies, HELD)} returning 1)` : nothing
}

function placesMax({ userPlan }: MemoryActor): number {
  return USER_PLANS[userPlan].memoriesMax
}

// Thin: whoever may read the scope learns that there is something, and fetches it with its own token.
function newsTo(held: (column: Sql) => Sql): Sql {
  return sql`(
    select c.user_id, c.app_id, c.id as connection_id, 'evt' || substr(t.id, 4) as event_id, t.scope,
      jsonb_build_object('connection_id', c.id, 'ai_id', t.ai_id, 'memory', jsonb_build_object(
        'id', t.id, 'type', t.type, 'scope', t.scope, 'importance', t.importance, 'occurredAt', t.occurred_at,
        'sourceApp', t.source_app)) as data
    from fresh t
    join connections c on c.user_id = t.user_id and c.status = 'active' ${held(sql`c.user_id`)}
      and ${connectionReads(sql`t.scope`)}) e`
}

async function noPlace({ db, actor }: Ctx<MemoryActor>): Promise<Failure> {
  const store = await db.maybe<{ used: number }>(
    sql`select memory_count as used from stores where user_id = ${actor.userId}`,
  )
  // No store: the account was erased between this request's credential and its work.
  if (!store) return new Failure('unauthorized')
  return new Failure('limit_exceeded', {
    limit: 'memories',
    used: store.used,
    max: placesMax(actor),
    plan: actor.userPlan,
  })
}

function hintIndex(
  { recall }: Ctx<MemoryActor>,
  userId: string,
  rows: readonly NewMemory[],
  before: number,
  version: number,
): void {
  recall.changed(userId, {
    from: before,
    to: version,
    rows: rows.map(({ id, scope, content, occurredAt, createdAt, importance, pinned, call, place }) => ({
      id,
      scope,
      content,
      occurredAt: Date.parse(occurredAt),
      createdAt: Date.parse(createdAt),
      importance,
      pinned,
      born: before + 1 + call,
      place,
    })),
    gone: [],
  })
}

/**
 * Takes the row of the store before anything else in a transaction: two writers of one person queue here, so what
 * is looked up afterwards still holds when the rows are written.
 */
export async function holdStore({ db, actor }: Ctx<MemoryActor>): Promise<{ used: number; max: number }> {
  const store = await db.maybe<{ used: number }>(
    sql`select memory_count as used from stores where user_id = ${actor.userId} for update`,
  )
  if (!store) throw new Failure('unauthorized')
  return { used: store.used, max: placesMax(actor) }
}
