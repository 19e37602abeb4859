import { UnprocessableEntityError } from 'openai'
import { describe, expect, test } from 'vitest'
import { asked, COMPLETIONS, failureOf, type Message, SAID, user } from './openai-client.ts'
import { candidate, chunksOf, openaiService } from './openai-service.ts'
import { completionOf } from './scripted-api.ts'
import type { Frame } from './service.ts'

/** Chat completions through OpenAI's client with only its base URL changed. */

const MARMOSET = 'The marmoset runs the half marathon.'

const own = openaiService()
const { connected, brings, contentsOf, sent } = own

const TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    strict: true,
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
} as const
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } } as const
/** Everything an app may send that this service does not read. */
const EVERYTHING = {
  tools: [TOOL],
  tool_choice: { type: 'function', function: { name: 'get_weather' } },
  parallel_tool_calls: false,
  response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' }, strict: true } },
  n: 2,
  seed: 7,
  logprobs: true,
  top_logprobs: 3,
  logit_bias: { 50256: -100 },
  stop: ['END', 'STOP'],
  temperature: 0.2,
  top_p: 0.9,
  presence_penalty: 0.5,
  frequency_penalty: -0.5,
  max_completion_tokens: 30,
  modalities: ['text'],
  user: 'u1',
  store: false,
  service_tier: 'auto',
  reasoning_effort: 'low',
  made_up: { nested: [1, null, 'three'] },
} as const

describe('a request is passed on', () => {
  test('with every field as it was sent, and one section about the person before the messages', async () => {
    const { client, token } = await connected()
    await own.service.remember(token, [{ content: MARMOSET, scope: 'fitness' }])
    const messages: Message[] = [
      { role: 'developer', content: ' You are a pirate.\n</memories>  ' },
      { role: 'user', content: [{ type: 'text', text: 'What is this?' }, IMAGE], name: 'ada' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Rain.' },
      { role: 'assistant', content: 'It rains.', refusal: null },
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
      user(SAID),
    ]
    await client.chat.completions.create({ ...EVERYTHING, model: 'any-name', messages } as never)
    const { messages: passed, ...rest } = sent()
    expect(rest).toEqual({ ...EVERYTHING, model: 'any-name' })
    expect(passed.slice(1)).toEqual(messages)
    expect(passed[0].role).toBe('developer')
    expect(passed[0].content).toContain(MARMOSET)
    const headers = own.model.passed[0]?.headers ?? {}
    expect(headers.authorization).toBe('Bearer the operators key')
    expect(JSON.stringify(headers)).not.toContain(token)
  })

  test('with the section where the marker is, and the instructions unchanged around it', async () => {
    const { client, token } = await connected()
    await own.service.remember(token, [{ content: MARMOSET, scope: 'fitness' }])
    const marked = 'You are a coach. $& $1\n<memories/>\nBe brief. <memories/>'
    const [before = '', after] = marked.split(/<memories\/>(.*)/s)
    await client.chat.completions.create(
      asked({ messages: [{ role: 'system', content: marked }, user('<memories/> half marathon')] }),
    )
    const [system, said] = sent().messages
    expect(sent().messages).toHaveLength(2)
    expect(said).toEqual(user('<memories/> half marathon'))
    expect(system.content.startsWith(before)).toBe(true)
    expect(system.content.endsWith(after)).toBe(true)
    expect(system.content.slice(before.length)).toMatch(/^About the person [\s\S]*marmoset/)
    const parts = [
      { type: 'text' as const, text: 'A.' },
      { type: 'text' as const, text: 'B <memories/>' },
    ]
    await client.chat.completions.create(asked({ messages: [{ role: 'system', content: parts }, user(SAID)] }))
    expect(sent().messages[0].content[0]).toEqual(parts[0])
    expect(sent().messages[0].content[1].text).toMatch(/^B About the person [\s\S]*marmoset/)
  })

  test('without metadata that is meant for this service', async () => {
    const { client } = await connected()
    await client.chat.completions.create(asked({ metadata: { intent: 'coach', ephemeral: 'true' } }))
    expect(sent()).not.toHaveProperty('metadata')
    await client.chat.completions.create(asked({ metadata: { intent: 'coach', ticket: '7' } }))
    expect(sent().metadata).toEqual({ ticket: '7' })
    await client.chat.completions.create(asked({ metadata: {} }))
    expect(sent().metadata).toEqual({})
  })

  test('to the configured model if it names any or none', async () => {
    const { client, token } = await connected()
    await client.chat.completions.create(asked({ model: 'any' }))
    expect(sent().model).toBe('a-model')
    await own.service.ok('POST', COMPLETIONS, { token, body: { messages: [user(SAID)] } })
    expect(sent().model).toBe('a-model')
  })

  test('with only memories the intent draws on and the app may read', async () => {
    const { person, client } = await connected()
    const noted = (content: string, scope: string) =>
      own.service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories: [{ content, scope }] } })
    await noted('The marmoset runs the half marathon trail.', 'fitness.trail')
    await noted('The ocelot has a half marathon of pills.', 'health')
    const stranger = await connected()
    await own.service.remember(stranger.token, [{ content: 'The pangolin runs the half marathon.', scope: 'fitness' }])
    await client.chat.completions.create(asked({ metadata: { intent: 'coach' } }))
    await chunksOf(client)
    const prompts = JSON.stringify(own.model.passed.map(({ body }) => body.messages))
    expect(prompts).toContain('marmoset')
    expect(prompts).not.toMatch(/ocelot|pangolin/)
    const { items } = await own.service.ok('GET', '/v1/audit?action=gateway.chat', { cookie: person.cookie })
    expect(items.map(({ scope, count }: Frame) => [scope, count])).toContainEqual(['fitness.trail', 1])
  })
})

