import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discover, serviceOf } from '../src/bridge/discover.ts'
import { login, logout } from '../src/bridge/login.ts'
import { configFolder, type Login, openStore } from '../src/bridge/store.ts'
import { fixedToken, keptTokens } from '../src/bridge/tokens.ts'
import { type Asked, after, answering, ask, json, said } from './bridged.ts'

describe('what a login left', () => {
  const RESOURCE = { base: 'https://memory.example', resource: 'https://memory.example/mcp' }

  /** A service that takes each refresh token once, and a store in a folder of its own. */
  async function loggedIn(over: Partial<Login> = {}) {
    let good = 1
    const { url, asked } = await answering(({ body, path, headers }, response) => {
      if (path === '/mcp')
        return headers.authorization === `Bearer access-${good}`
          ? json(response, { jsonrpc: '2.0', id: body.id, result: {} })
          : json(response, { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Sign in' } }, 401)
      if (body.refresh_token !== `refresh-${good}`) return json(response, { error: 'invalid_grant' }, 400)
      good++
      return json(response, {
        access_token: `access-${good}`,
        refresh_token: `refresh-${good}`,
        token_type: 'Bearer',
        expires_in: 3_600,
      })
    })
    const folder = mkdtempSync(join(tmpdir(), 'memory-bridge-'))
    after(() => rmSync(folder, { recursive: true }))
    const known = { resource: RESOURCE.resource, clientId: 'cli_x', tokenEndpoint: `${url}/token` }
    const tokens = { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Date.now() + 3_600_000 }
    await openStore(folder).change('https://memory.example', async () => ({ ...known, ...tokens, ...over }))
    const refreshes = () => asked.filter(({ path }) => path === '/token').length
    return {
      url,
      folder,
      asked,
      refreshes,
      end: () => (good += 100),
      open: () => keptTokens(RESOURCE, openStore(folder)),
    }
  }

  test('is for its owner alone', async () => {
    const { folder } = await loggedIn()
    expect(statSync(join(folder, 'credentials.json')).mode & 0o777).toBe(0o600)
  })

  test('is renewed before its end by one of all the bridges that run, and the others take what it got', async () => {
    const { open, refreshes, folder } = await loggedIn({ expiresAt: Date.now() + 1_000 })
    const got = await Promise.all(Array.from({ length: 8 }, () => open().current()))
    expect(new Set(got)).toEqual(new Set(['access-2']))
    expect(refreshes()).toBe(1)
    expect(readFileSync(join(folder, 'credentials.json'), 'utf8')).toContain('refresh-2')
  })

  test('is renewed once when many requests are refused at a time, and each is sent again', async () => {
    const { url, open, refreshes } = await loggedIn({ accessToken: 'access-0' })
    const { messages } = await said(url, [ask(1), ask(2), ask(3)], { tokens: open() })
    expect(messages.map(({ result }) => result)).toEqual([{}, {}, {}])
    expect(refreshes()).toBe(1)
  })

  test('ends with a sentence that says what to do, and nothing more is asked for', async () => {
    const { url, open, refreshes, end } = await loggedIn()
    end()
    const { messages, log } = await said(url, [ask(1)], { tokens: open() })
    expect(messages[0].error.message).toMatch(/has ended: .* Run: memory-service login --url https:\/\/memory.example$/)
    expect(log[0]).toBe(messages[0].error.message)
    const later = await said(url, [ask(1)], { tokens: open() })
    expect(later.messages[0].error.message).toMatch(/^Nobody has logged in/)
    expect(refreshes()).toBe(1)
  })

  test('of a token from the environment nothing is renewed', async () => {
    const { url } = await loggedIn()
    const { messages } = await said(url, [ask(1)], { tokens: fixedToken('mst_old') })
    expect(messages[0].error.message).toMatch(/MEMORY_SERVICE_TOKEN/)
  })

  test('a lock that a dead process left holds nobody up', async () => {
    const { folder, open } = await loggedIn({ expiresAt: 0 })
    const lock = join(folder, 'credentials.json.lock')
    writeFileSync(lock, '1')
    utimesSync(lock, new Date(0), new Date(0))
    expect(await open().current()).toBe('access-2')
  })

  test('a file that cannot be read is told, and never overwritten', async () => {
    const { folder, open } = await loggedIn()
    writeFileSync(join(folder, 'credentials.json'), '{')
    await expect(open().current()).rejects.toThrow('Remove it and log in again.')
    await expect(openStore(folder).change('x', async () => undefined)).rejects.toThrow('Remove it')
  })

  test('lies where the system keeps such things', () => {
    expect(configFolder('linux', {}, '/home/ada')).toBe('/home/ada/.config/memory-service')
    expect(configFolder('linux', { XDG_CONFIG_HOME: '/x' }, '/home/ada')).toBe('/x/memory-service')
    expect(configFolder('linux', { XDG_CONFIG_HOME: 'x' }, '/home/ada')).toBe('/home/ada/.config/memory-service')
    expect(configFolder('darwin', {}, '/Users/ada')).toBe('/Users/ada/Library/Application Support/memory-service')
    expect(configFolder('win32', { APPDATA: '/r' }, '/')).toBe('/r/memory-service')
  })
})

describe('before a login', () => {
  const METADATA = { code_challenge_methods_supported: ['S256'], authorization_response_iss_parameter_supported: true }

  async function described(change: Record<string, unknown> = {}, about: Record<string, unknown> = {}) {
    const service: { url: string } = await answering(({ path }, response) => {
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

  test('the service is asked who gives out tokens, and that one how', async () => {
    expect(await described()).toMatchObject({ namesItself: true, scopes: ['a'], revocationEndpoint: undefined })
  })

  test.each([
    ['another resource', {}, { resource: 'https://other.example/mcp' }, 'calls itself https://other.example.'],
    ['nobody', {}, { authorization_servers: [] }, 'names nobody'],
    ['an issuer without encryption', {}, { authorization_servers: ['http://a.example'] }, 'names nobody'],
    ['the description of another', { issuer: 'https://other.example' }, {}, 'describes https://other.example'],
    ['no PKCE', { code_challenge_methods_supported: ['plain'] }, {}, 'knows no PKCE'],
    ['an open line for tokens', { token_endpoint: 'http://a.example' }, {}, 'names no token_endpoint'],
    ['no registration', { registration_endpoint: undefined }, {}, 'names no registration_endpoint'],
  ])('nothing is asked of %s', async (_who, change, about, why) => {
    await expect(described(change, about)).rejects.toThrow(why)
  })

  test('an address is held against what an address is', async () => {
    for (const address of ['memory.example', 'ftp://memory.example', 'https://a:b@memory.example', 'https://x/?y'])
      expect(() => serviceOf(address)).toThrow('is no address of a service')
    await expect(discover(serviceOf('http://memory.example'))).rejects.toThrow('Use https.')
  })
})

describe('a login', () => {
  /** A service that gives access, and a person who decides in a browser. */
  async function asked(decide: (query: URLSearchParams, url: string) => Record<string, string>) {
    const service: { url: string; asked: Asked[] } = await answering(({ path, body }, response) => {
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
    after(() => rmSync(folder, { recursive: true }))
    const store = openStore(folder)
    const statuses: number[] = []
    const open = async (address: string) => {
      const query = new URL(address).searchParams
      const back = async (values: Record<string, string>) =>
        statuses.push((await fetch(`${query.get('redirect_uri')}?${new URLSearchParams(values)}`)).status)
      await back({ state: 'guessed', code: 'stolen' })
      await back(decide(query, service.url))
    }
    const at = serviceOf(service.url)
    const run = () => login(at, store, { say: () => {}, open: (address) => void open(address) })
    const sent = (path: string) => service.asked.filter((one) => one.path === path).map(({ body }) => body)
    return { run, at, store, statuses, sent, url: service.url }
  }

  const yes = (query: URLSearchParams, iss: string) => ({ state: query.get('state') ?? '', code: 'good', iss })

  test('registers, asks with PKCE for tokens for this service, keeps them, and takes no answer it did not ask for', async () => {
    let challenge: string | null = null
    const { run, at, store, statuses, sent, url } = await asked((query, iss) => {
      challenge = query.get('code_challenge')
      expect([query.get('resource'), query.get('code_challenge_method')]).toEqual([`${iss}/mcp`, 'S256'])
      return yes(query, iss)
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

  test('gives back the access of the login before, and a logout gives back the last', async () => {
    const { run, at, store, sent } = await asked(yes)
    await run()
    await run()
    expect(sent('/revoke')).toEqual([{ token: 'refresh-good', client_id: 'cli_new' }])
    expect(await logout(at, store)).toContain('Logged out')
    expect([sent('/revoke').length, store.find(at.resource)]).toEqual([2, undefined])
    expect(await logout(at, store)).toContain('Nobody has logged in')
  })

  test.each([
    ['an answer of another', () => ({ iss: 'https://other.example' }), 'That answer is not from'],
    ['a no', () => ({ error: 'access_denied' }), 'Access was not allowed.'],
    ['a refusal', () => ({ error: 'invalid_scope', error_description: 'No such scope' }), 'refused: No such scope'],
  ])('%s leaves nothing', async (_what, change, why) => {
    const { run, at, store, sent } = await asked((query, iss) => ({ ...yes(query, iss), ...change() }))
    await expect(run()).rejects.toThrow(why)
    expect([sent('/token'), store.find(at.resource)]).toEqual([[], undefined])
  })
})
