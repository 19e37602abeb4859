import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClock } from './hooks.ts'
import { type Frame, type TestService, testService } from './service.ts'

/** Which memories are current, and what was true. */

const EVERYTHING = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read']
const DAY = 86_400_000

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' }, { clock: clock.now })
})
afterAll(() => service.stop())

const START = Date.now()
const ago = (days: number) => new Date(START - days * DAY).toISOString()
const home = () => service.connected(EVERYTHING)
const write = async (token: string, content: string, more: object = {}): Promise<string> =>
  (await service.remember(token, [{ content, scope: 'note', ...more }])).memoryIds[0]
const read = (token: string, id: string, query = '') => service.get(`/v1/memories/${id}${query}`, token)
const contentsOf = async (token: string, query = '') =>
  (await service.get(`/v1/memories?limit=100${query}`, token)).memories.map(({ content }: Frame) => content).sort()
const post = (token: string, path: string, body: object = {}) => service.call('POST', path, { token, body })

describe('superseding', () => {
  test('ends the old memory when the new one begins, and deletes nothing', async () => {
    const { token } = await home()
    const old = await write(token, 'Prefers the aisle seat.', { occurredAt: ago(100) })
    const id = await write(token, 'Prefers seats by the window.', { occurredAt: ago(10), supersedes: [old] })
    expect(await read(token, old)).toMatchObject({ supersededBy: id, validUntil: ago(10), revision: 2 })
    expect(await read(token, id)).toMatchObject({ supersedes: [old], supersededBy: null, revision: 1 })
    for (const search of ['', '&query=seat']) {
      expect(await contentsOf(token, search)).toEqual(['Prefers seats by the window.'])
      expect(await contentsOf(token, `&state=superseded${search}`)).toEqual(['Prefers the aisle seat.'])
      expect(await contentsOf(token, `&state=all${search}`)).toHaveLength(2)
      expect(await contentsOf(token, `&validAt=${ago(50)}${search}`)).toEqual(['Prefers the aisle seat.'])
      expect(await contentsOf(token, `&validAt=${ago(5)}${search}`)).toEqual(['Prefers seats by the window.'])
      expect(await contentsOf(token, `&validAt=${ago(200)}${search}`)).toEqual([])
    }
  })

  test('is possible afterwards, idempotent, and taken back', async () => {
    const { token } = await home()
    const [old, id] = [await write(token, 'Reads paper books.'), await write(token, 'Reads on a tablet.')]
    const superseded = await post(token, `/v1/memories/${old}/supersede`, { by: id })
    expect(superseded).toMatchObject({ status: 200, body: { id: old, supersededBy: id, revision: 2 } })
    expect((await post(token, `/v1/memories/${old}/supersede`, { by: id })).body.revision).toBe(2)
    expect(await contentsOf(token)).toEqual(['Reads on a tablet.'])
    const back = await post(token, `/v1/memories/${old}/reinstate`)
    expect(back.body).toMatchObject({ supersededBy: null, validUntil: null, revision: 3 })
    expect((await read(token, id)).supersedes).toEqual([])
    expect(await contentsOf(token)).toHaveLength(2)
    expect((await post(token, `/v1/memories/${old}/reinstate`)).body.revision).toBe(3)
  })

  test('makes the old memory current again when the new one is deleted, until that is restored', async () => {
    const { token, person } = await home()
    const old = await write(token, 'Lives in Tampere.', { occurredAt: ago(100) })
    const id = await write(token, 'Moved to Oulu.', { occurredAt: ago(10) })
    expect(await contentsOf(token)).toEqual(['Moved to Oulu.'])
    await service.ok('DELETE', `/v1/memories/${id}`, { token })
    expect(await read(token, old)).toMatchObject({
      ...{ supersededBy: null, validUntil: null, revision: 3, editedBy: { actor: 'service', app: null } },
    })
    expect(await contentsOf(token, '&query=where do I live')).toEqual(['Lives in Tampere.'])
    await service.ok('POST', `/v1/memories/${id}/restore`, { cookie: person.cookie, body: {} })
    expect(await read(token, old)).toMatchObject({ supersededBy: id, validUntil: ago(10) })
    expect(await contentsOf(token)).toEqual(['Moved to Oulu.'])
    await service.ok('DELETE', `/v1/memories/${id}?erase=true`, { cookie: person.cookie })
    expect(await contentsOf(token)).toEqual(['Lives in Tampere.'])
    const next = await write(token, 'Moved to Turku.', { occurredAt: ago(5) })
    expect((await read(token, old)).supersededBy).toBe(next)
  })

  test('passes a memory on to what superseded its deleted successor', async () => {
    const { token } = await home()
    const first = await write(token, 'Sleeps on a futon.', { occurredAt: ago(90) })
    const second = await write(token, 'Sleeps in a hammock.', { occurredAt: ago(60), supersedes: [first] })
    const third = await write(token, 'Sleeps in a box bed.', { occurredAt: ago(30), supersedes: [second] })
    await service.call('DELETE', `/v1/memories/${second}`, { token })
    expect(await read(token, first)).toMatchObject({ supersededBy: third, validUntil: ago(60) })
    expect((await read(token, third)).supersedes).toEqual([first])
    expect(await contentsOf(token)).toEqual(['Sleeps in a box bed.'])
    await post(token, '/v1/memories/delete', { ids: [third] })
    expect(await read(token, first)).toMatchObject({ supersededBy: null, validUntil: null })
  })

  test('restores an end that was set before', async () => {
    const { token } = await home()
    const end = ago(-30)
    const old = await write(token, 'Rents a garden plot.', { validUntil: end })
    const id = await write(token, 'Owns a garden.', { supersedes: [old] })
    expect(await read(token, old)).toMatchObject({ supersededBy: id })
    expect((await post(token, `/v1/memories/${old}/reinstate`)).body.validUntil).toBe(end)
  })

  test('rejects unknown ids, itself, circles, and what another memory superseded', async () => {
    const { token } = await home()
    const [a, b, c] = [
      await write(token, 'Likes tea.'),
      await write(token, 'Likes cocoa.'),
      await write(token, 'Likes maté.'),
    ]
    const unknown = await post(token, '/v1/memories', {
      memories: [{ content: 'Likes rye.', scope: 'note', supersedes: [a, 'mem_unknown'] }],
    })
    expect(unknown).toMatchObject({ status: 400, body: { error: { details: [{ path: 'memories.0.supersedes.1' }] } } })
    expect(await contentsOf(token)).toHaveLength(3)
    expect((await post(token, `/v1/memories/${a}/supersede`, { by: a })).status).toBe(400)
    expect((await post(token, `/v1/memories/${a}/supersede`, { by: 'mem_unknown' })).status).toBe(400)
    expect((await post(token, '/v1/memories/mem_unknown/supersede', { by: a })).status).toBe(404)
    expect((await post(token, `/v1/memories/${a}/supersede`, { by: b })).status).toBe(200)
    expect((await post(token, `/v1/memories/${a}/supersede`, { by: c })).status).toBe(409)
    expect((await post(token, `/v1/memories/${b}/supersede`, { by: c })).status).toBe(200)
    const circle = await post(token, `/v1/memories/${c}/supersede`, { by: a })
    expect([circle.status, circle.body.error.details[0].path]).toEqual([400, 'by'])
  })

  test('needs write on the scope of what is superseded', async () => {
    const { person, developer, token } = await home()
    const app = await service.newApp(developer, EVERYTHING)
    const narrow = await service.connect(person, app, ['memory:read:*', 'memory:write:fitness'])
    const old = await write(token, 'Runs in the park.')
    const denied = await post(narrow, '/v1/memories', {
      memories: [{ content: 'Swims in the lake.', scope: 'fitness', supersedes: [old] }],
    })
    expect([denied.status, denied.body.error.details]).toEqual([403, { missing_scope: 'memory:write:note' }])
    const by = await write(narrow, 'Swims in the lake.', { scope: 'fitness' })
    expect((await post(narrow, `/v1/memories/${old}/supersede`, { by })).status).toBe(403)
    expect((await post(narrow, `/v1/memories/${old}/reinstate`)).status).toBe(403)
  })

  test('names only memories that the caller may read', async () => {
    const { person, developer, token } = await home()
    const app = await service.newApp(developer, EVERYTHING)
    const narrow = await service.connect(person, app, ['memory:read:note'])
    const old = await write(token, 'Sings alto.')
    const id = await write(token, 'Sings soprano.', { scope: 'media', supersedes: [old] })
    expect((await read(token, old)).supersededBy).toBe(id)
    expect(await read(narrow, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
  })
})

describe('statements that replace others', () => {
  test('are found by the service, whatever order they are written in', async () => {
    const { token } = await home()
    const old = await write(token, 'Lives in Boulder.', { occurredAt: ago(300) })
    const id = await write(token, 'Moved to Boston.', { occurredAt: ago(20) })
    expect(await read(token, old)).toMatchObject({
      ...{ supersededBy: id, validUntil: ago(20) },
      editedBy: { actor: 'service', app: null },
    })
    const older = await write(token, 'Lives in Denver.', { occurredAt: ago(500) })
    expect((await read(token, older)).supersededBy).not.toBeNull()
    expect(await contentsOf(token)).toEqual(['Moved to Boston.'])
    expect(await contentsOf(token, `&validAt=${ago(100)}&query=home`)).toContain('Lives in Boulder.')
  })

  test('are found within one request', async () => {
    const { token } = await home()
    await service.remember(token, [
      { content: 'Phone number is 555 0177.', scope: 'note', occurredAt: ago(5) },
      { content: 'Phone number is 555 0101.', scope: 'note', occurredAt: ago(90) },
    ])
    expect(await contentsOf(token)).toEqual(['Phone number is 555 0177.'])
  })

  test('leave facts alone that can both be true', async () => {
    const { token } = await home()
    const contents = ['Is allergic to nuts.', 'Is allergic to pollen.', 'Sister Mia lives in Rome.', 'Lives in Oslo.']
    for (const content of contents) await write(token, content)
    expect(await contentsOf(token)).toEqual([...contents].sort())
  })

  test('replace nothing outside the write grants', async () => {
    const { person, developer, token } = await home()
    const app = await service.newApp(developer, EVERYTHING)
    const narrow = await service.connect(person, app, ['memory:read:*', 'memory:write:fitness'])
    const old = await write(token, 'Lives in Boulder.', { occurredAt: ago(300) })
    await write(narrow, 'Lives in Boston.', { scope: 'fitness' })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
  })

  test('are not replaced by the same memory again once both are true', async () => {
    const { token } = await home()
    const old = await write(token, 'Lives in Boulder.', { occurredAt: ago(300) })
    const id = await write(token, 'Lives in Boston.', { occurredAt: ago(20) })
    expect((await read(token, old)).supersededBy).toBe(id)
    await post(token, `/v1/memories/${old}/reinstate`)
    await service.ok('PATCH', `/v1/memories/${id}`, { token, body: { content: 'Lives in Boston now.' } })
    expect((await read(token, old)).supersededBy).toBeNull()
  })

  test('are found again when the content of a memory is edited', async () => {
    const { token } = await home()
    const old = await write(token, 'Lives in Boulder.', { occurredAt: ago(300) })
    const other = await write(token, 'Enjoys rowing.', { occurredAt: ago(400) })
    await service.ok('PATCH', `/v1/memories/${other}`, { token, body: { content: 'Lives in Boston.' } })
    expect((await read(token, old)).supersededBy).toBe(other)
    expect(await contentsOf(token)).toEqual(['Lives in Boston.'])
  })

  test('by an app leave it to the person what they said about their health', async () => {
    const { person, token } = await home()
    const { cookie } = person
    const body = { memories: [{ content: 'Takes lisinopril.', scope: 'health', occurredAt: ago(30) }] }
    const [old] = (await service.ok('POST', '/v1/memories', { cookie, body })).memoryIds
    const id = await write(token, 'No longer takes lisinopril.', { scope: 'health' })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: id })
    const { memories } = await service.get('/v1/context?intent=coach&limit=50', token)
    expect(memories.map(({ id }: Frame) => id)).toContain(old)
    const { items } = await service.ok('GET', '/v1/memories/questions', { cookie })
    expect(items).toMatchObject([{ memory: { id: old }, successor: { id } }])
    await service.ok('POST', `/v1/memories/${old}/reinstate`, { cookie })
    expect((await service.ok('GET', '/v1/memories/questions', { cookie })).items).toEqual([])
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: null, revision: 1 })
  })
})

