import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type App, isShared, type Person, secondService, type TestService, testService } from './service.ts'

// Longer than the lifetime of the credential cache.
const SLOW_MS = 400

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const NOTES = ['memory:read:note', 'memory:write:note']
const works = async (token: string) => (await service.call('GET', '/v1/connection', { token })).status === 200
const authorize = ({ cookie }: Person, app: App) =>
  service.call('POST', '/v1/oauth/authorize', { cookie, body: { slug: app.slug, scopes: NOTES } })
function exchange({ client_id, client_secret }: App, code: string, on: Pick<TestService, 'call'> = service) {
  return on.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })
}
async function newApps(count: number) {
  const developers = await Promise.all(Array.from({ length: count }, service.newDeveloper))
  return Promise.all(developers.map((developer) => service.newApp(developer, NOTES)))
}

describe('revoking a connection', () => {
  test('ends its token at once, and repeating it changes nothing', async () => {
    const { person, token } = await service.connected(NOTES)
    const { id } = await service.get('/v1/connection', token)
    for (let times = 0; times < 3; times++) {
      const ended = await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
      expect(ended).toMatchObject({ id, status: 'revoked', scopes: NOTES })
      expect(await works(token)).toBe(false)
    }
    const { items } = await service.ok('GET', '/v1/audit?action=connection.revoke', { cookie: person.cookie })
    expect(items).toHaveLength(1)
    const path = '/v1/connections/con_01kb5dd9v2000m4h2n8y7tq3wz/revoke'
    expect((await service.call('POST', path, { cookie: person.cookie })).status).toBe(404)
  })

  test('lets a later consent create a new connection beside it', async () => {
    const { person, app, token } = await service.connected(NOTES)
    const { id } = await service.get('/v1/connection', token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    const again = await service.connect(person, app, NOTES)
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['active', 'revoked'])
    expect([await works(token), await works(again), items[1].id]).toEqual([false, true, id])
  })

  test('is possible for its app with the token, and for no other app', async () => {
    const { person, app, token } = await service.connected(NOTES)
    const [other] = await newApps(1)
    const revoke = async ({ client_id, client_secret }: App, token: string) =>
      (await service.call('POST', '/v1/oauth/revoke', { body: { token, client_id, client_secret } })).status
    expect(await revoke(other!, token)).toBe(200)
    expect(await revoke({ ...app, client_secret: 'sec_wrong' }, token)).toBe(401)
    expect(await works(token)).toBe(true)
    for (const known of [token, token, 'mst_unknown']) expect(await revoke(app, known)).toBe(200)
    expect(await works(token)).toBe(false)
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    expect(items[0].status).toBe('revoked')
  })

  test('happens when its app or the developer is deleted', async () => {
    const developer = await service.newDeveloper()
    const person = await service.newPerson()
    const apps = [await service.newApp(developer, NOTES), await service.newApp(developer, NOTES)] as const
    const tokens = [
      await service.connect(person, apps[0], NOTES),
      await service.connect(person, apps[1], NOTES),
    ] as const
    const { cookie } = developer
    await service.ok('DELETE', `/v1/dev/apps/${apps[0].id}`, { cookie })
    expect([await works(tokens[0]), await works(tokens[1])]).toEqual([false, true])
    expect((await service.call('DELETE', `/v1/dev/apps/${apps[0].id}`, { cookie })).status).toBe(404)
    await service.ok('DELETE', '/v1/dev/auth/me', { cookie, body: { password: service.password } })
    expect(await works(tokens[1])).toBe(false)
    expect((await service.call('GET', `/v1/oauth/preview?slug=${apps[1].slug}`)).status).toBe(404)
  })

  test('does not happen when the client secret is rotated, which replaces the old one at once', async () => {
    const { person, developer, app, token } = await service.connected(NOTES)
    const path = `/v1/dev/apps/${app.id}/rotate-secret`
    const { client_id, client_secret } = await service.ok('POST', path, { cookie: developer.cookie })
    expect(client_id).toBe(app.client_id)
    const { code } = (await authorize(person, app)).body
    expect((await exchange(app, code)).status).toBe(401)
    expect(await works(token)).toBe(true)
    expect((await exchange({ ...app, client_secret }, code)).status).toBe(200)
  })

  test('applies to a request whose body is still arriving', async () => {
    const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    const { id } = await service.get('/v1/connection', token)
    const body = JSON.stringify({ memories: [{ content: 'Sent too late.', scope: 'note' }] })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const slow = request(`${service.url}/v1/memories`, { method: 'POST', headers })
    const responded = once(slow, 'response')
    slow.write(body.slice(0, 9))
    // The response to this call shows that the head of the slow request has arrived.
    await service.get('/v1/connection', token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    slow.end(body.slice(9))
    const [response] = await responded
    response.resume()
    expect(response.statusCode).toBe(401)
    expect((await service.ok('GET', '/v1/memories', { cookie: person.cookie })).memories).toEqual([])
  })

  test('takes effect on every process within a second', async () => {
    const second = isShared() ? await secondService(service) : undefined
    const { person, token } = await service.connected(NOTES)
    const status = async () => (await (second ?? service).call('GET', '/v1/connection', { token })).status
    expect(await status()).toBe(200)
    const { id } = await service.get('/v1/connection', token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await status()).toBe(401)
    await second?.stop()
  })
})

describe('a user on the free plan', () => {
  test('connects three apps; a fourth is rejected at authorize and at exchange', async () => {
    const person = await service.newPerson()
    const [a, b, c, d] = (await newApps(4)) as [App, App, App, App]
    const { code } = (await authorize(person, d)).body
    for (const app of [a, b, c]) await service.connect(person, app, NOTES)
    const details = { limit: 'connected_apps', used: 3, max: 3, plan: 'free' }
    const rejected = [await authorize(person, d), await exchange(d, code)]
    expect(rejected.map(({ status }) => status)).toEqual([402, 402])
    expect(rejected[0]?.body.error.details).toEqual(details)
    // The plan of a person is no business of the app.
    expect(rejected[1]?.body.error.details).toEqual({ limit: 'connected_apps' })
    // Reconnecting an app does not count again; a revoked connection does not count.
    const token = await service.connect(person, a, ['memory:read:note'])
    const { id } = await service.get('/v1/connection', token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    // The rejected exchange did not use up the code.
    expect((await exchange(d, code)).status).toBe(200)
    expect((await authorize(person, a)).status).toBe(402)
  })

  test('connects exactly as many apps as the plan allows when exchanges race, on any process', async () => {
    const second = isShared() ? await secondService(service) : undefined
    const person = await service.newPerson()
    const apps = await newApps(6)
    const codes = await Promise.all(apps.map(async (app) => (await authorize(person, app)).body.code as string))
    const replies = await Promise.all(apps.map((app, i) => exchange(app, codes[i]!, (i % 2 && second) || service)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 402, 402, 402])
    const { connected_apps } = await service.ok('GET', '/v1/usage', { cookie: person.cookie })
    expect(connected_apps).toEqual({ used: 3, limit: 3 })
    await second?.stop()
  })
})

describe('a developer on the sandbox plan', () => {
  test('connects 50 users over all apps; one more is rejected', async () => {
    const developer = await service.newDeveloper()
    const [app, other] = [await service.newApp(developer, NOTES), await service.newApp(developer, NOTES)]
    const first = await service.newPerson()
    await service.connect(first, app, NOTES)
    // Inserted directly, because signing up is slow.
    await service.ports.db.count(sql`
      insert into users (id, email, password_hash, plan, created_at)
      select 'usr_' || ${app.id} || n, n || ${app.id}, 'none', 'free', now() from generate_series(1, 48) n`)
    await service.ports.db.count(sql`
      insert into connections (user_id, id, app_id, scopes, status, connected_at)
      select 'usr_' || ${app.id} || n, 'con_' || n, ${app.id}, '{}', 'active', now() from generate_series(1, 48) n`)
    const [last, tooMany] = [await service.newPerson(), await service.newPerson()]
    const codes = await Promise.all([last, tooMany].map(async (person) => (await authorize(person, other)).body.code))
    const replies = await Promise.all(codes.map((code) => exchange(other, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 402])
    const { cookie } = developer
    const usage = await service.ok('GET', `/v1/dev/apps/${app.id}/usage`, { cookie })
    expect([usage.totals.connected_users, usage.limits.connected_users]).toEqual([49, 50])
    const rejected = await authorize(await service.newPerson(), app)
    const details = { limit: 'connected_users', used: 50, max: 50, plan: 'sandbox' }
    expect([rejected.status, rejected.body.error.details]).toEqual([402, details])
    // A user who is connected to one of the apps does not count again.
    expect((await exchange(other, (await authorize(first, other)).body.code)).status).toBe(200)
  })
})

test('guessing codes and secrets is limited to 20 failures a minute; successes do not count', async () => {
  const limited = await testService({ rateLimit: 600 })
  const { person, app } = await limited.connected(NOTES)
  const guess = (code: string) => {
    const { client_id, client_secret } = app
    return limited.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })
  }
  for (let i = 0; i < 19; i++) expect((await guess('cod_wrong')).status).toBe(400)
  await limited.connect(person, app, NOTES)
  for (let i = 0; i < 20; i++) expect((await guess('cod_wrong')).status).toBe(400)
  const rejected = await guess('cod_wrong')
  expect([rejected.status, rejected.body.error.code]).toEqual([429, 'rate_limited'])
  const seconds = Number(rejected.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  await limited.stop()
})
