import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Person, type TestService, testService } from './service.ts'

const MINUTE_MS = 60_000

let service: TestService
let now = () => new Date()
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
})
afterAll(() => service.stop())

const NOTES = ['memory:read:note', 'memory:write:note']
const callback = 'https://coach.example/callback?from=hub'

async function setUp(redirect_uris: string[] = [], scopes = NOTES) {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  return { person, developer, app: await service.newApp(developer, scopes, { redirect_uris }) }
}
function authorize({ cookie }: Person, app: App, body: object = {}) {
  return service.call('POST', '/v1/oauth/authorize', { cookie, body: { slug: app.slug, scopes: NOTES, ...body } })
}
function exchange({ client_id, client_secret }: App, code: string, more: object = {}) {
  return service.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret, ...more } })
}
const codeOf = async (person: Person, app: App, body: object = {}) =>
  (await authorize(person, app, body)).body.code as string
const works = async (token: string) => (await service.call('GET', '/v1/connection', { token })).status === 200
const errorOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error.code]

describe('the consent preview', () => {
  test('returns the app and its manifest by slug, without secrets', async () => {
    const { app } = await setUp([callback])
    const preview = await service.ok('GET', `/v1/oauth/preview?slug=${app.slug}`)
    expect(preview).toEqual({
      app: expect.objectContaining({ slug: app.slug, iconUrl: null, verified: false, host: null, publisher: null }),
      manifest: { scopes: NOTES, eventTypes: [], intents: [] },
      scopes: NOTES.map((scope) => expect.objectContaining({ scope, sentence: expect.any(String) })),
      outside: [],
      redirect_ok: true,
      ...{ redirect_uri: callback, granted: null, held: null },
    })
    expect(errorOf(await service.call('GET', '/v1/oauth/preview?slug=unknown'))).toEqual([404, 'not_found'])
    expect(errorOf(await service.call('GET', '/v1/oauth/preview'))).toEqual([400, 'validation_failed'])
  })
})

describe('the consent preview of a request', () => {
  const preview = async (app: App, query: Record<string, string>) =>
    service.ok('GET', `/v1/oauth/preview?${new URLSearchParams({ slug: app.slug, ...query })}`)

  test('describes the requested scopes and lists those outside the manifest', async () => {
    const { app } = await setUp([callback], ['memory:read:fitness.*', 'memory:write:note', 'signal:emit'])
    const asked = ['memory:read:fitness.trail', 'memory:read:*', 'signal:emit', 'nonsense', 'signal:emit']
    const { scopes, outside } = await preview(app, { scope: asked.join(' ') })
    expect(scopes.map(({ scope }: { scope: string }) => scope)).toEqual(['memory:read:fitness.trail', 'signal:emit'])
    expect(outside).toEqual(['memory:read:*', 'nonsense'])
    expect((await preview(app, { scope: '' })).scopes).toEqual([])
  })

  test('reports whether authorize accepts the redirect URI, and which one applies', async () => {
    const other = 'https://coach.example/other'
    const [none, one, two] = [await setUp(), await setUp([callback]), await setUp([callback, other])]
    for (const { person, app } of [none, one, two])
      for (const uri of [undefined, callback, other, 'https://evil.example/', 'garbage']) {
        const { redirect_ok, redirect_uri } = await preview(app, uri === undefined ? {} : { redirect_uri: uri })
        const { status, body } = await authorize(person, app, { redirect_uri: uri })
        expect(redirect_ok, uri).toBe(status === 200)
        expect(redirect_uri?.split('?')[0]).toBe(body.redirect_to?.split('?')[0])
      }
  })
})

