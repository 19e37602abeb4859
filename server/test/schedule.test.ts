import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { connectionOf, DAY_MS, MINUTE_MS, openClock, SECOND_MS, subscribed } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { isShared, secondService, type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

const TRIGGERS = 1_000
const AT_ONCE = 20

const within = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
const inFiveYears = (ms: number) => {
  const then = clock.now()
  then.setUTCFullYear(then.getUTCFullYear() + 5)
  return new Date(then.getTime() + ms).toISOString()
}
const set = (token: string, fireAt: string, more: object = {}) =>
  service.call('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin', ...more } })
const list = async (token: string, query = '') => (await service.get(`/v1/schedule${query}`, token)).triggers

describe('scheduling a trigger', () => {
  test('accepts times from one minute ago to five years ahead, in any offset', async () => {
    const { token } = await service.connected([])
    const fireAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000 + DAY_MS)
    const withOffset = new Date(fireAt.getTime() + 330 * MINUTE_MS).toISOString().replace('.000Z', '+05:30')
    const { status, body } = await set(token, withOffset)
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.stringMatching(/^trg_/), fireAt: fireAt.toISOString() })
    for (const fireAt of [within(-50 * SECOND_MS), inFiveYears(-MINUTE_MS)])
      expect((await set(token, fireAt)).status).toBe(200)
  })

  const payloadOf = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
  const invalid: [string, object][] = [
    ['a time in the past', { fireAt: () => within(-2 * MINUTE_MS) }],
    ['a time too far ahead', { fireAt: () => inFiveYears(MINUTE_MS) }],
    ['a date that does not exist', { fireAt: () => '2027-02-30T00:00:00Z' }],
    ['a time without an offset', { fireAt: () => '2027-02-20T00:00:00' }],
    ['no kind', { kind: ' ' }],
    ['a kind that is too long', { kind: 'k'.repeat(129) }],
    ['a payload that is not an object', { payload: [1] }],
    ['a payload over 16 KiB', { payload: payloadOf(16 * 1024 + 1) }],
    ['a payload nested too deeply', { payload: nested(101) }],
    ['half a surrogate pair', { payload: { a: '\ud800' } }],
    ['a NUL in a field name', { payload: { 'a\u0000': 1 } }],
  ]
  test.each(invalid)('rejects %s', async (_, { fireAt = () => within(DAY_MS), ...more }: { fireAt?: () => string }) => {
    const { token } = await service.connected([])
    expect((await set(token, fireAt(), more)).body.error).toMatchObject({ code: 'validation_failed' })
    expect(await list(token)).toEqual([])
  })

  test('stores payloads of 16 KiB and deeply nested ones unchanged', async () => {
    const { token } = await service.connected([])
    for (const payload of [payloadOf(16 * 1024), nested(98), { 'ключ 🏃': [null, 1.5, 'ß'] }]) {
      expect((await set(token, within(DAY_MS), { payload })).status).toBe(200)
      expect((await list(token))[0].payload).toEqual(payload)
    }
  })
})

test('rejects a payload of thousands of nested arrays', async () => {
  const { token } = await service.connected([])
  const payload = `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`
  const body = `{"fireAt":"${within(DAY_MS)}","kind":"checkin","payload":${payload}}`
  const headers = { 'content-type': 'application/json' }
  const rejected = await service.call('POST', '/v1/schedule', { token, body, headers })
  expect(rejected.body.error.code).toBe('validation_failed')
})

