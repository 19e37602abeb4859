import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { discover, serviceOf } from '../src/discover.ts'
import { login, logout } from '../src/login.ts'
import { configFolder, type Login, openStore } from '../src/store.ts'
import { fixedToken, storedTokens } from '../src/tokens.ts'
import { bridged, call, fakeService, json, type Received } from './harness.ts'

describe('stored tokens', () => {
  const RESOURCE = { base: 'https://memory.example', resource: 'https://memory.example/mcp' }

  /** A fake service that accepts each refresh token once, and a store that holds a login for it. */
  async function loggedIn(over: Partial<Login> = {}) {
    let valid = 1
    const { url, received } = await fakeService(({ body, path, headers }, response) => {
      if (path === '/mcp')
        return headers.authorization === `Bearer access-${valid}`
          ? json(response, { jsonrpc: '2.0', id: body.id, result: {} })
          : json(response, { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Sign in' } }, 401)
      if (body.refresh_token !== `refresh-${valid}`) return json(response, { error: 'invalid_grant' }, 400)
      valid++
      return json(response, {
        access_token: `access-${valid}`,
        refresh_token: `refresh-${valid}`,
        token_type: 'Bearer',
        expires_in: 3_600,
      })
    })
    const folder = mkdtempSync(join(tmpdir(), 'memory-bridge-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const known = { resource: RESOURCE.resource, clientId: 'cli_x', tokenEndpoint: `${url}/token` }
    const tokens = { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Date.now() + 3_600_000 }
    await openStore(folder).change('https://memory.example', async () => ({ ...known, ...tokens, ...over }))
    const refreshes = () => received.filter(({ path }) => path === '/token').length
    return {
      url,
      folder,
      refreshes,
      revoke: () => (valid += 100),
      open: () => storedTokens(RESOURCE, openStore(folder)),
    }
  }

  test('are in a file that only the owner can read', async () => {
    const { folder } = await loggedIn()
    expect(statSync(join(folder, 'credentials.json')).mode & 0o777).toBe(0o600)
  })

  test('are refreshed before they expire, by one of several bridges', async () => {
    const { open, refreshes, folder } = await loggedIn({ expiresAt: Date.now() + 1_000 })
    const tokens = await Promise.all(Array.from({ length: 8 }, () => open().current()))
    expect(new Set(tokens)).toEqual(new Set(['access-2']))
    expect(refreshes()).toBe(1)
    expect(readFileSync(join(folder, 'credentials.json'), 'utf8')).toContain('refresh-2')
  })

  test('are refreshed once when several requests get 401, and each request is sent again', async () => {
    const { url, open, refreshes } = await loggedIn({ accessToken: 'access-0' })
    const { messages } = await bridged(url, [call(1), call(2), call(3)], { tokens: open() })
    expect(messages.map(({ result }) => result)).toEqual([{}, {}, {}])
    expect(refreshes()).toBe(1)
  })

  test('are deleted once revoked, with an error that says what to do', async () => {
    const { url, open, refreshes, revoke } = await loggedIn()
    revoke()
    const { messages, logged } = await bridged(url, [call(1)], { tokens: open() })
    expect(messages[0].error.message).toMatch(
      /has ended: .* Run: memory-service-mcp login --url https:\/\/memory.example$/,
    )
    expect(logged[0]).toBe(messages[0].error.message)
    const later = await bridged(url, [call(1)], { tokens: open() })
    expect(later.messages[0].error.message).toMatch(/^Not logged in/)
    expect(refreshes()).toBe(1)
  })

  test('from the environment are never refreshed', async () => {
    const { url } = await loggedIn()
    const { messages } = await bridged(url, [call(1)], { tokens: fixedToken('mst_old') })
    expect(messages[0].error.message).toMatch(/MEMORY_SERVICE_TOKEN/)
  })

  test('are refreshed despite the stale lock of a dead process', async () => {
    const { folder, open } = await loggedIn({ expiresAt: 0 })
    const lock = join(folder, 'credentials.json.lock')
    writeFileSync(lock, '1')
    utimesSync(lock, new Date(0), new Date(0))
    expect(await open().current()).toBe('access-2')
  })

  test('are never overwritten if the file is not valid JSON', async () => {
    const { folder, open } = await loggedIn()
    writeFileSync(join(folder, 'credentials.json'), '{')
    await expect(open().current()).rejects.toThrow('Delete it and log in again.')
    await expect(openStore(folder).change('x', async () => undefined)).rejects.toThrow('Delete it')
  })

  test('are in the configuration folder of the platform', () => {
    expect(configFolder('linux', {}, '/home/ada')).toBe('/home/ada/.config/memory-service')
    expect(configFolder('linux', { XDG_CONFIG_HOME: '/x' }, '/home/ada')).toBe('/x/memory-service')
    expect(configFolder('linux', { XDG_CONFIG_HOME: 'x' }, '/home/ada')).toBe('/home/ada/.config/memory-service')
    expect(configFolder('darwin', {}, '/Users/ada')).toBe('/Users/ada/Library/Application Support/memory-service')
    expect(configFolder('win32', { APPDATA: '/r' }, '/')).toBe('/r/memory-service')
  })
})

describe('discover', () => {
  const METADATA = { code_challenge_methods_supported: ['S256'], authorization_response_iss_parameter_supported: true }

  async function discovered(change: Record<string, unknown> = {}, about: Record<string, unknown> = {}) {
    const service: { url: string } = await fakeService(({ path }, response) => {
      const { url } = service
      if (path === '/.well-known/oauth-protected-resource/mcp')
        return json(response, {
          resource: `${url}/mcp`,
          authorization_servers: [url],
          scopes_supported: ['a'],
          ...about,
        })
      const endpoints = ['authorization', 'token', 'registration'].map((name) => [`${name}_endpoint`, `${url}/${name}`])
      return json(response, { issuer: url, ...METADATA, ...Object.fromEntries(endpoints), ...change })
    })
    return discover(serviceOf(`${service.url}/`))
  }

  test('returns the endpoints of the authorization server that the service names', async () => {
    expect(await discovered()).toMatchObject({ sendsIssuer: true, scopes: ['a'], revocationEndpoint: undefined })
  })

  test.each([
    [
      'another resource',
      {},
      { resource: 'https://other.example/mcp' },
      'The address of this service is https://other.example.',
    ],
    ['no issuer', {}, { authorization_servers: [] }, 'names no authorization server'],
    [
      'an issuer without encryption',
      {},
      { authorization_servers: ['http://a.example'] },
      'names no authorization server',
    ],
    ['metadata of another issuer', { issuer: 'https://other.example' }, {}, 'describes https://other.example'],
    ['no S256', { code_challenge_methods_supported: ['plain'] }, {}, 'does not support PKCE'],
    ['a token endpoint without encryption', { token_endpoint: 'http://a.example' }, {}, 'has no token_endpoint'],
    ['no registration endpoint', { registration_endpoint: undefined }, {}, 'has no registration_endpoint'],
  ])('rejects metadata with %s', async (_what, change, about, message) => {
    await expect(discovered(change, about)).rejects.toThrow(message)
  })

  test('rejects addresses that are not URLs of a service, or not encrypted', async () => {
    for (const address of ['memory.example', 'ftp://memory.example', 'https://a:b@memory.example', 'https://x/?y'])
      expect(() => serviceOf(address)).toThrow('is not the address of a service')
    await expect(discover(serviceOf('http://memory.example'))).rejects.toThrow('Use https.')
  })
})

describe('login', () => {
  /** A fake service that grants access, and a user whose decision is the query of the redirect. */
  async function loginWith(decide: (query: URLSearchParams, url: string) => Record<string, string>) {
    const service: { url: string; received: Received[] } = await fakeService(({ path, body }, response) => {
      const { url } = service
      const { pathname } = new URL(path, url)
      if (pathname.endsWith('resource/mcp')) json(response, { resource: `${url}/mcp`, authorization_servers: [url] })
      else if (pathname === '/register') json(response, { client_id: 'cli_new' }, 201)
      else if (pathname === '/token')
        json(response, {
          access_token: `access-${body.code}`,
          refresh_token: `refresh-${body.code}`,
          token_type: 'bearer',
        })
      else if (pathname === '/revoke') json(response, {})
      else
        json(response, {
          issuer: url,
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
          ...Object.fromEntries(
            ['authorization', 'token', 'registration', 'revocation'].map((name) => [
              `${name}_endpoint`,
              `${url}/${{ registration: 'register', revocation: 'revoke' }[name] ?? name}`,
            ]),
          ),
        })
    })
    const folder = mkdtempSync(join(tmpdir(), 'memory-bridge-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const store = openStore(folder)
    const statuses: number[] = []
    const open = async (address: string) => {
      const query = new URL(address).searchParams
      const redirect = async (values: Record<string, string>) =>
        statuses.push((await fetch(`${query.get('redirect_uri')}?${new URLSearchParams(values)}`)).status)
      await redirect({ state: 'guessed', code: 'stolen' })
      await redirect(decide(query, service.url))
    }
    const at = serviceOf(service.url)
    const run = () => login(at, store, { print: () => {}, open: (address) => void open(address) })
    const sent = (path: string) => service.received.filter((one) => one.path === path).map(({ body }) => body)
    return { run, at, store, statuses, sent, url: service.url }
  }

  const granted = (query: URLSearchParams, iss: string) => ({ state: query.get('state') ?? '', code: 'good', iss })

  test('registers, requests tokens for the service with PKCE, stores them, and rejects redirects with another state', async () => {
    let challenge: string | null = null
    const { run, at, store, statuses, sent, url } = await loginWith((query, iss) => {
      challenge = query.get('code_challenge')
      expect([query.get('resource'), query.get('code_challenge_method')]).toEqual([`${iss}/mcp`, 'S256'])
      return granted(query, iss)
    })
    expect(await run()).toContain('Logged in')
    expect(statuses).toEqual([400, 200])
    const [{ code_verifier, redirect_uri, ...form }] = sent('/token') as [Record<string, string>]
    expect(createHash('sha256').update(code_verifier!).digest('base64url')).toBe(challenge)
    expect(form).toEqual({
      grant_type: 'authorization_code',
      code: 'good',
      client_id: 'cli_new',
      resource: `${url}/mcp`,
    })
    expect(redirect_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(sent('/register')[0]).toMatchObject({ application_type: 'native', token_endpoint_auth_method: 'none' })
    expect(store.find(at.resource)?.login).toMatchObject({ accessToken: 'access-good', refreshToken: 'refresh-good' })
  })

  test('revokes the tokens of the previous login, and logout revokes the last', async () => {
    const { run, at, store, sent } = await loginWith(granted)
    await run()
    await run()
    expect(sent('/revoke')).toEqual([{ token: 'refresh-good', client_id: 'cli_new' }])
    expect(await logout(at, store)).toContain('Logged out')
    expect([sent('/revoke').length, store.find(at.resource)]).toEqual([2, undefined])
    expect(await logout(at, store)).toContain('Not logged in')
  })

  test.each([
    ['a response of another issuer', () => ({ iss: 'https://other.example' }), 'The response is not from'],
    ['a denial', () => ({ error: 'access_denied' }), 'Access was denied.'],
    ['an error', () => ({ error: 'invalid_scope', error_description: 'No such scope' }), 'refused: No such scope'],
  ])('stores nothing after %s', async (_what, change, message) => {
    const { run, at, store, sent } = await loginWith((query, iss) => ({ ...granted(query, iss), ...change() }))
    await expect(run()).rejects.toThrow(message)
    expect([sent('/token'), store.find(at.resource)]).toEqual([[], undefined])
  })
})
