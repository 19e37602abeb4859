import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SCRIPTED_NAME, type Scripted, type ScriptedModel, scriptedModel } from '../../../test/scripted-model.ts'
import type { ChatMessage, ChatModel, ChatPiece, Generation } from './chat.ts'
import { ModelFailure } from './failure.ts'
import { openHttpChat } from './http-chat.ts'

const KEY = 'sk-very-secret-key'
const ASKED: ChatMessage[] = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'How are you today?' },
]
const patience = () => new AbortController().signal
let model: ScriptedModel
let chat: ChatModel

beforeEach(async () => {
  model = await scriptedModel()
  chat = openHttpChat({ url: model.url, name: 'a-model', apiKey: KEY })
})
afterEach(() => model.close())

/** Everything a reply brings, and how it failed if it did. */
async function hear(by = chat, signal = patience(), generation: Generation = {}) {
  const pieces: ChatPiece[] = []
  let failure: ModelFailure | undefined
  try {
    for await (const piece of by.reply(ASKED, signal, generation)) pieces.push(piece)
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFailure)
    failure = error as ModelFailure
  }
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
  const usage = pieces.flatMap((piece) => (piece.kind === 'end' ? piece.usage : []))[0]
  const finish = pieces.flatMap((piece) => (piece.kind === 'end' ? piece.finish : []))[0]
  return { pieces, text, usage, finish, failure, kind: failure?.kind }
}

const chunk = (choice: object, more = {}) => `data: ${JSON.stringify({ choices: [choice], ...more })}\n\n`
const say = (content: string) => chunk({ delta: { content } })
const FINISH = chunk({ delta: {}, finish_reason: 'stop' })
const DONE = 'data: [DONE]\n\n'

