import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SCRIPTED_NAME, type Scripted, type ScriptedModel, scriptedModel } from '../../../test/scripted-model.ts'
import type { ChatChunk, ChatMessage, ChatModel } from './chat.ts'
import { ModelFailure } from './failure.ts'
import { openHttpChat } from './http-chat.ts'

const KEY = 'sk-very-secret-key'
const MESSAGES: ChatMessage[] = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'How are you today?' },
]
const noAbort = () => new AbortController().signal
let model: ScriptedModel
let chat: ChatModel

beforeEach(async () => {
  model = await scriptedModel()
  chat = openHttpChat({ url: model.url, name: 'a-model', apiKey: KEY })
})
afterEach(() => model.close())

/** Reads a whole stream; returns its chunks, and its failure if there was one. */
async function collect(by = chat, signal = noAbort()) {
  const chunks: ChatChunk[] = []
  let failure: ModelFailure | undefined
  try {
    for await (const chunk of by.stream(MESSAGES, signal)) chunks.push(chunk)
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFailure)
    failure = error as ModelFailure
  }
  const text = chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('')
  const usage = chunks.flatMap((chunk) => (chunk.kind === 'end' ? chunk.usage : []))[0]
  return { chunks, text, usage, failure, kind: failure?.kind }
}

const event = (choice: object, more = {}) => `data: ${JSON.stringify({ choices: [choice], ...more })}\n\n`
const text = (content: string) => event({ delta: { content } })
const FINISH = event({ delta: {}, finish_reason: 'stop' })
const DONE = 'data: [DONE]\n\n'

describe('a completion streamed over HTTP', () => {
  test('arrives chunk by chunk and ends with its usage', async () => {
    let resume = () => {}
    const paused = new Promise<void>((resolve) => (resume = resolve))
    const usage = { prompt_tokens: 31, completion_tokens: 7 }
    model.chat({ text: ['I am ', 'well.'], usage, pace: (chunk) => (chunk === 1 ? paused : undefined) })
    const chunks = chat.stream(MESSAGES, noAbort())[Symbol.asyncIterator]()
    expect((await chunks.next()).value).toEqual({ kind: 'text', text: 'I am ' })
    resume()
    expect((await chunks.next()).value).toEqual({ kind: 'text', text: 'well.' })
    const end = { tokensIn: 31, tokensOut: 7, model: SCRIPTED_NAME, estimated: false }
    expect((await chunks.next()).value).toEqual({ kind: 'end', usage: end })
    expect((await chunks.next()).done).toBe(true)
    const [request] = model.requests
    expect(request?.body).toEqual({
      ...{ model: 'a-model', messages: MESSAGES, stream: true, stream_options: { include_usage: true } },
    })
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(chat.name).toBe('a-model')
  })

  test('has an estimated usage if the model reports none', async () => {
    model.chat({ text: '12345678 9', usage: null })
    expect((await collect()).usage).toEqual({ tokensIn: 7, tokensOut: 3, model: SCRIPTED_NAME, estimated: true })
  })

  test('requests the usage once from servers without stream_options', async () => {
    model.unsupported.add('stream_options')
    expect((await collect()).usage?.estimated).toBe(true)
    expect((await collect()).text).toContain('You said')
    expect(model.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false])
  })

  test('requests the usage again after a request that is refused with and without stream_options', async () => {
    model.chat({ status: 400 }, { status: 400 })
    expect((await collect()).kind).toBe('refused')
    expect((await collect()).usage?.estimated).toBe(false)
  })

  test('works with servers that do not stream', async () => {
    model.unsupported.add('stream')
    model.chat('All at once.', { refusal: 'I would rather not.' }, { text: '', finish: 'content_filter' })
    expect(await collect()).toMatchObject({ text: 'All at once.', usage: { estimated: false }, failure: undefined })
    expect((await collect()).text).toBe('I would rather not.')
    expect((await collect()).kind).toBe('refused')
  })

  test('returns the text of a refusal, and fails as refused without one', async () => {
    model.chat({ refusal: 'I would rather not.' }, { text: [], finish: 'content_filter' })
    expect(await collect()).toMatchObject({ text: 'I would rather not.', failure: undefined })
    expect((await collect()).kind).toBe('refused')
  })

  test('reports a refused text without a retry', async () => {
    const raw = JSON.stringify({ error: { message: 'You said so.', code: 'content_filter' } })
    model.chat({ status: 400, raw, headers: { 'content-type': 'application/json' } })
    const { failure, kind } = await collect()
    expect(kind).toBe('refused')
    expect(failure?.refusedText).toBe('is refused by the content filter of the model')
    expect(model.requests).toHaveLength(1)
  })

  test('fails as garbled if it is empty', async () => {
    model.chat({ text: [] }, { raw: FINISH + DONE }, { raw: DONE }, { raw: '' })
    for (let i = 0; i < 4; i++) expect((await collect()).kind).toBe('garbled')
  })

  test.each([
    ['in one event', (values: string) => `data: {"z":[${values}]}\n\n${FINISH}${DONE}`, {}],
    [
      'in a response that is no stream',
      (values: string) => `{"z":[${values}]}`,
      { 'content-type': 'application/json' },
    ],
  ])('fails as garbled with too many values %s', async (_, of, headers) => {
    model.chat({ raw: of('{},'.repeat(12_000)), headers })
    expect(await collect()).toMatchObject({
      failure: { kind: 'garbled', message: expect.stringContaining('at most 20000 values') },
    })
  })

  test('ends at the maximum output length', async () => {
    model.chat({ text: Array(200).fill('y'.repeat(1_000)), hang: true })
    const { text, usage } = await collect()
    expect(text).toHaveLength(64_000)
    expect(usage).toMatchObject({ tokensOut: 16_000, estimated: true })
    await model.until(() => model.requests[0]?.state === 'closed')
  })

  test('contains no lone surrogates and no NUL', async () => {
    model.chat({ text: ['a\ud83d', '\ude00b\0', '\ud83d', 'c'] })
    const { chunks, text } = await collect()
    expect(text).toBe('a😀b\ufffdc')
    expect(chunks[0]).toEqual({ kind: 'text', text: 'a' })
  })
})

