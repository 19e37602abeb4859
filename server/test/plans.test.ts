import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type Person, type TestService, testService } from './service.ts'

const NOON = Date.parse('2027-03-15T12:00:10.000Z')

let service: TestService
let now = NOON
beforeAll(async () => {
  service = await testService({}, { clock: () => new Date(now) })
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*']
const notes = (count: number) => Array.from({ length: count }, () => ({ content: 'Likes rye.', scope: 'note' }))
const write = (token: string, count = 1) =>
  service.call('POST', '/v1/memories', { token, body: { memories: notes(count) } })
const usageOf = ({ cookie }: { cookie: string }) => service.ok('GET', '/v1/usage', { cookie })

/** A user whose store has this many memories. */
async function filled(count: number, scopes = everywhere) {
  const made = await service.connected(scopes)
  for (let left = count; left > 0; left -= 100) await service.remember(made.token, notes(Math.min(100, left)))
  return made
}

describe('the memories of a plan', () => {
  test('are told to the person and to apps that may read everything, and no number to others', async () => {
    const { person, token } = await filled(500)
    const body = { memories: notes(1) }
    const told = { limit: 'memories', used: 500, max: 500, plan: 'free' }
    const details = async (access: object) =>
      (await service.call('POST', '/v1/memories', { ...access, body })).body.error.details
    expect(await details({ token })).toEqual(told)
    expect(await details({ cookie: person.cookie })).toEqual(told)
    for (const scopes of [['memory:write:*'], ['memory:write:*', 'memory:read:note']]) {
      const app = await service.newApp(await service.newDeveloper(), scopes)
      const narrow = await service.connect(person, app, scopes)
      const reply = await service.call('POST', '/v1/memories', { token: narrow, body })
      expect(reply.body.error.details).toEqual({ limit: 'memories' })
      expect(reply.body.error.message).not.toMatch(/500|free/)
    }
  })

  test('are limited to 500 on the free plan; a batch that exceeds it is rejected whole', async () => {
    const { token, person } = await filled(495)
    const refused = await write(token, 6)
    expect([refused.status, refused.body.error]).toMatchObject([
      402,
      { code: 'limit_exceeded', details: { limit: 'memories', used: 495, max: 500, plan: 'free' } },
    ])
    expect((await usageOf(person)).memories).toEqual({ used: 495, limit: 500 })
    expect((await write(token, 5)).status).toBe(200)
    expect((await write(token, 1)).status).toBe(402)
    const body = { memories: notes(1) }
    expect((await service.call('POST', '/v1/memories', { cookie: person.cookie, body })).status).toBe(402)
  })

  test('can be read, edited and deleted at the limit, and deleting makes room', async () => {
    const { token, person } = await filled(500)
    const { memories } = await service.get('/v1/memories?limit=2', token)
    for (const path of ['/v1/memories?query=rye', '/v1/scopes', `/v1/memories/${memories[0].id}`, '/v1/quota'])
      expect((await service.call('GET', path, { token })).status).toBe(200)
    await service.ok('PATCH', `/v1/memories/${memories[0].id}`, { token, body: { scope: 'goal' } })
    await service.ok('DELETE', `/v1/memories/${memories[0].id}`, { token })
    await service.ok('DELETE', `/v1/memories/${memories[1].id}`, { token })
    expect([(await write(token, 3)).status, (await write(token, 2)).status, (await write(token)).status]).toEqual([
      402, 200, 402,
    ])
    expect((await usageOf(person)).memories.used).toBe(500)
  })

  test('outside the write grants are dropped and do not count', async () => {
    const { token, person } = await filled(499, ['memory:write:note'])
    const outside = Array(50).fill({ content: 'Slept badly.', scope: 'sleep' })
    const { memoryIds } = await service.remember(token, [...outside, ...notes(1)])
    expect([memoryIds.length, (await usageOf(person)).memories.used]).toEqual([1, 500])
    expect((await service.remember(token, outside)).accepted).toBe(false)
  })

  test('are written by exactly as many of 20 racing writers as the limit allows', async () => {
    const { token, person } = await filled(490)
    const replies = await Promise.all(Array.from({ length: 20 }, () => write(token)))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(402)])
    expect((await usageOf(person)).memories.used).toBe(500)
    const [row] = await service.ports.db.rows<{ count: number }>(
      sql`select count(*) as count from memories where user_id = ${person.id}`,
    )
    expect(row!.count).toBe(500)
  })
})