describe('the redirect after a decision', () => {
  test('is null when the app registered no URI; the code is in the response', async () => {
    const { person, app } = await setUp()
    const { status, body } = await authorize(person, app, { state: 'x' })
    expect([status, body.redirect_to, body.scopes]).toEqual([200, null, NOTES])
    expect(errorOf(await authorize(person, app, { redirect_uri: callback }))).toEqual([400, 'invalid_redirect_uri'])
  })

  test('is the only registered URI with code, state and issuer added to its query', async () => {
    const { person, app } = await setUp([callback])
    for (const asked of [{}, { redirect_uri: callback }]) {
      const { body } = await authorize(person, app, { ...asked, state: 'a b&c=d' })
      const back = new URL(body.redirect_to)
      expect(back.origin + back.pathname).toBe('https://coach.example/callback')
      const parameters = { from: 'hub', code: body.code, state: 'a b&c=d', iss: service.url }
      expect(Object.fromEntries(back.searchParams)).toEqual(parameters)
      expect(await works((await exchange(app, body.code)).body.connection_token)).toBe(true)
    }
  })

  test('must be named when several URIs are registered', async () => {
    const { person, app } = await setUp([callback, 'https://coach.example/other'])
    expect(errorOf(await authorize(person, app))).toEqual([400, 'invalid_redirect_uri'])
    const { body } = await authorize(person, app, { redirect_uri: 'https://coach.example/other' })
    expect(body.redirect_to).toMatch('https://coach.example/other?code=')
  })

  test('must match exactly, except for the port of a loopback URI', async () => {
    const { person, app } = await setUp([callback, 'http://127.0.0.1:4000/cb', 'http://[::1]/cb'])
    for (const redirect_uri of ['http://127.0.0.1:51234/cb', 'http://127.0.0.1/cb', 'http://[::1]:51234/cb'])
      expect((await authorize(person, app, { redirect_uri })).body.redirect_to).toMatch(redirect_uri)
    for (const redirect_uri of [
      'https://coach.example/callback',
      `${callback}&more=1`,
      'https://coach.example:8443/callback?from=hub',
      'http://coach.example/callback?from=hub',
      'https://evil.example/callback?from=hub',
      'https://coach.example/callback/../evil?from=hub',
      'http://127.0.0.1:4000/other',
      'http://127.0.0.1:4000/x/../cb',
      'http://2130706433:4000/cb',
      'http://localhost:4000/cb',
      'http://127.0.0.1:4000@evil.example/cb',
      'https://127.0.0.1:4000/cb',
      'javascript:alert(1)',
      '',
    ])
      expect(errorOf(await authorize(person, app, { redirect_uri })), redirect_uri).toEqual([
        400,
        'invalid_redirect_uri',
      ])
  })

  test('carries access_denied and no code after a denial', async () => {
    const { person, app } = await setUp([callback])
    const { status, body } = await authorize(person, app, { decision: 'deny', state: 's' })
    expect([status, Object.keys(body)]).toEqual([200, ['redirect_to']])
    const parameters = Object.fromEntries(new URL(body.redirect_to).searchParams)
    expect(parameters).toEqual({ from: 'hub', error: 'access_denied', state: 's', iss: service.url })
    const bad = { decision: 'deny', redirect_uri: 'https://evil.example' }
    expect(errorOf(await authorize(person, app, bad))).toEqual([400, 'invalid_redirect_uri'])
    expect((await service.ok('GET', '/v1/connections', { cookie: person.cookie })).items).toEqual([])
  })
})

describe('granted scopes', () => {
  test('must be in the decision unless it is a denial', async () => {
    const { person, app } = await setUp([callback])
    expect(errorOf(await authorize(person, app, { scopes: undefined }))).toEqual([400, 'validation_failed'])
    expect((await authorize(person, app, { scopes: undefined, decision: 'deny' })).status).toBe(200)
  })

  test('must lie within the manifest; wider or malformed scopes are rejected by name', async () => {
    const { person, app } = await setUp([], ['memory:read:fitness.*', 'memory:write:note', 'signal:emit'])
    for (const scopes of [['memory:read:fitness'], ['memory:read:fitness.trail.*', 'signal:emit'], []])
      expect((await authorize(person, app, { scopes })).body.scopes).toEqual(scopes)
    for (const outside of [
      'memory:read:*',
      'memory:read:fitness2',
      'memory:write:fitness',
      'memory:write:note.*',
      'memory:write:note.private',
      'identity:read',
      'memory:delete:note',
      'memory:read:',
      'memory:read:Fitness',
      'memory:read:fitness.*.x',
      'read',
      '',
    ]) {
      const { status, body } = await authorize(person, app, { scopes: ['signal:emit', outside] })
      expect([status, body.error.code, body.error.details]).toEqual([400, 'invalid_scope', { scopes: [outside] }])
    }
  })

  test('are what the token gets, without duplicates', async () => {
    const { person, app } = await setUp()
    const code = await codeOf(person, app, { scopes: ['memory:read:note', 'memory:read:note'] })
    const { body } = await exchange(app, code)
    expect(body).toEqual({
      connection_token: expect.stringMatching(/^mst_[0-9A-Za-z]{49}$/),
      connection_id: (await service.ok('GET', '/v1/connections', { cookie: person.cookie })).items[0].id,
      ai_id: (await service.ok('GET', '/v1/identities', { cookie: person.cookie })).items[0].id,
      scopes: ['memory:read:note'],
      ...{ signals: [], expires_at: null, token_type: 'Bearer' },
    })
    expect((await service.get('/v1/connection', body.connection_token)).scopes).toEqual(['memory:read:note'])
  })

  test('are replaced with the token by a second consent on the same connection', async () => {
    const { person, app } = await setUp()
    const first = await service.connect(person, app, NOTES)
    const { id } = await service.get('/v1/connection', first)
    const second = await service.connect(person, app, ['memory:read:note'])
    expect([await works(first), await works(second)]).toEqual([false, true])
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    expect(items).toMatchObject([{ id, scopes: ['memory:read:note'], status: 'active' }])
    const body = { memories: [{ content: 'x', scope: 'note' }] }
    expect((await service.call('POST', '/v1/memories', { token: second, body })).status).toBe(403)
  })

  test('stay when the manifest becomes narrower', async () => {
    const { person, developer, app } = await setUp()
    const token = await service.connect(person, app, NOTES)
    const body = { manifest: { scopes: ['signal:emit'] } }
    await service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie, body })
    expect((await service.get('/v1/connection', token)).scopes).toEqual(NOTES)
    expect(errorOf(await authorize(person, app))).toEqual([400, 'invalid_scope'])
  })
})

