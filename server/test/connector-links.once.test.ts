import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEALTH, healthExport, providersOf, STRAVA, stravaActivity } from './providers.ts'
import { openReceiver } from './receiver.ts'
import { type Call, type Person, type TestService, testService } from './service.ts'

let service: TestService
let send: ReturnType<typeof providersOf>['send']
let memoriesOf: ReturnType<typeof providersOf>['memoriesOf']
beforeAll(async () => {
  service = await testService()
  ;({ send, memoriesOf } = providersOf(service))
})
afterAll(() => service.stop())

async function addressesOf({ cookie }: Person): Promise<Record<string, string>> {
  const { items } = await service.ok('GET', '/v1/connectors', { cookie })
  return Object.fromEntries(items.map(({ provider, url }: { provider: string; url: string }) => [provider, url]))
}

/** Posts to a connector URL as it was listed. */
function postTo(url: string, call: Call) {
  expect(url.startsWith(service.url)).toBe(true)
  return service.call('POST', url.slice(service.url.length), call)
}

test('stores an item once when twenty requests send it concurrently', async () => {
  const person = await service.newPerson()
  const url = (await addressesOf(person))['mock-strava'] as string
  const activities = [1, 2, 3].map((id) => stravaActivity({ id }))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2 ? send(person, STRAVA, activities) : postTo(url, { body: activities }).then(({ body }) => body),
    ),
  )
  expect(answers.flatMap(({ memoryIds }) => memoryIds)).toHaveLength(3)
  expect(await memoriesOf(person)).toHaveLength(3)
})

describe('the URL of a connector', () => {
  test('writes to the store of its user and stays the same until it is rotated', async () => {
    const [ada, bob] = await Promise.all([service.newPerson(), service.newPerson()])
    const [first, same, other] = await Promise.all([addressesOf(ada), addressesOf(ada), addressesOf(bob)])
    expect(Object.keys(first)).toEqual(['mock-strava', 'mock-apple-health'])
    expect(same).toEqual(first)
    const token = (url = '') => new URL(url).searchParams.get('connect') as string
    expect(token(first['mock-strava'])).toBe(token(first['mock-apple-health']))
    expect(token(other['mock-strava'])).not.toBe(token(first['mock-strava']))

    for (const [provider, body] of [
      ['mock-strava', stravaActivity()],
      ['mock-apple-health', healthExport],
    ] as const)
      expect((await postTo(first[provider] as string, { body })).body.accepted).toBe(true)
    expect(await memoriesOf(ada)).toHaveLength(9)
    expect(await memoriesOf(bob)).toEqual([])
    // Provider ids are scoped to the user.
    expect((await postTo(other['mock-strava'] as string, { body: stravaActivity() })).body.accepted).toBe(true)

    await service.ok('POST', '/v1/connectors/rotate', { cookie: ada.cookie })
    const renewed = await addressesOf(ada)
    expect(token(renewed['mock-strava'])).not.toBe(token(first['mock-strava']))
    const late = { body: stravaActivity({ id: 9 }) }
    expect((await postTo(first['mock-strava'] as string, late)).status).toBe(401)
    expect((await postTo(renewed['mock-strava'] as string, late)).status).toBe(200)
  })

  test('grants nothing else, and an invalid token fails even with a session cookie', async () => {
    const person = await service.newPerson()
    const { cookie } = person
    const url = (await addressesOf(person))['mock-strava'] as string
    const token = new URL(url).searchParams.get('connect')
    for (const path of ['/v1/memories', '/v1/connectors', '/v1/export'])
      expect((await service.call('GET', `${path}?connect=${token}`)).status).toBe(401)
    expect((await service.call('GET', '/v1/auth/session', { token: token as string })).status).toBe(401)
    const body = stravaActivity()
    for (const bad of ['', 'x', `${token}x`, `${token}&connect=${token}`])
      expect((await service.call('POST', `${STRAVA}?connect=${bad}`, { cookie, body })).status).toBe(401)
    expect((await postTo(url, { body, headers: { authorization: 'Bearer nonsense' } })).status).toBe(401)
    // From another origin: rejected with a cookie, accepted with the token.
    const headers = { origin: 'https://elsewhere.example' }
    expect((await service.call('POST', STRAVA, { cookie, body, headers })).status).toBe(403)
    expect((await postTo(url, { body, headers })).status).toBe(200)
    expect((await postTo(url.replace('mock-strava', 'mock-garmin'), { body })).status).toBe(404)
  })

  test('stops working when the account is erased', async () => {
    const person = await service.newPerson()
    const url = (await addressesOf(person))['mock-strava'] as string
    await postTo(url, { body: stravaActivity() })
    await service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body: { password: service.password } })
    expect((await postTo(url, { body: stravaActivity({ id: 2 }) })).status).toBe(401)
  })
})

