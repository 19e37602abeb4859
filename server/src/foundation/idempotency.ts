import { createHash } from 'node:crypto'
import { type Actor, credentialOf } from './actor.ts'
import { openOrUndefined, type SealedColumn } from './auth/sealed.ts'
import type { Ctx, ResponseRecorder } from './ctx.ts'
import { Failure } from './errors.ts'
import { DELETE_BATCH_ROWS } from './jobs.ts'
import { nothing, recordset, type Sql, sql } from './sql/sql.ts'

/*
 * A response is stored in the transaction of its write, under a unique key. Nothing is reserved beforehand: a repeated
 * request fails at the unique key, its work is rolled back, and the stored response is returned. A key costs one row,
 * and a crash leaves either both write and response or neither.
 */

const KEPT_MS = 24 * 60 * 60_000

/** A new or stored response. */
export interface IdempotentResponse {
  status: number
  body: unknown
  replayed: boolean
  /** The grants of the connection when the response was given; `null` for users and earlier releases. */
  scopes: readonly string[] | null
}

/** What an idempotency key is bound to: user, credential, method and path, and body. */
export interface KeyedRequest {
  /** The user, or the app that calls on its own. */
  userId: string
  /** The grants of the calling connection; not part of the key. */
  scopes: readonly string[] | null
  credential: string
  route: string
  key: string
  body: unknown
}

/** Binds a key to an actor's request; `undefined` for actors without a user. */
export function keyedRequest(actor: Actor, route: string, key: string, body: unknown): KeyedRequest | undefined {
  if (actor.kind === 'client')
    return { userId: actor.appId, scopes: null, credential: credentialOf(actor), route, key, body }
  if (!('userId' in actor)) return undefined
  const scopes = actor.kind === 'app' ? actor.scopes : null
  return { userId: actor.userId, scopes, credential: credentialOf(actor), route, key, body }
}

/** Creates the recorder of one request; see {@link insertResponse}. */
export function recorderFor(
  { vault, clock }: Pick<Ctx, 'vault' | 'clock'>,
  request: KeyedRequest,
  status: number,
): ResponseRecorder {
  const { userId, scopes, credential, route, key, body } = request
  const keeper: ResponseRecorder = {
    stored: false,
    bytes: 0,
    record(reply) {
      const sealed = vault.seal(JSON.stringify(reply), contextOf(request))
      keeper.bytes = sealed.byteLength
      return {
        ...{ user_id: userId, credential, route, key, body_hash: bodyHash(body), status },
        reply: sealed,
        created_at: clock().toISOString(),
        scopes,
      }
    },
  }
  return keeper
}

