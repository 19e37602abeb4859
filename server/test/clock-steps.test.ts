import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql.ts'
import { DAY_MS, HOUR_MS, listening, MINUTE_MS, openClock, rememberOne, SECOND_MS } from './hooks.ts'
import { idOf, openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

/*
 * The clock jumps, forward and back, and processes do not agree what time it is: nothing is lost, nothing is done twice,
 * nobody is kept out for longer than the jump, and what was written in order stays in order.
 */

const STEPS = { 'an hour ahead': HOUR_MS, 'an hour back': -HOUR_MS, 'a day ahead': DAY_MS, 'a day back': -DAY_MS }
const RATE_LIMIT = 3

const clock = openClock()
let service: TestService
let limited: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
  limited = await testService({ rateLimit: RATE_LIMIT, authRateLimit: 5 }, { clock: clock.now })
})
beforeEach(() => clock.set(new Date()))
afterAll(() => Promise.all([service.stop(), limited.stop()]))

const note = (content: string) => ({ memories: [{ content, scope: 'fitness' }] })

describe.each(Object.entries(STEPS))('%s and back again', (_name, stepMs) => {
  test('writes keep their order, their keys and their cursors, and every event is told under one id', async () => {
    const receiver = await openReceiver()
    const { token, person, portal } = await listening(service, receiver.url)
    const ids: string[] = []
    for (const jump of [0, stepMs, 0, -stepMs, 0]) {
      clock.jump(jump)
      for (let i = 0; i < 3; i++) ids.push(await rememberOne(service, token))
    }
    expect([...ids].sort()).toEqual(ids)
    const first = await service.get('/v1/memories?limit=10', token)
    const rest = await service.get(`/v1/memories?limit=10&cursor=${first.next_cursor}`, token)
    const listed = [...first.memories, ...rest.memories].map(({ id }: { id: string }) => id)
    expect(listed.reverse()).toEqual(ids)
    const told = await receiver.untilDifferent(ids.length)
    expect(new Set(told.map(({ body }) => body.data.memory.id))).toEqual(new Set(ids))
    const found = await service.get('/v1/memories?query=Tuesdays&limit=20', token)
    expect(found.memories).toHaveLength(ids.length)
    for (const id of told.map(idOf))
      for (const { duration_ms } of (await portal.when(id, ({ status }) => status === 'succeeded')).attempts)
        expect(duration_ms).toBeGreaterThanOrEqual(0)
    const { items } = await service.ok('GET', '/v1/audit?action=memories.write&limit=100', { cookie: person.cookie })
    expect(items).toHaveLength(ids.length)
    await receiver.close()
  })

  test('tokens stay good, and so does a session within its days', async () => {
    const { token, person } = await service.connected(['memory:read:*'])
    for (const jump of [stepMs, -stepMs]) {
      clock.jump(jump)
      await service.get('/v1/memories', token)
      await service.ok('GET', '/v1/auth/session', { cookie: person.cookie })
    }
  })

  test('a trigger fires once, at the latest when its time has come again', async () => {
    const receiver = await openReceiver()
    const { token } = await listening(service, receiver.url)
    const fireAt = new Date(clock.now().getTime() + HOUR_MS / 2).toISOString()
    const { id } = await service.ok('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin' } })
    for (const jump of [stepMs, -stepMs, HOUR_MS]) {
      clock.jump(jump)
      await service.ok('GET', '/v1/schedule', { token })
    }
    await receiver.until(1)
    clock.jump(HOUR_MS)
    await rememberOne(service, token)
    const all = await receiver.untilDifferent(2)
    expect(all.map(({ body }) => body.data.trigger?.id).filter(Boolean)).toEqual([id])
    await receiver.close()
  })
})

test.each([HOUR_MS, -HOUR_MS, -DAY_MS])('a key is honoured after a step of %i ms', async (stepMs) => {
  const { token, person } = await service.connected(['memory:write:*', 'memory:read:*'])
  const headers = { 'idempotency-key': 'one' }
  const send = () => service.call('POST', '/v1/memories', { token, body: note('Likes rye.'), headers })
  const first = await send()
  clock.jump(stepMs)
  const again = await send()
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
  const usage = await service.ok('GET', '/v1/usage', { cookie: person.cookie })
  expect(usage.memories.used).toBe(1)
})

test('a delivery that failed is tried again after any step, no later than the step and its wait', async () => {
  const answers = [500, 500, 200]
  const receiver = await openReceiver(() => answers.shift() ?? 200)
  const { token } = await listening(service, receiver.url)
  clock.jump(HOUR_MS)
  await rememberOne(service, token)
  await receiver.until(1)
  clock.jump(-HOUR_MS)
  for (let tries = 2; tries <= 3; tries++) {
    clock.jump(HOUR_MS + 10 * MINUTE_MS)
    service.ports.deliveries.nudge()
    await receiver.until(tries)
  }
  expect(new Set(receiver.all.map(idOf)).size).toBe(1)
  await receiver.close()
})

test("the minute's rate starts anew after a step, and a step back locks nobody out", async () => {
  const { token } = await limited.connected(['memory:read:*'])
  for (const jump of [0, HOUR_MS, -HOUR_MS, -DAY_MS]) {
    // The middle of a minute, so that none ends meanwhile.
    clock.set(new Date(Math.floor((clock.now().getTime() + jump) / MINUTE_MS) * MINUTE_MS + 20 * SECOND_MS))
    clock.jump(jump ? MINUTE_MS : 0)
    for (let i = 0; i < RATE_LIMIT; i++) await limited.get('/v1/memories', token)
    const { status, body } = await limited.call('GET', '/v1/memories', { token })
    expect(status).toBe(429)
    expect(body.error.details.retry_after).toBeGreaterThan(0)
    expect(body.error.details.retry_after).toBeLessThanOrEqual(60)
  }
})

test("the database's clock steps back a day: whoever tried passwords before may try again", async () => {
  const { email } = await limited.newPerson()
  const attempt = async () => {
    const body = { email, password: 'not the password' }
    return (await limited.call('POST', '/v1/auth/login', { body })).status
  }
  while ((await attempt()) !== 429);
  await limited.ports.db.count(sql`update throttles t set ends_at = t.ends_at + interval '1 day'`)
  expect(await attempt()).toBe(401)
})
