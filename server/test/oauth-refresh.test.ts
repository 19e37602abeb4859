import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { authorized, type Fields, post, type Registration, refresh, register, revoke, signIn } from './oauth-client.ts'
import { type Person, type TestService, testService } from './service.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

let service: TestService
let known: Registration
let person: Person
let now = () => new Date()
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
})
beforeEach(async () => {
  now = () => new Date()
  person = await service.newPerson()
  const { client_id } = (await register(service)).body
  known = { client: { client_id }, auth: oauth.None(), redirect_uri: 'http://127.0.0.1:4000/callback' }
})
afterAll(() => service.stop())

const later = (ms: number) => {
  const then = now().getTime() + ms
  now = () => new Date(then)
}
const works = async (token: string) => (await service.call('GET', '/v1/connection', { token })).status === 200
const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]
const again = (refresh_token: string | undefined, more: Fields = {}) =>
  post(service, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: known.client.client_id,
    refresh_token,
    ...more,
  })
const connections = async () => (await service.ok('GET', '/v1/connections', { cookie: person.cookie })).items
const rowsLeft = async () =>
  service.ports.db.one(sql`
    select (select count(*) from token_families where user_id = ${person.id}) as families,
      (select count(*) from refresh_tokens where user_id = ${person.id}) as refreshing,
      (select count(*) from connection_tokens where user_id = ${person.id}) as tokens`)

test('the access of one installation ends as agreed to for it, whatever is agreed to for another', async () => {
  const first = await signIn(service, person, known, {}, { expires_in: 60 })
  const second = await signIn(service, person, known)
  expect([await works(first.access_token), await works(second.access_token)]).toEqual([true, true])
  later(61 * SECOND_MS)
  expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, true])
  expect(errorOf(await again(first.refresh_token))).toEqual([400, 'invalid_grant'])
  expect((await again(second.refresh_token)).status).toBe(200)
})

test('the user who gives a connection more time gives it to all installations', async () => {
  const first = await signIn(service, person, known, {}, { expires_in: 60 })
  const second = await signIn(service, person, known, {}, { expires_in: 60 })
  const [{ id }] = await connections()
  await service.ok('PATCH', `/v1/connections/${id}`, { cookie: person.cookie, body: { expires_in: null } })
  later(61 * SECOND_MS)
  expect([await works(first.access_token), await works(second.access_token)]).toEqual([true, true])
  expect((await again(first.refresh_token)).status).toBe(200)
})

test('the user gives no more time to an installation whose access has ended, and what gets more is audited', async () => {
  const first = await signIn(service, person, known, {}, { expires_in: 60 })
  const second = await signIn(service, person, known, {}, { expires_in: 3_600 })
  await signIn(service, person, known)
  later(61 * SECOND_MS)
  const [{ id }] = await connections()
  await service.ok('PATCH', `/v1/connections/${id}`, { cookie: person.cookie, body: { expires_in: null } })
  expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, true])
  expect(errorOf(await again(first.refresh_token))).toEqual([400, 'invalid_grant'])
  const { items } = await service.ok('GET', '/v1/audit?action=connection.update', { cookie: person.cookie })
  expect(items[0]).toMatchObject({ action: 'connection.update', target: id })
  later(3_600 * SECOND_MS)
  expect((await again(second.refresh_token)).status).toBe(200)
})

test('a consent for one installation of a client does not widen the tokens of another, but may narrow them', async () => {
  const scopesOf = async (token: string) => (await service.get('/v1/connection', token)).scopes
  const reads = async (token: string, scope: string) =>
    (await service.call('GET', `/v1/memories?scope=${scope}`, { token })).status
  const first = await signIn(service, person, known, { scope: 'memory:read:fitness.*' })
  const second = await signIn(service, person, known, { scope: 'memory:read:*' })
  expect([await reads(first.access_token, 'health'), await reads(second.access_token, 'health')]).toEqual([403, 200])
  const renewed = await refresh(service, known, first.refresh_token as string)
  expect([renewed.scope, await reads(renewed.access_token, 'health')]).toEqual(['memory:read:fitness.*', 403])
  expect(await reads(renewed.access_token, 'fitness')).toBe(200)
  expect(await scopesOf(renewed.access_token)).toEqual(['memory:read:fitness.*'])
  expect(await scopesOf(second.access_token)).toEqual(['memory:read:*'])
  await signIn(service, person, known, { scope: 'memory:read:fitness.trail' })
  expect([await reads(first.access_token, 'fitness'), await reads(second.access_token, 'health')]).toEqual([403, 403])
  expect(await scopesOf(second.access_token)).toEqual(['memory:read:fitness.trail'])
})

