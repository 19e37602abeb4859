import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, HOUR_MS, openClock } from './hooks.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

/* Tokens that a stranger in a developer's account obtained, and how the developer ends them. */

const OWN_URI = 'https://app.example/callback'
const EVIL_URI = 'https://evil.example/callback'
const NATIVE_URI = 'http://127.0.0.1/callback'
/** As many as one transaction ends. */
const OTHERS = 500
const SCOPES = ['memory:read:note', 'memory:write:note']

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

const post = (path: string, { cookie }: { cookie: string }, body: object = {}) =>
  service.ok('POST', path, { cookie, body })
const statusOf = async (token: string) => (await service.call('GET', '/v1/memories', { token })).status

async function logIn({ email }: Person, password = service.password): Promise<string> {
  const { headers } = await service.call('POST', '/v1/dev/auth/login', { body: { email, password } })
  return headers.getSetCookie()[0]?.split(';')[0] as string
}

async function codeFor(person: Person, { slug }: App, redirect_uri: string): Promise<string> {
  return (await post('/v1/oauth/authorize', person, { slug, scopes: SCOPES, redirect_uri })).code
}
const exchange = (code: string, { client_id, client_secret }: App, redirect_uri: string) =>
  service.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret, redirect_uri } })
async function connectAt(person: Person, app: App, redirect_uri: string): Promise<string> {
  const { status, body } = await exchange(await codeFor(person, app, redirect_uri), app, redirect_uri)
  expect(status).toBe(200)
  return body.connection_token
}

/** A developer with an app of three days ago to which one person is connected. */
async function established() {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, SCOPES, { redirect_uris: [OWN_URI] })
  const own = await connectAt(await service.newPerson(), app, OWN_URI)
  clock.jump(3 * DAY_MS)
  const cookie = await logIn(developer)
  const since = clock.now().toISOString()
  const edit = (redirect_uris: string[]) =>
    service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie, body: { redirect_uris } })
  const rotate = async (): Promise<App> => ({
    ...app,
    client_secret: (await post(`/v1/dev/apps/${app.id}/rotate-secret`, { cookie })).client_secret,
  })
  const list = async () => (await service.ok('GET', `/v1/dev/auth/access?since=${since}`, { cookie })).items
  const connections = async () =>
    (await list()).filter(({ kind }: { kind: string }) => ['connections', 'test_people'].includes(kind))
  const end = async (only?: object[]) =>
    (await post('/v1/dev/auth/access/end', { cookie }, { since, ...(only && { only }) })).items
  const developerNow = { ...developer, cookie }
  return { developer: developerNow, app, own, since, edit, rotate, list, connections, end }
}

