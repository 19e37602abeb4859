import { MemoryServiceError } from '../errors.ts'
import { INTENTS } from '../generated/fake-data.ts'
import { allows, type ConsentScope } from '../scopes.ts'
import type { Scheduled, ScopeList, TriggerPage } from '../types.ts'
import { denied, failure, invalid } from './failure.ts'
import { isStandard, readLimit, readTime } from './inputs.ts'
import { briefOf, bundleOf, findMemories, pageOf } from './read.ts'
import type { FakeConnection, FakeService } from './service.ts'

/* The routes that the fake answers, and how a request becomes a call. */

const BRIEF_TTL_MS = 5 * 60_000
const GRACE_MS = 60_000
const AHEAD_MAX_YEARS = 5
const SIGNAL_TYPE = /^[a-z0-9_]+(?:\.[a-z0-9_]+)+$/

interface Call {
  service: FakeService
  connection: FakeConnection
  query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: the client is typed; fields are checked where apps could notice.
  body: any
  /** The `:id` of the path. */
  id: string
}

const ROUTES: Record<string, (call: Call) => unknown> = {
  'POST /v1/memories': ({ connection, body }) => connection.person.store.remember(connection, body.memories),
  'GET /v1/memories': ({ service, connection, query }) =>
    findMemories(connection.person.store, connection, query, service.now()),
  'POST /v1/memories/delete': ({ connection, body }) => connection.person.store.forget(connection, body.ids),
  'GET /v1/memories/:id': ({ connection, id }) => connection.person.store.get(connection, id),
  'PATCH /v1/memories/:id': ({ connection, id, body }) => connection.person.store.edit(connection, id, body),
  'GET /v1/memories/:id/history': ({ connection, id, query }) => {
    const states = connection.person.store
      .history(connection, id)
      .map((state) => ({ ...state, id: `${state.revision}` }))
    const { items, next_cursor } = pageOf(states, readLimit(query.get('limit')), query)
    return { items: items.map(({ id: _, ...state }) => state), next_cursor }
  },
  'POST /v1/memories/:id/restore': ({ connection, id, body }) =>
    connection.person.store.restore(connection, id, body.revision),
  'POST /v1/memories/:id/supersede': ({ connection, id, body }) =>
    connection.person.store.supersede(connection, id, body.by),
  'POST /v1/memories/:id/reinstate': ({ connection, id }) => connection.person.store.reinstate(connection, id),
  'POST /v1/turns': ({ connection, body }) => connection.turns.add(body),
  'GET /v1/turns': ({ connection, query }) => connection.turns.list(query),
  'DELETE /v1/turns': ({ connection, query }) => connection.turns.delete(query.get('conversationId') ?? ''),
  'GET /v1/context': readContext,
  'GET /v1/identity/brief': readBrief,
  'GET /v1/connection': ({ connection }) => connection.described(),
  'GET /v1/scopes': listScopes,
  'POST /v1/signals': emitSignal,
  'POST /v1/schedule': schedule,
  'GET /v1/schedule': ({ connection, query }): TriggerPage => {
    connection.fireDue()
    const status = query.get('status')
    const all = connection.triggers.filter((trigger) => !status || trigger.status === status).reverse()
    const { items, next_cursor } = pageOf(all, readLimit(query.get('limit')), query)
    return { triggers: items, next_cursor }
  },
  'DELETE /v1/schedule/:id': ({ connection, id }) => {
    connection.fireDue()
    const trigger = connection.triggers.find((each) => each.id === id && each.status === 'pending')
    if (!trigger) throw failure('not_found')
    trigger.status = 'cancelled'
    return { ok: true }
  },
  'POST /v1/gateway/chat': chat,
  'POST /v1/gateway/chat/stream': chat,
}

/** Answers a request of the client as the service would. */
export async function respond(service: FakeService, url: string, init: RequestInit): Promise<Response> {
  const headers = { 'x-request-id': service.newId('req') }
  try {
    init.signal?.throwIfAborted()
    return Response.json(answer(service, new URL(url), init), { headers })
  } catch (error) {
    if (!(error instanceof MemoryServiceError)) throw error
    const { code, message, details, status = 500 } = error
    return Response.json({ error: { code, message, details } }, { status, headers })
  }
}

