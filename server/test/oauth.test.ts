import { createHash, randomUUID } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { decide, discover, type Fields, FORM, follow, post, type Registration, revoke, signIn } from './oauth-client.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

let service: TestService
let person: Person
let app: App
beforeAll(async () => {
  service = await testService()
  person = await service.newPerson()
  app = await newApp()
})
afterAll(() => service.stop())

const callback = 'https://coach.example/callback?from=hub'
const SCOPES = ['memory:read:*', 'memory:write:*', 'signal:emit']
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = createHash('sha256').update(verifier).digest('base64url')
const works = async (token: string) => (await service.call('GET', '/v1/connection', { token })).status === 200

async function newApp(redirect_uris = [callback]): Promise<App> {
  return service.newApp(await service.newDeveloper(), SCOPES, { redirect_uris })
}
const known = (auth: oauth.ClientAuth): Registration => ({
  client: { client_id: app.client_id },
  auth,
  redirect_uri: callback,
})

/** Issues a code to the app for this user. */
async function newCode(more: object = {}, of = app): Promise<string> {
  const body = { slug: of.slug, scopes: ['memory:read:*'], redirect_uri: callback, ...more }
  return (await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })).code
}
const redeem = (form: Fields, of = app) =>
  post(service, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: of.client_id,
    client_secret: of.client_secret,
    redirect_uri: callback,
    ...form,
  })
const errorOf = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error]

describe('a strict client', () => {
  test('discovers consistent authorization server and resource metadata', async () => {
    const as = await discover(service)
    expect(as).toMatchObject({
      issuer: service.url,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
    })
    for (const [path, resource] of [
      ['', service.url],
      ['/mcp', `${service.url}/mcp`],
    ] as const) {
      const response = await fetch(`${service.url}/.well-known/oauth-protected-resource${path}`)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const metadata = await oauth.processResourceDiscoveryResponse(new URL(resource), response)
      expect(metadata).toMatchObject({ resource, authorization_servers: [service.url] })
    }
  })

  test.each([
    ['client_secret_basic', () => oauth.ClientSecretBasic(app.client_secret)],
    ['client_secret_post', () => oauth.ClientSecretPost(app.client_secret)],
  ])('connects with PKCE and %s, and gives back what it got', async (_name, auth) => {
    const wish = { scope: 'memory:read:fitness memory:write:note offline_access' }
    const tokens = await signIn(service, person, known(auth()), wish)
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^mst_/),
      token_type: 'bearer',
      scope: 'memory:read:fitness memory:write:note',
      connection_id: expect.stringMatching(/^con_/),
      ai_id: expect.stringMatching(/^ai_/),
    })
    expect((await service.get('/v1/connection', tokens.access_token)).app).toMatchObject({
      slug: app.slug,
      verified: false,
    })
    await revoke(service, known(auth()), tokens.access_token)
    expect(await works(tokens.access_token)).toBe(false)
    await revoke(service, known(auth()), tokens.access_token)
  })

  test('is asked for the manifest where it requests wider scopes, as MCP clients do', async () => {
    const manifest = ['memory:read:fitness.*', 'memory:write:fitness.*', 'context:read:coach']
    const narrow = await service.newApp(await service.newDeveloper(), manifest, { redirect_uris: [callback] })
    const metadata = await fetch(`${service.url}/.well-known/oauth-protected-resource/mcp`)
    const { scopes_supported } = (await metadata.json()) as { scopes_supported: string[] }
    const scope = scopes_supported.join(' ')
    const of = {
      client: { client_id: narrow.client_id },
      auth: oauth.ClientSecretPost(narrow.client_secret),
      redirect_uri: callback,
    }
    expect((await signIn(service, person, of, { scope })).scope).toBe(manifest.join(' '))
  })

  test('receives access_denied when the user declines', async () => {
    const code_challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier())
    const pkce = { code_challenge, code_challenge_method: 'S256' }
    const asked = { response_type: 'code', client_id: app.client_id, redirect_uri: callback, state: 's', ...pkce }
    const back = await decide(service, await follow(service, asked), person, 'deny')
    expect(() => oauth.validateAuthResponse({ issuer: service.url }, { client_id: app.client_id }, back, 's')).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    )
  })
})

