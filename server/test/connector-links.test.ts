import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEALTH, healthExport, STRAVA, stravaActivity, tellersOf } from './providers.ts'
import { openReceiver } from './receiver.ts'
import { type Call, type Person, type TestService, testService } from './service.ts'

let service: TestService
let tell: ReturnType<typeof tellersOf>['tell']
let memoriesOf: ReturnType<typeof tellersOf>['memoriesOf']
beforeAll(async () => {
  service = await testService()
  ;({ tell, memoriesOf } = tellersOf(service))
})
afterAll(() => service.stop())

async function addressesOf({ cookie }: Person): Promise<Record<string, string>> {
  const { items } = await service.ok('GET', '/v1/connectors', { cookie })
  return Object.fromEntries(items.map(({ provider, url }: { provider: string; url: string }) => [provider, url]))
}

/** A call to an address as it was shown. */
function knock(url: string, call: Call) {
  expect(url.startsWith(service.url)).toBe(true)
  return service.call('POST', url.slice(service.url.length), call)
}

test('told twenty times at once it is remembered once', async () => {
  const person = await service.newPerson()
  const url = (await addressesOf(person))['mock-strava'] as string
  const activities = [1, 2, 3].map((id) => stravaActivity({ id }))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2 ? tell(person, STRAVA, activities) : knock(url, { body: activities }).then(({ body }) => body),
    ),
  )
  expect(answers.flatMap(({ memoryIds }) => memoryIds)).toHaveLength(3)
  expect(await memoriesOf(person)).toHaveLength(3)
})

describe('the address a provider is given', () => {
  test('tells things to the one person it belongs to, and reads the same until it is renewed', async () => {
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
      expect((await knock(first[provider] as string, { body })).body.accepted).toBe(true)
    expect(await memoriesOf(ada)).toHaveLength(9)
    expect(await memoriesOf(bob)).toEqual([])
    // The same activity of another person is another activity.
    expect((await knock(other['mock-strava'] as string, { body: stravaActivity() })).body.accepted).toBe(true)

    await service.ok('POST', '/v1/connectors/rotate', { cookie: ada.cookie })
    const renewed = await addressesOf(ada)
    expect(token(renewed['mock-strava'])).not.toBe(token(first['mock-strava']))
    const late = { body: stravaActivity({ id: 9 }) }
    expect((await knock(first['mock-strava'] as string, late)).status).toBe(401)
    expect((await knock(renewed['mock-strava'] as string, late)).status).toBe(200)
  })

  test('opens nothing else, and a bad token is not made good by a session', async () => {
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
    expect((await knock(url, { body, headers: { authorization: 'Bearer nonsense' } })).status).toBe(401)
    // From a page of somebody else: under a cookie refused, by the token not a matter of cookies.
    const headers = { origin: 'https://elsewhere.example' }
    expect((await service.call('POST', STRAVA, { cookie, body, headers })).status).toBe(403)
    expect((await knock(url, { body, headers })).status).toBe(200)
    expect((await knock(url.replace('mock-strava', 'mock-garmin'), { body })).status).toBe(404)
  })

  test('is gone with the account', async () => {
    const person = await service.newPerson()
    const url = (await addressesOf(person))['mock-strava'] as string
    await knock(url, { body: stravaActivity() })
    await service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body: { password: service.password } })
    expect((await knock(url, { body: stravaActivity({ id: 2 }) })).status).toBe(401)
  })
})

test('what connectors write is audited under their name, found by search, and told to apps that may read it', async () => {
  const receiver = await openReceiver()
  const { person, developer, app, token } = await service.connected(['memory:read:fitness.*'])
  await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
    cookie: developer.cookie,
    body: { url: receiver.url, events: ['memory.created'] },
  })
  await service.get('/v1/memories?query=run', token)
  const { memoryIds } = await tell(person, STRAVA, stravaActivity())
  await tell(person, HEALTH, healthExport)
  const told = await receiver.until(4)
  expect(told.map(({ body }) => body.data.memory.scope).sort()).toEqual([
    'fitness',
    'fitness',
    'fitness.ride',
    'fitness.run',
  ])
  expect(told.find(({ body }) => body.data.memory.id === memoryIds[0])?.body.data.memory.sourceApp).toBe('mock-strava')
  const { memories } = await service.get('/v1/memories?query=morning%20run', token)
  expect(memories[0].id).toBe(memoryIds[0])
  const { items } = await service.ok('GET', '/v1/audit?action=memories.write', { cookie: person.cookie })
  expect(items.map(({ app, actor, count }: Record<string, unknown>) => [app, actor, count])).toEqual([
    ['mock-apple-health', 'user', 8],
    ['mock-strava', 'user', 1],
  ])
  await receiver.close()
})

test('a call that would cross the cap is refused whole, and can be sent again later', async () => {
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
  expect((await tell(person, STRAVA, two[0])).memoryIds).toHaveLength(1)
  // What is known already needs no place.
  expect(await tell(person, STRAVA, two[0])).toEqual({ accepted: false, memoryIds: [] })
})

test('a repetition under an idempotency key is answered as the first time', async () => {
  const { cookie } = await service.newPerson()
  const call = { cookie, body: stravaActivity(), headers: { 'idempotency-key': 'one' } }
  const first = await service.call('POST', STRAVA, call)
  const second = await service.call('POST', STRAVA, call)
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
})

test('switched off, there are no connectors', async () => {
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
