import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditLog } from '../src/domain/audit/audit.ts'
import { deleteExpiredReads } from '../src/domain/audit/reads.ts'
import type { MemoryActor } from '../src/foundation/actor.ts'
import type { Ctx } from '../src/foundation/ctx.ts'
import { Failure } from '../src/foundation/errors.ts'
import type { Db } from '../src/foundation/sql/db.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { type Person, type TestService, testService } from './service.ts'

const NOON = Date.parse('2027-03-15T12:00:00.000Z')

let service: TestService
let now = NOON
beforeAll(async () => {
  service = await testService({}, { clock: () => new Date(now) })
})
afterAll(() => service.stop())

type Entry = Record<string, unknown>
const auditOf = async ({ cookie }: Person, query = '', path = '/v1/audit') =>
  (await service.ok('GET', `${path}?${query}`, { cookie })).items as Entry[]
const actions = (items: Entry[]) => items.map(({ action }) => action)

test('records every read and write of an app with action, scopes, count, time and request', async () => {
  const { person, app, token } = await service.connected(['memory:read:*', 'memory:write:*'])
  const { memoryIds } = await service.remember(token, [
    { content: 'Likes sourdough.', scope: 'note' },
    { content: 'Slept well.', scope: 'sleep' },
    { content: 'Slept badly.', scope: 'sleep' },
  ])
  const path = `/v1/memories/${memoryIds[0]}`
  await service.get('/v1/memories?limit=2', token)
  await service.get('/v1/memories?query=sourdough&limit=1', token)
  await service.get('/v1/scopes', token)
  await service.ok('PATCH', path, { token, body: { scope: 'goal' } })
  const read = await service.call('GET', path, { token })
  await service.ok('DELETE', path, { token })
  const items = await auditOf(person)
  expect(items.map(({ action, scope, count, target }) => [action, scope, count, target])).toEqual([
    ['memory.delete', 'goal', 1, memoryIds[0]],
    ['memory.read', 'goal', 1, memoryIds[0]],
    ['memory.edit', 'goal note', 1, memoryIds[0]],
    ['scopes.list', 'note sleep', 0, null],
    ['memories.recall', 'note', 1, null],
    ['memories.list', 'sleep', 2, null],
    ['memories.write', 'note sleep', 3, null],
    ['connection.create', '', 0, expect.stringMatching(/^con_/)],
  ])
  for (const item of items.slice(0, -1)) expect(item).toMatchObject({ actor: 'app', app: app.slug })
  expect(items.at(-1)).toMatchObject({ actor: 'user', app: app.slug })
  expect(items[1]!.request_id).toBe(read.headers.get('x-request-id'))
  expect(items[1]!.connection_id).toMatch(/^con_/)
  for (const { at } of items) expect(at).toBe(new Date(NOON).toISOString())
  expect(JSON.stringify(items)).not.toMatch(/sourdough|Slept/)
})

test('records neither rejected writes nor reads by the user, but writes by the user', async () => {
  const { person, token } = await service.connected(['memory:read:note'])
  const { cookie } = person
  const body = { memories: [{ content: 'Likes sourdough.', scope: 'sleep' }] }
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body })
  await service.ok('GET', '/v1/memories?query=sourdough', { cookie })
  await service.ok('GET', `/v1/memories/${memoryIds[0]}`, { cookie })
  await service.call('POST', '/v1/memories', { token, body })
  const items = await auditOf(person)
  expect(actions(items)).toEqual(['memories.write', 'connection.create'])
  expect(items[0]).toMatchObject({ actor: 'user', app: null, target: memoryIds[0] })
})

test('records a request that is retried with an idempotency key once', async () => {
  const { person, token } = await service.connected(['memory:write:note'])
  const body = { memories: [{ content: 'Likes sourdough.', scope: 'note' }] }
  for (let i = 0; i < 3; i++)
    await service.ok('POST', '/v1/memories', { token, body, headers: { 'idempotency-key': 'one' } })
  expect(actions(await auditOf(person))).toEqual(['memories.write', 'connection.create'])
})

