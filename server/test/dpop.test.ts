import { exportJWK, SignJWT, UnsecuredJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { hashSecret } from '../src/foundation/auth/secrets.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { boundCall, fetchWith, type KeyPair, newKey, type ProofParts, proofFor, signInWith } from './dpop-client.ts'
import { type Registration, register, signIn } from './oauth-client.ts'
import { type Person, type TestService, testService } from './service.ts'

const CALLBACK = 'http://127.0.0.1:4000/callback'
const SCOPE = 'memory:read:fitness memory:write:fitness'
const PATH = '/v1/connection'
const ALGS = 'algs="ES256 EdDSA Ed25519"'

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
  const { client_id } = (await register(service)).body
  known = { client: { client_id }, auth: oauth.None(), redirect_uri: CALLBACK }
})
afterAll(() => service.stop())

const boundToken = async () => (await signInWith(key, service, person, known, { scope: SCOPE })).access_token
const call = async (token: string, parts?: ProofParts, by = key, path = PATH) =>
  service.call('GET', path, await boundCall(by, service, { method: 'GET', path, token }, parts))
const challengeOf = ({ status, headers, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  body.error?.code,
  headers.get('www-authenticate'),
]
const INVALID_PROOF = [401, 'invalid_dpop_proof', `DPoP error="invalid_dpop_proof", ${ALGS}`]

describe('a client that sends proofs', () => {
  test.each(['ES256', 'EdDSA', 'Ed25519'])('with %s gets tokens that work with proofs of its key', async (alg) => {
    const key = await newKey(alg)
    const { access_token, token_type, refresh_token } = await signInWith(key, service, person, known, { scope: SCOPE })
    expect([token_type, typeof refresh_token]).toEqual(['dpop', 'string'])
    for (const path of [PATH, '/v1/memories?limit=5', '/v1/memories?scope=fitness'])
      expect((await fetchWith(key, access_token, 'GET', service.url + path)).status, path).toBe(200)
  })

  test('reads and writes on every kind of route, with a proof for each request', async () => {
    const token = await boundToken()
    const path = '/v1/memories'
    const body = { memories: [{ scope: 'fitness', content: 'Runs on Tuesdays.' }] }
    const { headers } = await boundCall(key, service, { method: 'POST', path, token })
    const first = await service.call('POST', path, { body, headers: { ...headers, 'idempotency-key': 'k1' } })
    const again = await service.call('POST', path, { body, headers: { ...headers, 'idempotency-key': 'k1' } })
    const retried = await service.call('POST', path, {
      body,
      headers: {
        ...(await boundCall(key, service, { method: 'POST', path, token })).headers,
        'idempotency-key': 'k1',
      },
    })
    expect([first.status, challengeOf(again), retried.headers.get('idempotent-replayed')]).toEqual([
      200,
      INVALID_PROOF,
      'true',
    ])
    const id = first.body.results[0].id
    expect((await call(token, {}, key, `/v1/memories/${id}`)).body.content).toBe('Runs on Tuesdays.')
  })

  test('through the OpenAI-compatible API, gets its errors in that format', async () => {
    const token = await boundToken()
    const path = '/openai/v1/models'
    const bearer = await service.call('GET', path, { token })
    expect(bearer.body.error).toMatchObject({ type: 'authentication_error', code: 'unauthorized' })
    const missing = await service.call('GET', path, { headers: { authorization: `DPoP ${token}` } })
    expect(missing.body.error).toMatchObject({ type: 'authentication_error', code: 'invalid_dpop_proof' })
    // The scope is missing, so the proof was accepted.
    expect((await call(token, {}, key, path)).body.error.code).toBe('scope_denied')
  })

  test('connects an app of the portal, at both token endpoints', async () => {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, ['memory:read:fitness', 'memory:write:fitness'])
    const { client_id, client_secret } = app
    const approve = async () =>
      (
        await service.ok('POST', '/v1/oauth/authorize', {
          cookie: person.cookie,
          body: { slug: app.slug, scopes: ['memory:read:fitness'] },
        })
      ).code
    const exchange = async (by?: KeyPair) => {
      const url = `${service.url}/v1/oauth/token`
      const headers: Record<string, string> = by ? { dpop: await proofFor(by, { method: 'POST', url }) } : {}
      return service.call('POST', '/v1/oauth/token', {
        body: { code: await approve(), client_id, client_secret },
        headers,
      })
    }
    const first = (await exchange(key)).body
    expect(first).toMatchObject({ token_type: 'DPoP', connection_token: expect.stringMatching(/^mst_/) })
    expect((await call(first.connection_token)).status).toBe(200)
    // A new consent replaces the token, and with it the key.
    const other = await newKey()
    const second = (await exchange(other)).body
    expect((await call(first.connection_token)).body.error.code).toBe('unauthorized')
    expect((await call(second.connection_token)).body.error.code).toBe('invalid_dpop_proof')
    expect((await call(second.connection_token, {}, other)).status).toBe(200)
    const third = (await exchange()).body
    expect([third.token_type, (await service.get(PATH, third.connection_token)).id]).toEqual([
      'Bearer',
      first.connection_id,
    ])
  })

  test('is refused at both token endpoints with an invalid proof, without losing its code', async () => {
    const app = await service.newApp(await service.newDeveloper(), ['memory:read:fitness'])
    const { client_id, client_secret } = app
    const body = { slug: app.slug, scopes: ['memory:read:fitness'] }
    const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
    const url = `${service.url}/oauth/token`
    const wrong = { headers: { dpop: await proofFor(key, { method: 'POST', url: `${url}s` }) } }
    const form = { grant_type: 'authorization_code', code, client_id, client_secret }
    const standard = await service.call('POST', '/oauth/token', {
      body: String(new URLSearchParams(form)),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...wrong.headers },
    })
    expect([standard.status, standard.body.error]).toEqual([400, 'invalid_dpop_proof'])
    const own = await service.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret }, ...wrong })
    expect([own.status, own.body.error.code]).toEqual([401, 'invalid_dpop_proof'])
    expect((await service.exchange(app, code)).token_type).toBe('Bearer')
  })
})

