import { allows } from '@memory-service/scopes'
import type { AuditPorts } from '../../domain/audit/audit.ts'
import { selectStored } from '../../domain/memories/internal-queries.ts'
import { readMemory, selectReadableIds } from '../../domain/memories/queries.ts'
import type { Actor, MemoryActor } from '../../foundation/actor.ts'
import type { Ctx, ResponseRecorder } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import {
  findResponse,
  type IdempotentResponse,
  insertResponse,
  type KeyedRequest,
  keyedRequest,
  recorderFor,
} from '../../foundation/idempotency.ts'
import { limitStoredBytes } from '../../foundation/idempotency-limits.ts'
import { acceptsIdempotencyKey, isStreamed, type Route } from '../../foundation/route.ts'
import { isDuplicate } from '../../foundation/sql/db-errors.ts'

// Keyed requests that run in this process; those of other processes conflict at the unique key.
const running = new Set<string>()

/**
 * The idempotency key of a request, if its route accepts one and it has one.
 * @throws Failure `validation_failed` unless the key has 1 to 255 printable characters.
 */
export function idempotencyKeyOf(
  route: Route,
  ctx: Ctx,
  header: string | string[] | undefined,
  path: string,
  body: unknown,
): KeyedRequest | undefined {
  if (header === undefined || !acceptsIdempotencyKey(route) || isStreamed(route, body)) return undefined
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header))
    throw invalid('Idempotency-Key', 'must be 1 to 255 printable characters')
  return keyedRequest(ctx.actor, `${route.method} ${path}`, header, body)
}

/**
 * Runs a keyed request at most once: the response is stored in the transaction of the write. A repeated request fails
 * at the unique key, is rolled back and returns the stored response.
 */
export async function runOnce<C extends Ctx<Actor, AuditPorts>>(
  route: Route,
  ctx: C,
  request: KeyedRequest,
  work: (ctx: C) => Promise<unknown>,
): Promise<IdempotentResponse> {
  const name = JSON.stringify([request.credential, request.route, request.key])
  if (running.has(name)) inProgress()
  running.add(name)
  try {
    const answered = route.costly ? await storedResponse(route, ctx, request) : undefined
    if (answered) return answered
    return (await tryOnce(route, ctx, request, work)) ?? (await tryOnce(route, ctx, request, work)) ?? inProgress()
  } finally {
    running.delete(name)
  }
}

/** Returns `undefined` if the key conflicted with an expired row that has since been deleted; the key is then free. */
async function tryOnce<C extends Ctx<Actor, AuditPorts>>(
  route: Route,
  ctx: C,
  request: KeyedRequest,
  work: (ctx: C) => Promise<unknown>,
): Promise<IdempotentResponse | undefined> {
  const status = route.status ?? 200
  const keeper = recorderFor(ctx, request, status)
  try {
    const body = await (route.storesResponse ? keptByVerb : keptInTransaction)(ctx, keeper, work)
    await limitStoredBytes(ctx, request.userId, keeper.bytes)
    return { status, body, replayed: false, scopes: request.scopes }
  } catch (error) {
    // The database is unavailable, so the stored response cannot be read; the client can retry.
    if (error instanceof Failure && error.code === 'unavailable') throw error
    // After any other error: if an earlier request with this key succeeded, its stored response takes precedence.
    const stored = await storedResponse(route, ctx, request)
    if (stored) return stored
    if (isDuplicate(error, 'idempotency_keys_')) return undefined
    throw error
  }
}

/**
 * The stored response of a request. A response that may hold what was read is not repeated to a connection that has lost
 * one of the grants it was given under, nor with a memory that the caller may not read any more.
 * @throws Failure `scope_denied`, also if a memory of the response was moved out of the grants
 * @throws Failure `not_found` if a memory of the response was deleted, or its source is muted
 */
async function storedResponse(
  route: Route,
  ctx: Ctx<Actor, AuditPorts>,
  request: KeyedRequest,
): Promise<IdempotentResponse | undefined> {
  const stored = await findResponse(ctx, request)
  if (!stored || route.acknowledges) return stored
  const { userId, scopes } = request
  const lost = scopes && stored.scopes?.find((scope) => READS.test(scope) && !allows(scopes, scope))
  if (lost) throw new Failure('scope_denied', { missing_scope: lost })
  const ids = [...new Set(memoriesIn(stored.body))]
  if (!ids.length) return stored
  if (isOfReader(ctx)) {
    const readable = new Set((await ctx.db.rows<{ id: string }>(selectReadableIds(ctx, ids))).map(({ id }) => id))
    for (const id of ids) if (!readable.has(id)) await readMemory(ctx, id)
  } else if ((await ctx.db.rows(selectStored(userId, ids))).length < ids.length) throw new Failure('not_found')
  return stored
}

function isOfReader(ctx: Ctx<Actor, AuditPorts>): ctx is Ctx<MemoryActor, AuditPorts> {
  return ctx.actor.kind === 'app' || ctx.actor.kind === 'user'
}

/** The ids of the memories whose content is in a response. */
function* memoriesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  const { id, content } = value as { id?: unknown; content?: unknown }
  if (typeof id === 'string' && id.startsWith('mem_') && content !== undefined) yield id
  for (const each of Object.values(value)) yield* memoriesIn(each)
}

const READS = /^(?:memory:read|context:read|identity:read)/

function inProgress(): never {
  throw new Failure('idempotency_in_progress')
}

async function keptByVerb<C extends Ctx>(ctx: C, keeper: ResponseRecorder, work: (ctx: C) => Promise<unknown>) {
  const reply = await work({ ...ctx, idempotency: keeper })
  if (!keeper.stored) await ctx.db.count(insertResponse(keeper, reply))
  return reply
}

function keptInTransaction<C extends Ctx>(ctx: C, keeper: ResponseRecorder, work: (ctx: C) => Promise<unknown>) {
  return ctx.db.transaction(async (db) => {
    const reply = await work({ ...ctx, db })
    await db.count(insertResponse(keeper, reply))
    return reply
  })
}
