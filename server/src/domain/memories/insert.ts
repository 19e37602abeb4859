import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, StaleGrants } from '../../foundation/errors.ts'
import { insertResponses } from '../../foundation/idempotency.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { nothing, onShardOf, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { auditEntry, insertAudits } from '../audit/audit.ts'
import { limitExceeded } from '../plans/limits.ts'
import { appShareMax } from '../plans/plans.ts'
import { connectionReads, emit, eventIdFrom, isReceiving } from '../webhooks/emit.ts'
import { memoryCreated } from './events.ts'
import type { Origin } from './memory.ts'
import type { MemoryPorts } from './ports.ts'
import type { RareFields } from './rare-fields.ts'
import { addCounts } from './shares.ts'
import { grantsVersionOf, isLimitedToShare, memoriesMax, recountIfNeeded } from './store.ts'
import { hasCapacity, reservations, type UserWrite, writesByUser } from './user-writes.ts'
import { updateIndex } from './written-rows.ts'

/** A memory to be inserted. */
export interface NewMemory extends RareFields {
  id: string
  type: string
  scope: string
  content: string
  importance: number
  confidence: number
  pinned: boolean
  occurredAt: string
  /** Slug of the app that wrote it; null if the user did. */
  sourceApp: string | null
  origin: Origin
  createdAt: string
  updatedAt: string
  /** The batch it belongs to, from 0 without gaps. Search treats memories of one batch as neighbours. */
  batch: number
  /** Position in that batch. */
  position: number
  /** Keys under which it can replace others or be replaced. */
  slots?: readonly string[]
  /** Whether it may say that what others state is over; computed if omitted. */
  mayEnd?: boolean
}

interface WriteOptions {
  /** The response of a request with an idempotency key, stored together with the rows. */
  response?: unknown
  /** Slug of the app or connector on whose behalf the rows are written, for the audit entry. */
  onBehalf?: string
  /** Emits no webhook events. */
  quiet?: boolean
  replaces?: Replaces
}

/** Changes of other memories of the store in the statement that inserts, which does nothing if the version has changed. */
export interface Replaces {
  /** The version at which it was found what the new memories replace. */
  version: number
  /** The parts of the changes, see `changeParts`. */
  parts: Sql
}

/** In {@link Replaces}: whether the store had the version, the grants and the capacity. */
export const isReserved = sql`exists (select from reserved)`
/** In {@link Replaces}: the new version of the store. */
export const reservedVersion = sql`(select r.version from reserved r)`

/** The memories that one request writes. */
export interface WriteRequest extends WriteOptions {
  ctx: Ctx<MemoryActor, MemoryPorts>
  rows: readonly NewMemory[]
}

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
  // Text, because the event repeats it as it was sent.
  occurredAt: 'text',
  sourceApp: 'text',
  origin: 'text',
  rare: 'jsonb',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  eventSuffix: 'text',
  batchesAfter: 'int',
  position: 'smallint',
})

/**
 * Inserts memories. All inserts into the table go through here: one statement reserves capacity in the store and writes
 * the rows, the webhook deliveries, the audit entry and the response of a request with an idempotency key. After the
 * commit the search index and derived data are notified.
 * @throws Failure `limit_exceeded` if the plan does not allow all of them; nothing is written then.
 * @throws StaleGrants if a grant of the user changed since the caller was authenticated.
 */
export async function insertMemories(
  ctx: Ctx<MemoryActor, MemoryPorts>,
  rows: readonly NewMemory[],
  options: WriteOptions = {},
): Promise<Versions> {
  const insert = async () => (await insertRequests(ctx.db, [{ ...options, ctx, rows }], 'wait')).get(ctx.actor.userId)
  const isRetried = async () => isLimitedToShare(ctx.actor) && (await recountIfNeeded(ctx))
  const versions = (await insert()) ?? ((await isRetried()) ? await insert() : undefined)
  if (!versions) throw await refusal(ctx, rows.length)
  return versions
}

/** The versions of a store before and after a statement that wrote to it. */
export interface Versions {
  before: number
  after: number
}

/**
 * Inserts the memories of several requests, of one user or of many, like {@link insertMemories}. Users without capacity
 * for all of theirs or with changed grants are skipped, and with `skip` those whose store is locked; nothing is written for them.
 * @param db not limited to one user if the requests are not.
 * @returns the users whose memories were written, with the versions of their stores.
 */
