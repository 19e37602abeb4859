import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MANIFEST, portalOf, rememberOne, SCOPES } from './hooks.ts'
import { openReceiver } from './receiver.ts'
import { type App, type Person, secondService, type TestService, testService } from './service.ts'

/* Access that ends on one process, attacked on another one that has the token in its cache. */

const SECOND_MS = 1_000

let service: TestService
let other: Awaited<ReturnType<typeof secondService>>
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
  other = await secondService(service)
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})

interface Victim {
  person: Person
  developer: Person
  app: App
  token: string
  id: string
}

async function connected(): Promise<Victim> {
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  const app = await service.newApp(developer, SCOPES, { manifest: MANIFEST })
  const token = await service.connect(person, app, SCOPES)
  return { person, developer, app, token, id: (await service.get('/v1/connection', token)).id }
}

const act = ({ id, person: { cookie } }: Victim, action: string) =>
  service.ok('POST', `/v1/connections/${id}/${action}`, { cookie })

const ends: [string, (victim: Victim) => Promise<unknown>, string][] = [
  ['revokes the connection', (victim) => act(victim, 'revoke'), 'connection_revoked'],
  ['pauses the connection', (victim) => act(victim, 'pause'), 'connection_paused'],
  [
    'deletes the app',
    ({ app, developer: { cookie } }) => service.ok('DELETE', `/v1/dev/apps/${app.id}`, { cookie }),
    'connection_revoked',
  ],
]

describe.each(ends)('once someone %s, on another process', (_, end, code) => {
  test('nothing can be written, edited, deleted, sent or scheduled any more', async () => {
    const victim = await connected()
    const { token, person } = victim
    const memoryId = await rememberOne(service, token)
    const trigger = await service.ok('POST', '/v1/schedule', {
      token,
      body: { fireAt: '2030-01-01T00:00:00Z', kind: 'x' },
    })
    // Fills the cache of the other process.
    await other.get('/v1/connection', token)
    await end(victim)
    const memories = [{ content: 'Planted.', scope: 'fitness' }]
    const attempts = await Promise.all([
      other.call('POST', '/v1/memories', { token, body: { memories } }),
      other.call('POST', '/v1/memories', { token, body: { memories }, headers: { 'idempotency-key': 'one' } }),
      other.call('PATCH', `/v1/memories/${memoryId}`, { token, body: { content: 'Changed.' } }),
      other.call('DELETE', `/v1/memories/${memoryId}`, { token }),
      other.call('POST', '/v1/signals', { token, body: { type: 'workout.completed' } }),
      other.call('POST', '/v1/schedule', { token, body: { fireAt: '2030-01-01T00:00:00Z', kind: 'planted' } }),
      other.call('DELETE', `/v1/schedule/${trigger.id}`, { token }),
    ])
    expect(attempts.map(({ body }) => body.error?.code)).toEqual(attempts.map(() => code))
    const { items } = await service
      .ok('GET', '/v1/memories', { cookie: person.cookie })
      .then(({ memories }) => ({ items: memories }))
    expect(items.map(({ content }: { content: string }) => content)).toEqual(['Runs on Tuesdays.'])
  })

  test('no read that begins a second later is answered', async () => {
    const victim = await connected()
    await rememberOne(service, victim.token)
    let endedAt = Number.POSITIVE_INFINITY
    const ending = other.get('/v1/memories', victim.token).then(() => end(victim))
    const late: number[] = []
    const readUntilRefused = async () => {
      for (;;) {
        const begun = performance.now()
        const { status } = await other.call('GET', '/v1/memories', { token: victim.token })
        if (status !== 200) return
        if (begun - endedAt >= SECOND_MS) late.push(begun - endedAt)
      }
    }
    const reading = readUntilRefused()
    await ending
    endedAt = performance.now()
    await reading
    expect(late).toEqual([])
  })
})

test('writes under scopes that were just taken away on another process are dropped, others are stored', async () => {
  const victim = await connected()
  const { token, id, person } = victim
  await other.get('/v1/connection', token)
  const body = { scopes: ['memory:write:fitness', 'memory:read:fitness.*'] }
  await service.ok('PATCH', `/v1/connections/${id}`, { cookie: person.cookie, body })
  const memories = ['fitness.trail', 'fitness'].map((scope) => ({ content: `Planted in ${scope}.`, scope }))
  const { memoryIds } = await other.remember(token, memories)
  expect(memoryIds).toHaveLength(1)
  expect((await other.get(`/v1/memories/${memoryIds[0]}`, token)).scope).toBe('fitness')
})

test('a token that a later consent replaced is refused on another process; the new one, and other tokens, are not', async () => {
  const [victim, bystander] = [await connected(), await connected()]
  const statusOf = async (token: string) => (await other.call('GET', '/v1/connection', { token })).status
  for (const { token } of [victim, bystander]) expect(await statusOf(token)).toBe(200)
  const token = await service.connect(victim.person, victim.app, SCOPES)
  await expect.poll(() => statusOf(victim.token)).toBe(401)
  expect(await Promise.all([token, bystander.token].map(statusOf))).toEqual([200, 200])
})

test.each(['revoke', 'pause'])('the event of a %s arrives when every process refuses the token', async (action) => {
  const victim = await connected()
  const type = action === 'revoke' ? 'connection.revoked' : 'connection.updated'
  const answers: number[] = []
  const receiver = await openReceiver(async () => {
    for (const process of [service, other]) {
      answers.push((await process.call('GET', '/v1/memories', { token: victim.token })).status)
      const memories = [{ content: 'Planted.', scope: 'fitness' }]
      answers.push((await process.call('POST', '/v1/memories', { token: victim.token, body: { memories } })).status)
    }
    return 200
  })
  await portalOf(service, victim.developer, victim.app).subscribe(receiver.url, [type])
  // The app keeps the token in the cache of the other process until it is refused.
  const keepCached = async () => {
    while ((await other.call('GET', '/v1/connection', { token: victim.token })).status === 200);
  }
  const caching = keepCached()
  await act(victim, action)
  await caching
  await receiver.once(() => receiver.all[0]?.responded !== undefined)
  expect(receiver.all[0]!.body.type).toBe(type)
  expect(answers).toEqual(action === 'revoke' ? [401, 401, 401, 401] : [403, 403, 403, 403])
  await receiver.close()
})