describe('a reply', () => {
  test('comes piece by piece while the model speaks, then tells what it cost', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    const usage = { prompt_tokens: 31, completion_tokens: 7 }
    model.chat({ text: ['I am ', 'well.'], usage, pace: (piece) => (piece === 1 ? held : undefined) })
    const reply = chat.reply(ASKED, patience())[Symbol.asyncIterator]()
    expect((await reply.next()).value).toEqual({ kind: 'text', text: 'I am ' })
    go()
    expect((await reply.next()).value).toEqual({ kind: 'text', text: 'well.' })
    const end = { tokensIn: 31, tokensOut: 7, model: SCRIPTED_NAME, estimated: false }
    expect((await reply.next()).value).toEqual({ kind: 'end', usage: end, finish: 'stop' })
    expect((await reply.next()).done).toBe(true)
    const [request] = model.requests
    expect(request?.body).toEqual({
      ...{ model: 'a-model', messages: ASKED, stream: true, stream_options: { include_usage: true } },
    })
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(chat.name).toBe('a-model')
  })

  test('is counted in characters where the model tells no count', async () => {
    model.chat({ text: '12345678 9', usage: null })
    expect((await hear()).usage).toEqual({ tokensIn: 7, tokensOut: 3, model: SCRIPTED_NAME, estimated: true })
  })

  test('comes from servers that know no stream_options, which are asked for them only once', async () => {
    model.lacks.add('stream_options')
    expect((await hear()).usage?.estimated).toBe(true)
    expect((await hear()).text).toContain('You said')
    expect(model.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false])
  })

  test('that is refused with and without stream_options leaves them asked for', async () => {
    model.chat({ status: 400 }, { status: 400 })
    expect((await hear()).kind).toBe('refused')
    expect((await hear()).usage?.estimated).toBe(false)
  })

  test('comes from servers that do not stream', async () => {
    model.lacks.add('stream')
    model.chat('All at once.', { refusal: 'I would rather not.' }, { text: '', finish: 'content_filter' })
    expect(await hear()).toMatchObject({ text: 'All at once.', usage: { estimated: false }, failure: undefined })
    expect((await hear()).text).toBe('I would rather not.')
    expect((await hear()).kind).toBe('refused')
  })

  test('that refuses is what was said, or a refusal where nothing was', async () => {
    model.chat({ refusal: 'I would rather not.' }, { text: [], finish: 'content_filter' })
    expect(await hear()).toMatchObject({ text: 'I would rather not.', failure: undefined })
    expect((await hear()).kind).toBe('refused')
  })

  test('is made the way it is asked for, and tells why it ended', async () => {
    model.chat({ text: 'As long as', finish: 'length' }, { text: 'Cut.', finish: 'content_filter' }, { finish: 'odd' })
    const generation = { temperature: 0.2, topP: 0.9, maxTokens: 3, stop: ['END'] }
    expect((await hear(chat, patience(), generation)).finish).toBe('length')
    expect(model.requests[0]?.body).toMatchObject({ temperature: 0.2, top_p: 0.9, max_tokens: 3, stop: ['END'] })
    expect((await hear(chat, patience(), { stop: [] })).finish).toBe('content_filter')
    for (const field of ['temperature', 'top_p', 'max_tokens', 'stop'])
      expect(model.requests[1]?.body).not.toHaveProperty(field)
    expect(await hear(chat, patience(), { maxTokens: 1 })).toMatchObject({
      text: '',
      finish: 'stop',
      failure: undefined,
    })
  })

  test('is bounded under the younger name where a server knows only that, which is asked for once', async () => {
    const raw = JSON.stringify({ error: { message: 'no', param: 'max_tokens', code: 'unsupported_parameter' } })
    model.chat({ status: 400, raw, headers: { 'content-type': 'application/json' } })
    for (let i = 0; i < 2; i++) expect((await hear(chat, patience(), { maxTokens: 9 })).usage?.estimated).toBe(false)
    const limits = model.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])
    expect(limits).toEqual([
      [9, undefined],
      [undefined, 9],
      [undefined, 9],
    ])
  })

  test('that is refused for a parameter says which, and is asked for once', async () => {
    const raw = JSON.stringify({ error: { message: 'Only 1.', param: 'temperature' } })
    model.chat({ status: 400, raw, headers: { 'content-type': 'application/json' } })
    const { failure, kind } = await hear(chat, patience(), { temperature: 0.2 })
    expect(kind).toBe('refused')
    expect(failure?.refused).toEqual({ part: 'temperature', reason: 'is refused by the model: Only 1.' })
    expect(model.requests).toHaveLength(1)
  })

  test('that is refused for how long it may be, by either name, says so and leaves the name as it is', async () => {
    const raw = JSON.stringify({ error: { message: 'At most 4096.', param: 'max_tokens' } })
    const refusal = { status: 400, raw, headers: { 'content-type': 'application/json' } }
    model.chat(refusal, refusal)
    const { failure } = await hear(chat, patience(), { maxTokens: 9_000 })
    expect(failure?.refused).toEqual({ part: 'maxTokens', reason: 'is refused by the model: At most 4096.' })
    await hear(chat, patience(), { maxTokens: 9 })
    expect(model.requests.at(-1)?.body.max_tokens).toBe(9)
  })

  test('that says nothing is garbled', async () => {
    model.chat({ text: [] }, { raw: FINISH + DONE }, { raw: DONE }, { raw: '' })
    for (let i = 0; i < 4; i++) expect((await hear()).kind).toBe('garbled')
  })

  test('has an end, however much the model says', async () => {
    model.chat({ text: Array(200).fill('y'.repeat(1_000)), hang: true })
    const { text, usage } = await hear()
    expect(text).toHaveLength(64_000)
    expect(usage).toMatchObject({ tokensOut: 16_000, estimated: true })
    await model.once(() => model.requests[0]?.state === 'gone')
  })

  test('holds whole characters only, and no NUL', async () => {
    model.chat({ text: ['a\ud83d', '\ude00b\0', '\ud83d', 'c'] })
    const { pieces, text } = await hear()
    expect(text).toBe('a😀b\ufffdc')
    expect(pieces[0]).toEqual({ kind: 'text', text: 'a' })
  })
})

