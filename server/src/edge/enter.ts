import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppActor } from '../foundation/actor.ts'
import type { Ctx, Ports } from '../foundation/ctx.ts'
import { Failure } from '../foundation/errors.ts'
import { ownRows, ruleFor } from '../foundation/own-rows.ts'
import { changes, type Route } from '../foundation/route.ts'
import { authenticate, checkOrigin, type Entrance } from './authenticate.ts'
import { pageOf } from './cors.ts'
import { admit } from './perform.ts'

/** Tables of what people said and what is made of it: a request sees its own person's rows, whatever a verb asks for. */
export const THINGS = [
  ...['memories', 'gone_memories', 'memory_vectors', 'memory_relations', 'candidates', 'chats', 'chat_messages'],
  ...['extracted_messages', 'provider_items'],
]
const OWN_THINGS = ruleFor(THINGS)

/**
 * The first half of a request's walk, up to where something is done: who asks, from where, how often. `left` is
 * called when whoever asked goes away before a `costly` answer was ready.
 * @throws Failure `unauthorized`, `forbidden`, `csrf_rejected`, `rate_limited`
 */
export async function enter(
  ports: Ports,
  entrance: Entrance & Pick<Route, 'costly' | 'basic'>,
  request: FastifyRequest,
  reply: FastifyReply,
  left: () => void,
): Promise<Ctx> {
  // What anybody may read is the only thing that anybody may keep.
  const open = entrance.for.includes('public' as never) && !entrance.basic && !changes(entrance)
  if (!open) reply.header('cache-control', 'no-store')
  const actor = await authenticate(ports, entrance, request)
  checkOrigin(ports, entrance, actor, request)
  const db = ownRows(ports.db, OWN_THINGS, 'userId' in actor ? actor.userId : undefined)
  const signal = entrance.costly ? untilLeft(reply, left) : NEVER
  const ctx: Ctx = { ...ports, db, actor, requestId: request.id, address: request.ip, signal }
  if (entrance.basic) {
    ctx.authorization = request.headers.authorization
    ctx.page = pageOf(request)
  }
  if (actor.kind === 'app') count(ctx as Ctx<AppActor>, reply)
  return ctx
}

const NEVER = new AbortController().signal

// Of a request with a body only its answer tells when the client goes: the request itself closes once it is read.
function untilLeft({ raw }: FastifyReply, left: () => void): AbortSignal {
  const waiting = new AbortController()
  const close = () => {
    if (!raw.writableFinished) left()
    waiting.abort()
  }
  if (raw.destroyed) close()
  else raw.once('close', close)
  return waiting.signal
}

function count(ctx: Ctx<AppActor>, reply: FastifyReply): void {
  const { rateLimit } = ctx.config
  if (rateLimit !== null) reply.header('ratelimit-policy', `"connection";q=${rateLimit};w=60`)
  try {
    const window = admit(ctx)
    if (window) reply.header('ratelimit', `"connection";r=${window.left};t=${window.seconds}`)
  } catch (error) {
    if (error instanceof Failure && error.code === 'rate_limited')
      reply.header('ratelimit', `"connection";r=0;t=${(error.details as { retry_after: number }).retry_after}`)
    throw error
  }
}