describe('connections made with access that a stranger set', () => {
  test('are counted and end with the secret and the redirect URI', async () => {
    const { app, own, edit, rotate, connections, end, list } = await established()
    await edit([OWN_URI, EVIL_URI])
    const stolen = await rotate()
    const token = await connectAt(await service.newPerson(), stolen, EVIL_URI)
    const again = await connectAt(await service.newPerson(), stolen, OWN_URI)
    expect(await connections()).toMatchObject([{ kind: 'connections', appId: app.id, url: null, connections: 2 }])
    expect((await end()).map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      ...['client_secret', 'connections', 'redirect_uri'],
    ])
    expect([await statusOf(token), await statusOf(again), await statusOf(own)]).toEqual([401, 401, 200])
    expect(await list()).toEqual([])
  })

  test('end with a change of the password that ends recent access', async () => {
    const { developer, rotate, since } = await established()
    const token = await connectAt(await service.newPerson(), await rotate(), OWN_URI)
    const body = { current_password: service.password, new_password: 'an even longer walk', disconnect_since: since }
    await post('/v1/dev/auth/change-password', developer, body)
    expect(await statusOf(token)).toBe(401)
  })

  test('are found where the person consented before and again through the new redirect URI', async () => {
    const { developer, app, edit, connections, end } = await established()
    const person = await service.newPerson()
    clock.jump(HOUR_MS)
    await post('/v1/dev/auth/confirm', developer, { password: service.password })
    await connectAt(person, app, OWN_URI)
    expect(await connections()).toEqual([])
    await edit([OWN_URI, EVIL_URI])
    const token = await connectAt(person, app, EVIL_URI)
    expect(await connections()).toMatchObject([{ connections: 1 }])
    await end()
    expect(await statusOf(token)).toBe(401)
  })

  test('are only those through the new redirect URI if the secret stayed', async () => {
    const { app, edit, connections, end } = await established()
    await edit([OWN_URI, NATIVE_URI])
    const native = 'http://127.0.0.1:4711/callback'
    const through = await connectAt(await service.newPerson(), app, native)
    const others = await connectAt(await service.newPerson(), app, OWN_URI)
    expect(await connections()).toMatchObject([{ connections: 1 }])
    await end()
    expect([await statusOf(through), await statusOf(others)]).toEqual([401, 200])
  })

  test('are found after the developer has replaced the secret and removed the redirect URI', async () => {
    const { edit, rotate, connections, end } = await established()
    await edit([OWN_URI, EVIL_URI])
    const stolen = await rotate()
    const tokens = [
      await connectAt(await service.newPerson(), stolen, EVIL_URI),
      await connectAt(await service.newPerson(), stolen, OWN_URI),
    ]
    await edit([OWN_URI])
    await rotate()
    expect(await connections()).toMatchObject([{ connections: 2 }])
    await end()
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401])
  })

  test('stay if the developer ends other entries alone, and can be ended later', async () => {
    const { app, edit, rotate, connections, end, list } = await established()
    await edit([OWN_URI, EVIL_URI])
    const token = await connectAt(await service.newPerson(), await rotate(), OWN_URI)
    const ended = await end([{ kind: 'redirect_uri', appId: app.id, url: EVIL_URI }])
    expect(ended).toMatchObject([{ kind: 'redirect_uri', url: EVIL_URI }])
    expect(await statusOf(token)).toBe(200)
    expect((await list()).map(({ kind }: { kind: string }) => kind).sort()).toEqual(['client_secret', 'connections'])
    await end([{ kind: 'client_secret', appId: app.id }])
    expect(await statusOf(token)).toBe(200)
    expect(await connections()).toMatchObject([{ connections: 1 }])
    await end([{ kind: 'connections', appId: app.id, url: null }])
    expect(await statusOf(token)).toBe(401)
    expect(await end([{ kind: 'connections', appId: app.id }])).toEqual([])
  })
})

test('more connections than one transaction ends are refused at once', async () => {
  const { app, connections, end, rotate } = await established()
  const token = await connectAt(await service.newPerson(), await rotate(), OWN_URI)
  expect(await statusOf(token)).toBe(200)
  const now = clock.now().toISOString()
  await service.ports.db.count(sql`
    insert into users (id, email, password_hash, plan, created_at)
    select 'usr_00' || n, n || '@many.example', '', 'free', ${now}::timestamptz from generate_series(1, ${OTHERS}::int) n`)
  await service.ports.db.count(sql`
    insert into connections (user_id, id, app_id, scopes, status, connected_at)
    select 'usr_00' || n, 'con_00' || n, ${app.id}, '{}', 'active', ${now}::timestamptz from generate_series(1, ${OTHERS}::int) n`)
  expect(await connections()).toMatchObject([{ connections: OTHERS + 1 }])
  await end()
  expect((await service.call('GET', '/v1/memories', { token })).body.error.code).toBe('connection_revoked')
  expect(await connections()).toEqual([])
})

test('test people that were made since then are counted, and their tokens end', async () => {
  const { developer, app, connections, end } = await established()
  const made = await post(`/v1/dev/apps/${app.id}/test-people`, developer)
  await post(`/v1/dev/apps/${app.id}/test-people`, developer)
  expect(await connections()).toMatchObject([{ kind: 'test_people', appId: app.id, connections: 2 }])
  await end()
  expect(await statusOf(made.connection_token)).toBe(401)
  expect(await connections()).toEqual([])
})

test('a code is refused once its redirect URI was removed', async () => {
  const { app, edit } = await established()
  await edit([OWN_URI, EVIL_URI])
  const code = await codeFor(await service.newPerson(), app, EVIL_URI)
  await edit([OWN_URI])
  expect((await exchange(code, app, EVIL_URI)).body.error.code).toBe('invalid_grant')
})
