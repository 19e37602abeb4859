import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

const RUNS = 40
const DAY_MS = 24 * 60 * 60_000
const START = Date.parse('2027-03-10T12:00:00.000Z')

let service: TestService
let now = START
beforeAll(async () => {
  service = await testService({ userPlan: 'pro' }, { clock: () => new Date(now) })
})
afterAll(() => service.stop())

interface StoredMemory {
  id: string
  type: string
  scope: string
  sourceApp: string | null
  pinned: boolean
  createdAt: string
}

const ALL = ['memory:read:*', 'memory:write:*']
const contentOf = (i: number) => `The heron stands in the river for ${i} minutes.`

/** A user whose memories differ in every filterable field; the clock is fixed at their last day. */
async function storeMemories(count: number) {
  const { person, app, token } = await service.connected(ALL)
  const other = await service.newApp(await service.newDeveloper(), ALL)
  const writers = [{ token }, { cookie: person.cookie }, { token: await service.connect(person, other, ALL) }]
  for (let i = 0; i < count; i++) {
    now = START + Math.floor((i * 5) / count) * DAY_MS
    const memory = {
      content: contentOf(i),
      kind: ['fact', 'goal'][i % 2],
      scope: ['fitness', 'fitness.trail', 'note', 'sleep'][Math.floor(i / 2) % 4],
      pinned: i % 7 === 0,
      importance: i % 5 ? 50 : 90,
    }
    await service.ok('POST', '/v1/memories', { ...writers[i % 3], body: { memories: [memory] } })
  }
  const { memories } = await service.ok('GET', '/v1/memories?limit=100', { cookie: person.cookie })
  return { person, apps: [app.slug, other.slug], token, stored: memories as StoredMemory[] }
}

const filters = fc.record(
  {
    type: fc.constantFrom('fact', 'goal', 'other'),
    app: fc.constantFrom('first', 'second', '@me', 'unknown'),
    from: fc.constantFrom('2027-03-11', '2027-03-12T12:00:00Z', '2027-03-20'),
    to: fc.constantFrom('2027-03-13', '2027-03-12T14:00:00+02:00', '2027-03-01'),
    pinned: fc.constantFrom('true', 'false'),
    scope: fc.constantFrom('fitness', 'fitness.*', 'note', '*'),
  },
  { requiredKeys: [] },
)
type Chosen = typeof filters extends fc.Arbitrary<infer T> ? T : never

/** The same filters applied to an array. */
function passes({ type, app, from, to, pinned, scope = '*' }: Chosen, memory: StoredMemory): boolean {
  const end = (day: string) => Date.parse(day) + (day.length === 10 ? DAY_MS : 0)
  const at = Date.parse(memory.createdAt)
  return (
    (type === undefined || memory.type === type) &&
    (app === undefined || memory.sourceApp === (app === '@me' ? null : app)) &&
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < end(to)) &&
    (pinned === undefined || String(memory.pinned) === pinned) &&
    (scope === '*' ||
      memory.scope === scope.replace('.*', '') ||
      (scope === 'fitness.*' && memory.scope.startsWith('fitness.')))
  )
}

test('filters combine in lists and searches, across pages', async () => {
  const { person, apps, stored } = await storeMemories(60)
  const slug = { first: apps[0], second: apps[1] } as Record<string, string>
  await fc.assert(
    fc.asyncProperty(filters, fc.boolean(), fc.integer({ min: 1, max: 9 }), async (chosen, searched, limit) => {
      const asked = { ...chosen, ...(chosen.app ? { app: slug[chosen.app] ?? chosen.app } : {}) } as Chosen
      const query = new URLSearchParams({
        ...asked,
        limit: String(limit),
        ...(searched ? { query: 'heron river' } : {}),
      })
      const got: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path = `/v1/memories?${query}${cursor && `&cursor=${cursor}`}`
        const page = await service.ok('GET', path, { cookie: person.cookie })
        if (page.next_cursor) expect(page.memories).toHaveLength(limit)
        got.push(...page.memories.map(({ id }: StoredMemory) => id))
        cursor = page.next_cursor
      }
      const expected = stored.filter((memory) => passes(asked, memory)).map(({ id }) => id)
      expect(searched ? [...got].sort() : got).toEqual(searched ? expected.sort() : expected)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 40_000 },
  )
})

test('a cursor is only valid with the same filters', async () => {
  const { person } = await storeMemories(6)
  const { cookie } = person
  for (const search of ['', '&query=heron']) {
    const page = await service.ok('GET', `/v1/memories?limit=1&type=fact${search}`, { cookie })
    const next = `/v1/memories?limit=1&cursor=${page.next_cursor}${search}`
    expect((await service.call('GET', `${next}&type=fact`, { cookie })).status).toBe(200)
    for (const other of [
      '',
      '&type=goal',
      '&type=fact&pinned=true',
      '&type=fact&app=@me',
      '&type=fact&from=2027-01-01',
    ])
      expect((await service.call('GET', next + other, { cookie })).body.error?.code, other).toBe('invalid_cursor')
  }
})

