import { createHash } from 'node:crypto'
import { type Actor, credentialOf } from './actor.ts'
import type { Ctx, Keeper } from './ctx.ts'
import { Failure } from './errors.ts'
import { SWEPT_ROWS } from './jobs.ts'
import { nothing, recordset, type Sql, sql } from './sql.ts'

/*
 * A reply is kept in the transaction of the write it answers, under a key that is unique. Nothing is claimed
 * beforehand: a retry of something done fails at that unique key, its own work is rolled back with it, and the
 * kept reply is given again. So a key costs one row, and a crash at any moment leaves both or neither.
 */

const KEPT_MS = 24 * 60 * 60_000

/** A reply as it is given: again, or for the first time. */
export interface Reply {
  status: number
  body: unknown
  replayed: boolean
}

/** Which request a key belongs to: the person, the credential, method and path, and the body it came with. */
export interface KeyedRequest {
  userId: string
  credential: string
  route: string
  key: string
  body: unknown
}

/** The request an actor makes under a key. */
export function keyedRequest(actor: Actor, route: string, key: string, body: unknown): KeyedRequest | undefined {
  return 'userId' in actor ? { userId: actor.userId, credential: credentialOf(actor), route, key, body } : undefined
}

/** A keeper for one request; see {@link insertKept}. */
export function keeperOf(
  { vault, clock }: Pick<Ctx, 'vault' | 'clock'>,
  request: KeyedRequest,
  status: number,
): Keeper {
  const { userId, credential, route, key, body } = request
  const keeper: Keeper = {
    kept: false,
    keep: (reply) => ({
      user_id: userId,
      credential,
      route,
      key,
      body_hash: bodyHash(body),
      status,
      reply: vault.seal(JSON.stringify(reply), place(request)),
      created_at: clock().toISOString(),
    }),
  }
  return keeper
}

/** The statement that keeps a reply; `from` makes it depend on a common table expression. */
export function insertKept(keeper: Keeper, reply: unknown, from: Sql = nothing): Sql {
  const k = keeper.keep(reply)
  return sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select ${k.user_id}, ${k.credential}, ${k.route}, ${k.key}, ${k.body_hash}::bytea, ${k.status}::smallint,
      ${k.reply}::bytea, ${k.created_at}::timestamptz ${from}`
}

const KEPT = recordset('t', {
  user_id: 'text',
  credential: 'text',
  route: 'text',
  key: 'text',
  body_hash: 'bytea',
  status: 'smallint',
  reply: 'bytea',
  created_at: 'timestamptz',
})

/** The statement that keeps the replies of several requests; `rest` goes on after their rows, which are called `t`. */
export function insertManyKept(replies: readonly { keeper: Keeper; reply: unknown }[], rest: Sql): Sql {
  return sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at)
    select t.* from ${KEPT(replies.map(({ keeper, reply }) => keeper.keep(reply)))} ${rest}`
}

/**
 * The reply kept for this request, or `undefined`.
 * @throws Failure `idempotency_key_reused` when the key came with another body then.
 */
export async function findKept({ db, vault, clock }: Ctx, request: KeyedRequest): Promise<Reply | undefined> {
  const oldest = new Date(clock().getTime() - KEPT_MS).toISOString()
  const row = await db.maybe<{ body_hash: Buffer; status: number; reply: Buffer; alive: boolean }>(sql`
    select body_hash, status, reply, created_at > ${oldest} as alive from idempotency_keys
    where user_id = ${request.userId} and credential = ${request.credential} and route = ${request.route}
      and key = ${request.key}`)
  if (!row) return undefined
  if (!row.alive) {
    await forgetKept(db, request)
    return undefined
  }
  if (!row.body_hash.equals(bodyHash(request.body))) throw new Failure('idempotency_key_reused')
  return { status: row.status, body: JSON.parse(vault.open(row.reply, place(request))), replayed: true }
}

function forgetKept(db: Ctx['db'], { userId, credential, route, key }: KeyedRequest): Promise<number> {
  return db.count(sql`
    delete from idempotency_keys
    where user_id = ${userId} and credential = ${credential} and route = ${route} and key = ${key}`)
}

/** Erases every reply kept for a person, in the transaction that erases the person. */
export async function eraseKept(db: Ctx['db'], userId: string): Promise<void> {
  await db.count(sql`delete from idempotency_keys where user_id = ${userId}`)
}

/** Sweeps replies older than a day, some at a time. */
export async function sweepKept({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const oldest = new Date(clock().getTime() - KEPT_MS).toISOString()
  const swept = await db.count(sql`
    delete from idempotency_keys where (user_id, credential, route, key) in (
      select user_id, credential, route, key from idempotency_keys where created_at < ${oldest} limit ${SWEPT_ROWS})`)
  return swept === SWEPT_ROWS
}

function place({ userId, credential, route, key }: KeyedRequest): string {
  return JSON.stringify([userId, credential, route, key])
}

function bodyHash(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest()
}