test('connector memories are audited by provider, searchable, and announced to apps that may read them', async () => {
  const receiver = await openReceiver()
  const { person, developer, app, token } = await service.connected(['memory:read:fitness.*'])
  await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
    cookie: developer.cookie,
    body: { url: receiver.url, events: ['memory.created'] },
  })
  await service.get('/v1/memories?query=run', token)
  const { memoryIds } = await send(person, STRAVA, stravaActivity())
  await send(person, HEALTH, healthExport)
  const received = await receiver.until(4)
  expect(received.map(({ body }) => body.data.memory.scope).sort()).toEqual([
    'fitness',
    'fitness',
    'fitness.ride',
    'fitness.run',
  ])
  expect(received.find(({ body }) => body.data.memory.id === memoryIds[0])?.body.data.memory.sourceApp).toBe(
    'mock-strava',
  )
  const { memories } = await service.get('/v1/memories?query=morning%20run', token)
  expect(memories[0].id).toBe(memoryIds[0])
  const { items } = await service.ok('GET', '/v1/audit?action=memories.write', { cookie: person.cookie })
  expect(items.map(({ app, actor, count }: Record<string, unknown>) => [app, actor, count])).toEqual([
    ['mock-apple-health', 'user', 8],
    ['mock-strava', 'user', 1],
  ])
  await receiver.close()
})

test('rejects a whole request that would exceed the memory limit', async () => {
  const person = await service.newPerson()
  const { cookie } = person
  const fill = (count: number) => ({ memories: Array.from({ length: count }, () => ({ content: 'x', scope: 'note' })) })
  for (let i = 0; i < 4; i++) await service.ok('POST', '/v1/memories', { cookie, body: fill(100) })
  await service.ok('POST', '/v1/memories', { cookie, body: fill(99) })
  const two = [stravaActivity({ id: 1 }), stravaActivity({ id: 2 })]
  const reply = await service.call('POST', STRAVA, { cookie, body: two })
  expect([reply.status, reply.body.error.details]).toEqual([
    402,
    { limit: 'memories', used: 499, max: 500, plan: 'free' },
  ])
  expect((await send(person, STRAVA, two[0])).memoryIds).toHaveLength(1)
  // An item that is stored already needs no free space.
  expect(await send(person, STRAVA, two[0])).toEqual({ accepted: false, memoryIds: [] })
})

test('replays the stored response for a repeated idempotency key', async () => {
  const { cookie } = await service.newPerson()
  const call = { cookie, body: stravaActivity(), headers: { 'idempotency-key': 'one' } }
  const first = await service.call('POST', STRAVA, call)
  const second = await service.call('POST', STRAVA, call)
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
})

test('returns 404 and an empty list when connectors are off', async () => {
  const off = await testService({ connectors: false })
  try {
    const { cookie } = await off.newPerson()
    expect((await off.call('POST', STRAVA, { cookie, body: stravaActivity() })).status).toBe(404)
    expect((await off.call('POST', '/v1/connectors/rotate', { cookie })).status).toBe(404)
    expect(await off.ok('GET', '/v1/connectors', { cookie })).toEqual({ items: [] })
  } finally {
    await off.stop()
  }
})
