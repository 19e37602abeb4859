import fc from 'fast-check'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { decide, follow, post, type Registration, register, signIn } from './oauth-client.ts'
import { type Person, type TestService, testService } from './service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const OPEN = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*']
const CALLBACK = 'http://127.0.0.1:4000/callback'

let service: TestService
let person: Person
let now = () => new Date()
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
})
beforeEach(async () => {
  now = () => new Date()
  person = await service.newPerson()
})
afterAll(() => service.stop())

const deleteUnused = () => jobs.find(({ name }) => name === 'delete unused clients')!.run(service.ports)
const errorOf = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error]
const isKnown = async (id: string) => {
  const page = await follow(service, { response_type: 'code', client_id: id, redirect_uri: CALLBACK })
  return page.searchParams.get('client') !== 'unknown_client'
}

describe('a dynamically registered client', () => {
  test.each([
    ['none', undefined],
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ] as const)('with %s connects like any other, not verified, with tokens that are renewed', async (method, auth) => {
    const { body } = await register(service, { client_name: 'Desk Agent', token_endpoint_auth_method: method })
    expect(body).toMatchObject({ client_name: 'Desk Agent', token_endpoint_auth_method: method, scope: OPEN.join(' ') })
    expect(typeof body.client_secret).toBe(auth ? 'string' : 'undefined')
    const client = { client_id: body.client_id }
    const known: Registration = { client, auth: auth?.(body.client_secret) ?? oauth.None(), redirect_uri: CALLBACK }
    const tokens = await signIn(service, person, known, { scope: 'memory:read:fitness memory:write:*' })
    expect(tokens).toMatchObject({ expires_in: 3_600, refresh_token: expect.stringMatching(/^mrt_/) })
    const connection = await service.get('/v1/connection', tokens.access_token)
    expect(connection.app).toMatchObject({ name: 'Desk Agent', verified: false })
    expect(connection.app.slug).toMatch(/^desk-agent-[0-9a-f]{12}$/)
    await service.remember(tokens.access_token, [{ content: 'Likes tea.', scope: 'fitness' }])
    const [memory] = (await service.get('/v1/memories', tokens.access_token)).memories
    expect(memory.sourceApp).toBe(connection.app.slug)
    expect((await service.get('/v1/quota', tokens.access_token)).api_calls.limit).toBeNull()
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    expect(items).toMatchObject([{ app: { verified: false }, scopes: ['memory:read:fitness', 'memory:write:*'] }])
  })

  test('is shown with its home page and privacy policy, if they are on its own site and can be opened safely', async () => {
    const shown = async (metadata: object, redirect_uris = ['https://desk.example/callback']) => {
      const { body } = await register(service, { redirect_uris, ...metadata })
      const { app } = await service.ok('GET', `/v1/oauth/preview?client_id=${body.client_id}`)
      expect([body.client_uri ?? null, body.policy_uri ?? null]).toEqual([app.homepageUrl, app.privacyUrl])
      return [app.homepageUrl, app.privacyUrl]
    }
    const [home, policy] = ['https://desk.example/', 'https://desk.example/privacy']
    expect(await shown({ client_uri: home, policy_uri: policy })).toEqual([home, policy])
    expect(await shown({})).toEqual([null, null])
    expect(await shown({ client_uri: home, policy_uri: policy }, [CALLBACK])).toEqual([null, null])
    for (const policy_uri of [
      'https://bank.example/privacy',
      'https://www.desk.example/privacy',
      'https://desk.example.bank.example/privacy',
      'https://desk.example:8443/privacy',
      'http://desk.example/privacy',
      'javascript:alert(1)',
      'https://bank.example@desk.example/',
      `https://desk.example/${'a'.repeat(2_048)}`,
      '/privacy',
      7,
      null,
    ])
      expect(await shown({ client_uri: home, policy_uri })).toEqual([home, null])
  })

  test('gets only open scopes, whatever it requests', async () => {
    const { client_id } = (await register(service)).body
    const asked = { response_type: 'code', client_id, redirect_uri: CALLBACK, code_challenge: 'x'.repeat(43) }
    const page = await follow(service, { ...asked, code_challenge_method: 'S256' })
    const slug = page.searchParams.get('client') as string
    const preview = await service.ok('GET', `/v1/oauth/preview?slug=${slug}`)
    expect(preview).toMatchObject({
      app: { verified: false, host: null },
      manifest: { scopes: OPEN, eventTypes: [], intents: [] },
    })
    const scope = fc.constantFrom('signal:emit', 'ai:host:chat', 'ai:host:companion', 'memory:delete:*', 'admin', '*')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(scope, fc.constantFrom(...OPEN)), { minLength: 1 }), async (scopes) => {
        const body = { slug, scopes, redirect_uri: CALLBACK, code_challenge: 'x'.repeat(43) }
        const reply = await service.call('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
        expect(reply.status).toBe(scopes.every((each) => OPEN.includes(each)) ? 200 : 400)
      }),
      { numRuns: 20 },
    )
    const back = await follow(service, { ...asked, code_challenge_method: 'S256', scope: 'signal:emit ai:host:chat' })
    expect(back.searchParams.get('error')).toBe('invalid_scope')
  })

  test('cannot redirect to its https site with an invalid request, only to loopback', async () => {
    const site = 'https://desk.example/callback'
    const { client_id } = (await register(service, { redirect_uris: [site, CALLBACK] })).body
    const wrong = { response_type: 'token', client_id, state: 's' }
    const page = await follow(service, { ...wrong, redirect_uri: site })
    expect([page.origin + page.pathname, page.searchParams.get('refused')]).toEqual([
      `${service.url}/connect`,
      'unsupported_response_type',
    ])
    expect([...page.searchParams.keys()]).toEqual(['client', 'redirect_uri', 'refused'])
    const back = await follow(service, { ...wrong, redirect_uri: CALLBACK })
    expect([back.origin + back.pathname, back.searchParams.get('error')]).toEqual([
      CALLBACK,
      'unsupported_response_type',
    ])
  })

  test('is limited to the scopes it registered', async () => {
    const { client_id, scope } = (await register(service, { scope: 'memory:read:fitness.* signal:emit openid' })).body
    expect(scope).toBe('memory:read:fitness.*')
    const known: Registration = { client: { client_id }, auth: oauth.None(), redirect_uri: CALLBACK }
    for (const wish of [{}, { scope: 'openid' }, { scope: 'memory:read:fitness.* memory:write:*' }])
      expect((await signIn(service, person, known, wish)).scope).toBe('memory:read:fitness.*')
    expect((await register(service, { scope: 'claudeai' })).body.scope).toBe(OPEN.join(' '))
  })

  test('must send a PKCE challenge with the request and the decision', async () => {
    const { client_id } = (await register(service)).body
    const asked = { response_type: 'code', client_id, redirect_uri: CALLBACK }
    const back = await follow(service, asked)
    expect([back.origin, back.searchParams.get('error')]).toEqual(['http://127.0.0.1:4000', 'invalid_request'])
    const page = await follow(service, { ...asked, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })
    const body = { slug: page.searchParams.get('client'), redirect_uri: CALLBACK, scopes: [] }
    const refused = await service.call('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'code_challenge'])
    const code = (await decide(service, page, person)).searchParams.get('code') as string
    const form = { grant_type: 'authorization_code', code, client_id, redirect_uri: CALLBACK }
    expect(errorOf(await post(service, '/oauth/token', form))).toEqual([400, 'invalid_grant'])
  })

  test('is unknown to the portal and to the endpoints of portal apps', async () => {
    const { client_id, client_secret } = (await register(service, { token_endpoint_auth_method: 'client_secret_post' }))
      .body
    for (const path of ['token', 'revoke']) {
      const body = { code: 'x', token: 'x', client_id, client_secret }
      const refused = await service.call('POST', `/v1/oauth/${path}`, { body })
      expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_client'])
    }
    const developer = await service.newDeveloper()
    expect((await service.ok('GET', '/v1/dev/apps', { cookie: developer.cookie })).items).toEqual([])
  })

  test.each([
    ['invalid_redirect_uri', { redirect_uris: ['http://evil.example/'] }],
    ['invalid_redirect_uri', { redirect_uris: [CALLBACK, 'javascript:alert(1)'] }],
    ['invalid_redirect_uri', { redirect_uris: ['myapp:/cb'] }],
    ['invalid_redirect_uri', { redirect_uris: ['data:text/html,x'] }],
    ['invalid_redirect_uri', { redirect_uris: ['file:///etc/passwd'] }],
    ['invalid_redirect_uri', { redirect_uris: ['JavaScript:alert(1)//cursor:'] }],
    [
      'invalid_redirect_uri',
      { redirect_uris: ['cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=callback'] },
    ],
    ['invalid_redirect_uri', { redirect_uris: ['vscode://vscode.git/clone?url=https://evil.example/callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['vscode://file/etc/callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['vscode:mcp/install?callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://client.example/#fragment'] }],
    ['invalid_client_metadata', { redirect_uris: [] }],
    ['invalid_client_metadata', { redirect_uris: undefined }],
    ['invalid_client_metadata', { redirect_uris: Array(11).fill(CALLBACK) }],
    ['invalid_client_metadata', { redirect_uris: [`${CALLBACK}/${'x'.repeat(2_048)}`] }],
    ['invalid_client_metadata', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['invalid_client_metadata', { grant_types: ['implicit'] }],
    ['invalid_client_metadata', { response_types: ['token'] }],
    ['invalid_client_metadata', { client_name: 7 }],
  ])('is rejected with %s for %o', async (error, metadata) => {
    expect(errorOf(await register(service, metadata))).toEqual([400, error])
  })

  test('may register editor redirect URIs, and its name is made safe to display', async () => {
    const editor = [CALLBACK, 'cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/callback']
    const { body } = await register(service, {
      redirect_uris: editor,
      client_name: ' \u202eDesk\n\u200b  Agent\u0007 ',
    })
    expect(body).toMatchObject({ redirect_uris: editor, client_name: 'Desk Agent', token_endpoint_auth_method: 'none' })
    expect((await register(service, { client_name: '\u202e' })).body.client_name).toBe('Unnamed client')
    expect((await register(service, { client_name: 'x'.repeat(500) })).body.client_name).toHaveLength(100)
  })

  test('is deleted after 30 days without a connection and 90 days after the last one ended', async () => {
    const [loose, held, left] = await Promise.all([1, 2, 3].map(async () => (await register(service)).body.client_id))
    const known = (client_id: string): Registration => ({
      client: { client_id },
      auth: oauth.None(),
      redirect_uri: CALLBACK,
    })
    await signIn(service, person, known(held))
    const { access_token } = await signIn(service, person, known(left))
    const { id } = await service.get('/v1/connection', access_token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    const after = async (ms: number) => {
      now = () => new Date(Date.now() + ms)
      await jobs.find(({ name }) => name === 'delete expired codes')!.run(service.ports)
      await deleteUnused()
      return Promise.all([loose, held, left].map(isKnown))
    }
    expect(await after(29 * DAY_MS)).toEqual([true, true, true])
    expect(await after(31 * DAY_MS)).toEqual([false, true, true])
    expect(await after(89 * DAY_MS)).toEqual([false, true, true])
    expect(await after(91 * DAY_MS)).toEqual([false, true, false])
  })

  test('evicts the oldest unconnected clients at ten thousand, but none younger than fifteen minutes', async () => {
    await service.ports.db.count(sql`
      insert into apps (id, slug, name, redirect_uris, manifest, client_id, created_at, registration, ever_connected)
      select 'app_' || n, 'crowd-' || n, 'Crowd', '{}', '{}', 'cli_' || n, now() + n * interval '1 ms', 'dynamic', false
      from generate_series(1, 10000) n`)
    const isThere = async (n: number) =>
      (await service.ports.db.maybe(sql`select 1 from apps where client_id = ${`cli_${n}`}`)) !== undefined
    await service.ports.db.count(sql`
      insert into authorization_codes (code_hash, user_id, app_id, scopes, expires_at)
      values ('\\x00', ${person.id}, 'app_1', '{}', now() + interval '1 hour')`)
    const refused = await register(service)
    expect(errorOf(refused)).toEqual([429, 'temporarily_unavailable'])
    expect(refused.headers.get('retry-after')).toBe('900')
    now = () => new Date(Date.now() + 16 * MINUTE_MS)
    const { client_id } = (await register(service)).body
    expect(await isKnown(client_id)).toBe(true)
    // The first one has a pending code; the newest are too recent to be evicted.
    expect([await isThere(1), await isThere(2), await isThere(10_000)]).toEqual([true, false, true])
    now = () => new Date(Date.now() + 31 * DAY_MS)
    await service.ports.db.count(sql`delete from authorization_codes where app_id = 'app_1'`)
    await deleteUnused()
    expect(await isThere(10_000)).toBe(false)
  })
})
