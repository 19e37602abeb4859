import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '../src/foundation/auth/secrets.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { boundCall, fetchWith, type KeyPair, newKey, proofFor, signInWith, thumbprintOf } from './dpop-client.ts'
import {
  authorized,
  discover,
  type Fields,
  follow,
  post,
  type Registration,
  refresh,
  register,
  revoke,
  signIn,
} from './oauth-client.ts'
import { isShared, type Person, secondService, type TestService, testService } from './service.ts'

const CALLBACK = 'http://127.0.0.1:4000/callback'
const SCOPE = 'memory:read:fitness'
const ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519']
const MINUTE_MS = 60_000

let service: TestService
let person: Person
let known: Registration
let key: KeyPair
let now = () => new Date()
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
  key = await newKey()
})
beforeEach(async () => {
  now = () => new Date()
  person = await service.newPerson()
  known = await registered()
})
afterAll(() => service.stop())

async function registered(metadata: object = {}): Promise<Registration> {
  const { client_id, client_secret } = (await register(service, metadata)).body
  const auth = client_secret ? oauth.ClientSecretPost(client_secret) : oauth.None()
  return { client: { client_id }, auth, redirect_uri: CALLBACK }
}
const works = async (token: string, by = key) =>
  (await fetchWith(by, token, 'GET', `${service.url}/v1/connection`)).status === 200
const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]
/** Posts to the token endpoint, with a proof of this key if there is one. */
const exchange = async (form: Fields, by?: KeyPair) => {
  const url = `${service.url}/oauth/token`
  const headers: Record<string, string> = by ? { dpop: await proofFor(by, { method: 'POST', url }) } : {}
  return post(service, '/oauth/token', { client_id: known.client.client_id, ...form }, { headers })
}
const again = (refresh_token: string | undefined, by?: KeyPair, more: Fields = {}) =>
  exchange({ grant_type: 'refresh_token', refresh_token, ...more }, by)

describe('a refresh token of a client without a secret', () => {
  test('is bound with the access token, and works only with a proof of the same key', async () => {
    const first = await signInWith(key, service, person, known, { scope: SCOPE })
    expect(errorOf(await again(first.refresh_token))).toEqual([400, 'invalid_dpop_proof'])
    expect(errorOf(await again(first.refresh_token, await newKey()))).toEqual([400, 'invalid_grant'])
    const second = (await again(first.refresh_token, key)).body
    expect(second.token_type).toBe('DPoP')
    expect([await works(first.access_token), await works(second.access_token)]).toEqual([true, true])
    // A client that did not receive the response repeats the request, and gets the same refresh token.
    const repeated = (await again(first.refresh_token, key)).body
    expect(repeated.refresh_token).toBe(second.refresh_token)
    expect((await again(second.refresh_token, key)).status).toBe(200)
  })

  test('that was stolen cannot end the family of its holder', async () => {
    const first = await signInWith(key, service, person, known, { scope: SCOPE })
    const second = (await again(first.refresh_token, key)).body
    const at = Date.now() + 2 * MINUTE_MS
    now = () => new Date(at)
    const thief = await newKey()
    const url = `${service.url}/oauth/token`
    const dpop = await proofFor(thief, { method: 'POST', url }, { claims: { iat: Math.floor(at / 1_000) } })
    const form = { grant_type: 'refresh_token', client_id: known.client.client_id, refresh_token: first.refresh_token }
    expect(errorOf(await post(service, '/oauth/token', form, { headers: { dpop } }))).toEqual([400, 'invalid_grant'])
    now = () => new Date()
    expect((await again(second.refresh_token, key)).status).toBe(200)
  })

  test('that is not bound becomes so at the first refresh with a proof', async () => {
    const first = await signIn(service, person, known, { scope: SCOPE })
    const second = (await again(first.refresh_token, key)).body
    expect([second.token_type, await works(second.access_token)]).toEqual(['DPoP', true])
    expect(errorOf(await again(second.refresh_token))).toEqual([400, 'invalid_dpop_proof'])
    expect((await again(second.refresh_token, key)).status).toBe(200)
  })

  test('that a thief has bound to another key ends the family when its owner uses it', async () => {
    for (const by of [undefined, await newKey()]) {
      const first = await signIn(service, person, known, { scope: SCOPE })
      const thief = await newKey()
      const stolen = (await again(first.refresh_token, thief)).body
      expect(stolen.token_type).toBe('DPoP')
      expect(errorOf(await again(first.refresh_token, by))).toEqual([400, 'invalid_grant'])
      expect(errorOf(await again(stolen.refresh_token, thief))).toEqual([400, 'invalid_grant'])
      expect(await works(stolen.access_token, thief).catch(() => false)).toBe(false)
    }
  })

  test('that was refreshed without a proof stays unbound when the refresh is repeated with one', async () => {
    const first = await signIn(service, person, known, { scope: SCOPE })
    const second = (await again(first.refresh_token)).body
    const repeated = (await again(first.refresh_token, key)).body
    expect([repeated.token_type, repeated.refresh_token]).toEqual(['DPoP', second.refresh_token])
    expect((await again(second.refresh_token)).body.token_type).toBe('Bearer')
  })

  test('is not found by a release that does not know binding, nor is a bound code', async () => {
    const { refresh_token } = await signInWith(key, service, person, known, { scope: SCOPE })
    const { params } = await authorized(service, person, known, { scope: SCOPE, dpop_jkt: await thumbprintOf(key) })
    const hashes = [refresh_token as string, params.get('code') as string].map(hashSecret)
    const { tokens, codes } = await service.ports.db.one<{ tokens: number; codes: number }>(sql`
      select (select count(*)::int from refresh_tokens where token_hash = any(${hashes}::bytea[])) as tokens,
        (select count(*)::int from authorization_codes where code_hash = any(${hashes}::bytea[])) as codes`)
    expect([tokens, codes]).toEqual([0, 0])
  })

  test('ends with its tokens when it is revoked, without a proof', async () => {
    const { access_token, refresh_token } = await signInWith(key, service, person, known, { scope: SCOPE })
    await revoke(service, known, refresh_token as string)
    expect(await works(access_token).catch(() => false)).toBe(false)
    expect(errorOf(await again(refresh_token, key))).toEqual([400, 'invalid_grant'])
  })
})

