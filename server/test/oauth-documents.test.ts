import type { ServerResponse } from 'node:http'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDocuments } from '../src/domain/oauth/documents.ts'
import { documentServer } from './document-server.ts'
import { type Fields, follow, post, register, signIn } from './oauth-client.ts'
import { type Person, type TestService, testService } from './service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ON_ITS_WAY_MS = 500
const HERE = '192.0.2.1'
const CALLBACK = 'http://127.0.0.1:4000/callback'

let service: TestService
let person: Person
let documents: Awaited<ReturnType<typeof documentServer>>
let now = () => new Date()
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
  documents = await documentServer()
})
beforeEach(async () => {
  now = () => new Date()
  person = await service.newPerson()
})
afterAll(() => Promise.all([service.stop(), documents.close()]))

const errorOf = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error]
const works = async (token: string) => (await service.call('GET', '/v1/connection', { token })).status === 200

describe('a client with a metadata document', () => {
  const ask = (client_id: string, more: Fields = {}) =>
    follow(service, {
      response_type: 'code',
      client_id,
      redirect_uri: CALLBACK,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...more,
    })
  const isRefused = async (client_id: string) =>
    (await ask(client_id)).href === `${service.url}/connect?client=unknown_client`

  test('connects without registration and is shown with its host', async () => {
    const client_id = documents.put()
    const tokens = await signIn(service, person, { client: { client_id }, auth: oauth.None(), redirect_uri: CALLBACK })
    expect((await service.get('/v1/connection', tokens.access_token)).app).toMatchObject({
      name: 'Desk Agent',
      verified: false,
    })
    const slug = (await ask(client_id)).searchParams.get('client')
    const preview = await service.ok('GET', `/v1/oauth/preview?slug=${slug}`)
    expect(preview.app).toMatchObject({ verified: false, host: documents.host })
    expect(documents.times(client_id)).toBe(1)
    expect([...documents.agents]).toEqual(['memory-service-clients/1'])
    expect(await works(tokens.access_token)).toBe(true)
  })

  test('is shown with its home page and privacy policy, as its document names them now', async () => {
    const [client_uri, policy_uri] = ['https://desk.example/', 'https://desk.example/privacy']
    const redirect_uris = [CALLBACK, 'https://desk.example/callback']
    const client_id = documents.put({ client_uri, policy_uri, redirect_uris })
    const shown = async () => {
      const slug = (await ask(client_id)).searchParams.get('client')
      const { homepageUrl, privacyUrl } = (await service.ok('GET', `/v1/oauth/preview?slug=${slug}`)).app
      return [homepageUrl, privacyUrl]
    }
    expect(await shown()).toEqual([client_uri, policy_uri])
    const later = {
      client_id,
      client_name: 'Desk Agent',
      redirect_uris,
      client_uri,
      policy_uri: 'https://bank.example/privacy',
    }
    documents.answer(new URL(client_id).pathname, (response) => response.end(JSON.stringify(later)))
    now = () => new Date(Date.now() + DAY_MS)
    expect(await shown()).toEqual([client_uri, null])
  })

  test('is updated from its document when the cached copy is stale', async () => {
    const seconds = {
      default: {},
      hour: { 'cache-control': 'public, max-age=3600' },
      week: { 'cache-control': 'max-age=604800' },
    }
    const none = { 'cache-control': 'no-store, max-age=3600' }
    for (const [headers, freshMs] of [
      [seconds.default, 5 * MINUTE_MS],
      [none, 5 * MINUTE_MS],
      [seconds.hour, 60 * MINUTE_MS],
      [seconds.week, DAY_MS],
    ] as const) {
      now = () => new Date()
      const client_id = documents.put({}, headers)
      await ask(client_id)
      now = () => new Date(Date.now() + freshMs - MINUTE_MS)
      await ask(client_id)
      expect(documents.times(client_id)).toBe(1)
      now = () => new Date(Date.now() + freshMs + MINUTE_MS)
      const other = 'https://desk.example/other'
      const document = { client_id, client_name: 'Renamed', redirect_uris: [other] }
      documents.answer(new URL(client_id).pathname, (response) => response.end(JSON.stringify(document)))
      expect((await ask(client_id, { redirect_uri: other })).searchParams.get('redirect_uri')).toBe(other)
      expect((await ask(client_id)).searchParams.get('error')).toBeNull()
      expect(documents.times(client_id)).toBe(2)
    }
  })

  test('is rejected when its document cannot be fetched and the cached copy is stale', async () => {
    const client_id = documents.put()
    expect(await isRefused(client_id)).toBe(false)
    documents.answer(new URL(client_id).pathname, (response) => response.writeHead(503).end())
    expect(await isRefused(client_id)).toBe(false)
    now = () => new Date(Date.now() + 6 * MINUTE_MS)
    expect(await isRefused(client_id)).toBe(true)
  })

  test('is unknown when its document is invalid', async () => {
    const bad = [
      { client_id: 'https://other.example/client.json' },
      { client_name: undefined },
      { client_name: '\u202e' },
      { client_name: 'a\0b' },
      { redirect_uris: [] },
      { redirect_uris: [CALLBACK, 'http://evil.example/'] },
      { redirect_uris: CALLBACK },
      { client_secret: 'sec_x' },
      { client_secret_expires_at: 0 },
      { token_endpoint_auth_method: 'client_secret_post' },
      { token_endpoint_auth_method: 'private_key_jwt' },
      { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: ['client_secret_post'] },
      { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: 'none' },
      { more: 'x'.repeat(16 * 1_024) },
    ]
    for (const more of bad) expect(await isRefused(documents.put(more)), JSON.stringify(more).slice(0, 80)).toBe(true)
    const good = documents.put()
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(302, { location: good }).end(),
      (response) => response.writeHead(201).end('{}'),
      (response) => response.end('[]'),
      (response) => response.end('{'),
      (response) => response.destroy(),
      (response) => response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
    ]
    for (const [i, answer] of answers.entries())
      expect(await isRefused(documents.answer(`/bad/${i}`, answer)), `${i}`).toBe(true)
  })

  test('is unknown at a URL that cannot be a document, which is not fetched', async () => {
    const origin = `http://${documents.host}`
    const before = documents.requests.length
    for (const id of [
      origin,
      `${origin}/`,
      `${origin}/a/../b`,
      `${origin}/%2e%2e/b`,
      `${origin}/a#b`,
      `${origin}/a#`,
      `http://user@${documents.host}/a`,
      `HTTP://${documents.host}/a`,
      `${origin}/a b`,
      'ftp://desk.example/a',
      'file:///etc/passwd',
    ])
      expect(await isRefused(id), id).toBe(true)
    expect(documents.requests).toHaveLength(before)
  })

  test('is fetched once for concurrent requests', async () => {
    const client_id = documents.put()
    const document = { client_id, client_name: 'Desk Agent', redirect_uris: [CALLBACK] }
    // All requests arrive while the fetch is in flight.
    documents.answer(new URL(client_id).pathname, (response) => {
      setTimeout(() => response.end(JSON.stringify(document)), ON_ITS_WAY_MS)
    })
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => isRefused(client_id))))).toEqual(new Set([false]))
    expect(documents.times(client_id)).toBe(1)
  })

  test('is not fetched from private addresses, and a fetch times out', async () => {
    const guarded = openDocuments({ allowPrivate: false, timeoutMs: 300 })
    const open = openDocuments({ allowPrivate: true, timeoutMs: 300 })
    const patient = openDocuments({ allowPrivate: true, timeoutMs: 60_000 })
    const client_id = documents.put()
    expect(await guarded.fetch(client_id, HERE)).toBeUndefined()
    expect(await guarded.fetch(client_id.replace('http:', 'https:'), HERE)).toBeUndefined()
    expect((await patient.fetch(client_id, HERE))?.text).toContain('Desk Agent')
    expect(
      await open.fetch(
        documents.answer('/slow', () => {}),
        HERE,
      ),
    ).toBeUndefined()
    await Promise.all([guarded.close(), open.close(), patient.close()])
  })
})

