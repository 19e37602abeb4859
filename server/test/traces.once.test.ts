import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLog } from '../src/foundation/telemetry/log.ts'
import { type Collected, openCollector } from './collector.ts'
import { embeddingsAt, recall } from './embedding.ts'
import { EVERY_EVENT, MANIFEST, portalOf } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type App, type Person, type Reply, type TestService, testService } from './service.ts'

/*
 * Runs one scenario over all features with full tracing and logging, then checks that a request can be followed from
 * the edge to the webhook receiver and that spans, logs and metrics contain nothing private.
 */

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'signal:emit', 'ai:host:chat']
const MARKER = `secretmarker${randomUUID().replaceAll('-', '')}`
/** A text, address or name that must not appear in logs, spans or metrics. */
const hidden = (what: string) => `${what} ${MARKER}`
const THEIR_TRACE = 'c'.repeat(32)

let service: TestService
let model: ScriptedModel
let collector: Awaited<ReturnType<typeof openCollector>>
let receiver: Awaited<ReturnType<typeof openReceiver>>
let run: { written: Reply; failed: Reply; chatted: Reply; metrics: string; secrets: string[] }
const lines: string[] = []

beforeAll(async () => {
  collector = await openCollector()
  receiver = await openReceiver()
  model = await scriptedModel()
  const to = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
  service = await testService(
    {
      tracing: { endpoint: collector.endpoint, ratio: 1, serviceName: 'story' },
      embeddings: embeddingsAt(model.url),
      model: { url: model.url, name: 'a-model', apiKey: hidden('key') },
    },
    { log: openLog('trace', to) },
  )
  run = await live()
  await service.stop()
})
afterAll(async () => {
  await Promise.all([receiver.close(), model.close(), collector.close()])
})

async function live() {
  const person = await newPerson()
  const developer = await service.newDeveloper()
  const app: App = await service.newApp(developer, SCOPES, { name: hidden('App'), manifest: MANIFEST })
  const token = await service.connect(person, app, SCOPES)
  const portal = portalOf(service, developer, app)
  const { secret } = await portal.subscribe(`${receiver.url}/${MARKER}?key=${MARKER}`, EVERY_EVENT)
  const body = { memories: [{ content: hidden('Runs'), scope: 'fitness.trail' }] }
  const written = await service.call('POST', '/v1/memories', { token, body })
  const signal = { type: MANIFEST.eventTypes[0], payload: { said: hidden('payload') } }
  await service.call('POST', '/v1/signals', { token, body: signal, headers: { traceparent: theirs('01') } })
  await service.call('POST', '/v1/signals', { token, body: signal, headers: { traceparent: theirs('00') } })
  const trigger = { fireAt: new Date().toISOString(), kind: 'reminder', payload: { said: hidden('trigger') } }
  await service.call('POST', '/v1/schedule', { token, body: trigger })
  await receiver.until(4)
  await untilHybrid(token)
  model.chat(hidden('a reply'), { status: 500, message: hidden('a complaint') }, { status: 500 })
  const turn = { intent: 'coach', userMessage: hidden('I say') }
  const chatted = await service.call('POST', '/v1/gateway/chat', { token, body: turn })
  const failed = await service.call('POST', '/v1/gateway/chat', { token, body: turn })
  await service.call('GET', `/v1/memories?query=${MARKER}&cursor=${MARKER}`, { token })
  await service.call('POST', '/v1/auth/login', { body: { email: person.email, password: hidden('wrong') } })
  await service.call('GET', `/v1/${MARKER}?${MARKER}`, { token: MARKER })
  const metrics = (await service.call('GET', '/metrics')).body
  return { written, failed, chatted, metrics, secrets: [token, secret, app.client_secret, secretOf(person.cookie)] }
}

// Distinct queries, so that the cache does not answer.
async function untilHybrid(token: string): Promise<void> {
  let tries = 0
  await vi.waitFor(
    async () => expect((await recall(service, token, hidden(`who runs ${tries++}`))).retrieval).toBe('hybrid'),
    { timeout: 30_000, interval: 200 },
  )
}

