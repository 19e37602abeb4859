import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../../../server/test/scripted-model.ts'
import { type TestService, testService } from '../../../server/test/service.ts'

/** Frameworks that use the OpenAI-compatible API with only their base URL changed. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'ai:host:chat']
const RIVER = 'Runs along the river in Boulder, whatever the weather.'
const CALL = { calls: [{ name: 'get_weather', arguments: { city: 'Boulder' } }] }
const REPLY = 'Take an umbrella to Boulder.'
const WEATHER = { city: 'Boulder', degrees: 7 }

// Not typed: the packages of the frameworks need not be installed to check the types of this one.
// biome-ignore lint/suspicious/noExplicitAny: see above.
let clients: any
let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  clients = await import(/* @vite-ignore */ new URL('./openai-clients.mjs', import.meta.url).href)
  model = await scriptedModel()
  const upstream = { url: model.url, name: 'a-model', apiKey: 'key' }
  service = await testService({ model: upstream, appUpstreams: 'any' })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})
beforeEach(async () => {
  await service.ports.background.idle()
  model.passed.length = 0
})

async function connected(headers = {}) {
  const { token } = await service.connected(SCOPES)
  await service.remember(token, [{ content: RIVER, scope: 'fitness' }])
  return { baseURL: `${service.url}/openai/v1`, apiKey: token, headers }
}
const sent = () => model.passed.map(({ body }) => body)
/** Every request holds the memory once, and the system message of the app unchanged. */
function expectSections(): void {
  for (const body of sent()) {
    const text = JSON.stringify([body.messages, body.instructions, body.input])
    expect(text.split(RIVER)).toHaveLength(2)
    expect(text).toContain('"You are a weather frog."')
  }
}

describe.each(['chat', 'responses'])('the AI SDK with the API %s', (api) => {
  test('calls tools and returns their results, streamed or not', async () => {
    const sdk = clients.aiSdk(await connected(), api)
    model.answers(CALL, REPLY, CALL, REPLY)
    expect(await sdk.tools()).toEqual({ text: REPLY, calls: [{ city: 'Boulder' }] })
    const streamed = await sdk.streamedTools()
    expect(streamed).toMatchObject({ text: REPLY, calls: [{ city: 'Boulder' }] })
    expect(streamed.pieces).toBeGreaterThan(1)
    expect(sent()).toHaveLength(4)
    expect(JSON.stringify(sent()[1])).toContain('Rain in Boulder.')
    for (const { tools } of sent()) expect(JSON.stringify(tools)).toContain('get_weather')
    expectSections()
  })

  test('generates objects, streamed or not', async () => {
    const sdk = clients.aiSdk(await connected(), api)
    model.answers(JSON.stringify(WEATHER), JSON.stringify(WEATHER))
    expect(await sdk.object()).toEqual(WEATHER)
    expect(await sdk.streamedObject()).toEqual(WEATHER)
    for (const { response_format: format, text } of sent()) expect((format ?? text.format).type).toBe('json_schema')
    expectSections()
  })

  test('throws its own error with the message of the upstream', async () => {
    const sdk = clients.aiSdk(await connected(), api)
    model.answers({ status: 404, json: { error: { message: 'No such model.', code: 'model_not_found' } } })
    expect(await sdk.failure()).toMatchObject({ name: 'AI_APICallError', statusCode: 404, message: 'No such model.' })
  })
})

describe.each([
  ['Chat Completions', false],
  ['Responses', true],
])('LangChain with %s', (_name, usesResponses) => {
  test('binds tools, streamed or not', async () => {
    const chain = clients.langChain(await connected(), usesResponses)
    model.answers(CALL, CALL)
    const calls = [{ name: 'get_weather', args: { city: 'Boulder' } }]
    expect(await chain.bound()).toEqual(calls)
    expect(await chain.streamedBound()).toEqual(calls)
    expectSections()
  })

  test('returns structured output by a schema, a function call or in JSON mode', async () => {
    const chain = clients.langChain(await connected(), usesResponses)
    const text = JSON.stringify(WEATHER)
    model.answers(text, { calls: [{ name: 'weather', arguments: WEATHER }] }, text)
    for (const method of ['jsonSchema', 'functionCalling', 'jsonMode'])
      expect(await chain.structured(method)).toEqual(WEATHER)
    const formats = sent().map(({ response_format: format, text: shape }) => (format ?? shape?.format)?.type)
    expect(formats).toEqual(['json_schema', undefined, 'json_object'])
    expectSections()
  })

  test('runs an agent of LangGraph, streamed or not', async () => {
    const chain = clients.langChain(await connected(), usesResponses)
    model.answers(CALL, REPLY, CALL, REPLY)
    expect((await chain.agent()).slice(1)).toEqual([
      ['ai', ''],
      ['tool', 'Rain in Boulder.'],
      ['ai', REPLY],
    ])
    const texts = await chain.streamedAgent()
    expect(texts.join('')).toBe(REPLY)
    expect(sent()).toHaveLength(4)
    expectSections()
  })
})

test('embeddings and an upstream of the app work with both frameworks', async () => {
  const own = await scriptedModel()
  try {
    const at = await connected({ 'X-Upstream-Url': own.url, 'X-Upstream-Key': 'key-of-the-app' })
    const vectors = [
      [0.25, -0.5],
      [0.25, -0.5],
    ]
    expect(await clients.aiSdk(at, 'chat').embeddings()).toEqual(vectors)
    expect(await clients.langChain(at, false).embeddings()).toEqual(vectors)
    own.answers({ status: 401, json: { error: { message: 'Wrong key: key-of-the-app', code: 'invalid_api_key' } } })
    const error = await clients.langChain(at, false).failure()
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(error.message).not.toContain('key-of-the-app')
    expect(model.passed).toEqual([])
    for (const { headers } of own.passed) expect(headers.authorization).toBe('Bearer key-of-the-app')
  } finally {
    await own.close()
  }
})
