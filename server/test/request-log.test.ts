import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourOf, ROWS_PER_HOUR_MAX } from '../src/domain/request-log/requests.ts'
import { deleteExpiredRequests } from '../src/domain/request-log/store.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { operatorOk } from './operator.ts'
import { isShared, type Person, secondService, type TestService, testService } from './service.ts'

const NOON = Date.parse('2027-03-15T12:00:10.000Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ALL = ['memory:read:*', 'memory:write:*']

let now = NOON
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: () => new Date(now) })
})
afterAll(() => service.stop())

type App = { id: string }
const listed = async (developer: Person, app: App, query = '') =>
  (await service.ok('GET', `/v1/dev/apps/${app.id}/requests?limit=100${query}`, { cookie: developer.cookie })).items
const summary = (developer: Person, app: App, query = '') =>
  service.ok('GET', `/v1/dev/apps/${app.id}/requests/summary${query}`, { cookie: developer.cookie })
const lines = (items: { method: string; route: string; status: number; code: string | null }[]) =>
  items.map(({ method, route, status, code }) => `${method} ${route} ${status} ${code ?? ''}`.trim())

/** Inserts rows as the batcher would, without as many calls. */
async function log(app: App, count: number, { status = 200, at = now, code = null as string | null } = {}) {
  const developer = { appId: app.id, developerId: 'dev_other' }
  const ended = { method: 'GET', route: '/v1/memories', status, code: code as never, ms: now - at, requestId: 'req_1' }
  for (let i = 0; i < count; i++) service.ports.requestLog.note(developer, ended)
  await service.ports.requestLog.settle()
}

