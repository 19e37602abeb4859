import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchFor } from './leaks.ts'
import { asked, COMPLETIONS, clientOf, failureOf, SAID, user } from './openai-client.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Frame, type TestService, testService } from './service.ts'

/** An API and a key that the app names for one request. */

const KEY = 'sk-of-the-app-0123456789abcdef'
const OPERATOR_KEY = 'sk-of-the-operator-0123456789'
const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'ai:host:chat']

// Neither may appear in the log, in the metrics or in an error response.
watchFor(KEY)
watchFor(OPERATOR_KEY)

let service: TestService
let configured: ScriptedModel
let own: ScriptedModel
beforeAll(async () => {
  configured = await scriptedModel()
  own = await scriptedModel()
  const model = { url: configured.url, name: 'a-model', apiKey: OPERATOR_KEY }
  service = await testService({ rateLimit: 10_000, model, appUpstreams: 'any' })
})
afterAll(async () => {
  await service?.stop()
  await configured?.close()
  await own?.close()
})
beforeEach(async () => {
  await service.ports.background.idle()
  for (const model of [configured, own]) {
    model.requests.length = 0
    model.passed.length = 0
  }
})

const named = (url = own.url, key: string | null = KEY) => ({
  'X-Upstream-Url': url,
  ...(key === null ? {} : { 'X-Upstream-Key': key }),
})
/** A connected app whose client names its own API. */
async function connected({ scopes = SCOPES, at = service, headers = named() as Record<string, string> } = {}) {
  const made = await at.connected(scopes)
  const client = new OpenAI({
    ...{ baseURL: `${at.url}/openai/v1`, apiKey: made.token, maxRetries: 0, logLevel: 'off' },
    defaultHeaders: headers,
  })
  return { ...made, client }
}

