import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { DAY_MS, HOUR_MS, openClock } from './hooks.ts'
import { type Person, type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*']

async function refusal(method: string, path: string, as: { token?: string; cookie?: string }, body?: unknown) {
  const reply = await service.call(method, path, { ...as, ...(body === undefined ? {} : { body }) })
  return [reply.status, reply.body.error.code, reply.body.error.details?.missing_scope].filter(Boolean)
}

/** Connects a further app of the person; returns its token and slug. */
async function another(person: Person, grants: string[]) {
  const app = await service.newApp(await service.newDeveloper(), grants)
  return { token: await service.connect(person, app, grants), slug: app.slug }
}

/** A person, an app that may do everything, and a memory of it. */
async function oneMemory(content = 'Likes rye bread.', scope = 'note') {
  const { person, token } = await service.connected(everywhere)
  const { memoryIds } = await service.remember(token, [{ content, scope }])
  const path = `/v1/memories/${memoryIds[0]}`
  return { person, token, id: memoryIds[0] as string, path, slug: (await service.get(path, token)).sourceApp }
}
type Item = { revision: number; change: string; actor: string; app: string | null; memory: { content: string } }
const told = ({ items }: { items: Item[] }) =>
  items.map(({ revision, change, actor, app, memory }) => [revision, change, actor, app, memory.content])
const revisionsOf = async (id: string) =>
  (await service.ports.db.one<{ n: number }>(sql`select count(*) as n from memory_revisions where id = ${id}`)).n
const runJob = (name: string) => jobs.find((job) => job.name === name)!.run(service.ports)

describe('the history of a memory', () => {
  test('lists every state with who made it and when, newest first', async () => {
    const { person, token, path, slug, id } = await oneMemory()
    expect(await revisionsOf(id)).toBe(0)
    const created = await service.get(path, token)
    await service.ok('PATCH', path, { cookie: person.cookie, body: { content: 'Likes spelt bread.' } })
    await service.ok('PATCH', path, { token, body: { scope: 'nutrition', content: 'Likes oat bread.' } })
    const history = await service.get(`${path}/history`, token)
    expect(told(history)).toEqual([
      [3, 'moved', 'app', slug, 'Likes oat bread.'],
      [2, 'edited', 'user', null, 'Likes spelt bread.'],
      [1, 'created', 'app', slug, 'Likes rye bread.'],
    ])
    expect(history.items[2]).toMatchObject({ at: created.createdAt, memory: created })
    expect(history.items[1]).toMatchObject({ memory: { revision: 2, editedBy: { actor: 'user', app: null } } })
    expect(history.items.map(({ at }: { at: string }) => at)).toEqual(
      history.items.map(({ memory }: { memory: { updatedAt: string } }) => memory.updatedAt),
    )
    const first = await service.get(`${path}/history?limit=2`, token)
    const rest = await service.get(`${path}/history?limit=2&cursor=${first.next_cursor}`, token)
    expect([...first.items, ...rest.items]).toEqual(history.items)
    expect(rest.next_cursor).toBeNull()
    const other = await oneMemory()
    expect(await refusal('GET', `${other.path}/history?cursor=${first.next_cursor}`, other)).toEqual([
      400,
      'invalid_cursor',
    ])
    const { items } = await service.ok('GET', '/v1/audit?action=memory.history', { cookie: person.cookie })
    expect(items.at(-1)).toMatchObject({ target: id, scope: 'note nutrition', app: slug })
  })

  test('shows each state only to those who may read the scope it had', async () => {
    const { person, token, path, id } = await oneMemory('Sleeps badly.', 'sleep')
    const notes = await another(person, ['memory:read:note', 'memory:write:note'])
    const sleep = await another(person, ['memory:read:sleep'])
    expect(await refusal('GET', `${path}/history`, notes)).toEqual([403, 'scope_denied', 'memory:read:sleep'])
    await service.ok('PATCH', path, { token, body: { scope: 'note', content: 'Sleeps better.' } })
    await service.ok('PATCH', path, { token, body: { content: 'Sleeps well.' } })
    expect(told(await service.get(`${path}/history`, notes.token)).map(([n]) => n)).toEqual([3, 2])
    expect(told(await service.get(`${path}/history`, sleep.token)).map(([n]) => n)).toEqual([1])
    expect((await service.call('GET', path, { token: sleep.token })).status).toBe(403)
    const { person: stranger } = await oneMemory()
    expect(await refusal('GET', `${path}/history`, stranger)).toEqual([404, 'not_found'])
    expect(await refusal('GET', `/v1/memories/${id}x/history`, person)).toEqual([404, 'not_found'])
  })

  test('holds the newest 100 states', async () => {
    const { token, path, id } = await oneMemory()
    for (let i = 0; i < 102; i++) await service.ok('PATCH', path, { token, body: { importance: i % 100 } })
    const { items } = await service.get(`${path}/history?limit=100`, token)
    expect([items.length, items[0].revision, items.at(-1).revision]).toEqual([100, 103, 4])
    expect(await revisionsOf(id)).toBe(99)
  })
})

describe('restoring a state', () => {
  test('makes it the newest revision', async () => {
    const { person, token, path, slug } = await oneMemory()
    const { cookie } = person
    const before = await service.get(path, token)
    await service.ok('PATCH', path, { token, body: { content: 'Likes spelt bread.', importance: 90, scope: 'goal' } })
    const restored = await service.ok('POST', `${path}/restore`, { cookie, body: { revision: 1 } })
    const { updatedAt } = restored
    expect(restored).toEqual({ ...before, revision: 3, editedBy: { actor: 'user', app: null }, updatedAt })
    expect(told(await service.get(`${path}/history`, token))[0]).toEqual([3, 'restored', 'user', null, before.content])
    const { memories } = await service.get('/v1/memories?query=rye', token)
    expect(memories.map(({ id }: { id: string }) => id)).toEqual([before.id])
    expect(await service.ok('POST', `${path}/restore`, { token, body: { revision: 3 } })).toEqual(restored)
    for (const revision of [4, 99, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect(await refusal('POST', `${path}/restore`, { token }, { revision })).toEqual([400, 'validation_failed'])
    expect(await refusal('POST', `${path}/restore`, { token }, {})).toEqual([400, 'validation_failed'])
    expect(slug).toBe(restored.sourceApp)
  })

  test('requires write on both scopes, and read of the state', async () => {
    const { person, token, path } = await oneMemory('Sleeps badly.', 'sleep')
    await service.ok('PATCH', path, { token, body: { scope: 'note' } })
    const restore = async (grants: string[]) =>
      refusal('POST', `${path}/restore`, await another(person, grants), { revision: 1 })
    expect(await restore(['memory:read:*', 'memory:write:note'])).toEqual([403, 'scope_denied', 'memory:write:sleep'])
    expect(await restore(['memory:read:*', 'memory:write:sleep'])).toEqual([403, 'scope_denied', 'memory:write:note'])
    expect(await restore(['memory:read:note', 'memory:write:*'])).toEqual([400, 'validation_failed'])
    expect(await restore(['memory:read:sleep', 'memory:write:*'])).toEqual([403, 'scope_denied', 'memory:read:note'])
  })
})

describe('a deleted memory', () => {
  test('is in the trash of the person, who can restore it', async () => {
    const { person, token, path, slug, id } = await oneMemory()
    const { cookie } = person
    await service.ok('PATCH', path, { token, body: { content: 'Likes spelt bread.' } })
    const before = await service.get(path, token)
    await service.ok('DELETE', path, { token })
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/history'],
      ['POST', '/restore'],
    ] as const)
      expect(await refusal(method, `${path}${rest}`, { token }, method === 'POST' ? {} : undefined)).toEqual([
        404,
        'not_found',
      ])
    expect(await refusal('GET', '/v1/memories/trash', { token })).toEqual([403, 'forbidden'])
    const { items } = await service.ok('GET', '/v1/memories/trash', { cookie })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ actor: 'app', app: slug, memory: { id, content: before.content } })
    expect(Date.parse(items[0].eraseAt) - Date.parse(items[0].at)).toBe(30 * DAY_MS)
    const deleted = await service.ok('GET', `${path}/history`, { cookie })
    expect(told(deleted).map(([n, change]) => [n, change])).toEqual([
      [3, 'deleted'],
      [2, 'edited'],
      [1, 'created'],
    ])
    const restored = await service.ok('POST', `${path}/restore`, { cookie, body: {} })
    const { updatedAt } = restored
    expect(restored).toEqual({ ...before, revision: 4, editedBy: { actor: 'user', app: null }, updatedAt })
    expect((await service.ok('GET', '/v1/memories/trash', { cookie })).items).toEqual([])
    const { memories } = await service.get('/v1/memories?query=spelt', token)
    expect(memories.map(({ id }: { id: string }) => id)).toEqual([id])
    expect((await service.ok('GET', '/v1/usage', { cookie })).memories.used).toBe(1)
    // Again, and this time to its first state.
    await service.ok('DELETE', path, { cookie })
    const first = await service.ok('POST', `${path}/restore`, { cookie, body: { revision: 1 } })
    expect([first.content, first.revision]).toEqual(['Likes rye bread.', 6])
  })

  test('pages through the trash and leaves out memories of others', async () => {
    const { person, token } = await service.connected(everywhere)
    const { memoryIds } = await service.remember(
      token,
      Array.from({ length: 5 }, (_, i) => ({ content: `Note ${i}.`, scope: 'note' })),
    )
    await service.ok('POST', '/v1/memories/delete', { token, body: { ids: memoryIds } })
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await service.ok('GET', `/v1/memories/trash?limit=2${cursor}`, { cookie: person.cookie })
      seen.push(...page.items.map(({ memory }: { memory: { id: string } }) => memory.id))
      cursor = page.next_cursor && `&cursor=${page.next_cursor}`
    } while (cursor)
    expect(seen.sort()).toEqual([...memoryIds].sort())
    const other = await service.newPerson()
    expect((await service.ok('GET', '/v1/memories/trash', { cookie: other.cookie })).items).toEqual([])
    expect(await refusal('POST', `/v1/memories/${memoryIds[0]}/restore`, other, {})).toEqual([404, 'not_found'])
    expect(await refusal('DELETE', `/v1/memories/${memoryIds[0]}?erase=true`, other)).toEqual([404, 'not_found'])
  })

  test('counts against the limit of the plan when it is restored', async () => {
    const { person, token, path } = await oneMemory()
    const { cookie, id } = person
    await service.ok('DELETE', path, { token })
    await service.ports.db.count(sql`update stores set memory_count = 500 where user_id = ${id}`)
    await service.ports.db.count(sql`update users set plan = 'free' where id = ${id}`)
    expect(await refusal('POST', `${path}/restore`, { cookie }, {})).toEqual([402, 'limit_exceeded'])
    expect((await service.ok('GET', '/v1/memories/trash', { cookie })).items).toHaveLength(1)
  })

  test('is erased with its history after 30 days', async () => {
    const { person, token, path, id } = await oneMemory()
    await service.ok('PATCH', path, { token, body: { pinned: true } })
    await service.ok('DELETE', path, { token })
    const other = await oneMemory()
    await service.ok('PATCH', other.path, { token: other.token, body: { pinned: true } })
    clock.jump(29 * DAY_MS)
    await runJob('erase old trash')
    expect(await revisionsOf(id)).toBe(3)
    clock.jump(DAY_MS + HOUR_MS)
    await runJob('erase old trash')
    expect([await revisionsOf(id), await revisionsOf(other.id)]).toEqual([0, 1])
    clock.set(new Date())
    expect(await refusal('POST', `${path}/restore`, person, {})).toEqual([404, 'not_found'])
  })

  test('shows and uses TRASH_DAYS, which a public route returns', async () => {
    const { person, token, path, id } = await oneMemory()
    await service.ok('DELETE', path, { token })
    const { config } = service.ports
    const days = config.trashDays
    config.trashDays = 2
    const [deleted] = (await service.ok('GET', '/v1/memories/trash', person)).items
    expect(Date.parse(deleted.eraseAt) - Date.parse(deleted.at)).toBe(2 * DAY_MS)
    expect(await service.ok('GET', '/v1/retention')).toMatchObject({
      trash_days: 2,
      delivery_days: 30,
      audit_days: 365,
    })
    clock.jump(2 * DAY_MS + HOUR_MS)
    await runJob('erase old trash')
    expect(await revisionsOf(id)).toBe(0)
    clock.set(new Date())
    config.trashDays = days
  })
})

