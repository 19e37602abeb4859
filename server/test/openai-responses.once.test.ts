import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, failureOf, SAID } from './openai-client.ts'
import { responseOf } from './scripted-api.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Frame, type TestService, testService } from './service.ts'

/** The Responses API, embeddings and the list of models, through OpenAI's client. */

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'ai:host:chat']
const MARMOSET = 'The marmoset runs the half marathon.'
const RESPONSES = '/openai/v1/responses'

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ rateLimit: 10_000, model: { url: model.url, name: 'a-model', apiKey: 'key' } })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})
beforeEach(async () => {
  await service.ports.background.idle()
  model.requests.length = 0
  model.passed.length = 0
})

async function connected(scopes = SCOPES) {
  const made = await service.connected(scopes)
  await service.remember(made.token, [{ content: MARMOSET, scope: 'fitness' }])
  return { ...made, client: clientOf(service, made.token) }
}
const sent = () => model.passed.at(-1)?.body
const TOOL = {
  type: 'function',
  name: 'get_weather',
  strict: true,
  parameters: { type: 'object', properties: {} },
} as const

describe('a response', () => {
  const shown = (more: object) => [
    { role: 'user', content: SAID },
    { type: 'computer_call_output', call_id: 'call_1', output: { type: 'computer_screenshot', ...more } },
  ]
  const PICTURE = 'data:image/png;base64,AAAA'

  test('may follow a local page that a computer showed, but no local picture of it', async () => {
    const { client } = await connected()
    const respond = (more: object) => client.responses.create({ model: 'any-name', input: shown(more) } as never)
    await respond({ image_url: PICTURE, current_url: 'http://localhost:3000/cart' })
    expect(sent()?.input).toEqual(shown({ image_url: PICTURE, current_url: 'http://localhost:3000/cart' }))
    expect(await failureOf(respond({ image_url: 'http://localhost:3000/shot.png' }))).toMatchObject({
      status: 400,
      param: 'input.1.output.image_url',
    })
  })

  test('is passed on with every field, and the section as the instructions of a request without any', async () => {
    const { client, token } = await connected()
    const more = {
      tools: [TOOL, { type: 'web_search' }],
      tool_choice: 'required',
      text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } } },
      reasoning: { effort: 'low' },
      include: ['reasoning.encrypted_content'],
      previous_response_id: 'resp_0',
      truncation: 'auto',
      store: false,
      made_up: [1],
    }
    const answer = { text: 'Start slowly.', calls: [{ name: 'get_weather', arguments: { city: 'Boulder' } }] }
    model.answers(answer)
    const metadata = { intent: 'coach', ticket: '7' }
    const response = await client.responses.create({ ...more, model: 'any-name', input: SAID, metadata } as never)
    const { output_text: text, ...rest } = JSON.parse(JSON.stringify(response))
    expect(text).toBe('Start slowly.')
    expect(rest).toEqual(responseOf(answer))
    const { instructions, ...passed } = sent()
    expect(passed).toEqual({ ...more, model: 'any-name', input: SAID, metadata: { ticket: '7' } })
    expect(instructions).toContain(MARMOSET)
    await service.ports.background.idle()
    expect(JSON.stringify(model.requestsOf('structured')[0]?.body.messages)).toContain(SAID)
    expect((await service.get('/v1/quota', token)).hosted_tokens.used).toBeGreaterThanOrEqual(44)
  })

  test('has the section before the input, or at the marker, and the instructions of the app unchanged', async () => {
    const { client } = await connected()
    const image = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' }
    const call = { type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '{}' }
    const input = [
      { role: 'user', content: [{ type: 'input_text', text: SAID }, image] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'abc' },
      call,
      { type: 'function_call_output', call_id: 'c1', output: 'Rain.' },
    ]
    const create = (more: object) => client.responses.create({ model: 'any', input, ...more } as never)
    await create({ instructions: 'Be brief.' })
    expect(sent().instructions).toBe('Be brief.')
    expect(sent().input.slice(1)).toEqual(input)
    expect(sent().input[0]).toEqual({ role: 'system', content: expect.stringContaining('marmoset') })
    await create({ instructions: 'A <memories/> B' })
    expect(sent().instructions).toMatch(/^A About the person [\s\S]*marmoset[\s\S]* B$/)
    expect(sent().input).toEqual(input)
    const marked = { role: 'developer', content: [{ type: 'input_text', text: 'Note: <memories/>' }] }
    await create({ input: [marked, ...input] })
    expect(sent().instructions).toBeUndefined()
    expect(sent().input[0].content[0].text).toMatch(/^Note: About the person [\s\S]*marmoset/)
    await create({ input: 'half marathon', instructions: 'Be brief.' })
    expect(sent().input[1]).toEqual({ role: 'user', content: 'half marathon' })
    await service.ports.background.idle()
    // Only the last request ended with the words of the user.
    expect(model.requestsOf('structured')).toHaveLength(1)
  })

  test('is streamed with its events as they come', async () => {
    const { client, token } = await connected()
    const answer = { text: 'Start slowly.', calls: [{ name: 'get_weather', arguments: { city: 'Boulder' } }] }
    model.answers(answer, answer, answer)
    const events: Frame[] = []
    for await (const event of await client.responses.create({ model: 'any', input: SAID, stream: true }))
      events.push(event)
    expect(events.map(({ type }) => type)).toContain('response.function_call_arguments.delta')
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: responseOf(answer) })
    expect(events.map(({ sequence_number: at }) => at)).toEqual(events.map((_, at) => at))
    const helped = await client.responses.stream({ model: 'any', input: SAID }).finalResponse()
    expect(helped.output_text).toBe('Start slowly.')
    const { body } = await service.call('POST', RESPONSES, { token, body: { input: SAID, stream: true } })
    expect(body).toMatch(/^event: response\.created\ndata: \{.*\n\n$/s)
    expect(body).not.toContain('[DONE]')
    expect(sent().model).toBe('a-model')
    expect((await service.get('/v1/quota', token)).hosted_tokens.used).toBeGreaterThanOrEqual(3 * 44)
  })

  test('fails with errors that hold no secrets', async () => {
    const { client } = await connected()
    const failed = {
      ...responseOf({ text: '' }),
      status: 'failed',
      error: { code: 'server_error', message: 'At http://10.0.0.1/v1.' },
    }
    model.answers({ json: failed })
    expect((await client.responses.create({ model: 'any', input: SAID })).error?.message).toBe('At ***')
    const events = { 'content-type': 'text/event-stream' }
    const error = { type: 'error', code: null, message: 'At http://10.0.0.1/v1.', param: null, sequence_number: 0 }
    model.answers({ raw: `event: error\ndata: ${JSON.stringify(error)}\n\n`, headers: events })
    const heard: Frame[] = []
    for await (const event of await client.responses.create({ model: 'any', input: SAID, stream: true }))
      heard.push(event)
    expect(heard).toEqual([{ ...error, message: 'At ***' }])
    model.answers({ text: 'And so it goes', cut: true })
    const cut = (async () => {
      for await (const _ of await client.responses.create({ model: 'any', input: SAID, stream: true }));
    })()
    expect((await failureOf(cut)).code).toBe('model_unavailable')
    const background = client.responses.create({ model: 'any', input: SAID, background: true })
    expect(await failureOf(background)).toMatchObject({ status: 400, param: 'background' })
  })
})

