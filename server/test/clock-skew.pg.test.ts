import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, openClock, rememberOne, subscribed } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { secondService, type TestService, testService } from './service.ts'

/*
 * Two processes on one database with clocks two minutes apart: the API process is ahead, the one that delivers and fires
 * is behind. Nothing is lost, and nothing is delayed by the difference.
 */

const APART_MS = 2 * MINUTE_MS
const ROUNDS = 5
const PARTNERS = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hana', 'Ines', 'Jon']

const ahead = openClock()
let behind: TestService
let front: Awaited<ReturnType<typeof secondService>>
beforeAll(async () => {
  ahead.jump(APART_MS)
  behind = await testService()
  front = await secondService(behind, { role: 'api' }, { clock: ahead.now })
})
afterAll(async () => {
  await front?.stop()
  await behind?.stop()
})

test('memories written by one process are found by both and delivered at once', async () => {
  const receiver = await openReceiver()
  const { token } = await subscribed(behind, receiver.url)
  const ids: string[] = []
  for (let i = 0; i < ROUNDS; i++)
    for (const service of [front, behind]) {
      // A search returns equal texts once.
      const content = `Runs with ${PARTNERS[ids.length]} on Tuesdays.`
      ids.push((await service.remember(token, [{ content, scope: 'fitness' }])).memoryIds[0])
      for (const other of [behind, front]) {
        const { memories } = await other.get('/v1/memories?query=Tuesdays&limit=50', token)
        expect(memories.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort())
      }
    }
  const listed: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await front.get(`/v1/memories?limit=3${cursor && `&cursor=${cursor}`}`, token)
    listed.push(...page.memories.map(({ id }: { id: string }) => id))
    cursor = page.next_cursor
  }
  expect(listed.sort()).toEqual([...ids].sort())
  // Deliveries do not wait until the slower clock reaches the time of the event.
  const received = await receiver.untilDifferent(ids.length)
  expect(new Set(received.map(({ body }) => body.data.memory.id))).toEqual(new Set(ids))
  await receiver.close()
})

test('codes, tokens, sessions and idempotency keys of one process work at the other', async () => {
  for (const [here, there] of [
    [front, behind],
    [behind, front],
  ] as const) {
    const [person, developer] = await Promise.all([here.newPerson(), here.newDeveloper()])
    const scopes = ['memory:read:*', 'memory:write:*']
    const app = await here.newApp(developer, scopes)
    const asked = { cookie: person.cookie, body: { slug: app.slug, scopes } }
    const { code } = await here.ok('POST', '/v1/oauth/authorize', asked)
    const { connection_token: token } = await there.exchange(app, code)
    const body = { memories: [{ content: 'Once.', scope: 'note' }] }
    const send = (service: typeof front) =>
      service.call('POST', '/v1/memories', { token, body, headers: { 'idempotency-key': 'one' } })
    const [first, again] = [await send(here), await send(there)]
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
    const usage = await there.ok('GET', '/v1/usage', { cookie: person.cookie })
    expect(usage.memories.used).toBe(1)
  }
})

test('a trigger scheduled by one process fires once at the other', async () => {
  const receiver = await openReceiver()
  const { token } = await subscribed(behind, receiver.url)
  // In the past for one process, and just ahead for the other.
  const fireAt = new Date(Date.now() + 500).toISOString()
  const early = await behind.ok('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin' } })
  await receiver.until(1)
  await rememberOne(behind, token)
  const all = await receiver.untilDifferent(2)
  expect(all.map(({ body }) => body.data.trigger?.id).filter(Boolean)).toEqual([early.id])
  await receiver.close()
})