test('a request without a PKCE challenge is sent back, also for an app with a secret', async () => {
  const back = await follow(service, { response_type: 'code', client_id: app.client_id, redirect_uri: callback })
  expect([back.host, back.searchParams.get('error')]).toEqual(['coach.example', 'invalid_request'])
  expect(back.searchParams.get('error_description')).toContain('code_challenge is required')
})

describe('a code', () => {
  test('can be exchanged once, at either endpoint', async () => {
    const json = (code: string) =>
      service.call('POST', '/v1/oauth/token', {
        body: { code, client_id: app.client_id, client_secret: app.client_secret },
      })
    const first = await newCode()
    const { body } = await redeem({ code: first })
    expect(await works(body.access_token)).toBe(true)
    expect((await json(first)).body.error.code).toBe('invalid_grant')
    expect(await works(body.access_token)).toBe(false)
    const second = await newCode()
    const { connection_token } = (await json(second)).body
    expect(errorOf(await redeem({ code: second }))).toEqual([400, 'invalid_grant'])
    expect(await works(connection_token)).toBe(false)
  })

  test('requires the verifier of its challenge, and without a challenge its redirect URI', async () => {
    const bound = await newCode({ code_challenge: challenge, code_challenge_method: 'S256' })
    for (const form of [{}, { code_verifier: 'x'.repeat(43) }, { code_verifier: challenge }])
      expect(errorOf(await redeem({ code: bound, ...form }))).toEqual([400, 'invalid_grant'])
    expect((await redeem({ code: bound, code_verifier: verifier, redirect_uri: '' })).status).toBe(200)
    const free = await newCode()
    for (const form of [{ code_verifier: verifier }, { redirect_uri: '' }, { redirect_uri: 'https://evil.example' }])
      expect(errorOf(await redeem({ code: free, ...form }))).toEqual([400, 'invalid_grant'])
    expect((await redeem({ code: free })).status).toBe(200)
  })

  test('is rejected for another client', async () => {
    const code = await newCode()
    expect(errorOf(await redeem({ code }, await newApp()))).toEqual([400, 'invalid_grant'])
    expect((await redeem({ code })).status).toBe(200)
  })
})