describe('the triggers of a connection', () => {
  test('are listed newest first, by status and in pages, without those of other connections', async () => {
    const { token } = await service.connected([])
    const other = await service.connected([])
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await set(token, within(DAY_MS))).body.id)
    await set(other.token, within(DAY_MS))
    expect((await list(token)).map(({ id }: { id: string }) => id)).toEqual(ids)
    await service.ok('DELETE', `/v1/schedule/${ids[1]}`, { token })
    const cancelled = await list(token, '?status=cancelled')
    expect(cancelled).toMatchObject([{ id: ids[1], status: 'cancelled', kind: 'checkin', payload: {} }])
    expect(await list(token, '?status=fired')).toEqual([])
    const first = await service.get('/v1/schedule?status=pending&limit=2', token)
    const rest = await service.get(`/v1/schedule?status=pending&limit=2&cursor=${first.next_cursor}`, token)
    const paged = [...first.triggers, ...rest.triggers].map(({ id }) => id)
    expect(paged).toEqual(ids.filter((id) => id !== ids[1]))
    expect(rest.next_cursor).toBeNull()
    for (const [query, by] of [
      [`?limit=2&cursor=${first.next_cursor}`, token],
      [`?status=pending&cursor=${first.next_cursor}`, other.token],
    ] as const)
      expect((await service.call('GET', `/v1/schedule${query}`, { token: by })).body.error.code).toBe('invalid_cursor')
  })

  test('are cancelled once; cancelling returns 404 for fired and unknown triggers and for other apps', async () => {
    const receiver = await openReceiver()
    const { token } = await subscribed(service, receiver.url)
    const other = await service.connected([])
    const { id } = (await set(token, within(DAY_MS))).body
    const cancel = async (id: string, by = token) =>
      (await service.call('DELETE', `/v1/schedule/${id}`, { token: by })).status
    expect(await cancel(id, other.token)).toBe(404)
    expect(await cancel(id)).toBe(200)
    expect(await cancel(id)).toBe(404)
    expect(await cancel('trg_none')).toBe(404)
    const now = (await set(token, within(0))).body.id
    await receiver.until(1)
    expect(await cancel(now)).toBe(404)
    expect(await list(token, '?status=fired')).toMatchObject([{ id: now }])
    await receiver.close()
  })

  test('end with the connection, and a cancelled trigger never fires', async () => {
    const receiver = await openReceiver()
    const { token, person, app } = await subscribed(service, receiver.url, ['schedule.fired'])
    const soon = within(DAY_MS)
    const { id } = (await set(token, soon)).body
    await service.ok('DELETE', `/v1/schedule/${id}`, { token })
    await set(token, soon)
    const connection = await connectionOf(service, person)
    await service.ok('POST', `/v1/connections/${connection}/revoke`, { cookie: person.cookie })
    const again = await service.connect(person, app, [])
    const last = (await set(again, soon)).body.id
    clock.jump(DAY_MS)
    // It was scheduled last for the same time, so the others would have fired by then.
    const [fired] = await receiver.until(1)
    expect(fired!.body.data.trigger).toEqual({
      id: last,
      fireAt: soon,
      kind: 'checkin',
      status: 'fired',
      payload: {},
    })
    expect(receiver.all).toHaveLength(1)
    expect(await list(again)).toMatchObject([{ id: last, status: 'fired' }])
    await receiver.close()
  })
})

test('a connection has at most 10,000 pending triggers, also when requests race', async () => {
  const { person, token } = await service.connected([])
  const { id: connection, appId } = await service.get('/v1/connection', token)
  await service.ports.db.count(sql`
    insert into triggers (user_id, id, connection_id, app_id, fire_at, kind, status, created_at)
    select ${person.id}, 'trg_' || n, ${connection}, ${appId}, now() + interval '1 year', 'x', 'pending', now()
    from generate_series(1, 9990) n`)
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => set(token, within(DAY_MS))))
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(402)])
  const rejected = replies.find(({ status }) => status === 402)
  expect(rejected?.body.error.details).toMatchObject({ limit: 'pending_triggers', used: 10_000, max: 10_000 })
})

test('a thousand triggers of the same second fire exactly once, also with two processes', async () => {
  const receiver = await openReceiver()
  const { token } = await subscribed(service, receiver.url)
  const second = isShared() ? await secondService(service, {}, { clock: clock.now }) : undefined
  const fireAt = within(DAY_MS)
  const ids: string[] = []
  for (let n = 0; n < TRIGGERS; n += AT_ONCE) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => set(token, fireAt)))
    ids.push(...replies.map(({ body }) => body.id))
  }
  clock.jump(DAY_MS)
  await receiver.until(TRIGGERS)
  // A stopping process finishes its attempts, so a second attempt would be received by now.
  await second?.stop()
  await expect.poll(async () => (await list(token, '?status=pending')).length).toBe(0)
  expect(receiver.all).toHaveLength(TRIGGERS)
  expect(new Set(receiver.all.map(({ body }) => body.data.trigger.id))).toEqual(new Set(ids))
  expect(new Set(receiver.all.map(({ body }) => body.id)).size).toBe(TRIGGERS)
  await receiver.close()
})

test('a trigger that came due while the service was down fires after the start', async () => {
  // In tests, the embedded engine starts empty; the crash test covers it.
  if (!isShared()) return
  const receiver = await openReceiver()
  const stopped = await testService({}, { clock: clock.now })
  const { token } = await subscribed(stopped, receiver.url)
  const body = { fireAt: within(DAY_MS), kind: 'checkin' }
  const { id } = await stopped.ok('POST', '/v1/schedule', { token, body })
  await stopped.stop()
  clock.jump(2 * DAY_MS)
  const again = await stopped.start()
  const [fired] = await receiver.until(1)
  expect(fired!.body.data.trigger.id).toBe(id)
  await Promise.all([again.stop(), receiver.close()])
})