describe('the request log', () => {
  test('lists the requests of an app, newest first, by the template of the route', async () => {
    const { app, developer, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    const { memoryIds } = await service.remember(token, [{ content: 'Likes rye bread.', scope: 'note' }])
    const read = await service.call('GET', `/v1/memories/${memoryIds[0]}`, { token })
    await service.call('GET', '/v1/memories?query=rye+bread&scope=note', { token })
    const denied = await service.call('GET', '/v1/memories?scope=health', { token })
    await service.call('POST', '/v1/memories', { token, body: { memories: [] } })
    await service.call('GET', `/v1/memories/mem_${'0'.repeat(28)}`, { token })
    const items = await listed(developer, app)
    expect(lines(items)).toEqual([
      'GET /v1/memories/:id 404 not_found',
      'POST /v1/memories 400 validation_failed',
      'GET /v1/memories 403 scope_denied',
      'GET /v1/memories 200',
      'GET /v1/memories/:id 200',
      'POST /v1/memories 200',
      'POST /v1/oauth/token 200',
    ])
    expect(items[2].request_id).toBe(denied.headers.get('x-request-id'))
    expect(items[4]).toMatchObject({ request_id: read.headers.get('x-request-id'), at: expect.any(String) })
    expect(Number.isInteger(items[4].ms) && items[4].ms >= 0).toBe(true)
  })

  test('stores no content, no values of the path or the query and no ids of people', async () => {
    const { app, person, developer, token } = await service.connected(ALL)
    const { memoryIds } = await service.remember(token, [{ content: 'Afraid of heights.', scope: 'health' }])
    await service.call('GET', `/v1/memories/${memoryIds[0]}`, { token })
    await service.call('GET', '/v1/memories?query=vertigo', { token })
    const text = JSON.stringify([await listed(developer, app), await summary(developer, app)])
    const { stored } = await service.ports.db.one<{ stored: string }>(sql`
      select coalesce(json_agg(r)::text, '') || (select json_agg(h)::text from app_request_hours h where h.app_id = ${app.id})
        as stored from app_requests r where r.app_id = ${app.id}`)
    for (const hidden of ['heights', 'vertigo', 'health', memoryIds[0], person.id, person.email, token])
      expect(text + stored).not.toContain(hidden)
  })

  test('contains refused calls of a known app, and its exchanges of codes', async () => {
    const { app, person, developer, token } = await service.connected(ALL)
    const [connection] = (await service.ok('GET', '/v1/connections', { cookie: person.cookie })).items
    await service.ok('POST', `/v1/connections/${connection.id}/pause`, { cookie: person.cookie })
    await service.call('GET', '/v1/memories', { token })
    const { client_id, client_secret } = app
    await service.call('POST', '/v1/oauth/token', { body: { code: 'wrong', client_id, client_secret } })
    await service.call('POST', '/v1/oauth/token', { body: { code: 'wrong', client_id, client_secret: 'sec_wrong' } })
    expect(lines(await listed(developer, app)).slice(0, 2)).toEqual([
      'POST /v1/oauth/token 400 invalid_grant',
      'GET /v1/memories 403 connection_paused',
    ])
  })

  test('filters by status, code, method, route and time; a value from outside matches nothing', async () => {
    const { app, developer, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    await service.call('GET', '/v1/memories?scope=health', { token })
    now += HOUR_MS
    await service.call('GET', '/v1/scopes', { token })
    const since = new Date(now - MINUTE_MS).toISOString()
    expect(lines(await listed(developer, app, '&status=4xx'))).toEqual(['GET /v1/memories 403 scope_denied'])
    expect(lines(await listed(developer, app, '&code=scope_denied'))).toEqual(['GET /v1/memories 403 scope_denied'])
    expect(lines(await listed(developer, app, '&route=/v1/scopes&method=GET'))).toEqual(['GET /v1/scopes 200'])
    expect(lines(await listed(developer, app, `&since=${since}`))).toEqual(['GET /v1/scopes 200'])
    const injection = encodeURIComponent(`/v1/scopes' or '1'='1`)
    expect(await listed(developer, app, `&route=${injection}`)).toEqual([])
    const path = `/v1/dev/apps/${app.id}/requests`
    for (const query of [
      'status=9xx',
      'code=nope',
      'method=FETCH',
      `route=${'x'.repeat(201)}`,
      'since=soon',
      'page=2',
    ]) {
      for (const at of [path, `${path}/summary`]) {
        const { status, body } = await service.call('GET', `${at}?${query}`, { cookie: developer.cookie })
        expect([status, body.error.code, body.error.details[0].path]).toEqual([
          400,
          'validation_failed',
          query.split('=')[0],
        ])
      }
    }
  })

  test('is paged without repeating or skipping a request', async () => {
    const { app, developer, token } = await service.connected(ALL)
    for (let i = 0; i < 4; i++) await service.call('GET', '/v1/scopes', { token })
    const path = `/v1/dev/apps/${app.id}/requests?limit=2`
    const ids: string[] = []
    let cursor: string | null = ''
    do {
      const page = await service.ok('GET', `${path}${cursor && `&cursor=${cursor}`}`, { cookie: developer.cookie })
      ids.push(...page.items.map(({ id }: { id: string }) => id))
      cursor = page.next_cursor
      if (ids.length === 2) await service.call('GET', '/v1/scopes', { token })
    } while (cursor)
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
    const other = await service.call('GET', `${path}&status=2xx&cursor=${cursor ?? 'x'}`, { cookie: developer.cookie })
    expect(other.body.error.code).toBe('invalid_cursor')
  })

  test('is another developer’s only for their own apps', async () => {
    const { app } = await service.connected(ALL)
    const { cookie } = await service.newDeveloper()
    for (const path of ['requests', 'requests/summary'])
      expect((await service.call('GET', `/v1/dev/apps/${app.id}/${path}`, { cookie })).status).toBe(404)
  })
})

describe('the summary', () => {
  test('counts requests by hour, route and failure', async () => {
    const { app, developer, token } = await service.connected(['memory:read:note'])
    await service.call('GET', '/v1/memories?scope=health', { token })
    now += HOUR_MS
    await service.call('GET', '/v1/memories', { token })
    const { totals, hours, routes, failures, retention_days } = await summary(developer, app)
    expect([retention_days, hours.length]).toEqual([7, 25])
    expect(hours.at(-1)).toMatchObject({ requests: 1, client_errors: 0, hour: expect.stringContaining(':00:00.000Z') })
    expect(hours.at(-2)).toMatchObject({ requests: 2, client_errors: 1, server_errors: 0 })
    expect(hours[0]).toMatchObject({ requests: 0, p50_ms: null, p95_ms: null })
    expect(totals).toMatchObject({ requests: 3, client_errors: 1, server_errors: 0 })
    expect(totals.p50_ms).toBeLessThanOrEqual(totals.p95_ms)
    expect(routes.map(({ method, route, requests }: Record<string, unknown>) => [method, route, requests])).toEqual([
      ['GET', '/v1/memories', 2],
      ['POST', '/v1/oauth/token', 1],
    ])
    expect(failures).toEqual([{ failure: 'scope_denied', requests: 1 }])
    expect((await summary(developer, app, '?status=2xx')).totals.requests).toBe(2)
    expect((await summary(developer, app, '?since=2001-01-01T00:00:00Z')).hours).toHaveLength(7 * 24 + 1)
  })

  test('stays exact when more requests arrive than the list keeps, and failures have room of their own', async () => {
    const developer = await service.newDeveloper()
    const app = await service.newApp(developer, ALL)
    await log(app, ROWS_PER_HOUR_MAX + 50)
    await log(app, 20, { status: 500, code: 'internal' })
    const { totals } = await summary(developer, app)
    expect(totals).toMatchObject({ requests: ROWS_PER_HOUR_MAX + 70, server_errors: 20 })
    const stored = () =>
      service.ports.db.one(sql`
        select count(*) filter (where status < 400) as succeeded, count(*) filter (where status >= 400) as failed
        from app_requests where app_id = ${app.id}`)
    expect(await stored()).toEqual({ succeeded: ROWS_PER_HOUR_MAX, failed: 20 })
    now += HOUR_MS
    await log(app, 3)
    expect(await stored()).toEqual({ succeeded: ROWS_PER_HOUR_MAX + 3, failed: 20 })
  })

  if (isShared())
    test('is kept together by several processes', async () => {
      const { app, developer, token } = await service.connected(ALL)
      const second = await secondService(service, {}, { clock: () => new Date(now) })
      await second.call('GET', '/v1/scopes', { token })
      await second.stop()
      await service.call('GET', '/v1/scopes', { token })
      expect((await summary(developer, app)).totals.requests).toBe(3)
      expect(await listed(developer, app)).toHaveLength(3)
    })
})

describe('retention', () => {
  test('hides and deletes requests older than REQUEST_LOG_DAYS', async () => {
    const { app, developer, token } = await service.connected(ALL)
    now += 7 * DAY_MS
    await service.call('GET', '/v1/scopes', { token })
    const { email } = developer
    const signedIn = await service.call('POST', '/v1/dev/auth/login', { body: { email, password: service.password } })
    developer.cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(lines(await listed(developer, app))).toEqual(['GET /v1/scopes 200'])
    now += 2 * HOUR_MS
    await deleteExpiredRequests(service.ports)
    const { db } = service.ports
    const left = () =>
      db.one(sql`select (select count(*) from app_requests where app_id = ${app.id}) as requests,
        (select sum(requests) from app_request_hours where app_id = ${app.id})::int as counted`)
    expect(await left()).toEqual({ requests: 1, counted: 1 })
  })

  test('with 0 days, nothing is logged and the log says so', async () => {
    const off = await testService({ requestLogDays: 0 })
    const { app, developer, token } = await off.connected(ALL)
    await off.call('GET', '/v1/scopes', { token })
    const path = `/v1/dev/apps/${app.id}/requests`
    expect((await off.ok('GET', path, { cookie: developer.cookie })).items).toEqual([])
    expect(await off.ok('GET', `${path}/summary`, { cookie: developer.cookie })).toMatchObject({
      retention_days: 0,
      totals: { requests: 0 },
    })
    await off.stop()
  })
})

test('the operator sees which apps took the most time: few slow requests count more than many fast ones', async () => {
  const { app, token } = await service.connected(ALL)
  for (let i = 0; i < 20; i++) await service.call('GET', '/v1/scopes', { token })
  await service.ports.requestLog.settle()
  // Without a connection, which would log requests of its own.
  const developer = await service.newDeveloper()
  const slow = await service.newApp(developer, ALL)
  await service.ports.db.count(sql`
    insert into app_request_hours (app_id, hour, method, route, status, code, latency, requests)
    values (${slow.id}, ${new Date(hourOf(now)).toISOString()}, 'GET', '/v1/memories', 200, '', 9, 4)`)
  const { apps } = await operatorOk(service, 'usage')
  const [first] = apps.byTime
  expect(first).toMatchObject({ id: slow.id, slug: slow.slug, developer: developer.email })
  expect(first).toMatchObject({ seconds: 15, requests: 4, meanMs: 3750, slow: 4 })
  expect(apps.byTime.map(({ id }: { id: string }) => id)).toContain(app.id)
})