test('a client with a secret may change its key when it refreshes', async () => {
  known = await registered({ token_endpoint_auth_method: 'client_secret_post' })
  const first = await signInWith(key, service, person, known, { scope: SCOPE })
  const other = await newKey()
  const as = await discover(service)
  const response = await oauth.refreshTokenGrantRequest(as, known.client, known.auth, first.refresh_token as string, {
    [oauth.allowInsecureRequests]: true,
    DPoP: oauth.DPoP(known.client, other),
  })
  const second = await oauth.processRefreshTokenResponse(as, known.client, response)
  expect([await works(second.access_token, other), await works(first.access_token)]).toEqual([true, true])
  const third = await refresh(service, known, second.refresh_token as string)
  expect(third.token_type).toBe('bearer')
})

describe('a code that is bound to a key by dpop_jkt', () => {
  const withCode = async (jkt: string) => {
    const { params, code_verifier } = await authorized(service, person, known, { scope: SCOPE, dpop_jkt: jkt })
    const code = params.get('code') as string
    return { grant_type: 'authorization_code', code, code_verifier, redirect_uri: CALLBACK }
  }

  test('is exchanged only with a proof of that key', async () => {
    const form = await withCode(await thumbprintOf(key))
    expect(errorOf(await exchange(form))).toEqual([400, 'invalid_dpop_proof'])
    expect(errorOf(await exchange(form, await newKey()))).toEqual([400, 'invalid_grant'])
    expect((await exchange(form, key)).body.token_type).toBe('DPoP')
    // Used again, it ends what it was exchanged for.
    expect(errorOf(await exchange(form, key))).toEqual([400, 'invalid_grant'])
    expect((await service.ok('GET', '/v1/connections', { cookie: person.cookie })).items[0].status).toBe('revoked')
  })

  test('cannot be requested with what is no thumbprint', async () => {
    const page = await follow(service, {
      ...{ response_type: 'code', client_id: known.client.client_id, redirect_uri: CALLBACK },
      ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', dpop_jkt: 'short' },
    })
    expect([page.origin, page.searchParams.get('error')]).toEqual(['http://127.0.0.1:4000', 'invalid_request'])
  })
})

