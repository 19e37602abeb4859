import { nothing, recordset, sql } from '../../foundation/sql/sql.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { type ChangedMemory, type ChangeOptions, type Changer, stampOf } from './changes.ts'
import { emitUpdated } from './events.ts'
import { isExternalIdTaken } from './internal-queries.ts'
import type { RevisionKey } from './revision-queries.ts'
import { addCounts, countedSource } from './shares.ts'

const KEYS = recordset('t', { id: 'text', revision: 'int' })

// The columns that a restored memory takes over from its state.
const KEPT = sql`type, scope, content, importance, confidence, pinned, occurred_at, source_app, created_at, born, place,
  valid_from, valid_until, superseded_by, supersedes, maybe_superseded_by, both_true, expires_at, origin, metadata, source`

/**
 * Takes memories out of the trash, each in one of its earlier states, in one statement. The caller holds the lock on the
 * store, has raised its version, and has checked its capacity. An external id that another memory has got since is not
 * restored.
 */
export async function restoreDeleted(
  ctx: Changer,
  version: number,
  memories: readonly (RevisionKey & { scope: string })[],
  options: ChangeOptions,
): Promise<ChangedMemory[]> {
  const { db, actor } = ctx
  if (!memories.length) return []
  const { userId } = actor
  const { now, editor, act } = stampOf(ctx, options)
  const ids = memories.map(({ id }) => id)
  const entry = auditEntry(ctx, {
    action: options.action,
    target: ids.length === 1 ? ids[0] : null,
    scopes: memories.map(({ scope }) => scope),
    count: ids.length,
    onBehalf: options.onBehalf,
  })
  const restored = await db.rows<ChangedMemory>(sql`
    with state as (
      select r.*, d.revision as deleted_revision, greatest(${now}::timestamptz, d.at) as restored_at
      from ${KEYS(memories)}
      join memory_revisions r on r.user_id = ${userId} and r.id = t.id and r.revision = t.revision
      join memory_revisions d on d.user_id = ${userId} and d.id = t.id and d.change = 'deleted' and d.until is null
    ), updated as (
      insert into memories (user_id, id, ${KEPT}, updated_at, version, external_id, revision, change, editor, act)
      select ${userId}, id, ${KEPT}, restored_at, ${version}::bigint,
        case when not ${isExternalIdTaken(userId, sql`state`)} then external_id end, deleted_revision + 1,
        'restored', ${editor}, ${act}
      from state
      returning id, type, scope, importance, occurred_at, source_app, revision, change, updated_at
    ), closed as (
      update memory_revisions d set until = s.restored_at from state s
      where d.user_id = ${userId} and d.id = s.id and d.revision = s.deleted_revision
    ), counted as (
      update stores set memory_count = memory_count + (select count(*) from state), app_counts = ${addCounts(
        sql`app_counts`,
        sql`select ${countedSource(sql`state`)}, count(*)::text from state group by 1`,
      )}
      where user_id = ${userId}
    ), found_again as (
      delete from gone_memories where user_id = ${userId} and id = any(${ids}::text[])
    ), audited as (${insertAudit(entry)})
    ${options.quiet ? nothing : sql`, notified as (${emitUpdated(ctx)} returning 1)`}
    select id, scope, updated_at as "updatedAt" from updated`)
  db.afterCommit(() => {
    ctx.derived.changed(userId)
    if (!options.quiet) ctx.deliveries.nudge()
  })
  return restored
}