describe('a streamed completion fails', () => {
  test.each([
    ['a wrong key', { status: 401 }, 'refused'],
    ['a forbidden model', { status: 403 }, 'refused'],
    ['an unknown model', { status: 404 }, 'refused'],
    ['too many requests', { status: 429 }, 'rate_limited'],
    ['a server error', { status: 500 }, 'unreachable'],
    ['a broken connection', { text: 'And then', cut: 'break' }, 'unreachable'],
    ['a truncated stream', { text: 'And then', cut: 'end' }, 'garbled'],
    ['a stream of invalid JSON', { raw: `${text('a')}data: {"choi\n\n` }, 'garbled'],
    ['a stream of other JSON', { raw: 'data: [1]\n\n' }, 'garbled'],
    ['an invalid choice', { raw: 'data: {"choices":[7]}\n\n' }, 'garbled'],
    ['an error in the stream', { raw: `${text('a')}data: {"error":{"message":"no"}}\n\n` }, 'unreachable'],
    ['an HTML page', { raw: '<html></html>', headers: { 'content-type': 'text/html' } }, 'garbled'],
    ['other JSON', { raw: '{"a":1}', headers: { 'content-type': 'application/json' } }, 'garbled'],
  ] as [string, Scripted, string][])('for %s', async (_, script, kind) => {
    model.chat(script)
    expect((await collect()).kind).toBe(kind)
    expect(model.requests).toHaveLength(1)
  })

  test('as garbled when truncated at any byte; after the finish reason only the usage is lost', async () => {
    const finished = text('Grüße, ') + text('Ada.') + FINISH
    const whole = finished + event({}, { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } }) + DONE
    for (let at = 0; at <= whole.length; at++) {
      model.chat({ raw: whole.slice(0, at) })
      const { failure, text, usage } = await collect()
      expect('Grüße, Ada.').toContain(text)
      // The last line break of an event may be missing where the stream ends.
      if (at < finished.length - 2) expect([failure?.kind, usage]).toEqual(['garbled', undefined])
      else if (at >= finished.length)
        expect([failure, text, usage?.model]).toEqual([undefined, 'Grüße, Ada.', 'a-model'])
    }
  })

  test('not when the connection breaks after the finish reason', async () => {
    model.chat({ raw: text('Well.') + FINISH, cut: 'break' })
    expect(await collect()).toMatchObject({ text: 'Well.', usage: { estimated: true }, failure: undefined })
  })

  test('with the delay of Retry-After', async () => {
    model.chat({ status: 429, headers: { 'retry-after': '2.5' } })
    expect((await collect()).failure).toMatchObject({ kind: 'rate_limited', retryAfterMs: 2_500 })
  })

  test('while the server is offline', async () => {
    await model.goOffline()
    expect((await collect()).kind).toBe('unreachable')
    await model.goOnline()
    expect((await collect()).failure).toBeUndefined()
  })

  test.each([
    ['begins late', { firstByteMs: 50 }, { hang: true }],
    ['stops sending', { silenceMs: 50 }, { text: 'Well', hang: true }],
    ['exceeds the time of a call', { callMs: 50 }, { text: 'Well', hang: true }],
  ] as [string, object, Scripted][])('as a timeout when it %s', async (_, limits, script) => {
    const impatient = openHttpChat({ url: model.url, name: 'a-model', limits })
    model.always('chat', script)
    // On a busy machine the time can be over before the request reaches the server.
    do expect((await collect(impatient)).kind).toBe('timeout')
    while (!model.requests.length)
    await model.until(() => model.requests[0]?.state === 'closed')
    expect(model.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('with an error that contains neither the key nor a text', async () => {
    const secret = { error: { message: `${KEY} How are you today?`, code: KEY, type: KEY } }
    for (const status of [200, 400, 401, 429, 500])
      for (const raw of [JSON.stringify(secret), `data: ${JSON.stringify(secret)}\n\n`, `data: ${KEY}\n\n`]) {
        model.chat({ status, raw }, { status, raw })
        const { failure } = await collect()
        const visible = [failure, failure?.message, failure?.stack, Object.getOwnPropertyDescriptors(failure)]
        expect(JSON.stringify(visible)).not.toMatch(/sk-very|How are you/)
      }
  })
})

describe('a streamed completion is aborted', () => {
  test('when the signal aborts', async () => {
    const caller = new AbortController()
    model.chat({ text: ['Once ', 'upon '], hang: true })
    const pending = collect(chat, caller.signal)
    await model.until(() => model.requests[0]?.state === 'open')
    caller.abort()
    expect((await pending).kind).toBe('timeout')
    await model.until(() => model.requests[0]?.state === 'closed')
  })

  test('when the caller leaves the loop', async () => {
    model.chat({ text: ['Once ', 'upon '], hang: true })
    for await (const chunk of chat.stream(MESSAGES, noAbort())) if (chunk.kind === 'text') break
    await model.until(() => model.requests[0]?.state === 'closed')
  })

  test('before any request when the signal is already aborted', async () => {
    expect((await collect(chat, AbortSignal.abort())).kind).toBe('timeout')
    expect(model.requests).toHaveLength(0)
  })
})