test('filters by app, action and time; a cursor works only with its filters', async () => {
  const { person, app, token } = await service.connected(['memory:read:*', 'memory:write:note'])
  const other = await service.newApp(await service.newDeveloper(), ['memory:read:*'])
  const otherToken = await service.connect(person, other, ['memory:read:*'])
  for (const day of [0, 1, 2]) {
    now = NOON + day * 24 * 60 * 60_000
    await service.get('/v1/memories', token)
    await service.get('/v1/scopes', otherToken)
  }
  now = NOON
  expect(actions(await auditOf(person, `app=${app.slug}`))).toEqual([
    ...Array(3).fill('memories.list'),
    'connection.create',
  ])
  expect(actions(await auditOf(person, 'action=scopes.list'))).toEqual(Array(3).fill('scopes.list'))
  const days = async (query: string) =>
    (await auditOf(person, `app=${app.slug}&action=memories.list&${query}`)).map(({ at }) => at)
  const [first, second, third] = ['2027-03-15T12:00:00.000Z', '2027-03-16T12:00:00.000Z', '2027-03-17T12:00:00.000Z']
  expect(await days('from=2027-03-16')).toEqual([third, second])
  expect(await days('to=2027-03-16')).toEqual([second, first])
  expect(await days(`from=${second}&to=${third}`)).toEqual([second])
  expect(await days('from=2027-03-16T14:00:00%2B02:00&to=2027-03-16T14:00:01%2B02:00')).toEqual([second])
  const page = await service.ok('GET', `/v1/audit?app=${app.slug}&action=memories.list&limit=2`, {
    cookie: person.cookie,
  })
  const next = `limit=2&cursor=${page.next_cursor}`
  expect((await auditOf(person, `app=${app.slug}&action=memories.list&${next}`)).map(({ at }) => at)).toEqual([first])
  for (const query of [`app=${other.slug}&${next}`, next, `app=${app.slug}&action=scopes.list&${next}`])
    expect((await service.call('GET', `/v1/audit?${query}`, { cookie: person.cookie })).body.error.code).toBe(
      'invalid_cursor',
    )
  for (const query of [
    'action=unknown',
    'from=yesterday',
    'to=2027-02-30',
    'from=0000-01-01',
    'to=0000-01-01T00:00:00Z',
    `app=${'x'.repeat(65)}`,
    'limit=0',
  ]) {
    const { body } = await service.call('GET', `/v1/audit?${query}`, { cookie: person.cookie })
    expect(body.error?.code, query).toBe('validation_failed')
  }
  expect(await auditOf(person, 'to=0001-01-03T00:00:00%2B23:59')).toEqual([])
})

interface Reads {
  memories: { id: string; content: string }[]
  gone: number
}
const memoriesOf = ({ cookie }: Person, entry: Entry): Promise<Reads> =>
  service.ok('GET', `/v1/audit/${entry.id}/memories`, { cookie })

test('each read says which memories the app was given, and each memory which reads gave it to an app', async () => {
  const { person, app, token } = await service.connected([
    'memory:read:*',
    'memory:write:*',
    'context:read:*',
    'identity:read',
  ])
  const { memoryIds } = await service.remember(token, [
    { content: 'Likes sourdough.', scope: 'preference' },
    { content: 'Is allergic to penicillin.', scope: 'health' },
  ])
  const [bread, allergy] = memoryIds as [string, string]
  await service.get('/v1/memories?query=sourdough&limit=1', token)
  await service.get('/v1/memories', token)
  await service.get(`/v1/memories/${allergy}`, token)
  await service.get('/v1/context?intent=assistant', token)
  await service.get('/v1/identity/brief', token)
  await service.get('/v1/scopes', token)
  const items = await auditOf(person)
  const given = new Map<unknown, string[]>()
  for (const item of items) given.set(item.action, (await memoriesOf(person, item)).memories.map(({ id }) => id).sort())
  const both = [bread, allergy].sort()
  expect(Object.fromEntries(given)).toEqual({
    ...{ 'memories.recall': [bread], 'memories.list': both, 'memory.read': [allergy], 'context.read': both },
    ...{ 'brief.read': both, 'scopes.list': [], 'memories.write': both, 'connection.create': [] },
  })
  expect(items.find(({ action }) => action === 'memories.recall')).toMatchObject({ memory_ids: [bread] })
  const readsOf = async (id: string) =>
    (await service.ok('GET', `/v1/memories/${id}/reads`, { cookie: person.cookie })).items as Entry[]
  expect(actions(await readsOf(bread))).toEqual(['brief.read', 'context.read', 'memories.list', 'memories.recall'])
  expect(actions(await readsOf(allergy))).toEqual(['brief.read', 'context.read', 'memory.read', 'memories.list'])
  expect((await readsOf(allergy))[0]).toMatchObject({ app: app.slug, actor: 'app' })

  await service.ok('DELETE', `/v1/memories/${bread}`, { cookie: person.cookie })
  const list = items.find(({ action }) => action === 'memories.list')!
  expect(await memoriesOf(person, list)).toMatchObject({ memories: [{ id: allergy }], gone: 1 })
  const stranger = await service.newPerson()
  for (const path of [`/v1/audit/${list.id}/memories`, `/v1/memories/${allergy}/reads`]) {
    expect((await service.call('GET', path, { cookie: stranger.cookie })).status).toBe(404)
    expect((await service.call('GET', path, { token })).status).toBe(403)
  }
})

