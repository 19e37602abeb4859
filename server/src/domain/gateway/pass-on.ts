import { allows } from '@memory-service/scopes'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { EventText } from '../../foundation/event-text.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import { newFence } from '../../foundation/models/fence.ts'
import { beginMeasured, hostOf, outcomeOf } from '../../foundation/models/instrumented.ts'
import type { ServerEvent } from '../../foundation/models/server-events.ts'
import { type Json, parseEvent, UpstreamRefusal } from '../../foundation/models/upstream.ts'
import { narrowToIntent, selectContext } from '../context/select.ts'
import { readProfile } from '../users/profile.ts'
import type { ChunkFacts, Format, TokenCount } from './format.ts'
import { countCall, countTurn } from './limits.ts'
import { type GatewayPorts, ownerOf } from './model.ts'
import type { TurnRequest } from './openai-request.ts'
import { recordTurn } from './record.ts'
import { apiFailure, streamFailure, withRedactedErrors } from './refusal.ts'
import { memorySection } from './section.ts'
import { settingOf } from './turn.ts'
import { bodyFor, extractorOf, type Upstream, type UpstreamHeaders, upstreamOf } from './upstream.ts'
import { TurnUsage } from './usage.ts'
import { whileGranted } from './watch.ts'

/* A turn that is passed on: the request with a section about the person, the response as it comes. */

const QUERY_CHARS_MAX = 8_192
const EXAMINED_CHARS_MAX = 256_000
const MEMORIES_MAX = 30
const DEFAULT_INTENT = 'assistant'
const DONE = '[DONE]'

type Turn = Ctx<AppActor, GatewayPorts>

/** A request to pass on. */
export interface Passed<B> {
  body: B
  headers: UpstreamHeaders
}

/**
 * Passes a turn on to its upstream and yields the events of the response if it is streamed; returns the response if it is
 * not. Candidates are extracted from what the user said and recorded in the background, unless the turn is ephemeral.
 * @throws Failure `validation_failed`; `upstream_refused`; `rate_limited`; `model_unavailable`; `connection_revoked`,
 * `connection_paused` or `scope_denied` if a grant is lost meanwhile.
 */
export function passOn(
  ctx: Turn,
  format: Format,
  request: Passed<TurnRequest>,
  streams: boolean,
): AsyncGenerator<EventText, Json | undefined> {
  return whileGranted(ctx, (ctx) => generate(ctx, format, request, streams))
}

async function* generate(
  ctx: Turn,
  format: Format,
  { body, headers }: Passed<TurnRequest>,
  streams: boolean,
): AsyncGenerator<EventText, Json | undefined> {
  const upstream = upstreamOf(ctx, headers, 'chat')
  const within = await narrowToIntent(ctx, body.metadata?.intent ?? DEFAULT_INTENT, 'metadata.intent')
  const named = bodyFor(ctx, upstream, withoutOwnFields(body))
  await countTurn(ctx)
  const said = format.said(body)
  const [{ selected }, profile] = await Promise.all([
    selectContext(within, said.text?.slice(0, QUERY_CHARS_MAX), MEMORIES_MAX),
    readProfile(ctx),
  ])
  ctx.audit.noteRead(ctx, 'gateway.chat', selected)
  // An API of the app shows it the section, and the name needs a scope.
  const isNameShown = !upstream.isOwn || allows(ctx.actor.scopes, 'identity:read')
  const setting = await settingOf(ctx, isNameShown ? profile : { ...profile, name: null }, selected)
  const sent = format.withSection(named, memorySection(setting, selected, newFence()))
  await countCall(ctx, upstream.isOwn)
  const response = yield* measured(ctx, upstream, sent, (meter) =>
    streams ? streamed(ctx, format, upstream, sent, meter) : whole(ctx, format, upstream, sent, meter),
  )
  const userMessage = said.text?.slice(0, EXAMINED_CHARS_MAX)
  if (body.metadata?.ephemeral !== 'true' && said.isLast && userMessage?.trim()) {
    const turn = { userMessage, setting, extraction: undefined, sawQuoted: upstream.isOwn, quoted: selected }
    void ctx.background.run('record candidates', ownerOf(ctx.actor), (signal) => {
      const after = { ...ctx, signal, idempotency: undefined, chat: extractorOf(ctx, upstream, body.model) }
      return recordTurn(after, turn, new TurnUsage(ctx, !upstream.isOwn), (candidates) => candidates)
    })
  }
  return response
}

/** The body without the fields that are meant for this service. */
function withoutOwnFields({ metadata, ...body }: TurnRequest): Json {
  if (!metadata) return metadata === undefined ? body : { ...body, metadata }
  const { intent, ephemeral, ...rest } = metadata
  const isEmptied = (intent ?? ephemeral) !== undefined && !Object.keys(rest).length
  return isEmptied ? body : { ...body, metadata: rest }
}

/** What is known about the usage of a call. */
class Meter {
  usage: TokenCount | undefined
  charsOut = 0
  isEnded = false

  read({ usage, chars, isEnd }: ChunkFacts): void {
    this.usage = usage ?? this.usage
    this.charsOut += chars
    this.isEnded ||= isEnd
  }
}

