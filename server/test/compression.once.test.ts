import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeChat } from './fake-chat.ts'
import { modern } from './mcp-clients.ts'
import { type Call, type TestService, testService } from './service.ts'

/* JSON responses above 1 kB are compressed, unless they contain a secret. `fetch` decodes them for the tests. */

const SCOPES = ['memory:read:*', 'memory:write:*', 'ai:host:chat']
const COMPRESSED_FROM_BYTES = 1024
const BOTH = { 'accept-encoding': 'gzip, br' }
const LONG = 'a'.repeat(2_000)

let service: TestService
let token: string
let cookie: string
beforeAll(async () => {
  service = await testService({ connectors: true }, { chat: fakeChat })
  const connected = await service.connected(SCOPES)
  token = connected.token
  cookie = connected.person.cookie
  await service.remember(token, [{ kind: 'fact', scope: 'note', content: LONG }])
})
afterAll(() => service.stop())

const encodingOf = async (method: string, path: string, call: Call = {}) => {
  const { status, headers, body } = await service.call(method, path, { ...call, headers: { ...BOTH, ...call.headers } })
  expect(status).toBeLessThan(300)
  return { encoding: headers.get('content-encoding'), length: JSON.stringify(body).length, headers }
}

describe('a JSON response', () => {
  test('is compressed in the best encoding that the client accepts', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      const headers = { 'accept-encoding': accepted }
      const reply = await service.call('GET', '/v1/memories', { token, headers })
      expect(reply.headers.get('content-encoding'), accepted).toBe(encoding)
      expect(reply.headers.get('vary'), accepted).toBe('accept-encoding')
      expect(reply.body.memories[0].content).toBe(LONG)
      if (encoding) expect(Number(reply.headers.get('content-length'))).toBeLessThan(COMPRESSED_FROM_BYTES)
    }
  })

  test('below 1 kB is not compressed', async () => {
    const { encoding, length } = await encodingOf('GET', '/v1/quota', { token })
    expect([encoding, length < COMPRESSED_FROM_BYTES]).toEqual([null, true])
  })

  test('that is replayed for an idempotency key is compressed like the first', async () => {
    const memories = Array.from({ length: 100 }, (_, at) => ({ kind: 'fact', scope: 'note', content: `Number ${at}.` }))
    const call = { token, body: { memories }, headers: { 'idempotency-key': 'twice' } }
    const first = await encodingOf('POST', '/v1/memories', call)
    const second = await encodingOf('POST', '/v1/memories', call)
    expect([first.encoding, second.encoding, second.headers.get('idempotent-replayed')]).toEqual(['br', 'br', 'true'])
  })

  test('to HEAD has the headers of the compressed response', async () => {
    const head = await fetch(`${service.url}/v1/catalog`, { method: 'HEAD', headers: BOTH })
    const get = await fetch(`${service.url}/v1/catalog`, { headers: BOTH })
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
      expect(head.headers.get(name), name).toBe(get.headers.get(name))
  })
})

describe.each(['/v1/openapi.json', '/v1/catalog', '/v1/catalog?view=ecosystem'])('%s', (path) => {
  test('has one weak ETag in every encoding, which revalidates each', async () => {
    const replies = await Promise.all(
      ['br', 'gzip', 'identity'].map((accepted) =>
        service.call('GET', path, { headers: { 'accept-encoding': accepted } }),
      ),
    )
    expect(replies.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null])
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const [etag, ...others] = new Set(replies.map(({ headers }) => headers.get('etag')))
    expect([etag, others]).toEqual([expect.stringMatching(/^W\/"[\w-]+"$/), []])
    for (const accepted of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': accepted, 'if-none-match': etag as string }
      const again = await service.call('GET', path, { headers })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('vary')).toBe('accept-encoding')
    }
  })
})

test('a response of the Model Context Protocol is compressed', async () => {
  const { message, headers } = modern('tools/list')
  const accept = 'application/json, text/event-stream'
  const { encoding } = await encodingOf('POST', '/mcp', { token, body: message, headers: { accept, ...headers } })
  expect(encoding).toBe('br')
})

test('an event stream is not compressed', async () => {
  const body = { intent: 'assistant', userMessage: 'Hello.' }
  const { status, headers, frames } = await service.listen('/v1/gateway/chat/stream', { token, body, headers: BOTH })
  for await (const _frame of frames);
  expect([status, headers.get('content-encoding')]).toEqual([200, null])
})

describe('a response is not compressed if it contains', () => {
  test('an authorization code next to input of the caller', async () => {
    const developer = await service.newDeveloper()
    const uri = 'https://app.example/callback'
    const app = await service.newApp(developer, SCOPES, { redirect_uris: [uri] })
    const body = { slug: app.slug, redirect_uri: uri, scopes: SCOPES, state: LONG }
    const headers = { 'idempotency-key': 'authorize' }
    for (const _attempt of ['first', 'replayed']) {
      const { encoding, length } = await encodingOf('POST', '/v1/oauth/authorize', { cookie, body, headers })
      expect([encoding, length >= COMPRESSED_FROM_BYTES]).toEqual([null, true])
    }
  })

  test('a client secret or a signing secret', async () => {
    const developer = await service.newDeveloper()
    const scopes = Array.from({ length: 100 }, (_, at) => `memory:read:origami.fold${at}`)
    const manifest = { scopes, intents: [], eventTypes: [] }
    const app = { name: 'Origami', manifest }
    const made = await encodingOf('POST', '/v1/dev/apps', { cookie: developer.cookie, body: app })
    expect([made.encoding, made.length >= COMPRESSED_FROM_BYTES]).toEqual([null, true])
    const [{ id }] = (await service.ok('GET', '/v1/dev/apps', { cookie: developer.cookie })).items
    const subscription = { url: `https://app.example/${LONG.slice(0, 1_500)}`, events: ['memory.created'] }
    const path = `/v1/dev/apps/${id}/subscriptions`
    const subscribed = await encodingOf('POST', path, { cookie: developer.cookie, body: subscription })
    expect([subscribed.encoding, subscribed.length >= COMPRESSED_FROM_BYTES]).toEqual([null, true])
  })
})
