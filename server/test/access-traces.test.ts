import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endConnectionsOfDeletedApps } from '../src/domain/connections/end.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { HOUR_MS, openClock, SCOPES } from './hooks.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

/* What remains of access that has ended: the connection, its audit entries at both ends, and the answer to its token. */

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
})
afterAll(() => service.stop())

type Connected = { person: Person; developer: Person; app: App; token: string }

async function connectionsOf({ cookie }: Person) {
  return (await service.ok('GET', '/v1/connections', { cookie })).items
}

async function changesOf({ cookie }: Person, path = '/v1/audit') {
  const { items } = await service.ok('GET', `${path}?limit=100`, { cookie })
  const changes = items.filter(({ action }: { action: string }) => action.startsWith('connection.'))
  return changes.map(({ actor, action, app }: Record<string, string>) => [actor, action, app])
}

const revoke = async ({ person }: Connected) => {
  const [{ id }] = await connectionsOf(person)
  await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
}
const revokeByApp = ({ app: { client_id, client_secret }, token }: Connected) =>
  service.ok('POST', '/v1/oauth/revoke', { body: { token, client_id, client_secret } })
const deleteApp = ({ developer, app }: Connected) =>
  service.ok('DELETE', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie })
const deleteDeveloper = ({ developer: { cookie } }: Connected) =>
  service.ok('DELETE', '/v1/dev/auth/me', { cookie, body: { password: service.password } })

async function reuseCode({ person, app }: Connected) {
  const body = { slug: app.slug, scopes: SCOPES }
  const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
  const { connection_token } = await service.exchange(app, code)
  await expect(service.exchange(app, code)).rejects.toThrow('invalid_grant')
  return connection_token as string
}

describe.each<[string, (connected: Connected) => Promise<unknown>, string]>([
  ['the person revokes it', revoke, 'user'],
  ['the app gives it back', revokeByApp, 'app'],
  ['the developer deletes the app', deleteApp, 'developer'],
  ['the developer deletes the account', deleteDeveloper, 'developer'],
  ['a code is used twice', reuseCode, 'service'],
])('a connection that ended because %s', (_, end, actor) => {
  test('stays listed with its app, and its end is audited with the app', async () => {
    const connected = await service.connected(SCOPES)
    const { person, app } = connected
    await end(connected)
    const [listed, ...others] = await connectionsOf(person)
    expect(others).toEqual([])
    expect(listed).toMatchObject({ status: 'revoked', revokedAt: expect.stringMatching(/Z$/), app: { slug: app.slug } })
    const changes = await changesOf(person)
    expect(changes[0]).toEqual([actor, 'connection.revoke', app.slug])
    expect(changes.at(-1)).toEqual(['user', 'connection.create', app.slug])
    expect((await service.ok('GET', '/v1/usage', { cookie: person.cookie })).connected_apps.used).toBe(0)
  })

  test('answers its token with connection_revoked for 30 days, then like an unknown one', async () => {
    const connected = await service.connected(SCOPES)
    const newest = await end(connected)
    const token = typeof newest === 'string' ? newest : connected.token
    const answer = async () => {
      const { status, body, headers } = await service.call('GET', '/v1/connection', { token })
      return [status, body.error.code, headers.get('www-authenticate')]
    }
    const [revoked, unknown] = [
      [401, 'connection_revoked', expect.any(String)],
      [401, 'unauthorized', expect.any(String)],
    ]
    expect(await answer()).toEqual(revoked)
    const start = clock.now()
    clock.jump(29 * 24 * HOUR_MS)
    expect(await answer()).toEqual(revoked)
    clock.jump(2 * 24 * HOUR_MS)
    expect(await answer()).toEqual(unknown)
    clock.set(start)
  })
})

test('the developer sees every change of access to the app, and nothing that names the person', async () => {
  const connected = await service.connected(SCOPES)
  const { person, developer, app } = connected
  const [{ id }] = await connectionsOf(person)
  const { cookie } = person
  await service.ok('POST', `/v1/connections/${id}/pause`, { cookie })
  await service.ok('POST', `/v1/connections/${id}/resume`, { cookie })
  await service.ok('PATCH', `/v1/connections/${id}`, { cookie, body: { scopes: [SCOPES[0]] } })
  await service.connect(person, app, SCOPES)
  await revoke(connected)
  const path = `/v1/dev/apps/${app.id}/audit`
  const actions = ['revoke', 'update', 'narrow', 'resume', 'pause', 'create'].map((action) => `connection.${action}`)
  expect(await changesOf(developer, path)).toEqual(actions.map((action) => ['user', action, app.slug]))
  const { items } = await service.ok('GET', path, { cookie: developer.cookie })
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`${person.id}|${person.email}`))
})

