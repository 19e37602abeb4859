import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { recordset, type Sql, sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import type { AuditEntry, AuditPorts } from './audit.ts'

/*
 * Which memories an app was given, by the audit entry of the read, and which ones a write of several added. They are kept for
 * 90 days, for the newest reads of each app; the entry, which has their number and scopes, is kept for `AUDIT_DAYS`.
 */

/** Of one read; the entry counts all of them. */
export const READ_IDS_MAX = 100
export const READS_DAYS = 90
/** How many reads are looked through for one memory, the newest first. */
const LOOKED_THROUGH_MAX = 10_000
const FOUND_MAX = 20

/** The memories of a read, or of a write of several; `memory_ids` are separated by spaces. */
export interface ReadRow {
  user_id: string
  id: string
  at: string
  memory_ids: string
}

const READS = recordset('t', { user_id: 'text', id: 'text', at: 'timestamptz', memory_ids: 'text' })

/** The statement that stores which memories were read or added; those that are stored already are skipped. */
export function insertReads(reads: readonly ReadRow[]): Sql {
  return sql`
    insert into audit_reads (user_id, id, at, memory_ids)
    select t.user_id, t.id, t.at, string_to_array(t.memory_ids, ' ') from ${READS(reads)}
    on conflict (user_id, id) do nothing`
}

/**
 * The ids of the memories of an entry: those that a read gave to an app or a write added, in that order, or the one that the
 * entry is about. Empty for what is about no memory, for other changes of several, and after 90 days.
 * @throws Failure `not_found` without such an entry
 */
export async function memoryIdsOf(ctx: Ctx<UserActor, AuditPorts>, entryId: string): Promise<string[]> {
  await ctx.audit.flush()
  const row = await ctx.db.maybe<{ ids: string[] | null; target: string | null }>(sql`
    select r.memory_ids as ids, e.target from audit_entries e
    left join audit_reads r on r.user_id = e.user_id and r.id = e.id
    where e.user_id = ${ctx.actor.userId} and e.id = ${entryId}`)
  if (!row) throw new Failure('not_found')
  return row.ids ?? [row.target].filter((id) => id !== null).filter((id) => id.startsWith('mem_'))
}

/** The ids of the memories of entries, by the id of the entry; none for those that have none, and after 90 days. */
export async function memoryIdsByEntry(
  ctx: Ctx<UserActor, AuditPorts>,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await ctx.db.rows<{ id: string; ids: string[] }>(sql`
    select id, memory_ids as ids from audit_reads
    where user_id = ${ctx.actor.userId} and id = any(${entryIds}::text[])`)
  return new Map(rows.map(({ id, ids }) => [id, ids]))
}

/** The entries of the newest reads that gave a memory to an app, newest first. */
export async function readsOf(ctx: Ctx<UserActor, AuditPorts>, memoryId: string): Promise<AuditEntry[]> {
  await ctx.audit.flush()
  return ctx.db.rows<AuditEntry>(sql`
    select e.id, e.at, e.actor, e.app, e.action, e.target, e.scope, e.count, e.connection_id, e.request_id
    from (
      select user_id, id, memory_ids from audit_reads where user_id = ${ctx.actor.userId}
      order by id desc limit ${LOOKED_THROUGH_MAX}) r
    join audit_entries e on e.user_id = r.user_id and e.id = r.id
    where ${memoryId} = any(r.memory_ids) and e.action <> 'memories.write' order by e.id desc limit ${FOUND_MAX}`)
}

/** Deletes a batch of what is older than 90 days. Returns `true` if there may be more. */
export async function deleteExpiredReads({
  db,
  clock,
  config,
}: Pick<Ctx, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const days = Math.min(READS_DAYS, config.auditDays)
  const before = new Date(clock().getTime() - days * DAY_MS).toISOString()
  const deleted = await db.count(sql`
    delete from audit_reads where (user_id, id) in (
      select user_id, id from audit_reads where at < ${before} order by at limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
