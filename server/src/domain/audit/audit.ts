import { z } from 'zod'
import type { Actor, AppActor, MemoryActor, UserActor } from '../../foundation/actor.ts'
import { openBatcher, openList } from '../../foundation/batcher.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { digestId, newId } from '../../foundation/ids.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import type { Db } from '../../foundation/sql/db.ts'
import { join, nothing, recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { inTimeRange, TimeRange } from '../../foundation/times.ts'
import { AUDIT_ACTIONS, type AuditAction, type READ_ACTIONS } from './actions.ts'
import { openReadBound } from './bounded-reads.ts'
import { insertReads, memoryIdsByEntry, READ_IDS_MAX, READS_DAYS } from './reads.ts'
import { scopeNames } from './scope-names.ts'

/*
 * The audit log records who read or wrote what, and when. The entry of a write is inserted in the transaction of the
 * write. Entries of reads are buffered and written every half second, so a read needs no second round trip; a crash can
 * lose the last half second of them. If entries cannot be written, reads are refused.
 */

const FLUSH_MS = 500
const FLUSH_AT_ENTRIES = 2_000
const BUFFERED_MAX = 50_000
const SLUG_CHARS_MAX = 64
const NO_DIGEST = new Uint8Array(32)

export interface AuditPorts {
  audit: AuditLog
}

type ReadAction = (typeof READ_ACTIONS)[number]

/** What an entry records besides the actor, time and request. */
export interface AuditInput {
  action: AuditAction
  /** Id of the memory, connection or event. */
  target?: string | null
  /** Scopes of the memories, which may contain duplicates, or the type of a signal. */
  scopes: readonly string[]
  /** Number of memories. */
  count: number
  /** Slug of the connector that acted for the user. */
  onBehalf?: string | undefined
}

const AUDIT_ACTORS = ['app', 'user', 'developer', 'service', 'operator'] as const

export interface Entry {
  user_id: string
  id: string
  at: string
  actor: (typeof AUDIT_ACTORS)[number]
  app_id: string | null
  app: string | null
  connection_id: string | null
  action: AuditAction
  target: string | null
  scope: string
  count: number
  request_id: string
}

/** Makes the entry of an action by an app, by the user, or by the operator for the user. */
export function auditEntry(
  ctx: Pick<Ctx, 'clock' | 'requestId'> & { actor: AppActor | Pick<UserActor, 'kind' | 'userId' | 'byOperator'> },
  input: AuditInput,
): Entry {
  const { actor } = ctx
  const now = ctx.clock()
  const app = actor.kind === 'app' ? actor : undefined
  return {
    user_id: actor.userId,
    id: newId('aud', now.getTime()),
    at: now.toISOString(),
    actor: actor.kind === 'user' && actor.byOperator ? 'operator' : actor.kind,
    app_id: app?.appId ?? null,
    app: app?.app ?? input.onBehalf ?? null,
    connection_id: (!app?.isHeld && app?.connectionId) || null,
    action: input.action,
    target: input.target ?? null,
    scope: scopeNames(input.scopes),
    count: input.count,
    request_id: ctx.requestId,
  }
}

/** The statement that inserts one entry; `from` makes it depend on a common table expression. */
export function insertAudit(e: Entry, from: Sql = nothing): Sql {
  return sql`
    insert into audit_entries (user_id, id, at, actor, app_id, app, connection_id, action, target, scope, count,
      request_id)
    select ${e.user_id}, ${e.id}, ${e.at}::timestamptz, ${e.actor}, ${e.app_id}, ${e.app}, ${e.connection_id},
      ${e.action}, ${e.target}, ${e.scope}, ${e.count}::int, ${e.request_id} ${from}`
}

export type AuditLog = ReturnType<typeof openAuditLog>

type Reader = Pick<Ctx<MemoryActor>, 'actor' | 'clock' | 'requestId'>
/** A memory that was read. */
type Read = { readonly id: string; readonly scope: string }
/** An entry, and the ids of the memories that it is about, separated by spaces. */
type Noted = Entry & { readonly memory_ids: string }

/** Opens the buffer for entries of reads. */
export function openAuditLog({ db, log }: { db: Db; log: Log }) {
  const buffer = openList<Noted>()
  const boundReads = openReadBound(db)
  const { flush, flushSoon, close } = openBatcher<Noted[]>({
    name: 'audit',
    log,
    everyMs: FLUSH_MS,
    ...buffer,
    write: (entries) => insertEntries(db, entries).then(() => boundReads(entries)),
  })

  /**
   * Records a read or a denied request by an app; reads by the user are not recorded.
   * @throws Failure `unavailable` if too many entries wait to be written
   */
  function note(ctx: Reader, input: AuditInput, memoryIds: readonly string[] = []): void {
    if (ctx.actor.kind !== 'app') return
    if (buffer.size() >= BUFFERED_MAX) throw new Failure('unavailable')
    buffer.add({ ...auditEntry(ctx, input), memory_ids: memoryIds.slice(0, READ_IDS_MAX).join(' ') })
    if (buffer.size() === FLUSH_AT_ENTRIES) flushSoon()
  }

  /**
   * Records which memories an app was given; reads by the user are not recorded.
   * @param target the memory that was asked for, if it was one
   * @throws Failure `unavailable` if too many entries wait to be written
   */
  function noteRead(ctx: Reader, action: ReadAction, memories: readonly Read[], target: string | null = null): void {
    // The person may read a whole store, and nothing of it is recorded.
    if (ctx.actor.kind !== 'app') return
    const ids = [...new Set(memories.map(({ id }) => id))]
    note(ctx, { action, target, scopes: memories.map(({ scope }) => scope), count: ids.length }, ids)
  }

  /**
   * Records which memories a write of several added. Its entry, which has their number, is in the transaction of the write;
   * if too many entries wait to be written, or after a crash, it stays without them.
   */
  function noteWritten(entry: Entry, memoryIds: readonly string[]): void {
    if (buffer.size() >= BUFFERED_MAX) return
    buffer.add({ ...entry, memory_ids: memoryIds.slice(0, READ_IDS_MAX).join(' ') })
    if (buffer.size() === FLUSH_AT_ENTRIES) flushSoon()
  }

  return { note, noteRead, noteWritten, flush, close }
}

// Users are locked, so that no entry is inserted for a user who is being erased. Entries of a batch that was written
// although its answer was lost are skipped.
async function insertEntries(db: Db, entries: Noted[]): Promise<void> {
  const users = [...new Set(entries.map((entry) => entry.user_id))]
  await db.transaction(async (db) => {
    const locked = await db.rows<{ id: string }>(sql`
      select id from users where id = any(${users}::text[]) order by id for key share`)
    const existing = new Set(locked.map(({ id }) => id))
    const rows = entries.filter((entry) => existing.has(entry.user_id))
    if (rows.length) await db.count(insertAudits(rows, sql`on conflict (user_id, id) do nothing`))
    const reads = rows.filter((row) => row.memory_ids !== '')
    if (reads.length) await db.count(insertReads(reads))
  })
}

const ENTRIES = recordset('t', {
  user_id: 'text',
  id: 'text',
  at: 'timestamptz',
  actor: 'text',
  app_id: 'text',
  app: 'text',
  connection_id: 'text',
  action: 'text',
  target: 'text',
  scope: 'text',
  count: 'int',
  request_id: 'text',
})

/** The statement that inserts many entries; `rest` follows their rows, which are named `t`. */
export function insertAudits(entries: readonly Entry[], rest: Sql): Sql {
  return sql`
    insert into audit_entries (user_id, id, at, actor, app_id, app, connection_id, action, target, scope, count,
      request_id)
    select t.* from ${ENTRIES(entries)} ${rest}`
}

const AuditFilters = z.object({
  action: z.enum(AUDIT_ACTIONS).optional().meta({ description: 'Only this action.' }),
  ...TimeRange.shape,
})
export const AuditQuery = PageQuery.extend(AuditFilters.shape)
/** Users can also filter by app. */
export const OwnAuditFilters = AuditFilters.extend({
  app: z.string().max(SLUG_CHARS_MAX).optional().meta({ description: 'Slug of an app.' }),
})
export type OwnAuditFilters = z.output<typeof OwnAuditFilters>

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.enum(AUDIT_ACTORS).meta({
      description: 'Who acted; `service` if access expired, or ended because a code or token was used twice.',
    }),
    app: z.string().nullable().meta({
      description:
        'Slug of the app or connector that acted, or whose access changed; null for other acts of the person.',
    }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable().meta({
      description: 'Id of the memory, connection or event, if it was a single one; what the operator set.',
    }),
    scope: z.string().meta({ description: 'Scopes of the memories, separated by spaces, or the type of the signal.' }),
    count: z.int().meta({ description: 'Number of memories; of messages for `turns.list` and `turns.write`.' }),
    connection_id: z.string().nullable().meta({
      description: 'The connection through which the app acted, or whose access changed; null for other acts.',
    }),
    request_id: z.string(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

/** An entry as the person sees it. */
export const OwnAuditEntry = AuditEntry.extend({
  memory_ids: z.array(z.string()).meta({
    description: `Ids of the memories that a read gave to an app: the first ${READ_IDS_MAX}, for ${READS_DAYS} days. Empty for others.`,
  }),
}).meta({ id: 'OwnAuditEntry' })

/** Selects the entries of a user, including the user's own actions, or those of an app. */
type Subject = { userId: string } | { appId: string }

/** One page of entries, newest first. */
export async function listAudit(
  ctx: Ctx<Actor, AuditPorts>,
  of: Subject,
  { limit, cursor, ...filters }: OwnAuditFilters & { limit: number; cursor?: string | undefined },
): Promise<Page<AuditEntry>> {
  await ctx.audit.flush()
  const { action, app, from, to } = filters
  return pageById(ctx.vault, ['audit', of, action, app, from, to], { limit, cursor }, (below, rows) =>
    ctx.db.rows<AuditEntry>(selectEntries(of, filters, below, rows)),
  )
}

/** One page of the entries of the calling person, newest first, with the memories that reads gave to apps. */
export async function listOwnAudit(
  ctx: Ctx<UserActor, AuditPorts>,
  query: Parameters<typeof listAudit>[2],
): Promise<Page<z.output<typeof OwnAuditEntry>>> {
  const { items, next_cursor } = await listAudit(ctx, { userId: ctx.actor.userId }, query)
  // Writes add different memories each time, so that their counts add up.
  const reads = items.filter(({ action }) => action !== 'memories.write')
  const ids = await memoryIdsByEntry(
    ctx,
    reads.map(({ id }) => id),
  )
  return { items: items.map((entry) => ({ ...entry, memory_ids: ids.get(entry.id) ?? [] })), next_cursor }
}

/** The statement that selects the newest matching entries with ids below `below`. */
export function selectEntries(
  of: Subject,
  { action, app, ...span }: OwnAuditFilters,
  below: string,
  rows: number,
): Sql {
  const conditions = [
    'userId' in of ? sql`user_id = ${of.userId}` : sql`app_id = ${of.appId}`,
    sql`id < ${below}`,
    // The time in an id is never before `at`, so older ids cannot match.
    ...(span.from ? [sql`id >= ${firstIdAt(Date.parse(span.from))}`] : []),
    ...inTimeRange(sql`at`, span),
    ...(action ? [sql`action = ${action}`] : []),
    ...(app ? [sql`app = ${app}`] : []),
  ]
  return sql`
    select id, at, actor, app, action, target, scope, count, connection_id, request_id from audit_entries
    where ${join(conditions, sql` and `)} order by id desc limit ${rows}`
}

/** The lowest possible id of an entry at this time in milliseconds. */
export function firstIdAt(ms: number): string {
  return digestId('aud', ms, NO_DIGEST)
}
