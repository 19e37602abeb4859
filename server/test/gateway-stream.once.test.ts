import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Frame, type TestService, testService } from './service.ts'

/** Streamed turns, and the ways in which a model fails. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'ai:host:chat']

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({}, { chat: openHttpChat({ url: model.url, name: 'a-model' }) })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})
beforeEach(async () => {
  await service.ports.background.idle()
  model.requests.length = 0
})

/** Lets the service of a test wait for so long for a model that says nothing. */
async function waitingFor(ms: number): Promise<void> {
  const patient = service
  const limits = { firstByteMs: ms, silenceMs: ms, callMs: ms }
  service = await testService({}, { chat: openHttpChat({ url: model.url, name: 'a-model', limits }) })
  onTestFinished(async () => {
    await service.stop()
    service = patient
  })
}

let turns = 0
const body = (more: object = {}) => ({ intent: 'assistant', userMessage: `Turn ${++turns}.`, ...more })
const awaiting = () => body({ awaitCandidates: true })
const listen = (token: string, more: object = {}) =>
  service.listen('/v1/gateway/chat/stream', { token, body: body(more) })
const chat = (token: string) => service.call('POST', '/v1/gateway/chat', { token, body: awaiting() })
const candidate = { type: 'fact', scope: 'note', content: 'Has a dog called Bo.', importance: 60 }
const brings = (...memoryCandidates: object[]) => model.structured({ json: { toneTags: [], memoryCandidates } })
const memoriesOf = async (token: string) => (await service.get('/v1/memories', token)).memories
async function all(frames: AsyncIterable<Frame>): Promise<Frame[]> {
  const read: Frame[] = []
  for await (const frame of frames) read.push(frame)
  return read
}
/** A model that pauses before a piece until it is released. */
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('a stream', () => {
  test('sends each delta, then usage, then recorded candidates', async () => {
    const { token } = await service.connected(SCOPES)
    const { open, opened } = gate()
    model.chat({ text: ['What ', 'a dog!'], pace: (piece) => (piece === 1 ? opened : undefined) })
    brings(candidate)
    const { status, headers, frames } = await listen(token)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect((await frames.next()).value).toEqual({ type: 'delta', text: 'What ' })
    open()
    const rest = await all(frames)
    const [memory] = await memoriesOf(token)
    expect(rest).toEqual([
      { type: 'delta', text: 'a dog!' },
      { type: 'done', usage: expect.objectContaining({ tokensIn: expect.any(Number) }) },
      {
        type: 'memory_recorded',
        candidate: { ...candidate, occurredAt: memory.occurredAt, recorded: true, memoryId: memory.id },
      },
    ])
  })

  test('of an ephemeral turn has no memory_recorded frame', async () => {
    const { token } = await service.connected(SCOPES)
    brings(candidate)
    const types = (await all((await listen(token, { ephemeral: true })).frames)).map(({ type }) => type)
    expect(new Set(types)).toEqual(new Set(['delta', 'done']))
    expect(await memoriesOf(token)).toEqual([])
    expect(model.requestsOf('structured')).toEqual([])
  })

  test('cancels the model call and records nothing when the client disconnects during the reply', async () => {
    const { token } = await service.connected(SCOPES)
    model.chat({ text: 'And so', hang: true })
    const { frames, leave } = await listen(token)
    await frames.next()
    leave()
    await model.until(() => model.requests.at(-1)?.state === 'closed')
    expect(model.requestsOf('structured')).toEqual([])
    expect(await memoriesOf(token)).toEqual([])
    await service.ports.meter.flush()
    expect((await service.get('/v1/quota', token)).hosted_tokens.used).toBeGreaterThan(0)
  })

  test('records candidates also when the client disconnects after the reply', async () => {
    const { token } = await service.connected(SCOPES)
    const { open, opened } = gate()
    model.chat('Well.')
    model.structured({ json: { memoryCandidates: [candidate] }, pace: () => opened })
    const { frames, leave } = await listen(token)
    let type: string | undefined
    while (type !== 'done') type = (await frames.next()).value?.type
    leave()
    open()
    await expect.poll(async () => (await memoriesOf(token)).length).toBe(1)
  })

  test('cancels the model call when the client disconnects before the first delta or without streaming', async () => {
    const { token } = await service.connected(SCOPES)
    for (const path of ['/v1/gateway/chat', '/v1/gateway/chat/stream']) {
      model.requests.length = 0
      model.chat({ hang: true })
      const leaving = new AbortController()
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const options = { method: 'POST', headers, body: JSON.stringify(body()), signal: leaving.signal }
      const answer = fetch(service.url + path, options).catch(() => 'left')
      await model.until(() => model.requestsOf('chat').length === 1)
      leaving.abort()
      expect(await answer).toBe('left')
      await model.until(() => model.requests[0]?.state === 'closed')
    }
  })

  test('completes while the service drains', async () => {
    const draining = await testService({}, { chat: openHttpChat({ url: model.url, name: 'a-model' }) })
    const { token } = await draining.connected(SCOPES)
    const { open, opened } = gate()
    model.chat({ text: ['And ', 'so.'], pace: (piece) => (piece === 1 ? opened : undefined) })
    brings(candidate)
    const { frames } = await draining.listen('/v1/gateway/chat/stream', { token, body: body() })
    await frames.next()
    const stopped = draining.stop()
    open()
    const types = (await all(frames)).map(({ type }) => type)
    expect(types).toEqual(['delta', 'done', 'memory_recorded'])
    await stopped
  })

  test('appears in the request metrics', async () => {
    const { body } = await service.call('GET', '/metrics')
    expect(body).toMatch(/http_requests_total\{route="chatStream",status="200"\} [1-9]/)
    expect(body).toMatch(/http_requests_total\{route="chatStream",status="499"\} [1-9]/)
  })
})