test('a write of several memories says which ones it added and is no read of them', async () => {
  const { person, token } = await service.connected(['memory:write:*'])
  const { cookie } = person
  const of = (...contents: string[]) => contents.map((content) => ({ content, scope: 'note' }))
  const { memoryIds } = await service.remember(token, of('Plays chess.', 'Plays go.'))
  const own = await service.ok('POST', '/v1/memories', { cookie, body: { memories: of('Plays shogi.', 'Sings.') } })
  const single = await service.remember(token, of('Paints.'))
  await service.ok('DELETE', `/v1/memories/${memoryIds[1]}`, { cookie })
  const [third, second, first] = (await auditOf(person, 'action=memories.write')) as [Entry, Entry, Entry]
  const idsOf = async (entry: Entry) => (await memoriesOf(person, entry)).memories.map(({ id }) => id)
  expect(await idsOf(third)).toEqual(single.memoryIds)
  expect(await idsOf(second)).toEqual(own.memoryIds)
  expect(await memoriesOf(person, first)).toMatchObject({ memories: [{ id: memoryIds[0] }], gone: 1 })
  const reads = await service.ok('GET', `/v1/memories/${memoryIds[0]}/reads`, { cookie })
  expect(reads.items).toEqual([])
})

test('which memories were read is deleted after 90 days, and the entry stays', async () => {
  const { person, token } = await service.connected(['memory:read:*', 'memory:write:*'])
  await service.remember(token, [{ content: 'Likes sourdough.', scope: 'note' }])
  await service.get('/v1/memories', token)
  const [entry] = await auditOf(person)
  const after = async (days: number) => {
    const clock = () => new Date(now + days * 86_400_000)
    while (await deleteExpiredReads({ ...service.ports, clock }));
    return memoriesOf(person, entry!)
  }
  expect((await after(89)).memories).toHaveLength(1)
  expect(await after(91)).toEqual({ memories: [], gone: 0 })
  expect((await auditOf(person))[0]).toEqual({ ...entry, memory_ids: [] })
})

test('exports every matching entry once, newest first, as an attachment', async () => {
  const { person, app, token } = await service.connected(['memory:read:*'])
  // More than one page of entries.
  await service.ports.db.count(sql`
    insert into audit_entries (user_id, id, at, actor, action, scope, count, request_id)
    select ${person.id}, 'aud_0000000000' || lpad(n::text, 16, '0'), '2020-01-01'::timestamptz, 'user', 'memory.edit', '',
      1, 'req_x' from generate_series(1, 1234) n`)
  await service.get('/v1/memories', token)
  const { cookie } = person
  const exported = async (query = '') => {
    const reply = await service.call('GET', `/v1/audit/export?${query}`, { cookie })
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson')
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="activity-2027-03-15.jsonl"')
    expect(reply.body.endsWith('\n') || reply.body === '').toBe(true)
    return (reply.body as string)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Entry)
  }
  const all = await exported()
  expect(all).toHaveLength(1236)
  expect(all.map(({ id }) => id)).toEqual([...new Set(all.map(({ id }) => id))].sort().reverse())
  expect(all.slice(0, 20)).toEqual((await auditOf(person)).map(({ memory_ids: _, ...entry }) => entry))
  expect(actions(await exported(`app=${app.slug}`))).toEqual(['memories.list', 'connection.create'])
  expect(await exported('action=memory.edit&to=2021-01-01')).toHaveLength(1234)
  expect(actions(await exported('from=2027-03-15'))).toEqual(['memories.list', 'connection.create'])
  expect(await exported('from=2027-03-16')).toEqual([])
  expect((await service.call('GET', '/v1/audit/export?action=x', { cookie })).status).toBe(400)
})