describe('requests go to the API that the app names', () => {
  test('with its key, its model and its fields, and nothing of the operator', async () => {
    const { client, token } = await connected()
    await service.remember(token, [{ content: 'The marmoset runs the half marathon.', scope: 'fitness' }])
    const image = { type: 'image_url', image_url: { url: 'http://10.0.0.1/a.png' } }
    await client.chat.completions.create(
      asked({ model: 'any', messages: [{ role: 'user', content: [image] }] } as never),
    )
    expect(own.passed[0]?.body).toMatchObject({ model: 'any' })
    for (const stream of [false, true]) {
      const chunks = await client.chat.completions.create({
        ...asked({ messages: [user(`${SAID} ${stream}`)] }),
        stream,
      })
      if (stream) for await (const _ of chunks as AsyncIterable<unknown>);
      const { headers, body } = own.passed.at(-1)!
      expect(headers.authorization).toBe(`Bearer ${KEY}`)
      expect(JSON.stringify(headers)).not.toMatch(new RegExp(`${OPERATOR_KEY}|${token}|upstream|traceparent`))
      expect(JSON.stringify(body.messages)).toContain('marmoset')
      expect(body).not.toHaveProperty('stream_options')
    }
    await client.responses.create({ model: 'any', input: SAID })
    await client.embeddings.create({ model: 'any', input: SAID })
    for await (const _ of client.models.list());
    expect(own.passed.map(({ path }) => path).slice(-3)).toEqual(['/responses', '/embeddings', '/models'])
    expect(configured.passed).toEqual([])
  })

  test('also what is worth remembering is read there; neither is metered', async () => {
    const { client, token, person } = await connected()
    await service.remember(token, [{ content: 'The marmoset runs the half marathon.', scope: 'fitness' }])
    const candidate = {
      type: 'goal',
      scope: 'fitness',
      content: 'Signed up for the half marathon in May.',
      importance: 70,
    }
    own.structured({ json: { memoryCandidates: [candidate, { ...candidate, content: 'Owes us money.' }] } })
    await client.chat.completions.create(asked({ model: 'my-model' }))
    await service.ports.background.idle()
    expect(own.requestsOf('structured')[0]?.body.model).toBe('my-model')
    expect(own.requestsOf('structured')[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(configured.requests).toEqual([])
    const contents = (await service.get('/v1/memories', token)).memories.map(({ content }: Frame) => content)
    expect(contents).toContain(candidate.content)
    const waiting = (await service.ok('GET', '/v1/candidates?status=pending', { cookie: person.cookie })).items
    // The API had read the memories, so what the person did not say needs their decision unless it stays in their scope.
    expect([...contents, ...waiting.map((item: Frame) => item.candidate.content)]).toContain('Owes us money.')
    expect((await service.get('/v1/quota', token)).hosted_tokens.used).toBe(0)
  })

  test('with the name of the person only if the app may read who they are', async () => {
    for (const [more, isShown] of [
      [[], false],
      [['identity:read'], true],
    ] as const) {
      const { client, person } = await connected({ scopes: [...SCOPES, ...more] })
      await service.ok('PATCH', '/v1/auth/profile', { cookie: person.cookie, body: { name: 'Grace' } })
      await client.chat.completions.create(asked())
      await service.ports.background.idle()
      const shown = JSON.stringify([own.passed.at(-1)?.body, own.requestsOf('structured').at(-1)?.body])
      expect(shown.includes('Grace')).toBe(isShown)
      await client.chat.completions.create(asked(), { headers: { 'X-Upstream-Url': null, 'X-Upstream-Key': null } })
      expect(JSON.stringify(configured.passed.at(-1)?.body)).toContain('Grace')
    }
  })

  test('without a key if there is none, and with headers for OpenAI', async () => {
    const { client } = await connected({ headers: { ...named(own.url, null), 'OpenAI-Organization': 'org-1' } })
    await client.chat.completions.create(asked())
    expect(own.passed[0]?.headers.authorization).toBeUndefined()
    expect(own.passed[0]?.headers['openai-organization']).toBe('org-1')
    const { client: plain } = await connected({ headers: { 'OpenAI-Organization': 'org-1' } })
    await plain.chat.completions.create(asked())
    expect(configured.passed[0]?.headers['openai-organization']).toBeUndefined()
  })

  test('below the path and with the query of its URL', async () => {
    const { client } = await connected({ headers: named(`${own.url}/?api-version=1`) })
    own.answers({ json: { choices: [] } })
    await client.chat.completions.create(asked())
    expect(own.passed[0]?.path).toBe('/chat/completions?api-version=1')
  })

  test('without a configured model', async () => {
    const none = await testService({ model: null, appUpstreams: 'any' })
    try {
      const { client } = await connected({ at: none })
      expect((await client.chat.completions.create(asked())).choices[0]?.message.content).toBe('Hello.')
    } finally {
      await none.stop()
    }
  })
})

describe('errors of that API', () => {
  test('are passed on with their status, without the key', async () => {
    const { client, token } = await connected()
    for (const status of [400, 401, 402, 403, 404, 429]) {
      const error = {
        message: `Incorrect API key provided: ${KEY}.`,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      }
      own.answers({ status, json: { error }, headers: { 'retry-after': '7' } })
      const failed = await failureOf(client.chat.completions.create(asked()))
      expect(failed).toMatchObject({ status, code: 'invalid_api_key', error: { details: { upstream_status: status } } })
      expect(failed.message).toContain('Incorrect API key provided: ***.')
      if (status === 429) expect(failed.headers?.get('retry-after')).toBe('7')
    }
    own.answers({ status: 401, raw: `<p>${KEY}</p>` })
    const { body } = await service.call('POST', COMPLETIONS, { token, body: asked(), headers: named() })
    expect(body.error).toMatchObject({ code: 'upstream_refused', message: 'The API of the model refused the request.' })
    own.answers({ status: 500, json: { error: { message: KEY } } })
    expect(await failureOf(client.chat.completions.create(asked()))).toMatchObject({
      status: 503,
      code: 'model_unavailable',
    })
  })

  test('are 503 if it redirects, breaks off or hangs up', async () => {
    const { client } = await connected()
    own.answers({ status: 307, raw: '', headers: { location: configured.url } })
    expect(await failureOf(client.chat.completions.create(asked()))).toMatchObject({ status: 503 })
    expect(configured.passed).toEqual([])
    const leaving = new AbortController()
    own.answers({ hang: true })
    const call = client.chat.completions.create(asked(), { signal: leaving.signal })
    await own.until(() => own.passed.length === 2)
    leaving.abort()
    await expect(call).rejects.toThrow()
    await own.until(() => own.passed[1]?.state === 'closed')
  })
})

describe('a URL or key is refused', () => {
  let guarded: TestService
  let token: string
  beforeAll(async () => {
    guarded = await testService({ rateLimit: 10_000, model: null })
    token = (await guarded.connected(['ai:host:chat'])).token
  })
  afterAll(() => guarded?.stop())
  const refusal = async (headers: Record<string, string>, at = guarded) => {
    const { status, body } = await at.call('POST', COMPLETIONS, { token, body: asked(), headers })
    for (const value of Object.values(headers)) if (value) expect(JSON.stringify(body)).not.toContain(value)
    return [status, body.error.param]
  }

  test.each([
    '',
    'not a url',
    'api.example.com/v1',
    'ftp://example.com',
    'file:///etc/passwd',
    'http://example.com/v1',
    'https://user:secret@example.com/v1',
    'https://127.0.0.1/v1',
    'https://2130706433/v1',
    'https://0x7f.1/v1',
    'https://0177.0.0.1/v1',
    'https://10.1.2.3/v1',
    'https://169.254.169.254/v1',
    'https://[::1]/v1',
    'https://[::ffff:127.0.0.1]/v1',
    'https://[fd00::1]/v1',
    'https://[64:ff9b::7f00:1]/v1',
    'https://localhost/v1',
    'https://metadata.google.internal/v1',
    // A private and an unknown name give the same answer.
    'https://nonesuch.invalid/v1',
    `https://example.com/${'x'.repeat(2_048)}`,
  ])('%s', async (url) => {
    expect(await refusal({ 'X-Upstream-Url': url, 'X-Upstream-Key': KEY })).toEqual([400, 'x-upstream-url'])
  })

  test('a key without a URL, with spaces, or that is a connection token', async () => {
    expect(await refusal({ 'X-Upstream-Key': KEY })).toEqual([400, 'x-upstream-key'])
    for (const key of ['two words', token, 'x'.repeat(4_097)])
      expect(await refusal({ 'X-Upstream-Url': 'https://example.com/v1', 'X-Upstream-Key': key })).toEqual([
        400,
        'x-upstream-key',
      ])
  })

  test('any, if the operator says so', async () => {
    const closed = await testService({ model: null, appUpstreams: 'off' })
    try {
      const made = await closed.connected(['ai:host:chat'])
      const failed = clientOf(closed, made.token).chat.completions.create(asked(), { headers: named() })
      expect(await failureOf(failed)).toMatchObject({ status: 400, param: 'x-upstream-url' })
    } finally {
      await closed.stop()
    }
  })
})
