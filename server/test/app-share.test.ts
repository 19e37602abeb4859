import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recountStores } from '../src/domain/memories/store.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { LINES, written } from './portable.ts'
import { type Person, type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*']
const notes = (count: number) => Array.from({ length: count }, () => ({ content: 'Likes rye.', scope: 'note' }))
const write = (token: string, count = 1) =>
  service.call('POST', '/v1/memories', { token, body: { memories: notes(count) } })

describe('the share of an app', () => {
  /** A user with a number of memories by one app, and a second app that may write. */
  async function shared(count: number, scopes = everywhere) {
    const { person, token } = await service.connected(scopes)
    for (let left = count; left > 0; left -= 100) await service.remember(token, notes(Math.min(100, left)))
    const app = await service.newApp(await service.newDeveloper(), ['memory:write:*'])
    const other = await service.connect(person, app, ['memory:write:*'])
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    const own = items.find((each: { app: { id: string } }) => each.app.id !== app.id)
    const set = (setting: 'limit' | 'unlimit') =>
      service.call('POST', `/v1/connections/${own.id}/${setting}`, { cookie: person.cookie })
    return { person, token, other, own, set, slug: own.app.slug }
  }

  /** What is counted for each source, and what is stored. */
  async function counts({ id }: Person) {
    const { counted } = await service.ports.db.one<{ counted: object }>(
      sql`select app_counts as counted from stores where user_id = ${id}`,
    )
    const stored = await service.ports.db.rows<{ source: string; count: number }>(sql`
      select case when origin = 'import' then '' else coalesce(source_app, '') end as source, count(*)::int as count
      from memories where user_id = ${id} group by 1`)
    return { counted, stored: Object.fromEntries(stored.map(({ source, count }) => [source, count])) }
  }

  test('is three quarters of the store while others may write, and the person can lift it', async () => {
    const { person, token, other, own, set } = await shared(370, ['memory:write:*', 'memory:read:note'])
    expect(own).toMatchObject({ memories: { used: 370, limit: 375 }, unlimitedAt: null })
    expect([(await write(token, 6)).status, (await write(token, 5)).status]).toEqual([402, 200])
    const refused = await write(token)
    expect([refused.status, refused.body.error.details]).toEqual([402, { limit: 'app_memories' }])
    expect(refused.body.error.message).not.toMatch(/375|500|free/)
    expect((await write(other, 100)).status).toBe(200)
    expect((await service.call('POST', '/v1/memories', { ...person, body: { memories: notes(1) } })).status).toBe(200)

    expect((await set('unlimit')).body).toMatchObject({ memories: { used: 375, limit: null } })
    expect((await set('unlimit')).status).toBe(200)
    expect((await write(token)).status).toBe(200)
    expect((await set('limit')).body).toMatchObject({ memories: { used: 376, limit: 375 }, unlimitedAt: null })
    expect((await write(token)).body.error.details).toEqual({ limit: 'app_memories' })
    const { items } = await service.ok('GET', '/v1/audit', { cookie: person.cookie })
    expect(
      items.map(({ action }: { action: string }) => action).filter((action: string) => /limit/.test(action)),
    ).toEqual(['connection.limit', 'connection.unlimit'])
  })

  test('tells numbers to the app only if it may read everything', async () => {
    const { token } = await shared(375)
    expect((await write(token)).body.error.details).toEqual({
      ...{ limit: 'app_memories', used: 375, max: 375, plan: 'free' },
    })
  })

  test('is the whole store again when no other app may write', async () => {
    const { person, token, other } = await shared(375)
    expect((await write(token)).status).toBe(402)
    const { id } = await service.get('/v1/connection', other)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: person.cookie })
    expect([(await write(token, 100)).status, (await write(token, 25)).status]).toEqual([200, 200])
  })

  test('is exact among racing writers of several apps', async () => {
    const { person, token, other } = await shared(370)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => write(i % 2 ? token : other)))
    const statuses = (odd: number) => replies.filter((_, i) => i % 2 === odd).map(({ status }) => status)
    expect(statuses(1).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(402)])
    expect(statuses(0)).toEqual(Array(10).fill(200))
    const { counted, stored } = await counts(person)
    expect(counted).toEqual(stored)
  })

  test('counts what is deleted, restored, taken back, replaced and imported', async () => {
    const { person, token, other, own } = await shared(5)
    const { cookie } = person
    const { memoryIds } = await service.remember(token, notes(4))
    await service.ok('DELETE', `/v1/memories/${memoryIds[0]}`, { token })
    await service.ok('DELETE', `/v1/memories/${memoryIds[1]}?erase=true`, { cookie })
    await service.ok('POST', '/v1/memories/delete', { token: other, body: { ids: [memoryIds[2]] } })
    await service.ok('POST', `/v1/memories/${memoryIds[0]}/restore`, { cookie, body: { revision: 1 } })
    await service.remember(other, [{ content: 'Moved to Oslo.', scope: 'home', externalId: 'home' }])
    await service.remember(other, [{ content: 'Moved to Bergen.', scope: 'home', externalId: 'home' }])
    await service.remember(other, [{ content: 'Eats fish.', scope: 'note', supersedes: [memoryIds[3]] }])
    const body = written([{ content: 'Swims.', scope: 'note', sourceApp: own.app.slug }])
    await service.ok('POST', '/v1/import', { cookie, body, headers: LINES })
    expect(await counts(person)).toMatchObject({ counted: { '': 1, [own.app.slug]: 7 } })
    await service.ok('POST', `/v1/connections/${own.id}/undo`, { cookie, body: { since: '2026-01-01T00:00:00Z' } })
    const { counted, stored } = await counts(person)
    expect(counted).toEqual(stored)
    expect(counted).toMatchObject({ '': 1, [(await service.get('/v1/connection', other)).app.slug]: 2 })
  })

  test('holds in a store that an earlier release has filled', async () => {
    const { person, token, slug } = await shared(375)
    const forget = () => service.ports.db.count(sql`update stores set app_counts = '{}' where user_id = ${person.id}`)
    await forget()
    expect((await write(token)).body.error.details).toMatchObject({ limit: 'app_memories', used: 375 })
    await forget()
    while (await recountStores(service.ports)) {}
    expect((await counts(person)).counted).toEqual({ [slug]: 375 })
  })
})