describe('embeddings', () => {
  test('are passed on, and their tokens are counted', async () => {
    const { client, token } = await connected()
    const { data } = await client.embeddings.create({ model: 'embed-1', input: ['a', 'b'], dimensions: 2 })
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [0.25, -0.5],
      [0.25, -0.5],
    ])
    expect(sent()).toEqual({ model: 'embed-1', input: ['a', 'b'], dimensions: 2, encoding_format: 'base64' })
    await client.embeddings.create({ model: 'embed-1', input: 'a', encoding_format: 'float' })
    expect((await service.get('/v1/quota', token)).hosted_tokens.used).toBe(18)
    model.answers({ status: 400, json: { error: { message: 'Too long.', code: 'too_long' } } }, { json: { data: 7 } })
    const failed = () => failureOf(client.embeddings.create({ model: 'embed-1', input: 'a' }))
    expect(await failed()).toMatchObject({ status: 400, code: 'too_long' })
    expect(await failed()).toMatchObject({ status: 503, code: 'model_unavailable' })
  })

  test('come from the API that is configured for them', async () => {
    const other = await scriptedModel()
    const embeddings = {
      ...service.ports.config.embeddings,
      kind: 'auto' as const,
      url: other.url,
      model: 'e',
      apiKey: 'other',
    }
    const apart = await testService({ model: { url: model.url, name: 'a-model', apiKey: 'key' }, embeddings })
    try {
      const { token } = await apart.connected(['ai:host:chat'])
      await clientOf(apart, token).embeddings.create({ model: 'any', input: 'a' })
      expect(other.passed[0]?.body.model).toBe('e')
      expect(other.passed[0]?.headers.authorization).toBe('Bearer other')
    } finally {
      await apart.stop()
      await other.close()
    }
  })
})