describe('slow documents', () => {
  const slow = (at: number) => documents.answer(`/slow/${at}`, () => {})
  const statusOf = (fetched: Promise<unknown>) =>
    Promise.race([fetched.catch(({ code }) => code), new Promise((resolve) => setImmediate(resolve, 'under way'))])

  test('of one host or for one address do not keep out other clients', async () => {
    const open = openDocuments({ allowPrivate: true, timeoutMs: 60_000 })
    const good = documents.put()
    const elsewhere = good.replace('127.0.0.1', 'localhost')
    // One address asks for slow documents of one host, then many addresses do.
    const first = []
    for (let at = 0; at < 8; at++) first.push(await statusOf(open.fetch(slow(at), HERE)))
    expect(first).toEqual([...Array(4).fill('under way'), ...Array(4).fill('rate_limited')])
    for (let at = 8; at < 30; at++)
      expect(await statusOf(open.fetch(slow(at), `198.51.100.${at}`))).toBe('rate_limited')
    expect(await statusOf(open.fetch(elsewhere, HERE))).toBe('rate_limited')
    expect((await open.fetch(elsewhere, '192.0.2.2'))?.text).toContain('Desk Agent')
    await open.close()
  })
})

test('registration and document fetches are rate limited by address', async () => {
  const limited = await testService({ rateLimit: 600 })
  try {
    for (let i = 0; i < 20; i++) expect((await register(limited)).status).toBe(201)
    expect(errorOf(await register(limited))).toEqual([429, 'temporarily_unavailable'])
    const ask = (id: string) => limited.call('GET', `/oauth/authorize?client_id=${encodeURIComponent(id)}`)
    for (let i = 0; i < 10; i++) expect((await ask(`http://${documents.host}/missing/${i}`)).status).toBe(302)
    expect(errorOf(await ask(`http://${documents.host}/missing/10`))).toEqual([429, 'temporarily_unavailable'])
    const guess = () =>
      post(limited, '/oauth/token', { grant_type: 'authorization_code', code: 'x', client_id: 'cli_x' })
    for (let i = 0; i < 20; i++) expect(errorOf(await guess())).toEqual([401, 'invalid_client'])
    const refused = await guess()
    expect(errorOf(refused)).toEqual([429, 'temporarily_unavailable'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await limited.stop()
  }
})

test('registration is rate limited by the networks that contain an address', async () => {
  const limited = await testService({ rateLimit: 600, trustedProxies: ['loopback'] })
  const from = async (address: string, times: number) => {
    const body = { redirect_uris: [CALLBACK] }
    const call = { body, headers: { 'x-forwarded-for': address } }
    const replies = await Promise.all(
      Array.from({ length: times }, () => limited.call('POST', '/oauth/register', call)),
    )
    return replies.filter(({ status }) => status === 201).length
  }
  try {
    const household = (site: number, n: number) => `2001:db8:${site}:${n}::1`
    expect(await from(household(1, 1), 25)).toBe(20)
    expect([await from(household(1, 2), 25), await from(household(1, 3), 25), await from(household(1, 4), 25)]).toEqual(
      [20, 20, 0],
    )
    // Other networks of the provider may register until the provider's limit is reached.
    const sites = []
    for (const site of [2, 3, 4]) for (const n of [1, 2, 3]) sites.push(await from(household(site, n), 20))
    expect(sites).toEqual([20, 20, 20, 20, 20, 20, 20, 0, 0])
    expect(await from('2001:db9:1:1::1', 1)).toBe(1)
    const machines = []
    for (const n of [1, 2, 3, 4]) machines.push(await from(`192.0.2.${n}`, 25))
    expect([...machines, await from('192.0.3.1', 1)]).toEqual([20, 20, 20, 0, 1])
  } finally {
    await limited.stop()
  }
})