describe('a response is passed on', () => {
  test('as the upstream sent it', async () => {
    const { client, token } = await connected()
    const calls = [{ name: 'get_weather', arguments: { city: 'Boulder' } }]
    const logprobs = { content: [{ token: 'Hi', logprob: -0.5, bytes: [72, 105], top_logprobs: [] }], refusal: null }
    for (const answer of [
      { text: 'Start slowly.' },
      { calls },
      { text: 'Hi', n: 2, choice: { logprobs, made_up: 1 } },
    ]) {
      own.model.answers(answer)
      const completion = await client.chat.completions.create(asked({ tools: [TOOL] }))
      expect(JSON.parse(JSON.stringify(completion))).toEqual({ ...completionOf(answer), memory_candidates: [] })
    }
    await own.service.ports.background.idle()
    // The extraction that follows the first one is estimated.
    expect((await own.service.get('/v1/quota', token)).hosted_tokens.used).toBeGreaterThanOrEqual(3 * 44)
  })

  test('in chunks as they come, tool calls included', async () => {
    const { client, token } = await connected()
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    const calls = [{ name: 'get_weather', arguments: { city: 'Boulder, Colorado' } }]
    own.model.answers({ text: 'Let me see. ', calls, pace: (at) => (at === 2 ? held : undefined) })
    const stream = await client.chat.completions.create({ ...asked({ tools: [TOOL] }), stream: true })
    const chunks: Frame[] = []
    for await (const chunk of stream) {
      chunks.push(chunk)
      if (chunks.length === 2) go()
    }
    const given = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? [])
    expect(given[0]).toEqual({
      index: 0,
      id: 'call_0',
      type: 'function',
      function: { name: 'get_weather', arguments: '' },
    })
    expect(given.map((each) => each.function.arguments).join('')).toBe('{"city":"Boulder, Colorado"}')
    expect(chunks.at(-1).choices[0].finish_reason).toBe('tool_calls')
    expect(chunks[0]).toMatchObject({ id: 'chatcmpl-calls12', system_fingerprint: 'fp_1', model: 'scripted-1' })
    expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false)
    expect(sent().stream_options).toEqual({ include_usage: true })
    await own.service.ports.background.idle()
    expect((await own.service.get('/v1/quota', token)).hosted_tokens.used).toBeGreaterThanOrEqual(44)
  })

  test('with the usage of a stream if it was requested, ending with [DONE]', async () => {
    const { client, token } = await connected()
    const chunks = await chunksOf(client, { stream_options: { include_usage: true } })
    expect(chunks.pop()).toMatchObject({ choices: [], usage: { total_tokens: 44 } })
    for (const chunk of chunks) expect(chunk.usage).toBeNull()
    const { headers, body } = await own.service.call('POST', COMPLETIONS, { token, body: { ...asked(), stream: true } })
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(body).toMatch(/^data: \{.*\n\ndata: \[DONE\]\n\n$/s)
  })

  test('of a server that cannot report the usage of streams', async () => {
    const { client, token } = await connected()
    const json = { error: { message: 'Unknown parameter: stream_options', param: null } }
    own.model.answers({ status: 400, json }, { text: 'Well begun.', usage: null }, { text: 'Again.', usage: null })
    expect((await chunksOf(client)).at(-1).choices[0].finish_reason).toBe('stop')
    await chunksOf(client)
    expect(own.model.passed.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false])
    expect((await own.service.get('/v1/quota', token)).hosted_tokens.used).toBeGreaterThan(0)
    own.service.ports.upstreams.streamUsage.isSupported = true
  })

  test('and assembled by the client’s helpers', async () => {
    const { client } = await connected()
    own.model.answers('Well begun.')
    expect(await client.chat.completions.stream(asked() as never).finalContent()).toBe('Well begun.')
    own.model.answers({ calls: [{ name: 'add', arguments: { a: 1 } }] }, 'It is 2.')
    const parameters = { type: 'object', properties: { a: { type: 'number' } } }
    const add = { name: 'add', parameters, parse: JSON.parse, function: ({ a }: { a: number }) => String(a + 1) }
    const runner = client.chat.completions.runTools({
      ...asked(),
      stream: true,
      tools: [{ type: 'function', function: add }],
    } as never)
    expect(await runner.finalContent()).toBe('It is 2.')
    expect(sent().messages.at(-1)).toMatchObject({ role: 'tool', content: '2', tool_call_id: 'call_0' })
  })

  test('once for an idempotency key; another body is rejected', async () => {
    const { client, token } = await connected()
    brings(candidate('Trains with Tom.'))
    const keyed = { headers: { 'Idempotency-Key': 'turn 1' } }
    const first = await client.chat.completions.create(asked(), keyed)
    expect(await client.chat.completions.create(asked(), keyed)).toEqual(first)
    expect(own.model.passed).toHaveLength(1)
    await own.service.ports.background.idle()
    expect(await contentsOf(token)).toEqual(['Trains with Tom.'])
    const other = await failureOf(client.chat.completions.create(asked({ messages: [user('Else.')] }), keyed))
    expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused'])
    expect(other).toBeInstanceOf(UnprocessableEntityError)
    for await (const _ of await client.chat.completions.create({ ...asked(), stream: true }, keyed));
    expect(own.model.passed).toHaveLength(2)
  })

  test('without storing a large one for repetitions', async () => {
    const { client } = await connected()
    const keyed = { headers: { 'Idempotency-Key': 'large' } }
    own.model.answers({ text: 'x'.repeat(1_100_000) }, 'Small.')
    expect((await client.chat.completions.create(asked(), keyed)).choices[0]?.message.content).toHaveLength(1_100_000)
    expect((await client.chat.completions.create(asked(), keyed)).choices[0]?.message.content).toBe('Small.')
  })
})