describe('a reply fails:', () => {
  test.each([
    ['a wrong key', { status: 401 }, 'refused'],
    ['a ban', { status: 403 }, 'refused'],
    ['an unknown model', { status: 404 }, 'refused'],
    ['too many requests', { status: 429 }, 'rate_limited'],
    ['a server in trouble', { status: 500 }, 'unreachable'],
    ['a broken connection', { text: 'And then', cut: 'break' }, 'unreachable'],
    ['an end in the middle', { text: 'And then', cut: 'end' }, 'garbled'],
    ['a stream of no JSON', { raw: `${say('a')}data: {"choi\n\n` }, 'garbled'],
    ['a stream of other JSON', { raw: 'data: [1]\n\n' }, 'garbled'],
    ['a choice that is none', { raw: 'data: {"choices":[7]}\n\n' }, 'garbled'],
    ['an error in the stream', { raw: `${say('a')}data: {"error":{"message":"no"}}\n\n` }, 'unreachable'],
    ['a page', { raw: '<html></html>', headers: { 'content-type': 'text/html' } }, 'garbled'],
    ['other JSON', { raw: '{"a":1}', headers: { 'content-type': 'application/json' } }, 'garbled'],
  ] as [string, Scripted, string][])('%s', async (_, reply, kind) => {
    model.chat(reply)
    expect((await hear()).kind).toBe(kind)
    expect(model.requests).toHaveLength(1)
  })

  test('cut off at any byte, never as anything else; after its last word only the count is lost', async () => {
    const spoken = say('Grüße, ') + say('Ada.') + FINISH
    const whole = spoken + chunk({}, { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } }) + DONE
    for (let at = 0; at <= whole.length; at++) {
      model.chat({ raw: whole.slice(0, at) })
      const { failure, text, usage } = await hear()
      expect('Grüße, Ada.').toContain(text)
      // The last line break of an event may be missing where the stream ends.
      if (at < spoken.length - 2) expect([failure?.kind, usage]).toEqual(['garbled', undefined])
      else if (at >= spoken.length) expect([failure, text, usage?.model]).toEqual([undefined, 'Grüße, Ada.', 'a-model'])
    }
  })

  test('not at all, when the connection breaks after the last word', async () => {
    model.chat({ raw: say('Well.') + FINISH, cut: 'break' })
    expect(await hear()).toMatchObject({ text: 'Well.', usage: { estimated: true }, failure: undefined })
  })

  test('with the time the server asks for', async () => {
    model.chat({ status: 429, headers: { 'retry-after': '2.5' } })
    expect((await hear()).failure).toMatchObject({ kind: 'rate_limited', retryAfterMs: 2_500 })
  })

  test('when the server is away, and no longer when it is back', async () => {
    await model.goAway()
    expect((await hear()).kind).toBe('unreachable')
    await model.comeBack()
    expect((await hear()).failure).toBeUndefined()
  })

  test.each([
    ['begins too late', { firstByteMs: 50 }, { hang: true }],
    ['falls silent', { silenceMs: 50 }, { text: 'Well', hang: true }],
    ['takes too long', { callMs: 50 }, { text: 'Well', hang: true }],
  ] as [string, object, Scripted][])('in time, when it %s', async (_, limits, reply) => {
    const hasty = openHttpChat({ url: model.url, name: 'a-model', limits })
    model.chat(reply)
    expect((await hear(hasty)).kind).toBe('timeout')
    await model.once(() => model.requests[0]?.state === 'gone')
    expect(model.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('without telling the key or what was said', async () => {
    const secret = { error: { message: `${KEY} How are you today?`, code: KEY, type: KEY } }
    for (const status of [200, 400, 401, 429, 500])
      for (const raw of [JSON.stringify(secret), `data: ${JSON.stringify(secret)}\n\n`, `data: ${KEY}\n\n`]) {
        model.chat({ status, raw }, { status, raw })
        const { failure } = await hear()
        const told = [failure, failure?.message, failure?.stack, Object.getOwnPropertyDescriptors(failure)]
        expect(JSON.stringify(told)).not.toMatch(/sk-very|How are you/)
      }
  })
})

describe('a reply ends at the server', () => {
  test('when its caller gives up', async () => {
    const caller = new AbortController()
    model.chat({ text: ['Once ', 'upon '], hang: true })
    const hearing = hear(chat, caller.signal)
    await model.once(() => model.requests[0]?.state === 'open')
    caller.abort()
    expect((await hearing).kind).toBe('timeout')
    await model.once(() => model.requests[0]?.state === 'gone')
  })

  test('when its caller leaves the loop', async () => {
    model.chat({ text: ['Once ', 'upon '], hang: true })
    for await (const piece of chat.reply(ASKED, patience())) if (piece.kind === 'text') break
    await model.once(() => model.requests[0]?.state === 'gone')
  })

  test('before it began, when its caller has given up already', async () => {
    expect((await hear(chat, AbortSignal.abort())).kind).toBe('timeout')
    expect(model.requests).toHaveLength(0)
  })
})
