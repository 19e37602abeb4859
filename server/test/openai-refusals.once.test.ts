import {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asked, COMPLETIONS, clientOf, failureOf, SAID, user } from './openai-client.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

/** What is rejected, and as which error of OpenAI's client. */

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ rateLimit: 10_000, model: { url: model.url, name: 'a-model', apiKey: undefined } })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})
beforeEach(() => void (model.requests.length = 0))

/** A connected app and its client. */
async function connected(scopes = ['ai:host:chat']) {
  const { token } = await service.connected(scopes)
  return { token, client: clientOf(service, token) }
}

describe('an unsupported option', () => {
  const parts = [{ type: 'image_url', image_url: { url: 'data:,' } }]
  const tool = { type: 'function', function: { name: 'add' } }
  test.each([
    ['tools', { tools: [tool] }],
    ['tool_choice', { tool_choice: 'required' }],
    ['functions', { functions: [{ name: 'add' }] }],
    ['function_call', { function_call: { name: 'add' } }],
    ['response_format.type', { response_format: { type: 'json_object' } }],
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['top_logprobs', { top_logprobs: 3 }],
    ['logit_bias.50256', { logit_bias: { 50256: -100 } }],
    ['modalities.0', { modalities: ['audio'] }],
    ['audio', { audio: { voice: 'ash', format: 'mp3' } }],
    ['web_search_options', { web_search_options: {} }],
    ['temperature', { temperature: 3 }],
    ['stop', { stop: ['a', 'b', 'c', 'd', 'e'] }],
    ['metadata.intent', { metadata: { intent: 'nonesuch' } }],
    ['metadata.ephemeral', { metadata: { ephemeral: 'yes' } }],
    ['messages', { messages: [] }],
    ['messages', { messages: [user('x'.repeat(256_001))] }],
    ['messages.0.role', { messages: [{ role: 'assistant', content: 'Hello.' }] }],
    ['messages.0.role', { messages: [{ role: 'system', content: 'Be brief.' }] }],
    [
      'messages.0.role',
      {
        messages: [
          { role: 'assistant', content: 'So.' },
          { role: 'system', content: 'Be brief.' },
        ],
      },
    ],
    ['messages.0.content', { messages: [user(' ')] }],
    ['messages.0.content', { messages: [{ role: 'user' }] }],
    ['messages.0.content', { messages: [{ role: 'user', content: parts }] }],
    ['messages.0.role', { messages: [{ role: 'tool', content: '3', tool_call_id: 'a' }, user(SAID)] }],
    ['messages.0.tool_calls', { messages: [{ role: 'assistant', content: 'So.', tool_calls: [tool] }, user(SAID)] }],
  ])('is rejected by name: %s', async (param, more) => {
    const { client } = await sharedClient()
    for (const stream of [false, true]) {
      const error = await failureOf(client.chat.completions.create({ ...asked(), ...more, stream } as never))
      expect(error).toBeInstanceOf(BadRequestError)
      expect(error).toMatchObject({ param, code: 'validation_failed', type: 'invalid_request_error' })
      expect(error.message).toContain(param)
    }
    expect(model.requests).toEqual([])
  })

  test('is ignored when it does not change the response', async () => {
    const { client } = await connected()
    const nulls = Object.fromEntries(
      'tools tool_choice functions response_format stop n logprobs modalities metadata stream_options temperature'
        .split(' ')
        .map((name) => [name, null]),
    )
    const harmless = { seed: 7, user: 'u1', store: false, presence_penalty: 0.5, parallel_tool_calls: true, made_up: 1 }
    const none = { tools: [], tool_choice: 'none', n: 1, response_format: { type: 'text' }, logit_bias: {} }
    for (const more of [nulls, harmless, none, { modalities: ['text'], logprobs: false }])
      expect((await client.chat.completions.create(asked(more as never))).choices).toHaveLength(1)
  })

  let shared: ReturnType<typeof connected> | undefined
  function sharedClient() {
    shared ??= connected()
    return shared
  }
})