describe('the token endpoint', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  })
  const form = (more: Fields, headers: Record<string, string> = {}) =>
    post(service, '/oauth/token', { grant_type: 'authorization_code', redirect_uri: callback, ...more }, { headers })

  test('accepts exactly one client authentication method', async () => {
    const code = await newCode()
    const { client_id, client_secret } = app
    const header = basic(client_id, client_secret)
    expect(errorOf(await form({ code, client_secret }, header))).toEqual([400, 'invalid_request'])
    expect(errorOf(await form({ code, client_id: 'cli_other' }, header))).toEqual([400, 'invalid_request'])
    for (const claim of [
      { client_id },
      { client_id, client_secret: 'sec_x' },
      { client_id: 'cli_x', client_secret },
      {},
    ]) {
      const refused = await form({ code, ...claim })
      expect(errorOf(refused)).toEqual([401, 'invalid_client'])
      expect(refused.headers.get('www-authenticate')).toBeNull()
    }
    const bad = [basic(client_id, 'sec_x'), { authorization: 'Basic !' }, { authorization: 'Basic JSU6JSU=' }]
    for (const headers of bad) {
      const refused = await form({ code }, headers)
      expect(errorOf(refused)).toEqual([401, 'invalid_client'])
      expect(refused.headers.get('www-authenticate')).toBe('Basic realm="memory"')
      expect(refused.headers.get('cache-control')).toBe('no-store')
    }
    const done = await form({ code, client_id }, header)
    expect([done.status, done.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  test('accepts only form encoding, each parameter once, and only known grant types', async () => {
    const body = { grant_type: 'authorization_code', code: 'x', client_id: app.client_id }
    expect(errorOf(await service.call('POST', '/oauth/token', { body }))).toEqual([415, 'invalid_request'])
    const twice = 'grant_type=authorization_code&grant_type=refresh_token'
    expect(errorOf(await service.call('POST', '/oauth/token', { body: twice, headers: FORM }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(errorOf(await redeem({ grant_type: 'password' }))).toEqual([400, 'unsupported_grant_type'])
    expect(errorOf(await redeem({}))).toEqual([400, 'invalid_request'])
    expect(errorOf(await redeem({ grant_type: 'refresh_token', refresh_token: 'x' }))).toEqual([400, 'invalid_grant'])
  })

  test('reports a plan limit as a standard OAuth error', async () => {
    const crowded = await service.newPerson()
    const place = { cookie: crowded.cookie, body: { slug: app.slug, redirect_uri: callback, scopes: [] } }
    const { code } = await service.ok('POST', '/v1/oauth/authorize', place)
    for (let i = 0; i < 3; i++) await service.connect(crowded, await newApp([]), ['memory:read:*'])
    expect(errorOf(await redeem({ code }))).toEqual([400, 'access_denied'])
  })
})

describe('a token for /mcp', () => {
  const resource = () => `${service.url}/mcp`

  test('is rejected by every API route, and an API token is rejected by /mcp', async () => {
    const { access_token: token } = await signIn(service, person, known(oauth.ClientSecretPost(app.client_secret)), {
      resource: resource(),
    })
    const { tokens } = service.ports
    expect(await tokens.actorOf(token, 'mcp')).toMatchObject({ app: app.slug })
    const behind = routes.filter((route) => !route.for.includes('public' as never))
    for (const { method, path, consumes } of behind) {
      const sent = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': consumes ?? 'application/json' } }
      const reply = await service.call(method, path.replace(/:\w+/g, 'x'), { token, ...sent })
      expect(reply.status, `${method} ${path}`).toBe(401)
    }
    const { body } = await redeem({ code: await newCode(), resource: `${service.url}/` })
    expect(await works(body.access_token)).toBe(true)
    expect(await tokens.actorOf(body.access_token, 'mcp')).toBeUndefined()
    const free = await redeem({ code: await newCode() })
    expect(await tokens.actorOf(free.body.access_token, 'mcp')).toMatchObject({ app: app.slug })
    await post(service, '/oauth/revoke', { token: free.body.access_token, ...clientOf(app) })
  })

  test('is issued only for the resource the user agreed to', async () => {
    const code = await newCode({ resource: resource() })
    for (const other of [
      service.url,
      'https://evil.example/mcp',
      `${resource()}//`,
      `${resource()}?x`,
      `${resource()}#x`,
    ])
      expect(errorOf(await redeem({ code, resource: other })), other).toEqual([400, 'invalid_target'])
    expect((await redeem({ code })).status).toBe(200)
    const body = { slug: app.slug, redirect_uri: callback, scopes: [], resource: 'https://evil.example' }
    const refused = await service.call('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_target'])
  })

  test('can be revoked like any other', async () => {
    const { body } = await redeem({ code: await newCode({ resource: resource() }) })
    const given = { token: body.access_token, ...clientOf(app) }
    await service.ok('POST', '/v1/oauth/revoke', { body: given })
    await expect(service.ports.tokens.actorOf(body.access_token, 'mcp')).rejects.toThrow(
      expect.objectContaining({ code: 'connection_revoked' }),
    )
  })
})

const clientOf = ({ client_id, client_secret }: App) => ({ client_id, client_secret })

test('revoking a token of another client has no effect and the same response', async () => {
  const { body } = await redeem({ code: await newCode() })
  const other = await newApp()
  for (const token of [body.access_token, `mst_${randomUUID()}`, 'x']) {
    const reply = await post(service, '/oauth/revoke', { token, ...clientOf(other) })
    expect([reply.status, reply.body]).toEqual([200, {}])
  }
  expect(await works(body.access_token)).toBe(true)
  const forged = { token: body.access_token, client_id: app.client_id, client_secret: 'sec_x' }
  expect(errorOf(await post(service, '/oauth/revoke', forged))).toEqual([401, 'invalid_client'])
})
