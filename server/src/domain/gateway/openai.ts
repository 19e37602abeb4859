import type { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import type { EventText } from '../../foundation/event-text.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import { beginMeasured, hostOf } from '../../foundation/models/instrumented.ts'
import type { Json } from '../../foundation/models/upstream.ts'
import { chatFormat } from './chat-format.ts'
import { objectsIn, tokensOf } from './format.ts'
import { countCall } from './limits.ts'
import type { GatewayPorts } from './model.ts'
import type { CompletionRequest, EmbeddingRequest, ResponseRequest } from './openai-request.ts'
import type { Model, ModelList } from './openai-shapes.ts'
import { type Passed, passOn } from './pass-on.ts'
import { apiFailure, streamFailure, withRedactedErrors } from './refusal.ts'
import { responsesFormat } from './responses-format.ts'
import { resultOf } from './turn.ts'
import { bodyFor, isAllowed, type Upstream, type UpstreamHeaders, upstreamOf } from './upstream.ts'
import { TurnUsage } from './usage.ts'

/* The verbs for OpenAI clients. */

type Caller = Ctx<AppActor, GatewayPorts>

const CREATED_UNKNOWN = 0
const OWNER = 'memory-service'
/** Larger responses are not stored for repetitions. */
const STORED_CHARS_MAX = 1024 * 1024

/** Passes a chat completion on. */
export async function complete(ctx: Caller, request: Passed<CompletionRequest>): Promise<Json> {
  const response = await resultOf(passOn(ctx, chatFormat, request, false))
  return storable(ctx, { ...response, memory_candidates: [] })
}

/** Passes a chat completion on and streams it. */
export function completeStream(ctx: Caller, request: Passed<CompletionRequest>): AsyncIterable<EventText> {
  return passOn(ctx, chatFormat, request, true)
}

/** Passes a response of the Responses API on. */
export async function respond(ctx: Caller, request: Passed<ResponseRequest>): Promise<Json> {
  return storable(ctx, (await resultOf(passOn(ctx, responsesFormat, request, false))) ?? {})
}

/** Passes a response of the Responses API on and streams it. */
export function respondStream(ctx: Caller, request: Passed<ResponseRequest>): AsyncIterable<EventText> {
  return passOn(ctx, responsesFormat, request, true)
}

function storable({ idempotency }: Caller, response: Json): Json {
  if (idempotency && JSON.stringify(response).length > STORED_CHARS_MAX) idempotency.stored = true
  return response
}

/** Passes a request for embeddings on. */
export async function embed(ctx: Caller, { body, headers }: Passed<EmbeddingRequest>): Promise<Json> {
  const upstream = upstreamOf(ctx, headers, 'embeddings')
  const sent = bodyFor(ctx, upstream, body)
  const host = upstream.isOwn ? 'app' : hostOf(upstream.url)
  const measure = beginMeasured(ctx.measures, 'embedding', host, String(sent.model ?? ''))
  let outcome = 'error'
  try {
    const json = await listOf(ctx, upstream, { path: '/embeddings', body: sent })
    const usage = new TurnUsage(ctx, !upstream.isOwn)
    const tokens = tokensOf(json.usage)
    if (tokens) usage.add({ ...tokens, model: '', estimated: false })
    else usage.addEstimate(JSON.stringify(sent.input).length, 0)
    outcome = 'ok'
    return storable(ctx, withRedactedErrors(json, upstream) ?? json)
  } finally {
    measure.ended(outcome)
  }
}

/** Lists the models of the upstream that the app may use; of a configured one without a list, the configured model. */
export async function listModels(ctx: Caller, headers: UpstreamHeaders): Promise<z.output<typeof ModelList>> {
  if (headers['x-upstream-url'] === undefined && !ctx.config.model) return { object: 'list', data: [] }
  const upstream = upstreamOf(ctx, headers, 'chat')
  const list = await listOf(ctx, upstream, { path: '/models' }).catch((error) => {
    if (upstream.isOwn || !hasNoList(error)) throw error
    return { data: [{ id: upstream.model, object: 'model', created: CREATED_UNKNOWN, owned_by: OWNER }] }
  })
  const data = objectsIn(list.data)
    .filter((each): each is z.output<typeof Model> => typeof each.id === 'string')
    .filter(({ id }) => isAllowed(ctx, upstream, id))
  return upstream.isOwn ? { ...list, object: 'list', data } : { object: 'list', data: data.map(plainModel) }
}

// Other fields of the configured API may hold paths of its machine.
function plainModel({ id, created, owned_by }: Json & { id: string }): z.output<typeof Model> {
  return {
    ...{ id, object: 'model', created: typeof created === 'number' ? created : CREATED_UNKNOWN },
    owned_by: typeof owned_by === 'string' ? owned_by : OWNER,
  }
}

function hasNoList(error: unknown): boolean {
  return error instanceof Failure && ['upstream_refused', 'model_unavailable'].includes(error.code)
}

/** Returns a model of the list. @throws Failure `not_found` for any other name. */
export async function readModel(ctx: Caller, name: string, headers: UpstreamHeaders): Promise<z.output<typeof Model>> {
  const { data } = await listModels(ctx, headers)
  const model = data.find(({ id }) => id === name)
  if (!model) throw new Failure('not_found')
  return model
}

/** Requests an object with a list from an upstream. */
async function listOf(ctx: Caller, upstream: Upstream, request: { path: string; body?: Json }): Promise<Json> {
  await countCall(ctx, upstream.isOwn)
  try {
    const client = upstream.isOwn ? ctx.upstreams.ofApps : ctx.upstreams.configured
    const json = await client.json(upstream, { ...request, signal: ctx.signal })
    if (Array.isArray(json.data)) return json
    if (json.error) throw streamFailure(json.error, upstream)
    throw new ModelFailure('garbled', 'The upstream sent something other than a list.')
  } catch (error) {
    throw apiFailure(ctx.signal, error, upstream)
  }
}