describe('a model that fails', () => {
  test.each([
    ['refuses the key', { status: 401 }, 'refused'],
    ['is in trouble twice', { status: 500 }, 'unreachable'],
    ['says nothing twice', { text: [] }, 'garbled'],
    ['says nothing in time', { hang: true }, 'timeout'],
  ])('because it %s returns 503, streamed or not, and records nothing', async (_, script, reason) => {
    if (reason === 'timeout') await waitingFor(1_000)
    const { token } = await service.connected(SCOPES)
    for (const answer of [chat, listen]) {
      model.chat(script, script)
      const { status } = await answer(token)
      expect(status).toBe(503)
      // Discards scripted responses that no retry used.
      for (const left of ['refused', 'timeout'].includes(reason) ? [chat] : []) await left(token)
    }
    model.chat(script, script)
    const { body } = await chat(token)
    expect(body.error).toMatchObject({ code: 'model_unavailable', details: { reason } })
    if (['refused', 'timeout'].includes(reason)) await chat(token)
    expect(model.requestsOf('structured')).toEqual([])
  })

  test('because it is rate limited returns Retry-After and is not retried', async () => {
    const { token } = await service.connected(SCOPES)
    model.chat({ status: 429, headers: { 'retry-after': '7' } })
    const { status, headers, body } = await chat(token)
    expect([status, headers.get('retry-after')]).toEqual([503, '7'])
    expect(body.error.details).toEqual({ reason: 'rate_limited', retry_after: 7 })
    expect(model.requests).toHaveLength(1)
  })

  test('once is retried', async () => {
    const { token } = await service.connected(SCOPES)
    for (const script of [{ status: 500 }, { text: [] }]) {
      model.chat(script, 'Here I am.')
      expect((await chat(token)).body.reply).toBe('Here I am.')
    }
  })

  test('midway ends the stream with an error frame, is metered and records nothing', async () => {
    const { token } = await service.connected(SCOPES)
    let used = 0
    for (const cut of ['end', 'break'] as const) {
      model.chat({ text: 'And so it', cut })
      const frames = await all((await listen(token)).frames)
      expect(frames.at(-1)).toMatchObject({ type: 'error', code: 'model_unavailable', message: expect.any(String) })
      expect(frames.some(({ type }) => type === 'done')).toBe(false)
      const quota = await service.get('/v1/quota', token)
      expect(quota.hosted_tokens.used).toBeGreaterThan(used)
      used = quota.hosted_tokens.used
    }
    expect(model.requestsOf('structured')).toEqual([])
  })

  test('works again after an outage', async () => {
    const { token } = await service.connected(SCOPES)
    await model.goOffline()
    expect((await chat(token)).body.error).toMatchObject({ code: 'model_unavailable' })
    expect((await service.remember(token, [{ content: 'Written meanwhile.', scope: 'note' }])).accepted).toBe(true)
    await model.goOnline()
    expect((await chat(token)).status).toBe(200)
  })
})

describe('candidates', () => {
  test('that are malformed are requested once more, then left out', async () => {
    const { token } = await service.connected(SCOPES)
    model.structured('I would rather sing.', { json: { memoryCandidates: [candidate] } })
    expect((await chat(token)).body).toMatchObject({ memoryCandidates: [{ recorded: true }] })
    model.structured('La la.', { json: ['la'] })
    const { status, body } = await chat(token)
    expect([status, body.toneTags, body.memoryCandidates]).toEqual([200, [], []])
    expect(model.requestsOf('structured')).toHaveLength(4)
    expect(body.usage.tokensIn).toBeGreaterThan(0)
  })

  test('that fail or time out leave the reply unchanged', async () => {
    // The replies come within that time also on a busy machine.
    await waitingFor(5_000)
    const { token } = await service.connected(SCOPES)
    for (const script of [{ refusal: 'No.' }, { status: 429 }, { hang: true }]) {
      model.structured(script)
      expect((await chat(token)).body).toMatchObject({ reply: expect.any(String), memoryCandidates: [] })
    }
  })

  test('sent along with the reply need no second call', async () => {
    const { token } = await service.connected(SCOPES)
    const whole = { json: { reply: 'What a dog!', toneTags: ['merry'], memoryCandidates: [candidate] } }
    model.chat(whole, whole)
    const { body } = await chat(token)
    expect(body).toMatchObject({ reply: 'What a dog!', toneTags: ['merry'], memoryCandidates: [{ recorded: true }] })
    const [first] = await all((await listen(token)).frames)
    expect(first).toEqual({ type: 'delta', text: 'What a dog!' })
    expect(model.requestsOf('structured')).toEqual([])
  })
})