export async function insertRequests(
  db: Db,
  requests: readonly [WriteRequest, ...WriteRequest[]],
  whenLocked: 'wait' | 'skip',
): Promise<ReadonlyMap<string, Versions>> {
  const [{ ctx, quiet, replaces }] = requests
  const { deliveries } = ctx
  const writes = writesByUser(requests)
  const ofUser = userCondition(writes)
  const rows = writes.flatMap(({ rows, userId, aiId, batches }) =>
    rows.map((row) => ({ ...row, userId, aiId, batchesAfter: batches - 1 - row.batch })),
  )
  const entries = requests.map(entryOf)
  const id = sql`${eventIdFrom(sql`e.memory_id`)} || e.event_suffix`
  const emitted = quiet
    ? nothing
    : sql`, emitted as (${emit(ctx, memoryCreated, notificationsFor(ctx, ofUser), { id })} returning 1)`
  const unlocked = sql`and s.user_id in (
      select f.user_id from stores f where f.user_id = any(${writes.map(({ userId }) => userId)}::text[])
        ${ofUser(sql`f.user_id`)}
      for update skip locked)`
  const [only, ...others] = writes
  const insert = sql`
    with reserved as (
      update stores s set memory_count = s.memory_count + w.count, version = s.version + w.batches,
        app_counts = ${addCounts(sql`s.app_counts`, sql`select key, value from jsonb_each_text(w.added)`)}
      from ${reservations(writes)}
      where s.user_id = w.user_id and ${hasCapacity}
        and (w.grants_version is null or s.grants_version = w.grants_version) ${ofUser(sql`s.user_id`)} ${whenLocked === 'skip' ? unlocked : nothing}
        ${replaces ? sql`and s.version = ${replaces.version}` : nothing}
      returning s.user_id, s.version
    ), fresh as (
      select t.*, r.version from ${ROWS(rows)} ${RESERVED}
    ), written as (
      insert into memories (user_id, id, type, scope, content, importance, confidence, pinned, occurred_at,
        source_app, created_at, updated_at, version, born, place, origin, valid_from, valid_until, expires_at,
        supersedes, external_id, metadata, source, revision, change, editor, superseded_by, maybe_superseded_by,
        act)
      select user_id, id, type, scope, content, importance, confidence, pinned, occurred_at::timestamptz,
        source_app, created_at, updated_at, version, version - batches_after, position, origin,
        (rare->>'validFrom')::timestamptz, (rare->>'validUntil')::timestamptz, (rare->>'expiresAt')::timestamptz,
        case when rare ? 'supersedes' then array(select jsonb_array_elements_text(rare->'supersedes')) end,
        rare->>'externalId', rare->'metadata', rare->'source', coalesce((rare->'carried'->>'revision')::int, 1),
        case when (rare->'carried'->>'revision')::int > 1 then 'edited' end, rare->'carried'->>'editor',
        rare->'carried'->>'supersededBy', rare->'carried'->>'maybeSupersededBy', rare->>'act'
      from fresh
    ), audited as (${insertAudits(entries, RESERVED)})
    ${slotted(rows)} ${emitted} ${storedResponses(requests)} ${replaces ? sql`, ${replaces.parts}` : nothing}
    select user_id, version, ${quiet ? sql`false` : sql`exists (select 1 from emitted)`} as emitted from reserved`
  const done = await db.rows<{ user_id: string; version: number; emitted: boolean }>(
    onShardOf(others.length ? undefined : only?.userId, insert),
  )
  const after = new Map(done.map(({ user_id, version }) => [user_id, version]))
  const versions = new Map(
    writes.flatMap(({ userId, batches }): [string, Versions][] => {
      const version = after.get(userId)
      return version === undefined ? [] : [[userId, { before: version - batches, after: version }]]
    }),
  )
  for (const { ctx } of requests) if (ctx.idempotency && versions.has(ctx.actor.userId)) ctx.idempotency.stored = true
  db.afterCommit(() => {
    if (done.some(({ emitted }) => emitted || replaces)) deliveries.nudge()
    for (const [at, { rows }] of requests.entries()) {
      const entry = entries[at]
      // The entry of a single memory names it.
      if (entry && rows.length > 1 && versions.has(entry.user_id))
        ctx.audit.noteWritten(
          entry,
          rows.map(({ id }) => id),
        )
    }
    for (const { userId, rows } of writes) {
      const written = versions.get(userId)
      if (!written) continue
      // The index reads what else has the version.
      if (!replaces) updateIndex(ctx, userId, rows, written)
      ctx.derived.changed(userId)
    }
  })
  return versions
}