test('a user sees the plan and its usage', async () => {
  const { person } = await filled(3)
  expect(await usageOf(person)).toEqual({
    plan: 'free',
    memories: { used: 3, limit: 500 },
    connected_apps: { used: 1, limit: 3 },
    memory_stores: { used: 1, limit: 1 },
  })
})

test('the plan of new accounts is configurable', async () => {
  const other = await testService({ userPlan: 'plus', developerPlan: 'growth' })
  const { person, token } = await other.connected(everywhere)
  const usage = await other.ok('GET', '/v1/usage', { cookie: person.cookie })
  expect(usage).toMatchObject({ plan: 'plus', memories: { limit: 10_000 }, connected_apps: { limit: null } })
  const quota = await other.get('/v1/quota', token)
  expect(quota).toMatchObject({ plan: 'growth', api_calls: { limit: 2_000_000 }, connected_users: { limit: 25_000 } })
  await other.stop()
})

describe('the calls of a developer plan', () => {
  async function withCalls(calls: number) {
    const made = await service.connected(everywhere)
    await service.ports.db.count(sql`
      insert into usage_days (app_id, day, developer_id, api_calls)
      select ${made.app.id}, ${new Date(now).toISOString().slice(0, 10)}::date, id, ${calls} from developers
      where id = ${made.developer.id}`)
    return made
  }

  test('reject writes once they are used up, and never reads', async () => {
    const { token, developer } = await withCalls(9_996)
    const read = () => service.call('GET', '/v1/memories', { token })
    const statuses = [await read(), await write(token), await read(), await write(token), await write(token)]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 402])
    const { error } = statuses.at(-1)!.body
    const details = { limit: 'api_calls', used: 10_001, max: 10_000, plan: 'sandbox' }
    expect(error).toMatchObject({ code: 'limit_exceeded', details })
    for (const path of ['/v1/memories', '/v1/memories?query=rye', '/v1/scopes', '/v1/connection'])
      expect((await service.call('GET', path, { token })).status, path).toBe(200)
    const { memories } = (await read()).body
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { body: { pinned: true } } : {}
      expect((await service.call(method, `/v1/memories/${memories[0].id}`, { token, ...body })).status).toBe(402)
    }
    const quota = await service.get('/v1/quota', token)
    expect(quota.api_calls).toEqual({ used: 10_009, limit: 10_000, remaining: 0 })
    // The quota is shared with the developer's other apps.
    const second = await service.newApp(developer, everywhere)
    const other = await service.connect(await service.newPerson(), second, everywhere)
    expect((await write(other)).status).toBe(402)
  })

  test('are shown to the developer for one app and for all of them', async () => {
    const { token, app, developer, person } = await withCalls(40)
    const second = await service.newApp(developer, everywhere)
    const other = await service.connect(person, second, everywhere)
    for (const each of [token, other]) expect((await write(each)).status).toBe(200)
    const usage = await service.ok('GET', `/v1/dev/apps/${app.id}/usage`, { cookie: developer.cookie })
    expect(usage.totals).toMatchObject({ api_calls: 41, memory_writes: 1, connected_users: 1 })
    expect(usage.all_apps).toEqual({
      ...{ api_calls: 42, memory_writes: 2, connected_users: 1 },
      ...{ context_requests: 0, hosted_tokens_in: 0, hosted_tokens_out: 0 },
    })
  })

  test('reset at the start of a month', async () => {
    const { token } = await withCalls(10_000)
    expect((await write(token)).status).toBe(402)
    now = Date.parse('2027-04-01T00:00:00.000Z')
    expect((await write(token)).status).toBe(200)
    const { period, api_calls } = await service.get('/v1/quota', token)
    expect(period).toEqual({ start: '2027-04-01T00:00:00.000Z', end: '2027-05-01T00:00:00.000Z' })
    expect(api_calls).toEqual({ used: 2, limit: 10_000, remaining: 9_998 })
    now = NOON
  })
})