async function newPerson(): Promise<Person> {
  const email = `${MARKER}@example.com`
  const body = { email, password: hidden('a long walk'), name: hidden('Ada') }
  const { body: made, headers } = await service.call('POST', '/v1/auth/signup', { body })
  return { id: made.user.id, email, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const theirs = (flags: string) => `00-${THEIR_TRACE}-${'d'.repeat(16)}-${flags}`
const secretOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
const idOf = ({ headers }: Reply) => headers.get('x-request-id') as string
const spanOf = (request: string) => collector.spans.find(({ attributes }) => attributes['memory.request'] === request)!
const of = ({ traceId }: Collected) => collector.spans.filter((span) => span.traceId === traceId)
const named = (spans: Collected[], name: string) => spans.find((span) => span.name === name)!

test('a write is one trace, from the request through its statements to its webhook', () => {
  const span = spanOf(idOf(run.written))
  expect(span).toMatchObject({ name: 'POST remember', kind: 2 })
  expect(span.attributes).toMatchObject({ 'http.route': '/v1/memories', 'http.response.status_code': 200 })
  const all = of(span)
  const statement = all.find(({ attributes }) => attributes['db.query.hash'])!
  expect(statement).toMatchObject({ kind: 3, parentSpanId: span.spanId })
  const delivered = named(all, 'deliver memory.created')
  expect(delivered.parentSpanId).toBe(span.spanId)
  expect(delivered.attributes).toMatchObject({ 'memory.attempt': 1, 'http.response.status_code': 200 })
  const received = receiver.all.find(({ body }) => body.type === 'memory.created')!
  expect(received.headers.traceparent).toBe(`00-${span.traceId}-${delivered.spanId}-01`)
  expect(delivered.attributes['memory.delivery']).toBe(received.headers['x-service-delivery'])
})

test('the webhook of a trigger belongs to the trace of the request that scheduled it', () => {
  const [scheduled] = collector.spans.filter(({ name }) => name === 'POST schedule')
  expect(named(of(scheduled!), 'deliver schedule.fired').parentSpanId).toBe(scheduled!.spanId)
})

test('model calls are spans with token counts and failure reasons', () => {
  const replied = named(of(spanOf(idOf(run.chatted))), 'model chat')
  expect(replied.attributes).toMatchObject({
    'gen_ai.request.model': 'a-model',
    'server.address': new URL(model.url).host,
  })
  expect(Number(replied.attributes['gen_ai.usage.output_tokens'])).toBeGreaterThan(0)
  const failed = spanOf(idOf(run.failed))
  expect(failed.failed).toBe(true)
  expect(named(of(failed), 'model chat').attributes['error.type']).toBe('unreachable')
  expect(model.requests.some(({ headers }) => headers.traceparent?.includes(failed.traceId))).toBe(true)
  const asked = collector.spans.find(({ name }) => name === 'model embedding')!
  expect(named(of(asked), 'GET findMemories')).toBeDefined()
})

test('continues an incoming trace and honours its sampling decision', () => {
  const emitted = collector.spans.filter(({ name }) => name === 'POST emitSignal')
  expect(emitted.map(({ traceId }) => traceId)).toEqual([THEIR_TRACE])
  const later = collector.spans.filter(({ name }) => name === 'deliver signal.created').map(({ traceId }) => traceId)
  expect(later).toContain(emitted[0]!.links[0]!.traceId)
})

test('the request id leads through the log to the delivery attempt', () => {
  const request = idOf(run.written)
  const about = lines
    .map((line) => JSON.parse(line))
    .filter((line) => JSON.stringify(line).includes(request.slice(-12)))
  const received = receiver.all.find(({ body }) => body.type === 'memory.created')!
  expect(about).toContainEqual(
    expect.objectContaining({
      // On a busy machine, the request is logged as a slow one.
      msg: expect.stringMatching(/request completed$/),
      request,
      route: 'remember',
      status: 200,
      app: expect.stringMatching(/^app_/),
      ms: expect.any(Number),
    }),
  )
  expect(about).toContainEqual(
    expect.objectContaining({
      ...{ msg: 'delivery attempted', attempt: 1, status: 200, event: received.body.id },
      delivery: received.headers['x-service-delivery'],
      trace: spanOf(request).traceId,
    }),
  )
})

test('logs a server error with the request id', () => {
  const failed = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  expect(failed).toContainEqual(expect.objectContaining({ msg: 'request failed', request: idOf(run.failed) }))
})

test('spans, logs and metrics contain nothing private', () => {
  const everything = { spans: collector.bodies.join('\n'), log: lines.join('\n'), metrics: run.metrics }
  for (const [where, text] of Object.entries(everything)) {
    expect(text.length, where).toBeGreaterThan(1_000)
    for (const secret of [MARKER, ...run.secrets]) expect(text.includes(secret), `${secret} in ${where}`).toBe(false)
  }
})

test('without a collector no trace is sent and no tracing library is loaded', async () => {
  const quiet = await testService()
  const { token } = await quiet.connected(['memory:read:*', 'memory:write:*'])
  const reply = await quiet.call('GET', '/v1/memories', { token, headers: { traceparent: theirs('01') } })
  expect(reply.status).toBe(200)
  expect(quiet.ports.trace.stats()).toEqual({ ended: 0, exported: 0 })
  await quiet.stop()
})