const SLOTS = recordset('t', { userId: 'text', id: 'text', slot: 'text' })

/** Inserts the slots of the rows. */
function slotted(rows: readonly (NewMemory & { userId: string })[]): Sql {
  const slots = rows.flatMap(({ userId, id, slots }) => (slots ?? []).map((slot) => ({ userId, id, slot })))
  if (!slots.length) return nothing
  return sql`, slotted as (
    insert into memory_slots (user_id, slot, id) select t.user_id, t.slot, t.id from ${SLOTS(slots)} ${RESERVED})`
}

/** A condition ` and …` that limits a column to the user if there is only one; it touches one partition or shard then. */
function userCondition(writes: readonly UserWrite[]): (column: Sql) => Sql {
  const [only, ...others] = writes
  return (column) => (only && !others.length ? sql`and ${column} = ${only.userId}` : nothing)
}

/** Limits rows `t` to users with reserved capacity. */
const RESERVED = sql`join reserved r on r.user_id = t.user_id`

function entryOf({ ctx, rows, onBehalf }: WriteRequest) {
  return auditEntry(ctx, {
    action: 'memories.write',
    target: rows.length === 1 ? rows[0]?.id : null,
    scopes: rows.map(({ scope }) => scope),
    count: rows.length,
    onBehalf,
  })
}

function storedResponses(requests: readonly WriteRequest[]): Sql {
  const responses = requests.flatMap(({ ctx, response }) =>
    ctx.idempotency ? [{ keeper: ctx.idempotency, reply: response }] : [],
  )
  return responses.length ? sql`, stored as (${insertResponses(responses, RESERVED)} returning 1)` : nothing
}

/** One event per memory and connection that may read it, without the content, which apps fetch with their token. */
function notificationsFor(ctx: Pick<Ctx, 'clock'>, ofUser: (column: Sql) => Sql): Sql {
  return sql`(
    select c.user_id, c.app_id, c.id as connection_id, t.id as memory_id, t.event_suffix, t.scope,
      jsonb_build_object('connection_id', c.id, 'ai_id', t.ai_id, 'memory', jsonb_build_object(
        'id', t.id, 'type', t.type, 'scope', t.scope, 'importance', t.importance, 'occurredAt', t.occurred_at,
        'sourceApp', t.source_app)) as data
    from fresh t
    join connections c on c.user_id = t.user_id and ${isReceiving(ctx)} ${ofUser(sql`c.user_id`)}
      and ${connectionReads(sql`t.scope`)}
    join apps a on a.id = c.app_id
    where t.source_app is null or t.source_app = a.slug or not exists (
      select from muted_sources hidden
      where hidden.user_id = t.user_id and hidden.app = t.source_app ${ofUser(sql`hidden.user_id`)}))`
}

async function refusal(ctx: Ctx<MemoryActor>, count: number): Promise<Error> {
  const { db, actor } = ctx
  const store = await db.maybe<{ used: number; version: number; ofApp: number }>(sql`
    select memory_count as used, grants_version as version,
      coalesce((app_counts->>${actor.kind === 'app' ? actor.app : ''})::int, 0) as "ofApp"
    from stores where user_id = ${actor.userId}`)
  // The account was erased since the request was authenticated.
  if (!store) return new Failure('unauthorized')
  if (![null, store.version].includes(grantsVersionOf(actor))) return new StaleGrants()
  const [max, plan] = [memoriesMax(actor), actor.userPlan]
  return limitExceeded(
    actor,
    'user',
    isLimitedToShare(actor) && store.used + count <= max
      ? { limit: 'app_memories', used: store.ofApp, max: appShareMax(actor), plan }
      : { limit: 'memories', used: store.used, max, plan },
  )
}