describe('an app that requires bound tokens', () => {
  test('gets none without a proof: a client that registered itself', async () => {
    const { body } = await register(service, { dpop_bound_access_tokens: true })
    expect(body.dpop_bound_access_tokens).toBe(true)
    known = { ...known, client: { client_id: body.client_id } }
    const { params, code_verifier } = await authorized(service, person, known, { scope: SCOPE })
    const code = params.get('code') as string
    const form = { grant_type: 'authorization_code', code, code_verifier, redirect_uri: CALLBACK }
    expect(errorOf(await exchange(form))).toEqual([400, 'invalid_dpop_proof'])
    expect((await exchange(form, key)).body.token_type).toBe('DPoP')
  })

  test('gets none without a proof: an app of the portal, from the moment it says so', async () => {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, [SCOPE])
    const before = await service.connect(person, app, [SCOPE])
    const path = `/v1/dev/apps/${app.id}`
    const { cookie } = developer
    const edited = await service.ok('PATCH', path, { cookie, body: { dpop_bound_access_tokens: true } })
    expect(edited.dpop_bound_access_tokens).toBe(true)
    expect((await service.ok('PATCH', path, { cookie, body: {} })).dpop_bound_access_tokens).toBe(true)
    // Tokens that were issued before stay as they are.
    expect((await service.call('GET', '/v1/connection', { token: before })).status).toBe(200)
    await expect(service.connect(person, app, [SCOPE])).rejects.toThrow('invalid_dpop_proof')
    await service.ok('PATCH', path, { cookie, body: { dpop_bound_access_tokens: false } })
    expect(await service.connect(person, app, [SCOPE])).toMatch(/^mst_/)
  })
})

describe('a token for /mcp that is bound to a key', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }

  test('is accepted with a proof, once, and its metadata is in the challenge', async () => {
    const resource = `${service.url}/mcp`
    const { access_token: token } = await signInWith(key, service, person, known, { scope: SCOPE, resource })
    const bound = await boundCall(key, service, { method: 'POST', path: '/mcp', token })
    const call = async (more: object) => {
      const response = await fetch(resource, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...more },
        body: JSON.stringify(message),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    expect((await call({ ...bound.headers })).status).toBe(200)
    const replayed = await call({ ...bound.headers })
    expect([replayed.status, JSON.parse(replayed.text).error.data.code]).toEqual([401, 'invalid_dpop_proof'])
    const bearer = await call({ authorization: `Bearer ${token}` })
    const challenge = bearer.headers.get('www-authenticate')
    expect(challenge).toMatch(/^DPoP resource_metadata="[^"]+\/mcp", scope="[^"]+", error="invalid_token", algs="ES256/)
    const elsewhere = await boundCall(key, service, { method: 'GET', path: '/v1/connection', token })
    expect((await service.call('GET', '/v1/connection', elsewhere)).status).toBe(401)
  })
})

test('a bound token is rejected with a proof of another address also when the request names its whole address', async () => {
  const { access_token: token } = await signInWith(key, service, person, known, { scope: SCOPE })
  const path = '/v1/connection'
  const send = async (target: string, htu: string) => {
    const { headers } = await boundCall(key, service, { method: 'GET', path, token }, { claims: { htu } })
    const { hostname, port } = new URL(service.url)
    const sent = request({ hostname, port, path: target, headers: headers as Record<string, string> }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  for (const host of [service.url, 'http://evil.example', 'https://evil.example:444']) {
    expect(await send(host + path, service.url + path), host).toBe(200)
    for (const htu of ['nonsense', host.replace('//', ''), `${service.url}${host}${path}`, 'http://evil.example/'])
      expect(await send(host + path, htu), `${host} ${htu}`).toBe(401)
  }
})

test('the metadata lists the algorithms of proofs', async () => {
  expect(await service.ok('GET', '/.well-known/oauth-authorization-server')).toMatchObject({
    dpop_signing_alg_values_supported: ALGORITHMS,
  })
  for (const end of ['', '/mcp'])
    expect(await service.ok('GET', `/.well-known/oauth-protected-resource${end}`)).toMatchObject({
      dpop_signing_alg_values_supported: ALGORITHMS,
      dpop_bound_access_tokens_required: false,
    })
})

// The embedded engine serves one process.
if (isShared())
  test('a proof that one process accepted is rejected by every other', async () => {
    // Behind one address, as processes are.
    const other = await secondService(service, { baseUrl: service.url })
    try {
      const { access_token: token } = await signInWith(key, service, person, known, { scope: SCOPE })
      const path = '/v1/connection'
      const bound = await boundCall(key, service, { method: 'GET', path, token })
      expect((await other.call('GET', path, bound)).status).toBe(200)
      expect((await service.call('GET', path, bound)).status).toBe(401)
    } finally {
      await other.stop()
    }
  })