function answer(service: FakeService, { pathname, searchParams: query }: URL, init: RequestInit): unknown {
  const failing = service.nextFailure()
  if (failing) throw failure(failing)
  const sent = new Headers(init.headers)
  const connection = service.connectionOf(sent.get('authorization')?.replace('Bearer ', '') ?? '')
  if (!connection) throw failure('unauthorized')
  connection.check()
  const [, , , segment = ''] = pathname.split('/')
  const exact = `${init.method} ${pathname}`
  const pattern = exact in ROUTES ? exact : exact.replace(`/${segment}`, '/:id')
  const route = ROUTES[pattern]
  if (!route) throw failure('not_found', undefined, `FakeService does not have ${init.method} ${pathname}.`)
  const body = init.body ? JSON.parse(String(init.body)) : {}
  const run = () => route({ service, connection, query, body, id: decodeURIComponent(segment) })
  const key = sent.get('idempotency-key')
  return key ? repeatable(connection, `${exact} ${key}`, String(init.body), run) : run()
}

/** Runs a keyed request once. */
function repeatable({ replies }: FakeConnection, key: string, request: string, run: () => unknown): unknown {
  const reply = replies.get(key)
  if (reply && reply.request !== request) throw failure('idempotency_key_reused')
  if (reply) return reply.body
  const body = run()
  replies.set(key, { request, body })
  return body
}

function need({ scopes }: FakeConnection, scope: ConsentScope): void {
  if (!allows(scopes, scope)) throw denied(scope)
}

function readContext({ service, connection, query }: Call) {
  const intent = query.get('intent') ?? ''
  const drawsOn = INTENTS[intent]
  if (!drawsOn) throw invalid('intent', 'must be a standard intent', 'unknown_intent')
  need(connection, `context:read:${intent}`)
  const { store, identity } = connection.person
  const about = new URLSearchParams([...query].filter(([name]) => name !== 'intent'))
  return bundleOf(store, connection, { query: about, drawsOn, now: service.now(), identity })
}

function readBrief({ service, connection }: Call) {
  need(connection, 'identity:read')
  const now = service.now()
  const { store, identity } = connection.person
  const fresh = briefOf(store, connection, identity, now)
  const known = connection.brief
  const isCached = known?.brief === fresh.brief && Date.parse(now) - Date.parse(known.generated_at) < BRIEF_TTL_MS
  connection.brief = isCached ? { ...known, cached: true } : { ...fresh, cached: false }
  return connection.brief
}

function listScopes({ connection }: Call): ScopeList {
  const counts = new Map<string, number>()
  for (const { scope } of connection.person.store.readable(connection)) counts.set(scope, (counts.get(scope) ?? 0) + 1)
  const qualifiersOf = (verb: string) =>
    connection.scopes.flatMap((scope) => (scope.startsWith(`${verb}:`) ? [scope.slice(verb.length + 1)] : []))
  return {
    scopes: [...counts].sort().map(([scope, count]) => ({ scope, count, standard: isStandard(scope) })),
    readable: qualifiersOf('memory:read'),
    writable: qualifiersOf('memory:write'),
  }
}

function emitSignal({ service, connection, body }: Call) {
  need(connection, 'signal:emit')
  if (typeof body.type !== 'string' || !SIGNAL_TYPE.test(body.type))
    throw invalid('type', 'must be an event type such as workout.completed')
  const event_id = service.newId('evt')
  connection.person.signal(body.type, body.payload ?? null, connection.app, event_id)
  return { accepted: true, event_id }
}

function schedule({ service, connection, body }: Call): Scheduled {
  const fireAt = readTime(body.fireAt, 'fireAt')
  const now = Date.parse(service.now())
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + AHEAD_MAX_YEARS)
  if (Date.parse(fireAt) < now - GRACE_MS) throw invalid('fireAt', 'must not be in the past')
  if (Date.parse(fireAt) > last.getTime()) throw invalid('fireAt', 'must be at most five years ahead')
  if (typeof body.kind !== 'string' || !body.kind.trim()) throw invalid('kind', 'must be text')
  const id = service.newId('trg')
  connection.triggers.push({ id, fireAt, kind: body.kind.trim(), status: 'pending', payload: body.payload ?? {} })
  return { id, fireAt }
}

// As a service without a model.
function chat({ connection }: Call): never {
  if (!allows(connection.scopes, 'ai:host:companion')) need(connection, 'ai:host:chat')
  throw failure('model_unavailable', { reason: 'not_configured' })
}