test('calls, writes and users are counted for the app and its developer', async () => {
  const { token, app, developer } = await service.connected(everywhere)
  const { cookie } = developer
  await service.remember(token, notes(3))
  await service.get('/v1/memories', token)
  await service.call('GET', '/v1/memories/mem_none', { token })
  const quota = await service.get('/v1/quota', token)
  expect(quota).toEqual({
    plan: 'sandbox',
    period: { start: '2027-03-01T00:00:00.000Z', end: '2027-04-01T00:00:00.000Z' },
    api_calls: { used: 4, limit: 10_000, remaining: 9_996 },
    hosted_tokens: { used: 0, limit: null, remaining: null },
    memory_writes: { used: 3 },
    context_requests: { used: 0 },
    connected_users: { used: 1, limit: 50 },
  })
  now = NOON + 13 * 60 * 60_000
  await service.remember(token, notes(2))
  const path = `/v1/dev/apps/${app.id}/usage`
  const usage = await service.ok('GET', `${path}?from=2027-03-14&to=2027-03-16`, { cookie })
  const none = { context_requests: 0, hosted_tokens_in: 0, hosted_tokens_out: 0 }
  expect(usage).toEqual({
    plan: 'sandbox',
    period: { start: '2027-03-14T00:00:00.000Z', end: '2027-03-17T00:00:00.000Z' },
    totals: { api_calls: 5, memory_writes: 5, connected_users: 1, ...none },
    all_apps: { api_calls: 5, memory_writes: 5, connected_users: 1, ...none },
    limits: { api_calls: 10_000, connected_users: 50 },
    series: [
      { date: '2027-03-14', api_calls: 0, memory_writes: 0, connected_users: 0, ...none },
      { date: '2027-03-15', api_calls: 4, memory_writes: 3, connected_users: 1, ...none },
      { date: '2027-03-16', api_calls: 1, memory_writes: 2, connected_users: 1, ...none },
    ],
  })
  const month = await service.ok('GET', path, { cookie })
  expect([month.series.length, month.series[0].date]).toEqual([16, '2027-03-01'])
  now = NOON
  for (const query of [
    'from=2027-03-15&to=2027-03-14',
    'from=2026-01-01&to=2027-03-15',
    'from=yesterday',
    'from=2027-02-30',
    'from=0000-01-01&to=0000-01-02',
    'to=2027-03-15T00:00:00Z',
  ])
    expect((await service.call('GET', `${path}?${query}`, { cookie })).body.error?.code, query).toBe(
      'validation_failed',
    )
})

test('the users of an app are counted at the end of each day', async () => {
  now = NOON
  const { person, developer, app, token } = await service.connected(everywhere)
  const other = await service.newPerson()
  const revoke = async (token: string) => {
    const { id } = await service.get('/v1/connection', token)
    return service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
  }
  const aDay = 24 * 60 * 60_000
  now = NOON + aDay
  await service.connect(other, app, everywhere)
  now = NOON + 2 * aDay
  await revoke(token)
  now = NOON + 4 * aDay
  const again = await service.connect(person, app, everywhere)
  await revoke(again)
  await service.connect(person, app, everywhere)
  const usersByDay = async (query: string) => {
    const { cookie } = await signInAgain(developer)
    const { series } = await service.ok('GET', `/v1/dev/apps/${app.id}/usage?${query}`, { cookie })
    return series.map(({ connected_users }: { connected_users: number }) => connected_users)
  }
  expect(await usersByDay('from=2027-03-14&to=2027-03-20')).toEqual([0, 1, 2, 1, 1, 2, 2])
  expect(await usersByDay('from=2027-03-17&to=2027-03-18')).toEqual([1, 1])
  expect(await usersByDay('from=2027-03-20&to=2027-03-20')).toEqual([2])
  now = NOON
})

async function signInAgain({ email }: Person) {
  const reply = await service.call('POST', '/v1/dev/auth/login', { body: { email, password: service.password } })
  return { cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