/** The statement that stores a response; `from` makes it depend on a common table expression. */
export function insertResponse(keeper: ResponseRecorder, reply: unknown, from: Sql = nothing): Sql {
  const k = keeper.record(reply)
  return sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at, scopes)
    select ${k.user_id}, ${k.credential}, ${k.route}, ${k.key}, ${k.body_hash}::bytea, ${k.status}::smallint,
      ${k.reply}::bytea, ${k.created_at}::timestamptz, ${k.scopes}::text[] ${from}`
}

/** Stores the response of a keyed request in the transaction of its write; nothing without a key. */
export async function storeResponse(
  { db, idempotency }: Pick<Ctx, 'db' | 'idempotency'>,
  reply: unknown,
): Promise<void> {
  if (!idempotency) return
  await db.count(insertResponse(idempotency, reply))
  idempotency.stored = true
}

const STORED_RESPONSES = recordset('t', {
  user_id: 'text',
  credential: 'text',
  route: 'text',
  key: 'text',
  body_hash: 'bytea',
  status: 'smallint',
  reply: 'bytea',
  created_at: 'timestamptz',
  scopes: 'text[]',
})

/**
 * The statement that stores the responses of several requests; `rest` continues it after their rows, which have the
 * alias `t`.
 */
export function insertResponses(replies: readonly { keeper: ResponseRecorder; reply: unknown }[], rest: Sql): Sql {
  return sql`
    insert into idempotency_keys (user_id, credential, route, key, body_hash, status, reply, created_at, scopes)
    select t.* from ${STORED_RESPONSES(replies.map(({ keeper, reply }) => keeper.record(reply)))} ${rest}`
}

interface Stored {
  body_hash: Buffer
  status: number
  reply: Buffer
  scopes: string[] | null
  alive: boolean
}

/**
 * Returns the stored response of this request, or `undefined`.
 * @throws Failure `idempotency_key_reused` if the key was used with a different body.
 */
export async function findResponse(
  { db, vault, clock, log, measures }: Ctx,
  request: KeyedRequest,
): Promise<IdempotentResponse | undefined> {
  const oldest = new Date(clock().getTime() - KEPT_MS).toISOString()
  const row = await db.maybe<Stored>(sql`
    select body_hash, status, reply, scopes, created_at > ${oldest} as alive from idempotency_keys
    where user_id = ${request.userId} and credential = ${request.credential} and route = ${request.route}
      and key = ${request.key}`)
  if (!row) return undefined
  if (!row.alive) {
    await forgetKept(db, request)
    return undefined
  }
  if (!row.body_hash.equals(bodyHash(request.body))) throw new Failure('idempotency_key_reused')
  const reply = openOrUndefined(vault, { sealed: row.reply, context: contextOf(request) })
  if (reply === undefined) {
    measures.sealedUnreadable('stored_response')
    log.error({ route: request.route }, 'stored response not decrypted; check SECRET_KEY')
    throw new Failure('unavailable', { reason: 'The stored response of this idempotency key cannot be read.' })
  }
  const body = JSON.parse(reply)
  return { status: row.status, body, replayed: true, scopes: row.scopes }
}

function forgetKept(db: Ctx['db'], { userId, credential, route, key }: KeyedRequest): Promise<number> {
  return db.count(sql`
    delete from idempotency_keys
    where user_id = ${userId} and credential = ${credential} and route = ${route} and key = ${key}`)
}

/** Deletes all stored responses of a user, in the transaction that deletes the account. */
export async function eraseResponses(db: Ctx['db'], userId: string): Promise<void> {
  await db.count(sql`delete from idempotency_keys where user_id = ${userId}`)
}

/** Deletes a batch of stored responses older than one day. Returns whether there may be more. */
export async function deleteExpiredResponses({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const oldest = new Date(clock().getTime() - KEPT_MS).toISOString()
  const swept = await db.count(sql`
    delete from idempotency_keys where (user_id, credential, route, key) in (
      select user_id, credential, route, key from idempotency_keys where created_at < ${oldest} order by created_at limit ${DELETE_BATCH_ROWS})`)
  return swept === DELETE_BATCH_ROWS
}

type ResponseKey = Pick<KeyedRequest, 'userId' | 'credential' | 'route' | 'key'>

function contextOf({ userId, credential, route, key }: ResponseKey): string {
  return JSON.stringify([userId, credential, route, key])
}

const RESEALED = recordset('t', {
  user_id: 'text',
  credential: 'text',
  route: 'text',
  key: 'text',
  was: 'bytea',
  now: 'bytea',
})

/** The stored responses as a sealed column. */
export const sealedResponses: SealedColumn = {
  name: 'idempotency_keys.reply',
  async read(db, after, limit) {
    const [a, b, c, d] = after ?? ['', '', '', '']
    const rows = await db.rows<ResponseKey & { reply: Buffer }>(sql`
      select user_id as "userId", credential, route, key, reply from idempotency_keys
      where (user_id, credential, route, key) > (${a}, ${b}, ${c}, ${d})
      order by user_id, credential, route, key limit ${limit}`)
    return rows.map((row) => ({
      key: [row.userId, row.credential, row.route, row.key],
      sealed: row.reply,
      context: contextOf(row),
    }))
  },
  replace: (db, values) =>
    db.count(sql`
      update idempotency_keys k set reply = t.now
      from ${RESEALED(
        values.map(({ key: [user_id, credential, route, key], sealed, now }) => ({
          ...{ user_id, credential, route, key },
          ...{ was: sealed, now },
        })),
      )}
      where k.user_id = t.user_id and k.credential = t.credential and k.route = t.route and k.key = t.key
        and k.reply = t.was`),
}

function bodyHash(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest()
}
