import {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchFor } from './leaks.ts'
import { asked, COMPLETIONS, clientOf, failureOf, SAID, user } from './openai-client.ts'
import type { Answer } from './scripted-api.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

/** What is rejected, and as which error of OpenAI's client. */

const KEY = 'sk-operator-abcdefghijklmnop'

// It may not appear in the log, in the metrics or in an error response.
watchFor(KEY)

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ rateLimit: 10_000, model: { url: model.url, name: 'a-model', apiKey: KEY } })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})
beforeEach(() => void (model.passed.length = 0))

/** A connected app and its client. */
async function connected(scopes = ['ai:host:chat']) {
  const { token } = await service.connected(scopes)
  return { token, client: clientOf(service, token) }
}

describe('a field that this service reads', () => {
  test.each([
    ['metadata.intent', { metadata: { intent: 'nonesuch' } }],
    ['metadata.ephemeral', { metadata: { ephemeral: 'yes' } }],
    ['messages', { messages: [] }],
    ['messages', { messages: 'Hello.' }],
    ['messages.0', { messages: [null] }],
    ['messages.0.role', { messages: [{ content: 'Hello.' }] }],
    ['model', { model: '' }],
  ])('is rejected by name: %s', async (param, more) => {
    shared ??= connected()
    const { client } = await shared
    for (const stream of [false, true]) {
      const error = await failureOf(client.chat.completions.create({ ...asked(), ...more, stream } as never))
      expect(error).toBeInstanceOf(BadRequestError)
      expect(error).toMatchObject({ param, code: 'validation_failed', type: 'invalid_request_error' })
    }
    expect(model.passed).toEqual([])
  })
  let shared: ReturnType<typeof connected> | undefined

  test('may hold large tools, within the limits of a body', async () => {
    const { client } = await connected()
    const toolsOf = (count: number, chars: number) => [
      {
        type: 'function',
        function: {
          name: 'add',
          parameters: {
            type: 'object',
            properties: { url: { default: 'http://localhost/', description: 'x'.repeat(chars) } },
            enum: Array(count).fill(1),
          },
        },
      },
    ]
    const create = (count: number, chars: number) =>
      client.chat.completions.create(asked({ tools: toolsOf(count, chars) as never }))
    await create(15_000, 900_000)
    expect(model.passed.at(-1)?.body.tools).toEqual(toolsOf(15_000, 900_000))
    expect(await failureOf(create(1, 1_100_000))).toMatchObject({ status: 413, code: 'payload_too_large' })
    expect(await failureOf(create(21_000, 1))).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('may be null', async () => {
    const { client } = await connected()
    for (const more of [
      { metadata: null, stream: null },
      { tools: null, stop: null },
    ])
      expect((await client.chat.completions.create(asked(more as never))).choices).toHaveLength(1)
  })
})

describe('an error of the upstream', () => {
  const says = (status: number, error: unknown, headers = {}): Answer => ({ status, json: { error }, headers })

  test.each([
    [400, BadRequestError, 'context_length_exceeded'],
    [404, NotFoundError, 'model_not_found'],
    [422, UnprocessableEntityError, 'invalid_schema'],
  ])('that concerns the request is passed on with its status %i', async (status, type, code) => {
    const { client, token } = await connected()
    const message = "Invalid schema for function 'get_current_weather_forecast': 'unit' is missing."
    for (const stream of [false, true]) {
      model.answers(says(status, { message, type: 'invalid_request_error', param: 'tools[0].function', code }))
      const error = await failureOf(client.chat.completions.create({ ...asked(), stream }))
      expect(error).toBeInstanceOf(type)
      expect(error).toMatchObject({ status, code, type: 'invalid_request_error', param: 'tools[0].function' })
      expect(error.message).toContain(message)
    }
    model.answers(says(status, { message }))
    const { body } = await service.call('POST', COMPLETIONS, { token, body: asked() })
    expect(body.error).toMatchObject({ message, code: 'upstream_refused', param: null })
  })

  test('is shown without keys and addresses', async () => {
    const { client } = await connected()
    const host = new URL(model.url).host
    const secrets = [
      KEY,
      host,
      '10.0.0.12',
      'http://vllm:8000/v1',
      'vllm-0.models.svc',
      '[fd00::1]:80',
      'AKIA1234567890ABCDEF',
    ]
    for (const secret of secrets) {
      model.answers(
        says(400, {
          message: `Bad input at ${secret}, "${secret}".\n\tSee.`,
          param: secret,
          code: secret,
          type: secret,
        }),
      )
      const error = await failureOf(client.chat.completions.create(asked()))
      expect(JSON.stringify(error.error)).not.toContain(secret)
      expect(error.message).toContain('Bad input at ***, "***". See.')
    }
    model.answers(says(400, { message: 'no '.repeat(5_000) }))
    expect((await failureOf(client.chat.completions.create(asked()))).message.length).toBeLessThan(1_100)
  })

  test('that concerns the operator’s account is 503', async () => {
    const { client } = await connected()
    for (const stream of [false, true])
      for (const status of [401, 402, 403, 429, 500, 302]) {
        model.answers(says(status, { message: `Incorrect API key provided: ${KEY}.` }, { 'retry-after': '7' }))
        const error = await failureOf(client.chat.completions.create({ ...asked(), stream }))
        expect(error).toBeInstanceOf(InternalServerError)
        expect(error).toMatchObject({ status: 503, code: 'model_unavailable', type: 'server_error' })
        expect(error.message).not.toContain('sk-')
        if (status === 429) expect(error.headers?.get('retry-after')).toBe('7')
      }
  })

  const events = { 'content-type': 'text/event-stream' }
  const html = { raw: '<html><h1>502</h1></html>', headers: { 'content-type': 'text/html' } }
  test.each<[string, Answer, boolean[]]>([
    ['HTML', html, [false, true]],
    ['an HTML error', { ...html, status: 404 }, [false, true]],
    ['no JSON object', { raw: '[1]' }, [false]],
    ['another JSON object', { raw: '{"choices":7}' }, [false]],
    ['JSON instead of a stream', { raw: '{"choices":[]}' }, [true]],
    ['deep JSON', { raw: `{"choices":[${'['.repeat(5_000)}${']'.repeat(5_000)}]}` }, [false]],
    ['invalid UTF-8', { raw: Buffer.from([0x7b, 0xff, 0x7d]) }, [false]],
    ['invalid UTF-8 in a stream', { raw: Buffer.from('data: {"a":"\xff"}\n\n', 'latin1'), headers: events }, [true]],
    ['an event that is no JSON', { raw: 'data: {oops\n\n', headers: events }, [true]],
    ['an endless response', { raw: `{"choices":["${'x'.repeat(17 * 1024 * 1024)}` }, [false]],
    ['an endless event', { raw: `data: ${'x'.repeat(9 * 1024 * 1024)}`, headers: events }, [true]],
    ['a stream without an end', { raw: 'data: {"choices":[]}\n\n', headers: events }, []],
  ])('%s is 503', async (_name, answer, ways) => {
    const { token } = await connected()
    for (const stream of ways) {
      model.answers(answer)
      const { status, body } = await service.call('POST', COMPLETIONS, { token, body: { ...asked(), stream } })
      expect([status, body.error?.code]).toEqual([503, 'model_unavailable'])
      expect(JSON.stringify(body)).not.toMatch(/html|x{9}/)
    }
  })

  test('within a stream ends it', async () => {
    const { client } = await connected()
    const begun = 'data: {"choices":[{"index":0,"delta":{"content":"And so"}}]}\n\n'
    const ends: [string, string][] = [
      ['', 'model_unavailable'],
      [
        'data: {"error":{"message":"Too long for it.","code":"context_length_exceeded"}}\n\n',
        'context_length_exceeded',
      ],
      [`data: {"error":"Key ${KEY}"}\n\n`, 'upstream_refused'],
    ]
    for (const [end, code] of ends) {
      model.answers({ raw: begun + end, headers: events })
      const heard: string[] = []
      const listening = (async () => {
        const stream = await client.chat.completions.create({ ...asked(), stream: true })
        for await (const { choices } of stream) heard.push(choices[0]?.delta.content ?? '')
      })()
      const error = await failureOf(listening)
      expect(error).toMatchObject({ status: undefined, code })
      expect(JSON.stringify(error.error)).not.toContain(KEY)
      expect(heard.join('')).toBe('And so')
    }
    model.answers({ text: 'And so it goes', cut: true })
    const cut = (async () => {
      for await (const _ of await client.chat.completions.create({ ...asked(), stream: true }));
    })()
    expect((await failureOf(cut)).code).toBe('model_unavailable')
  })
})

describe('the client’s own error class is thrown for', () => {
  test('an unknown path, listing the supported ones', async () => {
    const { client } = await connected()
    const missing = await failureOf(client.responses.retrieve('resp_1'))
    expect(missing).toBeInstanceOf(NotFoundError)
    expect(missing).toMatchObject({ code: 'not_found', type: 'invalid_request_error', param: null })
    for (const path of ['chat/completions', 'responses', 'embeddings'])
      expect(missing.message).toContain(`POST /openai/v1/${path}`)
  })

  test('a wrong key, a missing scope and a rate limit', async () => {
    const wrong = await failureOf(clientOf(service, 'mst_wrong').models.list())
    expect(wrong).toBeInstanceOf(AuthenticationError)
    expect(wrong).toMatchObject({ code: 'unauthorized', type: 'authentication_error', param: null })
    const { client: narrow } = await connected(['memory:read:*'])
    const calls = [
      () => narrow.models.list(),
      () => narrow.chat.completions.create(asked()),
      () => narrow.responses.create({ model: 'any', input: SAID }),
      () => narrow.embeddings.create({ model: 'any', input: SAID }),
    ]
    for (const call of calls) {
      const denied = await failureOf(call())
      expect(denied).toBeInstanceOf(PermissionDeniedError)
      expect(denied).toMatchObject({ code: 'scope_denied', error: { details: { missing_scope: 'ai:host:chat' } } })
    }
    expect(model.passed).toEqual([])
    const { client, token } = await connected()
    for (let i = 0; i < 10; i++) {
      await client.chat.completions.create(asked())
      await service.ok('POST', '/v1/gateway/chat', { token, body: { intent: 'assistant', userMessage: 'Hello.' } })
    }
    for (const stream of [false, true]) {
      const limited = await failureOf(client.chat.completions.create({ ...asked(), stream }))
      expect(limited).toBeInstanceOf(RateLimitError)
      expect(limited).toMatchObject({ code: 'rate_limited', type: 'rate_limit_error' })
      expect(Number(limited.headers?.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('an upstream that does not respond', async () => {
    const { client } = await connected()
    await model.goOffline()
    const error = await failureOf(client.chat.completions.create(asked()))
    expect(error).toMatchObject({
      status: 503,
      code: 'model_unavailable',
      error: { details: { reason: 'unreachable' } },
    })
    await model.goOnline()
  })
})

test('a gateway turn reports a refusal of the text only; everything else is 503', async () => {
  const { token } = await connected()
  const says = (error: object) => ({
    status: 400,
    raw: JSON.stringify({ error }),
    headers: { 'content-type': 'application/json' },
  })
  const call = () =>
    service.call('POST', '/v1/gateway/chat', { token, body: { intent: 'coach', userMessage: user(SAID).content } })
  model.chat(says({ code: 'content_filter', message: SAID }))
  const { status, body } = await call()
  expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'validation_failed', 'userMessage'])
  expect(JSON.stringify(body)).not.toContain(SAID)
  const trouble = says({ param: 'temperature', message: 'Only 1.' })
  model.chat(trouble, trouble)
  expect((await call()).body.error.code).toBe('model_unavailable')
})