describe('a deleted app', () => {
  test('shows its connections as revoked at once, and a job ends those that are left', async () => {
    const { person, developer, app, token } = await service.connected(SCOPES)
    // As if it had more connections than one transaction ends.
    await service.ports.db.count(sql`
      update apps set deleted_at = ${clock.now().toISOString()}, developer_id = null where id = ${app.id}`)
    service.ports.tokens.forget({ appId: app.id })
    expect((await connectionsOf(person))[0]).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) })
    expect((await service.call('GET', '/v1/connection', { token })).body.error.code).toBe('connection_revoked')
    expect(await service.ports.db.transaction((db) => endConnectionsOfDeletedApps({ ...service.ports, db }))).toBe(
      false,
    )
    expect(await changesOf(person)).toEqual([
      ['developer', 'connection.revoke', app.slug],
      ['user', 'connection.create', app.slug],
    ])
    expect((await service.ok('GET', '/v1/dev/apps', { cookie: developer.cookie })).items).toEqual([])
  })

  test('cannot be connected, has no client, and its slug stays taken', async () => {
    const connected = await service.connected(SCOPES)
    const { person, app } = connected
    const body = { slug: app.slug, scopes: SCOPES }
    const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
    await deleteApp(connected)
    const { client_id, client_secret } = app
    const exchanged = await service.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })
    expect(exchanged.body.error.code).toBe('invalid_client')
    const asked = await service.call('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
    expect(asked.status).toBe(404)
    expect((await service.call('GET', `/v1/oauth/preview?slug=${app.slug}`)).status).toBe(404)
    const { cookie } = await service.newDeveloper()
    const taken = await service.call('POST', '/v1/dev/apps', { cookie, body: { name: 'Another', slug: app.slug } })
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict'])
  })
})

describe('a developer', () => {
  const listed = async ({ developer, app }: Connected, query = '') =>
    service.ok('GET', `/v1/dev/apps/${app.id}/connections${query}`, { cookie: developer.cookie })
  const revokeMany = ({ developer, app }: Connected, body: object) =>
    service.call('POST', `/v1/dev/apps/${app.id}/connections/revoke`, { cookie: developer.cookie, body })

  test('sees the connections of an app without the people, and those of no other app', async () => {
    const connected = await service.connected(SCOPES)
    const second = await service.newPerson()
    await service.connect(second, connected.app, SCOPES.slice(0, 1))
    const { items, next_cursor } = await listed(connected, '?limit=1')
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^con_/),
        status: 'active',
        scopes: SCOPES.slice(0, 1),
        signals: [],
        connectedAt: expect.any(String),
        expiresAt: null,
        pausedAt: null,
        revokedAt: null,
        test: false,
      },
    ])
    const rest = await listed(connected, `?limit=1&cursor=${next_cursor}`)
    expect(rest.items).toMatchObject([{ id: (await connectionsOf(connected.person))[0].id }])
    expect(JSON.stringify([items, rest])).not.toMatch(new RegExp(`${second.id}|${connected.person.id}|@`))
    const { cookie } = await service.newDeveloper()
    const path = `/v1/dev/apps/${connected.app.id}/connections`
    expect((await service.call('GET', path, { cookie })).status).toBe(404)
    expect((await service.call('POST', `${path}/revoke`, { cookie, body: { all: true } })).status).toBe(404)
  })

  test('can revoke some or all connections of an app, which the people see', async () => {
    const connected = await service.connected(SCOPES)
    const [own, other] = [(await connectionsOf(connected.person))[0].id, await service.connected(SCOPES)]
    const foreign = (await connectionsOf(other.person))[0].id
    const second = await service.newPerson()
    const token = await service.connect(second, connected.app, SCOPES)
    expect((await revokeMany(connected, { ids: [own, foreign, 'con_none'] })).body).toEqual({
      revoked: [own],
      remaining: false,
    })
    expect((await service.call('GET', '/v1/connection', { token: connected.token })).body.error.code).toBe(
      'connection_revoked',
    )
    expect((await service.call('GET', '/v1/connection', { token: other.token })).status).toBe(200)
    expect((await changesOf(connected.person))[0]).toEqual(['developer', 'connection.revoke', connected.app.slug])
    expect((await revokeMany(connected, { all: true })).body).toMatchObject({ remaining: false })
    expect((await service.call('GET', '/v1/connection', { token })).status).toBe(401)
    expect((await listed(connected, '?status=active')).items).toEqual([])
    for (const body of [{}, { ids: [] }, { all: false }, { ids: [own], all: true }])
      expect((await revokeMany(connected, body)).status).toBe(400)
  })
})

test('the list has the active connections and the newest 500 of those that have ended', async () => {
  const { person, app } = await service.connected(SCOPES)
  const [{ id: active }] = await connectionsOf(person)
  await service.ports.db.count(sql`
    insert into connections (user_id, id, app_id, scopes, signals, status, connected_at, revoked_at)
    select ${person.id}, 'con_zz' || lpad(n::text, 4, '0'), ${app.id}, '{}', '{}', 'revoked', now(), now()
    from generate_series(1, 600) n`)
  const ids = (await connectionsOf(person)).map(({ id }: { id: string }) => id)
  expect(ids).toHaveLength(501)
  expect(ids.slice(0, 2)).toEqual(['con_zz0600', 'con_zz0599'])
  expect(ids.at(-1)).toBe(active)
})