test('a filter cannot exceed the grants, and an invalid one is rejected', async () => {
  const { person, apps } = await storeMemories(12)
  const narrow = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
  const token = await service.connect(person, narrow, ['memory:read:note'])
  for (const query of [`app=${apps[0]}`, 'type=fact', 'app=@me&query=heron', 'pinned=false', 'from=2027-01-01'])
    for (const { scope } of (await service.get(`/v1/memories?${query}`, token)).memories) expect(scope).toBe('note')
  for (const query of ['pinned=yes', 'from=yesterday', 'to=2027-02-30', `type=${'x'.repeat(65)}`])
    expect((await service.call('GET', `/v1/memories?${query}`, { token })).body.error.code).toBe('validation_failed')
})

describe('deleting several memories', () => {
  const forget = (credential: object, ids: unknown) =>
    service.call('POST', '/v1/memories/delete', { ...credential, body: { ids } })

  test('removes them from lists, searches and counts, and lists unknown ids', async () => {
    const { person, stored } = await storeMemories(8)
    const { cookie } = person
    const [first, second, third] = stored.map(({ id }) => id) as [string, string, string]
    expect((await service.ok('GET', '/v1/memories?query=heron', { cookie })).memories).toHaveLength(8)
    const strange = (await storeMemories(1)).stored[0]!.id
    const { status, body } = await forget({ cookie }, [first, 'mem_unknown', second, first, strange])
    expect([status, body]).toEqual([200, { deleted: [first, second], missing: ['mem_unknown', strange] }])
    expect((await forget({ cookie }, [second, third])).body).toEqual({ deleted: [third], missing: [second] })
    for (const path of ['/v1/memories', '/v1/memories?query=heron'])
      expect((await service.ok('GET', path, { cookie })).memories).toHaveLength(5)
    expect((await service.ok('GET', '/v1/usage', { cookie })).memories.used).toBe(5)
    const { items } = await service.ok('GET', '/v1/audit?action=memory.delete', { cookie })
    expect(items.map(({ count, target }: { count: number; target: string }) => [count, target])).toEqual([
      [1, third],
      [2, null],
    ])
  })

  test('deletes none when one is outside the write grants', async () => {
    const { person, stored } = await storeMemories(8)
    const app = await service.newApp(await service.newDeveloper(), ['memory:write:note'])
    const token = await service.connect(person, app, ['memory:write:note'])
    const [note, other] = [
      stored.find(({ scope }) => scope === 'note')!,
      stored.find(({ scope }) => scope === 'sleep')!,
    ]
    const { status, body } = await forget({ token }, [note.id, other.id])
    expect([status, body.error.details]).toEqual([403, { missing_scope: 'memory:write:sleep' }])
    expect((await service.ok('GET', '/v1/memories', { cookie: person.cookie })).memories).toHaveLength(8)
    expect((await forget({ token }, [note.id])).body).toEqual({ deleted: [note.id], missing: [] })
  })

  test('accepts 1 to 100 ids and replays the stored response', async () => {
    const { person, stored } = await storeMemories(2)
    const { cookie } = person
    for (const ids of [[], Array.from({ length: 101 }, (_, i) => `mem_${i}`), ['x'.repeat(201)], 'mem_x', undefined])
      expect((await forget({ cookie }, ids)).status).toBe(400)
    const ids = stored.map(({ id }) => id)
    for (let times = 0; times < 2; times++) {
      const { body } = await forget({ cookie, headers: { 'idempotency-key': 'once' } }, ids)
      expect(body).toEqual({ deleted: ids, missing: [] })
    }
  })
})

test('a memory lists the connected apps that may read and write it', async () => {
  const { person, stored } = await storeMemories(4)
  const { cookie } = person
  const trail = stored.find(({ scope }) => scope === 'fitness.trail')!
  const connect = async (scopes: string[]) => {
    const app = await service.newApp(await service.newDeveloper(), scopes)
    const { id } = await service.get('/v1/connection', await service.connect(person, app, scopes))
    return { slug: app.slug, id }
  }
  const reader = await connect(['memory:read:fitness.*'])
  const writer = await connect(['memory:write:fitness.trail', 'memory:read:fitness'])
  const revoked = await connect(['memory:read:*'])
  await connect(['memory:read:note', 'memory:write:fitness.trailer', 'context:read:*', 'identity:read'])
  await service.ok('POST', `/v1/connections/${revoked.id}/revoke`, { cookie })
  const access = async () => {
    const { apps } = await service.ok('GET', `/v1/memories/${trail.id}/access`, { cookie })
    // The first two apps wrote everything and have all grants.
    return apps.filter(({ read, write }: { read: boolean; write: boolean }) => !(read && write))
  }
  const shown = ({ id, slug }: { id: string; slug: string }, read: boolean, write: boolean) => ({
    connectionId: id,
    app: { name: expect.any(String), slug, iconUrl: null },
    read,
    write,
  })
  expect(await access()).toHaveLength(2)
  expect(await access()).toEqual(expect.arrayContaining([shown(reader, true, false), shown(writer, false, true)]))
  await service.ok('PATCH', `/v1/memories/${trail.id}`, { cookie, body: { scope: 'sleep' } })
  expect(await access()).toEqual([])
  const stranger = await service.newPerson()
  const asked = await service.call('GET', `/v1/memories/${trail.id}/access`, { cookie: stranger.cookie })
  expect(asked.status).toBe(404)
})