describe('erasing', () => {
  test('removes a memory and all its states, only for the person', async () => {
    const { person, token, path, id } = await oneMemory()
    const { cookie } = person
    await service.ok('PATCH', path, { token, body: { content: 'Likes spelt bread.' } })
    expect(await refusal('DELETE', `${path}?erase=true`, { token })).toEqual([403, 'forbidden'])
    expect(await refusal('DELETE', `${path}?erase=yes`, { cookie })).toEqual([400, 'validation_failed'])
    await service.ok('DELETE', `${path}?erase=true`, { cookie })
    expect(await revisionsOf(id)).toBe(0)
    expect((await service.ok('GET', '/v1/memories/trash', { cookie })).items).toEqual([])
    expect(await refusal('GET', `${path}/history`, { cookie })).toEqual([404, 'not_found'])
    expect(await refusal('DELETE', `${path}?erase=true`, { cookie })).toEqual([404, 'not_found'])
    const { items } = await service.ok('GET', '/v1/audit?action=memory.erase', { cookie })
    expect(items[0]).toMatchObject({ target: id, actor: 'user', scope: 'note', count: 1 })
  })

  test('is not possible for an app by letting what others wrote or changed expire', async () => {
    const { person, token, path } = await oneMemory()
    const { cookie } = person
    const soon = { expiresAt: new Date(clock.now().getTime() + HOUR_MS).toISOString() }
    const write = async (as: { token?: string; cookie?: string }, more: object = {}) => {
      const memories = [{ content: 'Likes spelt bread.', scope: 'note', ...more }]
      return `/v1/memories/${(await service.ok('POST', '/v1/memories', { ...as, body: { memories } })).memoryIds[0]}`
    }
    const other = await another(person, everywhere)
    const own = await write({ token }, { externalId: 'one' })
    const refused = [400, 'validation_failed']
    for (const each of [await write({ cookie }), await write({ token: other.token })])
      expect(await refusal('PATCH', each, { token }, soon), each).toEqual(refused)
    // Its own, until the person has changed it, and also if the app has changed it again since.
    await service.ok('PATCH', path, { token, body: soon })
    await service.ok('PATCH', own, { cookie, body: { content: 'Likes rye and spelt.' } })
    await service.ok('PATCH', own, { token, body: { pinned: true } })
    expect(await refusal('PATCH', own, { token }, soon)).toEqual(refused)
    const again = { memories: [{ content: 'Likes rye.', scope: 'note', externalId: 'one', ...soon }] }
    expect(await refusal('POST', '/v1/memories', { token }, again)).toEqual(refused)
    await service.ok('PATCH', own, { token, body: { expiresAt: null } })
    await service.ok('PATCH', own, { cookie, body: soon })
  })

  test('removes a memory from the trash', async () => {
    const { person, token, path, id } = await oneMemory()
    await service.ok('DELETE', path, { token })
    await service.ok('DELETE', `${path}?erase=true`, { cookie: person.cookie })
    expect(await revisionsOf(id)).toBe(0)
    expect(await refusal('POST', `${path}/restore`, person, {})).toEqual([404, 'not_found'])
  })
})
