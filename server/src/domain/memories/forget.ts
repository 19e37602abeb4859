import type { MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { eraseKept } from '../../foundation/idempotency.ts'
import { sql } from '../../foundation/sql.ts'
import { auditEntry, eraseAudit, insertAudit } from '../audit/audit.ts'
import { scopeOf } from './door.ts'
import { checkWrite, raiseVersion } from './edit.ts'

const GONE_KEPT_MS = 24 * 60 * 60_000

/**
 * Forgets one memory for good. Only its id stays for a day, so that search indexes elsewhere drop it too.
 * @throws Failure `not_found`, `scope_denied`
 */
export async function forgetMemory(ctx: Ctx<MemoryActor>, id: string): Promise<{ ok: true }> {
  const { actor } = ctx
  await inTransaction(ctx, async (ctx) => {
    const version = await raiseVersion(ctx)
    const scope = await scopeOf(ctx, id)
    if (scope === undefined) throw new Failure('not_found')
    checkWrite(actor, scope)
    await ctx.db.count(sql`delete from memories where user_id = ${actor.userId} and id = ${id}`)
    await ctx.db.count(sql`update stores set memory_count = memory_count - 1 where user_id = ${actor.userId}`)
    await ctx.db.count(sql`
      insert into gone_memories (user_id, version, id, gone_at)
      values (${actor.userId}, ${version}, ${id}, ${ctx.clock().toISOString()})`)
    await ctx.db.count(insertAudit(auditEntry(ctx, { action: 'memory.delete', target: id, scopes: [scope], count: 1 })))
  })
  return { ok: true }
}

/** Erases everything a person's store holds, in the transaction that erases the person. */
export async function eraseStore({ db, recall }: Ctx, userId: string): Promise<void> {
  await db.rows(sql`select user_id from stores where user_id = ${userId} for update`)
  await db.count(sql`delete from memories where user_id = ${userId}`)
  await db.count(sql`delete from gone_memories where user_id = ${userId}`)
  await eraseKept(db, userId)
  await eraseAudit(db, userId)
  db.afterCommit(() => recall.forget(userId))
}

/** Sweeps what was gone a day ago; an index that has not caught up since is built anew. */
export async function sweepGone({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - GONE_KEPT_MS).toISOString()
  await db.count(sql`
    with swept as (delete from gone_memories where gone_at < ${before} returning user_id, version),
      floors as (select user_id, max(version) as version from swept group by user_id)
    update stores s set gone_floor = greatest(s.gone_floor, f.version) from floors f where f.user_id = s.user_id`)
}