describe('external ids', () => {
  test('update the memory that has them, and say so', async () => {
    const { token } = await home()
    const first = await service.remember(token, [
      { content: 'Plays the viola.', scope: 'note', externalId: 'a', importance: 70, metadata: { n: 1, tag: 'x' } },
      { content: 'Dropped.', scope: 'note' },
    ])
    expect(first.results.map(({ status }: Frame) => status)).toEqual(['created', 'created'])
    const second = await service.remember(token, [
      { content: 'Plays the cello.', scope: 'media', externalId: 'a' },
      { content: 'Plays chess.', scope: 'note', externalId: 'b' },
      { content: 'Plays go.', scope: 'note', externalId: 'b' },
    ])
    expect(second.results).toMatchObject([
      { index: 0, status: 'updated', id: first.memoryIds[0] },
      { index: 1, status: 'created' },
      { index: 2, status: 'updated', id: second.memoryIds[1] },
    ])
    const updated = await read(token, first.memoryIds[0])
    expect(updated).toMatchObject({ content: 'Plays the cello.', scope: 'media', importance: 70, revision: 2 })
    expect(updated).toMatchObject({ externalId: 'a', metadata: { n: 1, tag: 'x' } })
    expect((await read(token, second.memoryIds[1])).content).toBe('Plays go.')
    const same = await service.remember(token, [{ content: 'Plays the cello.', scope: 'media', externalId: 'a' }])
    expect(same.results[0].status).toBe('updated')
    expect((await read(token, first.memoryIds[0])).revision).toBe(2)
  })

  test('belong to one app, as do metadata and source', async () => {
    const { person, developer, token } = await home()
    const other = await service.connect(person, await service.newApp(developer, EVERYTHING), EVERYTHING)
    const more = { externalId: 'x', metadata: { thread: 't1', open: true }, source: { url: 'https://example.com/1' } }
    const id = await write(token, 'Collects stamps.', more)
    const theirs = await write(other, 'Collects coins.', { externalId: 'x' })
    expect(theirs).not.toBe(id)
    expect(await read(token, id)).toMatchObject(more)
    expect(await read(other, id)).toMatchObject({ externalId: null, metadata: null, source: null })
    const found = (token: string, query: string) => contentsOf(token, query)
    expect(await found(token, '&externalId=x')).toEqual(['Collects stamps.'])
    expect(await found(token, '&metadata.thread=t1&metadata.open=true')).toEqual(['Collects stamps.'])
    expect(await found(token, '&metadata[thread]=t1&query=stamps')).toEqual(['Collects stamps.'])
    expect(await found(token, '&metadata.thread=t2')).toEqual([])
    expect(await found(other, '&metadata.thread=t1')).toEqual([])
    const { memories } = await service.ok('GET', '/v1/memories?externalId=x', { cookie: person.cookie })
    expect(memories).toHaveLength(2)
  })

  test('are rejected where the scope of the memory is out of reach', async () => {
    const { person, developer, token, app } = await home()
    const id = await write(token, 'Keeps bees.', { externalId: 'bees' })
    const narrow = await service.connect(person, app, ['memory:read:*', 'memory:write:home'])
    const { results } = await service.remember(narrow, [{ content: 'Keeps hens.', scope: 'home', externalId: 'bees' }])
    expect(results).toEqual([{ index: 0, status: 'dropped', missing_scope: 'memory:write:note' }])
    expect((await service.ok('GET', `/v1/memories/${id}`, { cookie: person.cookie })).content).toBe('Keeps bees.')
    expect(developer).toBeDefined()
  })
})

