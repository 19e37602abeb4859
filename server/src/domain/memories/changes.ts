import type { Actor, AppActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { nothing, onShardOf, type Sql, sql } from '../../foundation/sql/sql.ts'
import type { AuditAction } from '../audit/actions.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { connectionReads } from '../webhooks/emit.ts'
import { emitDeleted, emitUpdated } from './events.ts'
import { selectForChange } from './internal-queries.ts'
import type { Memory } from './memory.ts'
import { checkMuted } from './muted-changes.ts'
import type { MemoryPorts } from './ports.ts'
import { selectWorth } from './revision-queries.ts'
import { addCounts, countedSource } from './shares.ts'

/*
 * Every update and deletion of memories goes through this file: one statement writes the state before as a revision, the
 * new state, and the audit entry. The caller holds the lock on the store. A deleted memory moves to the revisions, where
 * its last row is the trash, so no read of memories has to filter deleted ones.
 */

/** Stored states of a memory, with the current one. Beyond it, those of the least worth are dropped, the oldest first. */
export const REVISIONS_MAX = 100

/** Fields that a change can set, by the column that stores them. */
const COLUMNS = {
  content: 'content',
  type: 'type',
  scope: 'scope',
  importance: 'importance',
  confidence: 'confidence',
  pinned: 'pinned',
  occurredAt: 'occurred_at',
  validFrom: 'valid_from',
  validUntil: 'valid_until',
  supersededBy: 'superseded_by',
  supersedes: 'supersedes',
  maybeSupersededBy: 'maybe_superseded_by',
  bothTrue: 'both_true',
  expiresAt: 'expires_at',
  externalId: 'external_id',
  metadata: 'metadata',
  source: 'source',
} as const

/** The fields that a change sets; `null` clears a field, `undefined` leaves it. */
export type MemoryFields = {
  [Field in Exclude<keyof typeof COLUMNS, 'bothTrue' | 'validFrom'>]?: Memory[Field] | undefined
} & {
  /** `null`: `occurredAt`. */
  validFrom?: string | null | undefined
  /** Ids of memories that are true beside it, although they look as if they replaced it. */
  bothTrue?: readonly string[] | null | undefined
}

// What a revision has in common with a memory, beside its id and revision.
const STATE = sql`type, scope, content, importance, confidence, pinned, occurred_at, source_app, created_at, updated_at,
  version, born, place, valid_from, valid_until, superseded_by, supersedes, maybe_superseded_by, both_true, expires_at,
  origin, external_id, metadata, source`
const OLD_STATE = sql`(b.old).type, (b.old).scope, (b.old).content, (b.old).importance, (b.old).confidence, (b.old).pinned,
  (b.old).occurred_at, (b.old).source_app, (b.old).created_at, (b.old).updated_at, (b.old).version, (b.old).born,
  (b.old).place, (b.old).valid_from, (b.old).valid_until, (b.old).superseded_by, (b.old).supersedes,
  (b.old).maybe_superseded_by, (b.old).both_true, (b.old).expires_at, (b.old).origin, (b.old).external_id,
  (b.old).metadata, (b.old).source`
const NEW_FIELDS = sql`content = (b.new).content, type = (b.new).type, scope = (b.new).scope,
  importance = (b.new).importance, confidence = (b.new).confidence, pinned = (b.new).pinned,
  occurred_at = (b.new).occurred_at, valid_from = (b.new).valid_from, valid_until = (b.new).valid_until,
  superseded_by = (b.new).superseded_by, supersedes = (b.new).supersedes,
  maybe_superseded_by = (b.new).maybe_superseded_by, both_true = (b.new).both_true, expires_at = (b.new).expires_at,
  external_id = (b.new).external_id, metadata = (b.new).metadata, source = (b.new).source`

const STAND_IN = sql`case when m.supersedes is null then null
  when m.superseded_by is not null and (b.old).superseded_by is null then 'superseded'
  when m.scope <> (b.old).scope then 'moved'
  when m.content <> (b.old).content then 'reworded'
  when m.valid_until is distinct from (b.old).valid_until or m.expires_at is distinct from (b.old).expires_at
    or coalesce(m.valid_from, m.occurred_at) <> coalesce((b.old).valid_from, (b.old).occurred_at) then 'dated' end`

/** A change of one memory. */
export interface MemoryChange {
  id: string
  /** Its scope before the change, for the audit entry. */
  scope: string
  change: 'edited' | 'moved' | 'superseded' | 'reinstated' | 'restored'
  set: MemoryFields | StoredColumns
}

/** The columns of an earlier state, by name, as {@link selectColumns} returns them. */
interface StoredColumns {
  columns: { scope: string }
}

/** How a change is recorded. */
export interface ChangeOptions {
  action: AuditAction
  /** Whether the service itself made the change; by default, the caller did. */
  byService?: boolean
  /** Emits no webhook events. */
  quiet?: boolean
  /** Slug of the app that the change is about, for the audit entry. */
  onBehalf?: string
  /** What the new states name as their cause, an id that the service has made; the request by default. */
  act?: string | undefined
}

/** Who changes memories: a caller, or for jobs of the service the user. */
export type Changer = Pick<
  Ctx<Actor, MemoryPorts>,
  'db' | 'clock' | 'requestId' | 'act' | 'derived' | 'deliveries' | 'recall'
> & {
  actor: AppActor | Pick<UserActor, 'kind' | 'userId' | 'aiId'>
}

/** A memory that was changed. */
export interface ChangedMemory {
  id: string
  scope: string
  updatedAt: string
}

interface AppliedChange extends ChangedMemory {
  /** How a memory was changed that has superseded others, if that may end what it stands for. */
  standIn: 'superseded' | 'moved' | 'reworded' | 'dated' | null
}

/**
 * Changes memories of the caller's store, which is locked and has the new version. Memories that a change leaves as they
 * are, and those that do not exist, are left out.
 * @returns the memories that were changed, and whether their content was.
 * @throws Failure `forbidden` to a muted app, for what others have written
 */
export async function applyChanges(
  ctx: Changer,
  version: number,
  changes: readonly MemoryChange[],
  options: ChangeOptions,
): Promise<(AppliedChange & { hasNewContent: boolean })[]> {
  const { db, actor } = ctx
  if (!changes.length) return []
  if (!options.byService) await checkMuted(ctx, changes)
  const { quiet } = options
  const change = sql`
    with ${changeParts(ctx, sql`${version}`, changes, options)}
    select id, scope, updated_at as "updatedAt", reread, trimmed, stand_in as "standIn" from updated`
  const changed = await db.rows<AppliedChange & { reread: boolean; trimmed: boolean }>(
    onShardOf(actor.userId, change, { times: ['updatedAt'] }),
  )
  if (!quiet && changed.length) db.afterCommit(() => ctx.deliveries.nudge())
  const reread = changed.filter(({ reread }) => reread).map(({ id }) => id)
  if (reread.length) {
    await ctx.derived.drop(db, actor.userId, reread)
    db.afterCommit(() => ctx.derived.changed(actor.userId))
  }
  if (changed.some(({ trimmed }) => trimmed)) await ctx.recall.eraseSnapshot(db, actor.userId)
  return changed.map(({ reread, trimmed: _, ...memory }) => ({ ...memory, hasNewContent: reread }))
}

/**
 * The parts of a statement that changes memories of the caller's store, for its `with`; `updated` has the memories that were
 * changed.
 * @param when the condition under which they are changed.
 */
export function changeParts(
  ctx: Changer,
  version: Sql,
  changes: readonly MemoryChange[],
  options: ChangeOptions,
  when?: Sql,
): Sql {
  const { actor } = ctx
  const { now, editor, act } = stampOf(ctx, options)
  const movedAway = sql`(select id, moved_from as scope, scope as moved_to, source_app, revision from updated where moved_from <> scope)`
  const moved = emitDeleted(ctx, movedAway, connectionReads(sql`t.moved_to`))
  const changesWithColumns = changes.map(({ id, change, set }) => ({ id, change, columns: columnsOf(set) }))
  return sql`
    before as (${selectForChange(actor.userId, changesWithColumns)} ${when ? sql`and ${when}` : nothing}), revised as (
      insert into memory_revisions (user_id, id, revision, at, until, change, editor, act, ${STATE})
      ${stateBefore(actor.userId, now)}
    ), trimmed as (
      delete from memory_revisions r using (${leastStates(actor.userId)}) least
      where r.user_id = ${actor.userId} and r.id = least.id and r.revision = least.revision
    ), unslotted as (
      delete from memory_slots s using before b
      where s.user_id = ${actor.userId} and s.id = (b.old).id
        and ((b.new).content <> (b.old).content or (b.new).superseded_by is not null)
    ), updated as (
      update memories m set ${NEW_FIELDS}, revision = m.revision + 1, change = b.change, editor = ${editor},
        act = ${act}, updated_at = ${beganAt(now)}, version = ${version}
      from before b
      where m.user_id = ${actor.userId} and m.id = (b.old).id
      returning m.id, m.type, m.scope, m.importance, m.occurred_at, m.source_app, m.revision, m.change, m.updated_at,
        (b.old).scope as moved_from, (b.new).content <> (b.old).content as reread,
        (b.old).revision >= ${REVISIONS_MAX}::int as trimmed, ${STAND_IN} as stand_in
    ), change_audited as (${insertAudit(entryOf(ctx, changes, options), when ? sql`where ${when}` : nothing)})
    ${options.quiet ? nothing : sql`, notified as (${emitUpdated(ctx)} returning 1), left_out as (${moved} returning 1)`}`
}

/**
 * Deletes memories of the caller's store, which is locked and has the new version. They move to the trash, or with
 * `erase` they are erased with all revisions. A tombstone with the id is stored for a day, for the search indexes of
 * other processes.
 * @returns the ids of the memories that were deleted.
 */
export async function applyDeletions(
  ctx: Changer,
  version: number,
  memories: readonly { id: string; scope: string }[],
  { erase = false, ...options }: ChangeOptions & { erase?: boolean },
): Promise<string[]> {
  const { db, actor } = ctx
  if (!memories.length) return []
  if (!options.byService) await checkMuted(ctx, memories)
  const ids = memories.map(({ id }) => id)
  const { quiet } = options
  const { now, editor, act } = stampOf(ctx, options)
  const erased = sql`delete from memory_revisions r where r.user_id = ${actor.userId} and r.id = any(${ids}::text[])`
  const trashed = sql`
    insert into memory_revisions (user_id, id, revision, at, until, change, editor, act, ${STATE})
    ${stateBefore(actor.userId, now)}
    union all
    select ${actor.userId}, (b.old).id, (b.old).revision + 1, ${beganAt(now)}, null, 'deleted', ${editor}, ${act}, ${OLD_STATE}
    from before b`
  const rows = sql`(
    select (b.old).id, (b.old).scope, (b.old).source_app, (b.old).revision + 1 as revision from before b)`
  const deletion = sql`
    with before as (${selectForChange(
      actor.userId,
      ids.map((id) => ({ id, change: 'deleted', columns: '{}' })),
    )}), revised as (${erase ? erased : trashed}), deleted as (
      delete from memories m using before b where m.user_id = ${actor.userId} and m.id = (b.old).id
    ), uncounted as (
      update stores set memory_count = memory_count - (select count(*) from before), app_counts = ${addCounts(
        sql`app_counts`,
        sql`select ${countedSource(sql`(b.old)`)}, (-count(*))::text from before b group by 1`,
      )}
      where user_id = ${actor.userId}
    ), tombstones as (
      insert into gone_memories (user_id, version, id, gone_at)
      select ${actor.userId}, ${version}, (b.old).id, ${now}::timestamptz from before b
    ), audited as (${insertAudit(entryOf(ctx, memories, options))})
    ${quiet ? nothing : sql`, notified as (${emitDeleted(ctx, rows)} returning 1)`}
    select (b.old).id as id from before b`
  const deleted = await db.rows<{ id: string }>(onShardOf(actor.userId, deletion))
  if (!quiet && deleted.length) db.afterCommit(() => ctx.deliveries.nudge())
  await ctx.derived.drop(db, actor.userId, ids)
  return deleted.map(({ id }) => id)
}

/** Selects the stored states of the changed memories that are beyond the limit with the one that is added. */
function leastStates(userId: string): Sql {
  return sql`
    select s.id, s.revision from before b
    cross join lateral (
      select w.id, w.revision, row_number() over (order by w.worth, w.revision) as place, count(*) over () as stored
      from (${selectWorth(userId, sql`(b.old).id`)}) w) s
    where (b.old).revision >= ${REVISIONS_MAX}::int and s.place <= s.stored + 2 - ${REVISIONS_MAX}::int`
}

/** When a state begins that replaces row `b`: now, but never before the state that it replaces. */
const beganAt = (now: string): Sql => sql`greatest(${now}::timestamptz, (b.old).updated_at)`

/** Selects the states that end now, as revisions. The first state of a memory began with it. */
function stateBefore(userId: string, now: string): Sql {
  return sql`
    select ${userId}, (b.old).id, (b.old).revision,
      case when (b.old).revision = 1 then (b.old).created_at else (b.old).updated_at end, ${beganAt(now)},
      coalesce((b.old).change, 'created'), (b.old).editor, (b.old).act, ${OLD_STATE}
    from before b`
}

/** The time of a change, who made it, and its cause. Those of requests have a form of their own: a proxy may choose the ids. */
export function stampOf({ actor, clock, requestId, act }: Changer, { byService, ...options }: ChangeOptions) {
  const caller = actor.kind === 'app' ? `app:${actor.app}` : 'user'
  const now = clock().toISOString()
  return { now, editor: byService ? 'service' : caller, act: options.act ?? act ?? `request:${requestId}` }
}

/** The columns that a change sets, as JSON. */
function columnsOf(set: MemoryChange['set']): string {
  if ('columns' in set) return JSON.stringify(set.columns)
  const fields = Object.entries(COLUMNS) as [keyof MemoryFields, string][]
  return JSON.stringify(Object.fromEntries(fields.map(([field, column]) => [column, set[field]])))
}

/** The audit entry of a change, with the scopes before and after it. */
function entryOf(
  ctx: Changer,
  changes: readonly (Pick<MemoryChange, 'id' | 'scope'> & { set?: MemoryChange['set'] })[],
  { action, byService, onBehalf }: ChangeOptions,
) {
  const entry = auditEntry(ctx, {
    action,
    target: changes.length === 1 ? changes[0]?.id : null,
    scopes: changes.flatMap(({ scope, set = {} }) => [scope, ('columns' in set ? set.columns : set).scope ?? scope]),
    count: changes.length,
    onBehalf,
  })
  // The developer of an app does not see what the service changed because of it: its grants may not cover that.
  return byService ? { ...entry, actor: 'service' as const, app_id: null } : entry
}