describe('an access token of a client outside the portal', () => {
  test('expires after exactly an hour and is renewed without the user', async () => {
    const first = await signIn(service, person, known, { scope: 'memory:read:fitness' })
    later(HOUR_MS - SECOND_MS)
    expect(await works(first.access_token)).toBe(true)
    later(SECOND_MS)
    expect(await works(first.access_token)).toBe(false)
    const second = await refresh(service, known, first.refresh_token as string)
    const { connection_id, ai_id } = first
    expect(second).toMatchObject({ scope: 'memory:read:fitness', expires_in: 3_600, connection_id, ai_id })
    expect((await connections())[0].id).toBe(connection_id)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await works(second.access_token)).toBe(true)
    expect(await connections()).toHaveLength(1)
  })

  test('can be renewed within 90 days of the last renewal; then the connection ends', async () => {
    // By then the user's own session would have expired too.
    const status = async () =>
      (await service.ports.db.one<{ status: string }>(sql`select status from connections where user_id = ${person.id}`))
        .status
    const first = await signIn(service, person, known)
    later(89 * DAY_MS)
    const second = await refresh(service, known, first.refresh_token as string)
    later(89 * DAY_MS)
    const third = await refresh(service, known, second.refresh_token as string)
    const sweep = jobs.find(({ name }) => name === 'delete expired tokens')!
    await sweep.run(service.ports)
    expect(await status()).toBe('active')
    expect(await rowsLeft()).toEqual({ families: 1, refreshing: 3, tokens: 1 })
    later(90 * DAY_MS)
    expect(errorOf(await again(third.refresh_token))).toEqual([400, 'invalid_grant'])
    await sweep.run(service.ports)
    expect(await status()).toBe('revoked')
    expect(await rowsLeft()).toEqual({ families: 0, refreshing: 0, tokens: 0 })
  })
})