describe('a code', () => {
  test('expires after ten minutes', async () => {
    const { person, app } = await setUp()
    const [early, late] = [await authorize(person, app), await authorize(person, app)]
    const issued = Date.now()
    expect(Date.parse(early.body.expires_at) - issued).toBeLessThanOrEqual(10 * MINUTE_MS)
    try {
      now = () => new Date(issued + 9.9 * MINUTE_MS)
      expect((await exchange(app, early.body.code)).status).toBe(200)
      now = () => new Date(issued + 10.1 * MINUTE_MS)
      expect(errorOf(await exchange(app, late.body.code))).toEqual([400, 'invalid_grant'])
    } finally {
      now = () => new Date()
    }
  })

  test('is redeemed once by eight concurrent exchanges', async () => {
    const { person, app } = await setUp()
    const code = await codeOf(person, app)
    const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(app, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    for (const reply of replies) if (reply.status !== 200) expect(errorOf(reply)).toEqual([400, 'invalid_grant'])
  })

  test('revokes its connection when reused; an unknown code has no effect', async () => {
    const { person, app } = await setUp()
    const code = await codeOf(person, app)
    const token = (await exchange(app, code)).body.connection_token
    const other = await setUp()
    expect(errorOf(await exchange(app, `${code}x`))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await exchange(other.app, code))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await exchange({ ...app, client_secret: 'sec_x' }, code))).toEqual([401, 'invalid_client'])
    expect(await works(token)).toBe(true)
    expect(errorOf(await exchange(app, code))).toEqual([400, 'invalid_grant'])
    expect(await works(token)).toBe(false)
  })

  test('is rejected for another app and stays valid for its own', async () => {
    const [{ person, app }, other] = [await setUp(), await setUp()]
    const code = await codeOf(person, app)
    expect(errorOf(await exchange(other.app, code))).toEqual([400, 'invalid_grant'])
    expect((await exchange(app, code)).status).toBe(200)
  })

  test('is not redeemed with another redirect URI', async () => {
    const { person, app } = await setUp([callback])
    const code = await codeOf(person, app, { redirect_uri: callback })
    const evil = { redirect_uri: 'https://evil.example' }
    expect(errorOf(await exchange(app, code, evil))).toEqual([400, 'invalid_grant'])
    expect((await exchange(app, code, { redirect_uri: callback })).status).toBe(200)
  })

  test('can be exchanged with form encoding', async () => {
    const { person, app } = await setUp()
    const { client_id, client_secret } = app
    const form = String(new URLSearchParams({ code: await codeOf(person, app), client_id, client_secret }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = await service.ok('POST', '/v1/oauth/token', { body: form, headers })
    expect(await works(body.connection_token)).toBe(true)
    const elsewhere = await service.call('POST', '/v1/auth/login', { body: form, headers })
    expect(errorOf(elsewhere)).toEqual([415, 'unsupported_media_type'])
  })

  test('requires the verifier of its challenge, and none without a challenge', async () => {
    const { person, app } = await setUp()
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const bound = await codeOf(person, app, { code_challenge, code_challenge_method: 'S256' })
    for (const wrong of [undefined, '', `${code_verifier}x`, code_challenge])
      expect(errorOf(await exchange(app, bound, { code_verifier: wrong }))).toEqual([400, 'invalid_grant'])
    expect((await exchange(app, bound, { code_verifier })).status).toBe(200)
    const free = await codeOf(person, app)
    expect(errorOf(await exchange(app, free, { code_verifier }))).toEqual([400, 'invalid_grant'])
    expect((await exchange(app, free)).status).toBe(200)
    for (const bad of [
      { code_challenge: 'short' },
      { code_challenge, code_challenge_method: 'plain' },
      { code_challenge_method: 'S256' },
    ])
      expect(errorOf(await authorize(person, app, bad))).toEqual([400, 'validation_failed'])
  })
})

test('all wrong client credentials return the same error', async () => {
  const { person, app } = await setUp()
  const code = await codeOf(person, app)
  const replies = await Promise.all([
    exchange({ ...app, client_secret: 'sec_wrong' }, code),
    exchange({ ...app, client_id: 'cli_unknown' }, code),
    exchange({ ...app, client_secret: '' }, code),
  ])
  for (const { status, body } of replies) expect([status, body]).toEqual([401, replies[0]!.body])
  expect(replies[0]!.body.error.code).toBe('invalid_client')
  expect((await exchange(app, code)).status).toBe(200)
})
