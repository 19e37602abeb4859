import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Db } from '../../foundation/db.ts'
import { Failure } from '../../foundation/errors.ts'
import { idOf, newId } from '../../foundation/ids.ts'
import { SWEPT_ROWS } from '../../foundation/jobs.ts'
import type { Log } from '../../foundation/log.ts'
import { type Page, PageQuery, pageById } from '../../foundation/page.ts'
import { join, nothing, recordset, type Sql, sql } from '../../foundation/sql.ts'
import { inSpan, Span } from '../../foundation/times.ts'

/*
 * Who read or wrote what, and when. A write's entry goes into the transaction of the write. A read's entry is
 * buffered and written every half second, so a read needs no second round trip; a crash can lose the entries of
 * the last half second of reads, and when they cannot be written at all, reads stop (fail closed).
 */

const FLUSH_MS = 500
const FLUSH_AT_ENTRIES = 2_000
const BUFFERED_MAX = 50_000
const KEPT_DAYS = 365
const SLUG_CHARS_MAX = 64
const NO_DIGEST = new Uint8Array(32)

declare module '../../foundation/ctx.ts' {
  interface Ports {
    audit: AuditLog
  }
}

export const READ_ACTIONS = [
  'memories.list',
  'memories.recall',
  'memory.read',
  'memory.graph',
  'context.read',
  'brief.read',
  'gateway.chat',
  'scopes.list',
] as const
export const WRITE_ACTIONS = ['memories.write', 'memory.edit', 'memory.delete'] as const
const AUDIT_ACTIONS = [
  ...READ_ACTIONS,
  ...WRITE_ACTIONS,
  'connection.create',
  'connection.narrow',
  'connection.revoke',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What an entry says of a deed: which action, on what, in which scopes, and how many memories. */
export interface Deed {
  action: AuditAction
  target?: string | null
  /** Scopes touched; kept distinct. */
  scopes: readonly string[]
  count: number
  /** Slug of what did it in the person's place: a connector. */
  onBehalf?: string | undefined
}

interface Entry {
  user_id: string
  id: string
  at: string
  actor: 'app' | 'user'
  app_id: string | null
  app: string | null
  connection_id: string | null
  action: AuditAction
  target: string | null
  scope: string
  count: number
  request_id: string
}

/** What an entry takes to write, for the person's own acts as for an app's. */
export function auditEntry(ctx: Pick<Ctx<MemoryActor>, 'actor' | 'clock' | 'requestId'>, deed: Deed): Entry {
  const { actor } = ctx
  const now = ctx.clock()
  const app = actor.kind === 'app' ? actor : undefined
  return {
    user_id: actor.userId,
    id: newId('aud', now.getTime()),
    at: now.toISOString(),
    actor: actor.kind,
    app_id: app?.appId ?? null,
    app: app?.app ?? deed.onBehalf ?? null,
    connection_id: app?.connectionId ?? null,
    action: deed.action,
    target: deed.target ?? null,
    scope: [...new Set(deed.scopes)].sort().join(' '),
    count: deed.count,
    request_id: ctx.requestId,
  }
}

/** The statement that writes one entry; `from` makes it depend on a common table expression. */
export function insertAudit(e: Entry, from: Sql = nothing): Sql {
  return sql`
    insert into audit_entries (user_id, id, at, actor, app_id, app, connection_id, action, target, scope, count,
      request_id)
    select ${e.user_id}, ${e.id}, ${e.at}::timestamptz, ${e.actor}, ${e.app_id}, ${e.app}, ${e.connection_id},
      ${e.action}, ${e.target}, ${e.scope}, ${e.count}::int, ${e.request_id} ${from}`
}

export type AuditLog = ReturnType<typeof openAuditLog>

/** Starts the buffer for entries of reads. */
export function openAuditLog({ db, log }: { db: Db; log: Log }) {
  let buffered: Entry[] = []
  let flushing: Promise<void> = Promise.resolve()
  const timer = setInterval(flushQuietly, FLUSH_MS).unref()

  function flushQuietly() {
    flush().catch((err) => log.warn({ err }, 'audit entries could not be written and are kept for the next try'))
  }

  /** Notes a read by an app. The person's own reading of their own store is nobody's business. */
  function note(ctx: Pick<Ctx<MemoryActor>, 'actor' | 'clock' | 'requestId'>, deed: Deed): void {
    if (ctx.actor.kind !== 'app') return
    if (buffered.length >= BUFFERED_MAX) throw new Failure('unavailable')
    buffered.push(auditEntry(ctx, deed))
    if (buffered.length === FLUSH_AT_ENTRIES) flushQuietly()
  }

  function flush(): Promise<void> {
    flushing = flushing
      .catch(() => {})
      .then(async () => {
        if (!buffered.length) return
        const entries = buffered
        buffered = []
        try {
          await insertEntries(db, entries)
        } catch (error) {
          buffered = entries.concat(buffered)
          throw error
        }
      })
    return flushing
  }

  return {
    note,
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

// Entries of a person who has erased their account meanwhile are not brought back, so accounts are held until the entries
// are there. Those of a try whose answer was lost are there already.
async function insertEntries(db: Db, entries: Entry[]): Promise<void> {
  const people = [...new Set(entries.map((entry) => entry.user_id))]
  await db.transaction(async (db) => {
    const held = await db.rows<{ id: string }>(sql`
      select id from users where id = any(${people}::text[]) order by id for key share`)
    const there = new Set(held.map(({ id }) => id))
    const kept = entries.filter((entry) => there.has(entry.user_id))
    if (kept.length) await db.count(insertAudits(kept, sql`on conflict (user_id, id) do nothing`))
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

/** The statement that writes many entries; `rest` goes on after their rows, which are called `t`. */
export function insertAudits(entries: readonly Entry[], rest: Sql): Sql {
  return sql`
    insert into audit_entries (user_id, id, at, actor, app_id, app, connection_id, action, target, scope, count,
      request_id)
    select t.* from ${ENTRIES(entries)} ${rest}`
}

const AuditFilters = z.object({
  action: z.enum(AUDIT_ACTIONS).optional().meta({ description: 'Only this action.' }),
  ...Span.shape,
})
export const AuditQuery = PageQuery.extend(AuditFilters.shape)
/** A person can also ask for one app. */
export const OwnAuditFilters = AuditFilters.extend({
  app: z.string().max(SLUG_CHARS_MAX).optional().meta({ description: 'Slug of an app.' }),
})
export type OwnAuditFilters = z.output<typeof OwnAuditFilters>

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.enum(['app', 'user']),
    app: z.string().nullable().meta({ description: 'Slug of the app or the connector; null when the person acted.' }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable().meta({ description: 'The memory or connection, where there was one.' }),
    scope: z.string().meta({ description: 'Scopes touched, separated by spaces.' }),
    count: z.int().meta({ description: 'How many memories.' }),
    request_id: z.string(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

/** Whose entries: those of a person, with their own deeds, or those of an app alone. */
type Whose = { userId: string } | { appId: string }

/** One page of entries, newest first. */
export async function listAudit(
  ctx: Ctx,
  of: Whose,
  { limit, cursor, ...filters }: OwnAuditFilters & { limit: number; cursor?: string | undefined },
): Promise<Page<AuditEntry>> {
  await ctx.audit.flush()
  const { action, app, from, to } = filters
  return pageById(ctx.vault, ['audit', of, action, app, from, to], { limit, cursor }, (below, rows) =>
    ctx.db.rows<AuditEntry>(selectEntries(of, filters, below, rows)),
  )
}

/** The newest entries below an id that pass the filters. They are looked for among those of that person or app. */
export function selectEntries(of: Whose, { action, app, ...span }: OwnAuditFilters, below: string, rows: number): Sql {
  const conditions = [
    'userId' in of ? sql`user_id = ${of.userId}` : sql`app_id = ${of.appId}`,
    sql`id < ${below}`,
    // Ids are never older than their entries, so what comes before the span need not be looked at.
    ...(span.from ? [sql`id >= ${firstIdAt(Date.parse(span.from))}`] : []),
    ...inSpan(sql`at`, span),
    ...(action ? [sql`action = ${action}`] : []),
    ...(app ? [sql`app = ${app}`] : []),
  ]
  return sql`
    select id, at, actor, app, action, target, scope, count, request_id from audit_entries
    where ${join(conditions, sql` and `)} order by id desc limit ${rows}`
}

/** The least id an entry of this moment, in milliseconds, can have. */
export function firstIdAt(ms: number): string {
  return idOf('aud', ms, NO_DIGEST)
}

/** Erases every entry of a person, in the transaction that erases the person. */
export async function eraseAudit(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from audit_entries where user_id = ${userId}`)
}

/** Sweeps entries older than a year, some at a time. */
export async function sweepAudit({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 24 * 60 * 60_000).toISOString()
  const swept = await db.count(sql`
    delete from audit_entries where (user_id, id) in (
      select user_id, id from audit_entries where at < ${before} limit ${SWEPT_ROWS})`)
  return swept === SWEPT_ROWS
}