describe('a refresh token', () => {
  test('gets the same successor when reused within a minute, as after a lost response', async () => {
    // A slow machine takes longer than the second that is left.
    later(0)
    const { refresh_token } = await signIn(service, person, known)
    const replies = await Promise.all([1, 2, 3].map(() => again(refresh_token)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    later(59 * SECOND_MS)
    const last = await again(refresh_token)
    expect(last.status).toBe(200)
    for (const { body } of [...replies, last]) expect(await works(body.access_token)).toBe(true)
    expect(new Set([...replies, last].map(({ body }) => body.refresh_token)).size).toBe(1)
    expect((await again(last.body.refresh_token)).status).toBe(200)
  })

  test('revokes its family when reused after its successor was used', async () => {
    const first = await signIn(service, person, known)
    const second = await refresh(service, known, first.refresh_token as string)
    const third = await refresh(service, known, second.refresh_token as string)
    expect(errorOf(await again(first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await works(third.access_token)).toBe(false)
    expect(errorOf(await again(third.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('leads a thief and the owner to one successor, whose reuse is detected', async () => {
    const { refresh_token } = await signIn(service, person, known)
    const [owner, thief] = [(await again(refresh_token)).body, (await again(refresh_token)).body]
    expect(thief.refresh_token).toBe(owner.refresh_token)
    later(HOUR_MS)
    const renewed = (await again(owner.refresh_token)).body
    later(61 * SECOND_MS)
    expect(errorOf(await again(thief.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await works(renewed.access_token)).toBe(false)
    expect(await rowsLeft()).toEqual({ families: 0, refreshing: 0, tokens: 0 })
  })

  test('ignores foreign scopes', async () => {
    const { refresh_token } = await signIn(service, person, known, { scope: 'memory:read:note' })
    const { body } = await again(refresh_token, { scope: ' offline_access memory:read:note openid' })
    expect(body.scope).toBe('memory:read:note')
  })

  test('revokes only its own family when reused after a minute', async () => {
    const [stolen, other] = [await signIn(service, person, known), await signIn(service, person, known)]
    const second = await refresh(service, known, stolen.refresh_token as string)
    later(61 * SECOND_MS)
    expect(await works(second.access_token)).toBe(true)
    expect(errorOf(await again(stolen.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await works(second.access_token)).toBe(false)
    expect(errorOf(await again(second.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await works(other.access_token)).toBe(true)
    expect((await again(other.refresh_token)).status).toBe(200)
  })

  test('is bound to its client, scopes and resource, and a rejected request does not spend it', async () => {
    const resource = `${service.url}/mcp`
    const { refresh_token } = await signIn(service, person, known, { scope: 'memory:read:fitness.*', resource })
    const stranger = (await register(service)).body.client_id
    expect(errorOf(await again(refresh_token, { client_id: stranger }))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await again(refresh_token, { scope: 'memory:read:fitness memory:read:*' }))).toEqual([
      400,
      'invalid_scope',
    ])
    expect(errorOf(await again(refresh_token, { resource: service.url }))).toEqual([400, 'invalid_target'])
    for (const bad of ['x', '', undefined, `${refresh_token}x`]) expect((await again(bad)).status).toBe(400)
    const done = await again(refresh_token, { scope: 'memory:read:fitness', resource })
    expect([done.status, done.body.scope]).toEqual([200, 'memory:read:fitness.*'])
    expect(await works(done.body.access_token)).toBe(false)
    expect(await service.ports.tokens.actorOf(done.body.access_token, 'mcp')).toBeDefined()
  })

  test('gets only the scopes the user left granted', async () => {
    const { access_token, refresh_token } = await signIn(service, person, known, {
      scope: 'memory:read:* memory:write:*',
    })
    const { id } = await service.get('/v1/connection', access_token)
    const body = { scopes: ['memory:read:note'] }
    await service.ok('PATCH', `/v1/connections/${id}`, { cookie: person.cookie, body })
    expect((await again(refresh_token)).body.scope).toBe('memory:read:note')
  })

  test('is rate limited to ten attempts per minute', async () => {
    const limited = await testService({ rateLimit: 600 })
    try {
      const { client_id } = (await register(limited)).body
      const own = { ...known, client: { client_id } }
      const { refresh_token } = await signIn(limited, await limited.newPerson(), own)
      const form = { grant_type: 'refresh_token', client_id, refresh_token }
      for (let i = 0; i < 10; i++) expect((await post(limited, '/oauth/token', form)).status).toBe(200)
      expect(errorOf(await post(limited, '/oauth/token', form))).toEqual([429, 'temporarily_unavailable'])
    } finally {
      await limited.stop()
    }
  })
})

describe('several installations of a client', () => {
  test('coexist with the newest scopes, at most ten', async () => {
    const all = [await signIn(service, person, known, { scope: 'memory:read:*' })]
    while (all.length < 11) all.push(await signIn(service, person, known, { scope: 'memory:read:note' }))
    const alive = await Promise.all(all.map(({ access_token }) => works(access_token)))
    expect(alive).toEqual([false, ...Array(10).fill(true)])
    expect(errorOf(await again(all[0]!.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await connections()).toMatchObject([{ scopes: ['memory:read:note'] }])
    expect((await service.get('/v1/connection', all[1]!.access_token)).scopes).toEqual(['memory:read:note'])
  })

  test('end one by one; the last one ends the connection', async () => {
    const [first, second, third] = [
      await signIn(service, person, known),
      await signIn(service, person, known),
      await signIn(service, person, known),
    ]
    await revoke(service, known, first.access_token)
    expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, true])
    expect(errorOf(await again(first.refresh_token))).toEqual([400, 'invalid_grant'])
    await revoke(service, known, second.refresh_token as string)
    expect([await works(second.access_token), await works(third.access_token)]).toEqual([false, true])
    expect(await connections()).toMatchObject([{ status: 'active' }])
    await revoke(service, known, third.access_token)
    expect(await connections()).toMatchObject([{ status: 'revoked' }])
    expect(await rowsLeft()).toEqual({ families: 0, refreshing: 0, tokens: 0 })
  })

  test('all end when the user revokes the connection or erases the account', async () => {
    const tokens = [await signIn(service, person, known), await signIn(service, person, known)]
    const [{ id }] = await connections()
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    for (const { access_token, refresh_token } of tokens) {
      expect(await works(access_token)).toBe(false)
      expect(errorOf(await again(refresh_token))).toEqual([400, 'invalid_grant'])
    }
    const { refresh_token } = await signIn(service, person, known)
    const erased = { cookie: person.cookie, body: { password: service.password } }
    await service.ok('DELETE', '/v1/auth/account', erased)
    expect(errorOf(await again(refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await rowsLeft()).toEqual({ families: 0, refreshing: 0, tokens: 0 })
  })

  test('are independent: a reused code ends only its own installation', async () => {
    const other = await signIn(service, person, known)
    const { params, code_verifier } = await authorized(service, person, known)
    const form = {
      grant_type: 'authorization_code',
      client_id: known.client.client_id,
      code: params.get('code') as string,
      code_verifier,
    }
    const made = (await post(service, '/oauth/token', form)).body
    expect(await works(made.access_token)).toBe(true)
    expect(errorOf(await post(service, '/oauth/token', form))).toEqual([400, 'invalid_grant'])
    expect([await works(made.access_token), await works(other.access_token)]).toEqual([false, true])
  })
})
