import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, openClock, rememberOne, SECOND_MS, subscribed } from './hooks.ts'
import { idOf, openReceiver } from './receiver.ts'
import { type TestService, testService } from './service.ts'

/* The clock jumps forward and back: nothing is lost or done twice, order is preserved, and limits end with the jump. */

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
  test('order, cursors and delivery ids are preserved', async () => {
    const receiver = await openReceiver()
    const { token, person, portal } = await subscribed(service, receiver.url)
    const ids: string[] = []
    for (const jump of [0, stepMs, 0, -stepMs, 0]) {
      clock.jump(jump)
      for (let i = 0; i < 3; i++) {
        // Different texts, of which none replaces another: a search returns one of several equal ones.
        const content = `Entry ${ids.length} was written on Tuesdays.`
        ids.push(...(await service.remember(token, [{ content, scope: 'fitness' }])).memoryIds)
      }
    }
    const first = await service.get('/v1/memories?limit=10', token)
    const rest = await service.get(`/v1/memories?limit=10&cursor=${first.next_cursor}`, token)
    const listed = [...first.memories, ...rest.memories].reverse()
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(ids))
    // By creation time; where two memories share it, in the order of writing.
    const order = listed.map(({ id, createdAt }) => `${createdAt} ${String(ids.indexOf(id)).padStart(2, '0')}`)
    expect(order).toEqual([...order].sort())
    const received = await receiver.untilDifferent(ids.length)
    expect(new Set(received.map(({ body }) => body.data.memory.id))).toEqual(new Set(ids))
    const found = await service.get('/v1/memories?query=Tuesdays&limit=20', token)
    expect(found.memories).toHaveLength(ids.length)
    for (const id of received.map(idOf))
      for (const { duration_ms } of (await portal.when(id, ({ status }) => status === 'succeeded')).attempts)
        expect(duration_ms).toBeGreaterThanOrEqual(0)
    const { items } = await service.ok('GET', '/v1/audit?action=memories.write&limit=100', { cookie: person.cookie })
    expect(items).toHaveLength(ids.length)
    await receiver.close()
  })

  test('tokens and sessions stay valid', async () => {
    const { token, person } = await service.connected(['memory:read:*'])
    for (const jump of [stepMs, -stepMs]) {
      clock.jump(jump)
      await service.get('/v1/memories', token)
      await service.ok('GET', '/v1/auth/session', { cookie: person.cookie })
    }
  })

  test('a trigger fires once, at the latest when its time is reached again', async () => {
    const receiver = await openReceiver()
    const { token } = await subscribed(service, receiver.url)
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

test.each([HOUR_MS, -HOUR_MS, -DAY_MS])('an idempotency key works after a step of %i ms', async (stepMs) => {
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

test('a failed delivery is retried after a step back, no later than the step plus its wait', async () => {
  const answers = [500, 500, 200]
  const receiver = await openReceiver(() => answers.shift() ?? 200)
  const { token, portal } = await subscribed(service, receiver.url)
  // Until its outcome is stored: a jump before that would move the next attempt as well.
  const attempted = async (tries: number) => {
    const [first] = await receiver.until(tries)
    await portal.when(idOf(first!), ({ attempts }) => attempts.length === tries)
  }
  clock.jump(HOUR_MS)
  await rememberOne(service, token)
  await attempted(1)
  clock.jump(-HOUR_MS)
  for (let tries = 2; tries <= 3; tries++) {
    clock.jump(HOUR_MS + 10 * MINUTE_MS)
    service.ports.deliveries.nudge()
    await attempted(tries)
  }
  expect(new Set(receiver.all.map(idOf)).size).toBe(1)
  await receiver.close()
})

test('the rate limit resets after a step, forward or back', async () => {
  const { token } = await limited.connected(['memory:read:*'])
  for (const jump of [0, HOUR_MS, -HOUR_MS, -DAY_MS]) {
    // In the middle of a minute, so that it does not end during the calls.
    clock.set(new Date(Math.floor((clock.now().getTime() + jump) / MINUTE_MS) * MINUTE_MS + 20 * SECOND_MS))
    clock.jump(jump ? MINUTE_MS : 0)
    for (let i = 0; i < RATE_LIMIT; i++) await limited.get('/v1/memories', token)
    const { status, body } = await limited.call('GET', '/v1/memories', { token })
    expect(status).toBe(429)
    expect(body.error.details.retry_after).toBeGreaterThan(0)
    expect(body.error.details.retry_after).toBeLessThanOrEqual(60)
  }
})

test('a step of the database clock back by a day does not extend the password limit', async () => {
  const { email } = await limited.newPerson()
  const attempt = async () => {
    const body = { email, password: 'not the password' }
    return (await limited.call('POST', '/v1/auth/login', { body })).status
  }
  while ((await attempt()) !== 429);
  await limited.ports.db.count(sql`update throttles t set ends_at = t.ends_at + interval '1 day'`)
  // The last refusal is repeated for a second.
  await expect.poll(attempt).toBe(401)
})