describe('models', () => {
  const listed = async (token: string, at = service) => {
    const ids: string[] = []
    for await (const { id } of clientOf(at, token).models.list()) ids.push(id)
    return ids
  }

  test('are those of the upstream', async () => {
    const { client, token } = await connected(['ai:host:companion', ...SCOPES.slice(0, 2)])
    expect(await listed(token)).toEqual(['scripted-1', 'gpt-4.1-mini'])
    expect(await client.models.retrieve('gpt-4.1-mini')).toMatchObject({ id: 'gpt-4.1-mini', owned_by: 'upstream' })
    for (const name of ['gpt-4o', 'gpt-4.1-mini/', '%2e%2e'])
      expect(await failureOf(client.models.retrieve(name))).toMatchObject({ status: 404 })
    expect(new Set(model.passed.map(({ path }) => path))).toEqual(new Set(['/models']))
    model.answers({ json: { data: [{ id: 'm', root: '/srv/models/m' }], at: '/srv' } })
    const { body } = await service.call('GET', '/openai/v1/models', { token })
    expect(body).toEqual({
      object: 'list',
      data: [{ id: 'm', object: 'model', created: 0, owned_by: 'memory-service' }],
    })
    model.answers({ status: 404, raw: 'no' }, { status: 404, raw: 'no' })
    expect(await listed(token)).toEqual(['a-model'])
    expect((await client.models.retrieve('a-model')).id).toBe('a-model')
  })

  test('may be limited by the operator', async () => {
    const chat = { url: model.url, name: 'house/a-model:1', apiKey: undefined }
    const limited = await testService({ model: chat, modelNames: ['gpt-4.1-mini'] })
    const none = await testService({ model: null })
    try {
      const { token } = await limited.connected(['ai:host:chat'])
      expect(await listed(token, limited)).toEqual(['gpt-4.1-mini'])
      const create = (name: string) =>
        clientOf(limited, token).chat.completions.create({ model: name, messages: [{ role: 'user', content: SAID }] })
      await create('gpt-4.1-mini')
      await create('any')
      expect(sent().model).toBe('house/a-model:1')
      expect(await failureOf(create('scripted-1'))).toMatchObject({
        status: 400,
        param: 'model',
        code: 'validation_failed',
      })
      const other = await none.connected(['ai:host:chat'])
      expect(await listed(other.token, none)).toEqual([])
      const failed = clientOf(none, other.token).embeddings.create({ model: 'any', input: SAID })
      expect(await failureOf(failed)).toMatchObject({ status: 503, code: 'model_unavailable' })
    } finally {
      await limited.stop()
      await none.stop()
    }
  })
})
