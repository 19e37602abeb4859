import type { Ctx } from '../foundation/ctx.ts'
import { isDuplicate } from '../foundation/db.ts'
import { Failure, invalid } from '../foundation/errors.ts'
import {
  findKept,
  insertKept,
  type KeyedRequest,
  keeperOf,
  keyedRequest,
  type Reply,
} from '../foundation/idempotency.ts'
import { isKeyed, isStreamed, type Route } from '../foundation/route.ts'

// Keyed requests this process is working on; another process's are found at the unique key.
const running = new Set<string>()

/**
 * The key of a request, when its route honours one and it came with one.
 * @throws Failure `validation_failed` for a key of other than 1 to 255 printable characters.
 */
export function keyOf(
  route: Route,
  ctx: Ctx,
  header: string | string[] | undefined,
  path: string,
  body: unknown,
): KeyedRequest | undefined {
  if (header === undefined || !isKeyed(route) || isStreamed(route, body)) return undefined
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header))
    throw invalid('Idempotency-Key', 'takes 1 to 255 printable characters')
  return keyedRequest(ctx.actor, `${route.method} ${path}`, header, body)
}

/**
 * Runs a keyed request so that its work is done once: the reply is kept in the transaction of the work, and a
 * repetition fails at the key, is rolled back, and gets the kept reply.
 */
export async function once(
  route: Route,
  ctx: Ctx,
  request: KeyedRequest,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<Reply> {
  const name = JSON.stringify([request.credential, request.route, request.key])
  if (running.has(name)) inProgress()
  running.add(name)
  try {
    const answered = route.costly ? await findKept(ctx, request) : undefined
    if (answered) return answered
    return (await tryOnce(route, ctx, request, work)) ?? (await tryOnce(route, ctx, request, work)) ?? inProgress()
  } finally {
    running.delete(name)
  }
}

/** `undefined` when the key met a row that is gone by now, one that was a day old: then it is free again. */
async function tryOnce(
  route: Route,
  ctx: Ctx,
  request: KeyedRequest,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<Reply | undefined> {
  const status = route.status ?? 200
  try {
    const body = await (route.keepsReply ? keptByVerb : keptInTransaction)(ctx, request, status, work)
    return { status, body, replayed: false }
  } catch (error) {
    // Where nobody can be asked what was answered before, the retry asks.
    if (error instanceof Failure && error.code === 'unavailable') throw error
    // Whatever else went wrong this time: if the same request was answered before, that answer stands.
    const kept = await findKept(ctx, request)
    if (kept) return kept
    if (isDuplicate(error, 'idempotency_keys_')) return undefined
    throw error
  }
}

function inProgress(): never {
  throw new Failure('idempotency_in_progress')
}

async function keptByVerb(ctx: Ctx, request: KeyedRequest, status: number, work: (ctx: Ctx) => Promise<unknown>) {
  const keeper = keeperOf(ctx, request, status)
  const reply = await work({ ...ctx, idempotency: keeper })
  if (!keeper.kept) await ctx.db.count(insertKept(keeper, reply))
  return reply
}

function keptInTransaction(ctx: Ctx, request: KeyedRequest, status: number, work: (ctx: Ctx) => Promise<unknown>) {
  return ctx.db.transaction(async (db) => {
    const reply = await work({ ...ctx, db })
    await db.count(insertKept(keeperOf(ctx, request, status), reply))
    return reply
  })
}
