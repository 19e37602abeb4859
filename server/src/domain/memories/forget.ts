import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { eraseKept } from '../../foundation/idempotency.ts'
import { SWEPT_ROWS } from '../../foundation/jobs.ts'
import { sql } from '../../foundation/sql.ts'
import { auditEntry, eraseAudit, insertAudit } from '../audit/audit.ts'
import { selectHeld } from './door.ts'
import { checkWrite, raiseVersion } from './edit.ts'
import { ID_CHARS_MAX } from './memory.ts'
import { eraseRelations } from './relations/store.ts'
import { dropDerived, eraseVectors } from './vectors.ts'

const FORGET_MEMORIES_MAX = 100
const GONE_KEPT_MS = 24 * 60 * 60_000

/**
 * Forgets one memory for good. Only its id stays for a day, so that search indexes elsewhere drop it too.
 * @throws Failure `not_found`, `scope_denied`
 */
export async function forgetMemory(ctx: Ctx<MemoryActor>, id: string): Promise<{ ok: true }> {
  await inTransaction(ctx, async (ctx) => {
    const forgotten = await forget(ctx, [id])
    if (!forgotten.has(id)) throw new Failure('not_found')
  })
  return { ok: true }
}

export const Forget = z.object({
  ids: z.array(z.string().min(1).max(ID_CHARS_MAX)).min(1).max(FORGET_MEMORIES_MAX),
})
export const Forgotten = z
  .object({
    deleted: z.array(z.string()).meta({ description: 'Forgotten by this call.' }),
    missing: z.array(z.string()).meta({ description: 'Not there, or not there any more.' }),
  })
  .meta({ id: 'Forgotten' })

/**
 * Forgets several memories for good, all that are there or none.
 * @throws Failure `scope_denied` when one of them lies where the caller may not write
 */
export async function forgetMemories(
  ctx: Ctx<MemoryActor>,
  { ids }: z.output<typeof Forget>,
): Promise<z.output<typeof Forgotten>> {
  const asked = [...new Set(ids)]
  const forgotten = await inTransaction(ctx, (ctx) => forget(ctx, asked))
  return { deleted: asked.filter((id) => forgotten.has(id)), missing: asked.filter((id) => !forgotten.has(id)) }
}

// With the store's row in hand, so what is there now is there until the transaction ends.
async function forget(ctx: Ctx<MemoryActor>, asked: readonly string[]): Promise<ReadonlySet<string>> {
  const { db, actor } = ctx
  const version = await raiseVersion(ctx)
  const held = await db.rows<{ id: string; scope: string }>(selectHeld(actor, asked))
  for (const { scope } of held) checkWrite(actor, scope)
  const ids = held.map(({ id }) => id)
  if (!ids.length) return new Set()
  await db.count(sql`delete from memories where user_id = ${actor.userId} and id = any(${ids}::text[])`)
  await dropDerived(db, actor.userId, ids)
  await db.count(sql`update stores set memory_count = memory_count - ${ids.length} where user_id = ${actor.userId}`)
  await db.count(sql`
    insert into gone_memories (user_id, version, id, gone_at)
    select ${actor.userId}, ${version}, id, ${ctx.clock().toISOString()}::timestamptz from unnest(${ids}::text[]) as t (id)`)
  const [only, ...others] = ids
  const target = others.length ? null : only
  const scopes = held.map(({ scope }) => scope)
  await db.count(insertAudit(auditEntry(ctx, { action: 'memory.delete', target, scopes, count: ids.length })))
  return new Set(ids)
}

/**
 * Takes a person's store and account, first of all in the transaction that erases them: whoever is writing for them has
 * then written, and whoever comes later waits and finds nobody.
 */
export async function holdPerson({ db }: Ctx, userId: string): Promise<void> {
  await db.rows(sql`select user_id from stores where user_id = ${userId} for update`)
  await db.rows(sql`select id from users where id = ${userId} for update`)
}

/** Erases everything a person's store holds, in the transaction that erases the person. */
export async function eraseStore({ db, recall }: Ctx, userId: string): Promise<void> {
  await eraseRelations(db, userId)
  await db.count(sql`delete from memories where user_id = ${userId}`)
  await db.count(sql`delete from gone_memories where user_id = ${userId}`)
  await eraseVectors(db, userId)
  await eraseKept(db, userId)
  await eraseAudit(db, userId)
  db.afterCommit(() => recall.forget(userId))
}

/** Sweeps what was gone a day ago, some at a time; an index that has not caught up since is built anew. */
export async function sweepGone({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - GONE_KEPT_MS).toISOString()
  const { swept } = await db.one<{ swept: number }>(sql`
    with swept as (
      delete from gone_memories where (user_id, version, id) in (
        select user_id, version, id from gone_memories where gone_at < ${before} limit ${SWEPT_ROWS})
      returning user_id, version
    ), floors as (
      select user_id, max(version) as version from swept group by user_id
    ), raised as (
      update stores s set gone_floor = greatest(s.gone_floor, f.version) from floors f where f.user_id = s.user_id
    )
    select count(*) as swept from swept`)
  return swept === SWEPT_ROWS
}
