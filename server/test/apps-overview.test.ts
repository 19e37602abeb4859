import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

const NOON = Date.parse('2027-03-15T12:00:10.000Z')
const HOUR_MS = 60 * 60_000
const SCOPES = ['memory:read:note', 'memory:write:note']

let now = NOON
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: () => new Date(now) })
})
afterAll(() => service.stop())

const overviewOf = ({ cookie }: { cookie: string }) => service.ok('GET', '/v1/dev/overview', { cookie })

test('counts the calls, people, requests of 24 hours and failing subscriptions of each app and of all', async () => {
  const { app, developer, token } = await service.connected(SCOPES)
  const quiet = await service.newApp(developer, SCOPES)
  const old = { method: 'GET', route: '/v1/memories', status: 200, code: null, ms: 1, requestId: 'req_1' }
  for (const hours of [30, 24, 23]) {
    now = NOON - hours * HOUR_MS
    service.ports.requestLog.note({ appId: app.id, developerId: developer.id }, old)
  }
  now = NOON
  await service.get('/v1/memories', token)
  await service.call('GET', '/v1/memories?scope=health', { token })
  await service.ok('POST', `/v1/dev/apps/${app.id}/test-people`, { cookie: developer.cookie, body: {} })
  const body = { url: 'http://127.0.0.1:9/', events: ['memory.created'] }
  for (const path of ['/one', '/two', '/off'])
    await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
      cookie: developer.cookie,
      body: { ...body, url: `http://127.0.0.1:9${path}` },
    })
  await service.ports.db.count(sql`
    update webhook_subscriptions set failing_since = now() where app_id = ${app.id} and url not like '%one'`)
  const { items } = await service.ok('GET', `/v1/dev/apps/${app.id}/subscriptions`, { cookie: developer.cookie })
  const off = items.find(({ url }: { url: string }) => url.endsWith('/off'))
  await service.ok('PATCH', `/v1/dev/apps/${app.id}/subscriptions/${off.id}`, {
    cookie: developer.cookie,
    body: { status: 'disabled' },
  })
  const overview = await overviewOf(developer)
  expect(overview).toMatchObject({ plan: 'sandbox', api_calls: 2, connected_users: 1 })
  expect(overview.apps.map(({ id }: { id: string }) => id)).toEqual([quiet.id, app.id])
  const [none, busy] = overview.apps
  expect(none).toMatchObject({ api_calls: 0, connected_users: 0, failing_subscriptions: 0, requests: 0, failed: 0 })
  // The exchange of the code is a request, too. Those of the same hour yesterday are not counted, the test person is not a
  // person, and what the developer has disabled does not fail.
  expect(busy).toMatchObject({ api_calls: 2, connected_users: 1, failing_subscriptions: 1, requests: 4, failed: 1 })
  expect(busy.hours).toHaveLength(24)
  expect(busy.hours[0]).toEqual({ hour: '2027-03-14T13:00:00.000Z', requests: 1, failed: 0 })
  expect(busy.hours.at(-1)).toEqual({ hour: '2027-03-15T12:00:00.000Z', requests: 3, failed: 1 })
})

test('contains no app of another developer', async () => {
  await service.connected(SCOPES)
  expect(await overviewOf(await service.newDeveloper())).toMatchObject({ api_calls: 0, connected_users: 0, apps: [] })
})
