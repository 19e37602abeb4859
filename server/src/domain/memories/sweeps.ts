import type { OwnLimits } from '../../foundation/actor.ts'
import type { Ports } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { USER_PLANS, userLimitsOf } from '../plans/plans.ts'
import { applyDeletions } from './changes.ts'
import { isNotStored, selectExpired, selectExpiredOf } from './internal-queries.ts'
import type { MemoryPorts } from './ports.ts'
import { readPredecessors, releasePredecessors } from './predecessors.ts'
import { selectWorth } from './revision-queries.ts'
import { lockStores, raiseVersions } from './store.ts'

/* Jobs that erase memories whose time is over, and earlier states beyond the limit. */

/** Memories that one run erases, since it holds the locks of their stores. */
const EXPIRED_BATCH = 200
/** Stored states of a user, as a multiple of the memories that the plan allows. */
const REVISIONS_PER_MEMORY = 2

type SweepPorts = Ports & MemoryPorts

/** Erases a batch of expired memories with all their states. Returns whether there may be more. */
export async function eraseExpired(ports: SweepPorts): Promise<boolean> {
  const { db, clock } = ports
  const now = clock().toISOString()
  const due = await db.rows<{ userId: string; aiId: string }>(selectExpired(now, EXPIRED_BATCH))
  const users = new Map(due.map(({ userId, aiId }) => [userId, aiId]))
  for (const [userId, aiId] of [...users].sort(([a], [b]) => (a < b ? -1 : 1)))
    await db.transaction(async (db) => {
      await lockStores(db, [userId])
      const version = (await raiseVersions(db, [userId])).get(userId)
      if (version === undefined) return
      const expired = await db.rows<{ id: string; scope: string }>(selectExpiredOf(userId, now, EXPIRED_BATCH))
      const ctx = { ...ports, db, requestId: newId('req'), actor: { kind: 'user' as const, userId, aiId } }
      const predecessors = await readPredecessors(
        ctx,
        expired.map(({ id }) => id),
      )
      await applyDeletions(ctx, version, expired, { action: 'memory.erase', byService: true, erase: true })
      await releasePredecessors(ctx, version, predecessors)
      await ports.recall.eraseSnapshot(db, userId)
    })
  return due.length === EXPIRED_BATCH
}

/**
 * Erases a batch of the memories that were deleted `TRASH_DAYS` ago, or that expired in the trash, with all their
 * states. Returns whether there may be more.
 */
export async function eraseOldTrash({ db, clock, config, recall }: SweepPorts): Promise<boolean> {
  const now = clock()
  const before = new Date(now.getTime() - config.trashDays * DAY_MS).toISOString()
  return db.transaction(async (db) => {
    const due = await db.rows<{ userId: string; id: string }>(sql`
      select m.user_id as "userId", m.id from memory_revisions m
      where m.change = 'deleted' and m.until is null
        and (m.at <= ${before}::timestamptz or m.expires_at <= ${now.toISOString()}::timestamptz)
      limit ${EXPIRED_BATCH}`)
    const users = [...new Set(due.map(({ userId }) => userId))]
    await lockStores(db, users)
    for (const userId of users) await recall.eraseSnapshot(db, userId)
    // Those that were restored before the stores were locked have no such row any more.
    await db.count(sql`
      delete from memory_revisions r using unnest(${due.map(({ userId }) => userId)}::text[], ${due.map(({ id }) => id)}::text[]) as t (user_id, id)
      where r.user_id = t.user_id and r.id = t.id and exists (
        select from memory_revisions d
        where d.user_id = t.user_id and d.id = t.id and d.change = 'deleted' and d.until is null)`)
    return due.length === EXPIRED_BATCH
  })
}

/**
 * Deletes a batch of the earlier states of users who have more than their plan allows: those of the least worth first, of
 * these the oldest. Returns whether there may be more.
 */
export async function trimRevisions({ db, recall }: Pick<SweepPorts, 'db' | 'recall'>): Promise<boolean> {
  const least = Math.min(...Object.values(USER_PLANS).map(({ memoriesMax }) => memoriesMax))
  const stores = await db.rows<{ userId: string; plan: keyof typeof USER_PLANS; limits: OwnLimits; count: number }>(sql`
    select r.user_id as "userId", u.plan, u.limits, r.count from (
      select user_id, count(*) as count from memory_revisions group by user_id
      having count(*) > ${least * REVISIONS_PER_MEMORY}::int) r
    join users u on u.id = r.user_id`)
  let more = false
  for (const { userId, plan, limits, count } of stores) {
    // A limit of the operator's below that of the plan does not delete earlier states.
    const memoriesMax = Math.max(USER_PLANS[plan].memoriesMax, userLimitsOf(plan, limits).memoriesMax)
    const excess = count - memoriesMax * REVISIONS_PER_MEMORY
    if (excess <= 0) continue
    more ||= excess > DELETE_BATCH_ROWS
    await lockStores(db, [userId])
    await recall.eraseSnapshot(db, userId)
    await db.count(sql`
      delete from memory_revisions where user_id = ${userId} and (id, revision) in (
        select w.id, w.revision from (${selectWorth(userId)}) w
        order by w.worth, w.at, w.id, w.revision limit ${Math.min(excess, DELETE_BATCH_ROWS)})`)
  }
  return more
}

/**
 * Deletes the states of memories that an earlier release deleted without moving them to the trash: it leaves only a
 * tombstone.
 */
export async function eraseOrphanedRevisions({ db }: Pick<Ports, 'db'>): Promise<void> {
  await db.count(sql`
    delete from memory_revisions r using gone_memories g
    where r.user_id = g.user_id and r.id = g.id and ${isNotStored(sql`g`)} and not exists (
      select from memory_revisions d where d.user_id = g.user_id and d.id = g.id and d.change = 'deleted' and d.until is null)`)
}