describe('an option the model rejects', () => {
  const says = (error: object) => ({
    status: 400,
    raw: JSON.stringify({ error }),
    headers: { 'content-type': 'application/json' },
  })

  test.each([
    ['temperature', { temperature: 0.2 }, { param: 'temperature', message: 'Only 1.' }, /by the model: Only 1\.$/],
    ['top_p', { top_p: 0.2 }, { param: 'top_p', message: 'No.' }, /by the model: No\.$/],
    ['stop', { stop: 'END' }, { message: "'stop' is not known." }, /by the model: 'stop' is not known\.$/],
    ['max_tokens', { max_tokens: 9 }, { message: 'max_tokens: at most 8.' }, /at most 8\.$/],
    ['max_completion_tokens', { max_completion_tokens: 9 }, { message: 'max_tokens: at most 8.' }, /at most 8\.$/],
    ['messages', {}, { code: 'context_length_exceeded', message: SAID }, /is longer than the model accepts/],
  ])('is rejected by name: %s', async (param, more, error, words) => {
    const { client } = await connected()
    for (const stream of [false, true]) {
      model.chat(says(error))
      const refused = await failureOf(client.chat.completions.create({ ...asked(), ...more, stream } as never))
      expect(refused).toBeInstanceOf(BadRequestError)
      expect(refused).toMatchObject({ param, code: 'validation_failed', type: 'invalid_request_error' })
      expect(refused.message).toMatch(words)
      expect(refused.message).not.toContain(SAID)
    }
    expect(model.requests).toHaveLength(2)
  })

  test('in a gateway turn is reported for the text only; everything else is 503', async () => {
    const { token } = await connected()
    const call = (body: object) =>
      service.call('POST', '/v1/gateway/chat', { token, body: { intent: 'coach', ...body } })
    model.chat(says({ code: 'content_filter', message: SAID }))
    const { status, body } = await call({ userMessage: SAID })
    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'validation_failed', 'userMessage'])
    expect(JSON.stringify(body)).not.toContain(SAID)
    const trouble = says({ param: 'temperature', message: 'Only 1.' })
    model.chat(trouble, trouble)
    expect((await call({ userMessage: SAID })).body.error.code).toBe('model_unavailable')
  })
})

describe('the client’s own error class is thrown for', () => {
  test('an unknown path, listing the supported ones', async () => {
    const { client } = await connected()
    const calls = [
      client.responses.create({ model: 'a-model', input: SAID }),
      client.embeddings.create({ model: 'a-model', input: SAID }),
    ]
    for (const call of calls) {
      const missing = await failureOf(call)
      expect(missing).toBeInstanceOf(NotFoundError)
      expect(missing).toMatchObject({ code: 'not_found', type: 'invalid_request_error', param: null })
      expect(missing.message).toContain('POST /openai/v1/chat/completions')
    }
  })

  test('a wrong key, a missing scope and a rate limit', async () => {
    const wrong = await failureOf(clientOf(service, 'mst_wrong').models.list())
    expect(wrong).toBeInstanceOf(AuthenticationError)
    expect(wrong).toMatchObject({ code: 'unauthorized', type: 'authentication_error', param: null })
    const { client: narrow } = await connected(['memory:read:*'])
    for (const call of [narrow.models.list(), narrow.chat.completions.create(asked())]) {
      const denied = await failureOf(call)
      expect(denied).toBeInstanceOf(PermissionDeniedError)
      expect(denied).toMatchObject({ code: 'scope_denied', error: { details: { missing_scope: 'ai:host:chat' } } })
    }
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

  test('a model that does not respond', async () => {
    const { client } = await connected()
    for (const stream of [false, true]) {
      model.chat({ status: 429, headers: { 'retry-after': '7' } })
      const error = await failureOf(client.chat.completions.create({ ...asked(), stream }))
      expect(error).toBeInstanceOf(InternalServerError)
      expect(error).toMatchObject({ status: 503, code: 'model_unavailable', type: 'server_error' })
      expect(error.headers?.get('retry-after')).toBe('7')
    }
  })

  test('a model that fails midway', async () => {
    const { client, token } = await connected()
    model.chat({ text: 'And so it', cut: 'break' })
    const heard: string[] = []
    const listening = (async () => {
      const stream = await client.chat.completions.create({ ...asked(), stream: true })
      for await (const { choices } of stream) heard.push(choices[0]?.delta.content ?? '')
    })()
    expect(await failureOf(listening)).toMatchObject({ status: undefined, code: 'model_unavailable', param: null })
    expect(heard.join('')).toBe('And so it')
    model.chat({ text: 'And so it', cut: 'break' })
    const { body } = await service.call('POST', COMPLETIONS, { token, body: asked() })
    expect(body.error.code).toBe('model_unavailable')
  })
})