test('shows a developer nothing of what the service changed outside the grants because of the app', async () => {
  const { person, developer, app, token } = await service.connected(['memory:write:note'])
  const { cookie } = person
  const own = { memories: [{ content: 'Met Ina at the lake.', scope: 'relationship.affair' }] }
  const [hidden] = (await service.ok('POST', '/v1/memories', { cookie, body: own })).memoryIds
  const [by] = (await service.remember(token, [{ content: 'Went to the lake.', scope: 'note' }])).memoryIds
  await service.ok('POST', `/v1/memories/${hidden}/supersede`, { cookie, body: { by } })
  await service.ok('DELETE', `/v1/memories/${by}`, { token })
  const items = await auditOf(developer, '', `/v1/dev/apps/${app.id}/audit`)
  expect(actions(items)).toEqual(['memory.delete', 'memories.write', 'connection.create'])
  expect(JSON.stringify(items)).not.toMatch(/relationship/)
  const { items: all } = await service.ok('GET', '/v1/audit', { cookie })
  expect(all).toContainEqual(expect.objectContaining({ action: 'memory.reinstate', actor: 'service', app: app.slug }))
})

test('shows a developer the entries of the app for all users, and none of other apps', async () => {
  const { person, developer, app, token } = await service.connected(['memory:read:*'])
  const second = await service.newPerson()
  await service.get('/v1/memories', token)
  await service.get('/v1/scopes', await service.connect(second, app, ['memory:read:*']))
  const other = await service.newApp(developer, ['memory:read:*'])
  await service.get('/v1/memories', await service.connect(person, other, ['memory:read:*']))
  const path = `/v1/dev/apps/${app.id}/audit`
  const items = await auditOf(developer, '', path)
  expect(actions(items)).toEqual(['scopes.list', 'connection.create', 'memories.list', 'connection.create'])
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`${person.id}|${second.id}|${person.email}`))
  expect(actions(await auditOf(developer, 'action=memories.list', path))).toEqual(['memories.list'])
  expect(await auditOf(developer, 'from=2027-03-16', path)).toEqual([])
})

test('keeps the entries of a deleted app for the user', async () => {
  const { person, developer, app, token } = await service.connected(['memory:read:*'])
  await service.get('/v1/memories', token)
  await service.ok('DELETE', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie })
  const items = await auditOf(person, `app=${app.slug}`)
  expect(items.map(({ action, actor }) => [action, actor])).toEqual([
    ['connection.revoke', 'developer'],
    ['memories.list', 'app'],
    ['connection.create', 'user'],
  ])
})

test('stores entries once when the response to their commit is lost', async () => {
  const { person, token } = await service.connected(['memory:read:*'])
  const { db, log, tokens, clock } = service.ports
  let lost = false
  const cutOff: Db = {
    ...db,
    async transaction(work) {
      const done = await db.transaction(work)
      if (lost) return done
      lost = true
      throw new Failure('unavailable')
    },
  }
  const audit = openAuditLog({ db: cutOff, log })
  const actor = (await tokens.actorOf(token)) as MemoryActor
  const ctx: Pick<Ctx<MemoryActor>, 'actor' | 'clock' | 'requestId'> = { actor, clock, requestId: 'req_1' }
  audit.note(ctx, { action: 'memories.list', scopes: [], count: 1 })
  await expect(audit.flush()).rejects.toThrow(Failure)
  audit.note(ctx, { action: 'memories.list', scopes: [], count: 2 })
  await audit.close()
  expect((await auditOf(person, 'action=memories.list')).map(({ count }) => count)).toEqual([2, 1])
})