/** Meters and measures a call, also one that fails or that the client leaves, and turns its failures into those of the API. */
async function* measured(
  ctx: Turn,
  upstream: Upstream,
  sent: Json,
  call: (meter: Meter) => AsyncGenerator<EventText, Json | undefined>,
): AsyncGenerator<EventText, Json | undefined> {
  const host = upstream.isOwn ? 'app' : hostOf(upstream.url)
  const measure = beginMeasured(ctx.measures, 'chat', host, String(sent.model ?? ''))
  const meter = new Meter()
  // The consumer may return at any event; then only `finally` runs.
  let outcome = 'cancelled'
  try {
    const response = yield* call(meter)
    outcome = 'ok'
    return response
  } catch (error) {
    outcome = outcomeOf(error)
    throw apiFailure(ctx.signal, error, upstream)
  } finally {
    const usage = new TurnUsage(ctx, !upstream.isOwn)
    if (meter.usage) usage.add({ ...meter.usage, model: '', estimated: false })
    else if (meter.charsOut) usage.addEstimate(JSON.stringify(sent).length, meter.charsOut)
    const { tokensIn, tokensOut, model } = usage.total()
    if (!upstream.isOwn) measure.used({ tokensIn, tokensOut, model, estimated: !meter.usage })
    measure.ended(outcome)
  }
}

const clientOf = ({ upstreams }: Turn, { isOwn }: Upstream) => (isOwn ? upstreams.ofApps : upstreams.configured)

// biome-ignore lint/correctness/useYield: a response in one piece has no events.
async function* whole(
  ctx: Turn,
  format: Format,
  upstream: Upstream,
  sent: Json,
  meter: Meter,
): AsyncGenerator<EventText, Json> {
  const json = await clientOf(ctx, upstream).json(upstream, { path: format.path, body: sent, signal: ctx.signal })
  if (!format.isResponse(json)) {
    if (json.error) throw streamFailure(json.error, upstream)
    throw new ModelFailure('garbled', 'The model sent something other than a response.')
  }
  meter.usage = format.usageOf(json)
  if (!meter.usage) meter.charsOut = JSON.stringify(json).length
  return withRedactedErrors(json, upstream) ?? json
}

async function* streamed(
  ctx: Turn,
  format: Format,
  upstream: Upstream,
  sent: Json,
  meter: Meter,
): AsyncGenerator<EventText, undefined> {
  const addsUsage = !upstream.isOwn && format.asksForUsage && !reportsUsage(sent)
  for await (const event of untilDone(eventsOf(ctx, format, upstream, sent, addsUsage))) {
    const chunk = parseEvent(event.data)
    const facts = format.factsOf(chunk)
    if (facts.error) throw streamFailure(facts.error, upstream)
    meter.read(facts)
    const shown = addsUsage ? withoutUsage(chunk, event) : event
    if (!shown) continue
    const redacted = withRedactedErrors(chunk, upstream)
    yield new EventText(redacted ? JSON.stringify(redacted) : shown.data, event.event)
  }
  if (!meter.isEnded) throw new ModelFailure('garbled', 'The stream of the model ended early.')
}

/** The events before the last one. The rest of the response is read too, so that its connection can be used again. */
async function* untilDone(events: AsyncGenerator<ServerEvent>): AsyncGenerator<ServerEvent> {
  let isDone = false
  try {
    for await (const event of events) {
      isDone ||= event.data.trim() === DONE
      if (!isDone) yield event
    }
  } catch (error) {
    if (!isDone) throw error
  }
}

function reportsUsage({ stream_options }: Json): boolean {
  return (stream_options as Json | null | undefined)?.include_usage === true
}

/**
 * The events of a stream. Usage is requested too, because the operator pays by it; a server that turns out not to support
 * that is not asked again.
 */
async function* eventsOf(
  ctx: Turn,
  { path }: Format,
  upstream: Upstream,
  sent: Json,
  addsUsage: boolean,
): AsyncGenerator<ServerEvent> {
  const client = clientOf(ctx, upstream)
  const { signal, upstreams } = ctx
  if (!addsUsage || !upstreams.streamUsage.isSupported)
    return yield* client.events(upstream, { path, body: sent, signal })
  const options = { ...(sent.stream_options as Json | null | undefined), include_usage: true }
  try {
    yield* client.events(upstream, { path, body: { ...sent, stream_options: options }, signal })
  } catch (error) {
    if (!(error instanceof UpstreamRefusal) || sent.stream_options || !isAboutUsage(error)) throw error
    for await (const event of client.events(upstream, { path, body: sent, signal })) {
      upstreams.streamUsage.isSupported = false
      yield event
    }
  }
}

function isAboutUsage({ status, error }: UpstreamRefusal): boolean {
  return (status === 400 || status === 422) && /stream_options|include_usage/.test(JSON.stringify(error ?? {}))
}

/** The event as a client expects it that has not asked for usage; undefined if it holds nothing else. */
function withoutUsage(chunk: Json, event: ServerEvent): ServerEvent | undefined {
  const { usage, ...rest } = chunk
  if (usage === null) return { ...event, data: JSON.stringify(rest) }
  return usage !== undefined && Array.isArray(chunk.choices) && !chunk.choices.length ? undefined : event
}