test('times that contradict each other are rejected', async () => {
  const { person, developer, token } = await home()
  const fails = async (more: object) => {
    const memories = [{ content: 'A.', scope: 'note', ...more }]
    const { status, body } = await post(token, '/v1/memories', { memories })
    return [status, body.error?.details[0].path]
  }
  expect(await fails({ validUntil: ago(1) })).toEqual([400, 'memories.0.validUntil'])
  expect(await fails({ validFrom: ago(5), validUntil: ago(6) })).toEqual([400, 'memories.0.validUntil'])
  expect(await fails({ expiresAt: ago(1) })).toEqual([400, 'memories.0.expiresAt'])
  const id = await write(token, 'Lived in a yurt.', { validFrom: ago(90), validUntil: ago(60) })
  expect(await contentsOf(token)).toEqual([])
  const edit = await service.call('PATCH', `/v1/memories/${id}`, { token, body: { validUntil: ago(95) } })
  expect([edit.status, edit.body.error.details[0].path]).toEqual([400, 'validUntil'])
  expect(edit.body.error.message + JSON.stringify(edit.body.error.details)).toContain(ago(90))

  // One that may write the scope but not read it.
  const blind = await service.connect(person, await service.newApp(developer, EVERYTHING), ['memory:write:note'])
  const refused = await service.call('PATCH', `/v1/memories/${id}`, { token: blind, body: { validUntil: ago(95) } })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).not.toContain(ago(90))
})