describe('a token that is bound to a key', () => {
  test('is rejected as Bearer, and an unbound one as DPoP', async () => {
    const token = await boundToken()
    const bearer = await service.call('GET', PATH, { token })
    expect(challengeOf(bearer)).toEqual([401, 'unauthorized', `DPoP error="invalid_token", ${ALGS}`])
    const withProof = {
      authorization: `Bearer ${token}`,
      dpop: await proofFor(key, { method: 'GET', url: service.url + PATH, token }),
    }
    expect((await service.call('GET', PATH, { headers: withProof })).status).toBe(401)
    const unbound = (await signIn(service, person, known, { scope: SCOPE })).access_token
    expect((await service.call('GET', PATH, { token: unbound })).status).toBe(200)
    expect(challengeOf(await call(unbound))).toEqual([401, 'unauthorized', `DPoP error="invalid_token", ${ALGS}`])
    expect((await call(token)).status).toBe(200)
  })

  test('is not found by a release that does not know binding', async () => {
    const token = await boundToken()
    const found = await service.ports.db.rows(sql`
      select 1 from connection_tokens where token_hash = ${hashSecret(token)}`)
    expect(found).toEqual([])
  })

  test('works only with a proof of its key', async () => {
    const token = await boundToken()
    expect(challengeOf(await call(token, {}, await newKey()))).toEqual(INVALID_PROOF)
    expect(challengeOf(await service.call('GET', PATH, { headers: { authorization: `DPoP ${token}` } }))).toEqual(
      INVALID_PROOF,
    )
    expect((await call(token)).status).toBe(200)
  })

  const seconds = () => Math.floor(Date.now() / 1_000)
  test.each<[string, () => ProofParts]>([
    ['another type', () => ({ header: { typ: 'JWT' } })],
    ['no type', () => ({ header: { typ: undefined } })],
    ['an extension it must understand', () => ({ header: { crit: ['x'], x: 1 } })],
    ['another method', () => ({ claims: { htm: 'POST' } })],
    ['a method in lower case', () => ({ claims: { htm: 'get' } })],
    ['no method', () => ({ claims: { htm: undefined } })],
    ['another path', () => ({ claims: { htu: `${service.url}/v1/memories` } })],
    ['another host', () => ({ claims: { htu: `http://example.com${PATH}` } })],
    ['another scheme', () => ({ claims: { htu: service.url.replace('http:', 'https:') + PATH } })],
    ['no address', () => ({ claims: { htu: undefined } })],
    ['an address that is no string', () => ({ claims: { htu: [service.url + PATH] } })],
    ['a time long ago', () => ({ claims: { iat: seconds() - 90 } })],
    ['a time far ahead', () => ({ claims: { iat: seconds() + 90 } })],
    ['no time', () => ({ claims: { iat: undefined } })],
    ['a time that is a string', () => ({ claims: { iat: String(seconds()) } })],
    ['an end long ago', () => ({ claims: { exp: seconds() - 90 } })],
    ['no id', () => ({ claims: { jti: undefined } })],
    ['an empty id', () => ({ claims: { jti: '' } })],
    ['a long id', () => ({ claims: { jti: 'x'.repeat(257) } })],
    ['no hash of the token', () => ({ claims: { ath: undefined } })],
    ['the hash of another token', () => ({ claims: { ath: 'x'.repeat(43) } })],
    ['more characters than any needs', () => ({ claims: { more: 'x'.repeat(4_096) } })],
    ['no key', () => ({ header: { jwk: undefined } })],
  ])('is rejected with a proof that has %s', async (_name, parts) => {
    expect(challengeOf(await call(await boundToken(), parts()))).toEqual(INVALID_PROOF)
  })

  test('is rejected with a proof that is not signed by the public key in it', async () => {
    const token = await boundToken()
    const jwk = await exportJWK(key.publicKey)
    const claims = { jti: 'a', htm: 'GET', htu: service.url + PATH, iat: seconds(), ath: 'x' }
    const good = await proofFor(key, { method: 'GET', url: service.url + PATH, token })
    const rsa = await newKey('RS256')
    const proofs: Record<string, string | Promise<string>> = {
      'no signature': `${new UnsecuredJWT(claims).encode()}`,
      'alg none with a key': `${Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk })).toString('base64url')}.${good.split('.')[1]}.`,
      HMAC: new SignJWT(claims)
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } as object })
        .sign(new TextEncoder().encode('secret')),
      'HMAC with the public key': new SignJWT(claims)
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk })
        .sign(new TextEncoder().encode(JSON.stringify(jwk))),
      'a private key in it': proofFor(
        key,
        { method: 'GET', url: service.url + PATH, token },
        { header: { jwk: await exportJWK(key.privateKey) } },
      ),
      RSA: new SignJWT(claims)
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'RS256', jwk: await exportJWK(rsa.publicKey) })
        .sign(rsa.privateKey),
      'the signature of another key': proofFor(
        await newKey(),
        { method: 'GET', url: service.url + PATH, token },
        { header: { jwk } },
      ),
      'a changed signature': `${good.slice(0, -4)}AAAA`,
      'an invalid point': proofFor(
        key,
        { method: 'GET', url: service.url + PATH, token },
        { header: { jwk: { ...jwk, y: jwk.x as string } } },
      ),
      'two proofs': `${good}, ${good}`,
      'two parts': good.split('.').slice(0, 2).join('.'),
      nothing: '',
    }
    for (const [name, proof] of Object.entries(proofs)) {
      const headers = { authorization: `DPoP ${token}`, dpop: await proof }
      expect(challengeOf(await service.call('GET', PATH, { headers })), name).toEqual(INVALID_PROOF)
    }
    expect((await service.call('GET', PATH, { headers: { authorization: `DPoP ${token}`, dpop: good } })).status).toBe(
      200,
    )
  })

  test.each([
    ['in capitals', (url: string) => url.replace('http://', 'HTTP://').replace('/v1/connection', '/v1/%63onnection')],
    ['with a query and a fragment', (url: string) => `${url}?x=1#y`],
    ['with dot segments', (url: string) => url.replace('/v1/', '/v1/../v1/./')],
  ])('accepts the address %s', async (_name, written) => {
    const htu = written(service.url + PATH)
    expect((await call(await boundToken(), { claims: { htu } })).status).toBe(200)
  })

  test('accepts clocks that are up to a minute wrong', async () => {
    const token = await boundToken()
    for (const wrong of [-55, 55])
      expect((await call(token, { claims: { iat: seconds() + wrong } })).status, String(wrong)).toBe(200)
  })

  test('accepts each proof once, also of several requests at the same time', async () => {
    const token = await boundToken()
    const headers = await boundCall(key, service, { method: 'GET', path: PATH, token })
    const replies = await Promise.all(Array.from({ length: 6 }, () => service.call('GET', PATH, headers)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
  })

  test('needs proofs to be remembered only as long as they would be accepted', async () => {
    const token = await boundToken()
    const count = async () =>
      (await service.ports.db.one<{ count: number }>(sql`select count(*)::int as count from dpop_proofs`)).count
    const sweep = () => jobs.find(({ name }) => name === 'delete used proofs')!.run(service.ports)
    const headers = await boundCall(key, service, { method: 'GET', path: PATH, token })
    await service.call('GET', PATH, headers)
    await sweep()
    expect((await service.call('GET', PATH, headers)).status).toBe(401)
    const at = Date.now()
    now = () => new Date(at + 3 * 60_000)
    await sweep()
    expect(await count()).toBe(0)
    expect((await service.call('GET', PATH, headers)).status).toBe(401)
  })

  test('is rejected as revoked once its connection has ended', async () => {
    const token = await boundToken()
    const [connection] = (await service.ok('GET', '/v1/connections', { cookie: person.cookie })).items
    await service.ok('POST', `/v1/connections/${connection.id}/revoke`, { cookie: person.cookie })
    expect(challengeOf(await call(token))).toEqual([401, 'connection_revoked', `DPoP error="invalid_token", ${ALGS}`])
  })
})
