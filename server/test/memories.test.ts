import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isShared, secondService, type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*']
const idsOf = (list: { memories: { id: string }[] }) => list.memories.map(({ id }) => id)
const notes = (count: number) => Array.from({ length: count }, (_, i) => ({ content: `Note ${i}.`, scope: 'note' }))

async function refusal(method: string, path: string, token: string, body?: unknown) {
  const reply = await service.call(method, path, { token, ...(body === undefined ? {} : { body }) })
  return [reply.status, reply.body.error.code, reply.body.error.details?.missing_scope].filter(Boolean)
}

/** A store with one memory in each scope, and a token of another app with these grants. */
async function storeSeenThrough(scopes: string[], grants: string[]) {
  const { person, token: owner } = await service.connected(everywhere)
  const memories = scopes.map((scope) => ({ content: `Lives in ${scope}.`, scope }))
  const { memoryIds } = await service.remember(owner, memories)
  const app = await service.newApp(await service.newDeveloper(), grants)
  const id = (scope: string) => memoryIds[scopes.indexOf(scope)] as string
  return { person, owner, token: await service.connect(person, app, grants), id }
}

describe('listing', () => {
  test('is newest first in pages of 20; a limit above 100 counts as 100', async () => {
    const { token } = await service.connected(everywhere)
    const { memoryIds } = await service.remember(token, notes(100))
    memoryIds.push(...(await service.remember(token, notes(5))).memoryIds)
    const newestFirst = memoryIds.reverse()
    expect(idsOf(await service.get('/v1/memories', token))).toEqual(newestFirst.slice(0, 20))
    const first = await service.get('/v1/memories?limit=1000000', token)
    expect(idsOf(first)).toEqual(newestFirst.slice(0, 100))
    const second = await service.get(`/v1/memories?limit=100&cursor=${first.next_cursor}`, token)
    expect([idsOf(second), second.next_cursor]).toEqual([newestFirst.slice(100), null])
    expect((await service.get('/v1/memories?limit=105', token)).next_cursor).toBe(first.next_cursor)
  })

  test.each([
    '0',
    '-1',
    '1.5',
    'x',
    '',
    '20&limit=20',
    'NaN',
    'Infinity',
    '1e1',
    '0x10',
    '+5',
    '%205',
  ])('limit=%s returns 400', async (limit) => {
    const { token } = await service.connected(everywhere)
    expect(await refusal('GET', `/v1/memories?limit=${limit}`, token)).toEqual([400, 'validation_failed'])
  })

  test('the last page has no next_cursor', async () => {
    const { token } = await service.connected(everywhere)
    await service.remember(token, notes(4))
    const first = await service.get('/v1/memories?limit=2', token)
    const second = await service.get(`/v1/memories?limit=2&cursor=${first.next_cursor}`, token)
    expect(second.next_cursor).toBeNull()
    expect((await service.get('/v1/memories?limit=4', token)).next_cursor).toBeNull()
  })

  test('a cursor is only valid for its own list', async () => {
    const { token, person } = await service.connected(everywhere)
    const stranger = await service.connected(everywhere)
    await service.remember(token, notes(3))
    const { next_cursor } = await service.get('/v1/memories?limit=1', token)
    const search = await service.get('/v1/memories?limit=1&query=note', token)
    const narrow = await service.newApp(await service.newDeveloper(), ['memory:read:note'])
    const narrowToken = await service.connect(person, narrow, ['memory:read:note'])
    const flipped = (next_cursor[0] === 'A' ? 'B' : 'A') + next_cursor.slice(1)
    for (const [as, cursor] of [
      [token, `${next_cursor}&scope=note`],
      [token, `${next_cursor}&query=note`],
      [token, search.next_cursor],
      [token, `${search.next_cursor}&query=notes`],
      [token, flipped],
      [token, next_cursor.slice(0, -1)],
      [token, `${next_cursor}A`],
      [token, `${next_cursor}%3D`],
      [token, ''],
      [token, 'mem_01kb5dd9v2000m4h2n8y7tq3wz'],
      [stranger.token, next_cursor],
      [narrowToken, next_cursor],
    ] as const)
      expect(await refusal('GET', `/v1/memories?limit=1&cursor=${cursor}`, as)).toEqual([400, 'invalid_cursor'])
    expect(idsOf(await service.get(`/v1/memories?limit=2&cursor=${next_cursor}`, token))).toHaveLength(2)
  })

  test('?scope= selects one scope, with .* also everything below it', async () => {
    const scopes = ['fitness', 'fitness.trail', 'fitness.trail.alps', 'fitness.trailer', 'sleep']
    const { owner, id } = await storeSeenThrough(scopes, ['memory:read:sleep'])
    const listed = async (scope: string) => idsOf(await service.get(`/v1/memories?scope=${scope}`, owner)).sort()
    const held = (...names: string[]) => names.map(id).sort()
    expect(await listed('fitness')).toEqual(held('fitness'))
    expect(await listed('fitness.trail')).toEqual(held('fitness.trail'))
    expect(await listed('fitness.trail.*')).toEqual(held('fitness.trail', 'fitness.trail.alps'))
    expect(await listed('fitness.*')).toEqual(held(...scopes.slice(0, 4)))
    expect(await listed('*')).toEqual(held(...scopes))
    expect(await listed('note')).toEqual([])
    for (const scope of ['Fitness', 'fitness.*.x', '**', ''])
      expect(await refusal('GET', `/v1/memories?scope=${scope}`, owner)).toEqual([400, 'validation_failed'])
  })

  test('?scope= outside the grants returns 403 with the missing scope', async () => {
    const { token } = await storeSeenThrough(['fitness', 'sleep'], ['memory:read:fitness', 'memory:write:*'])
    for (const scope of ['sleep', 'fitness.trail', 'fitness.*', '*'])
      for (const more of ['', '&query=lives'])
        expect(await refusal('GET', `/v1/memories?scope=${scope}${more}`, token)).toEqual([
          403,
          'scope_denied',
          `memory:read:${scope}`,
        ])
  })

  test('lists, searches and scopes contain only what is granted; the user sees everything', async () => {
    const scopes = ['fitness', 'fitness.trail', 'fitness.trailer', 'sleep']
    const { token, person, id } = await storeSeenThrough(scopes, ['memory:read:fitness.trail.*'])
    for (const query of ['', '?query=lives', '?scope=fitness.trail.*'])
      expect(idsOf(await service.get(`/v1/memories${query}`, token))).toEqual([id('fitness.trail')])
    const { scopes: seen } = await service.get('/v1/scopes', token)
    expect(seen).toEqual([{ scope: 'fitness.trail', count: 1, standard: true }])
    const { cookie } = person
    for (const query of ['', '?query=lives'])
      expect(idsOf(await service.ok('GET', `/v1/memories${query}`, { cookie }))).toHaveLength(4)
    expect((await service.ok('GET', '/v1/scopes', { cookie })).scopes).toHaveLength(4)
  })
})

describe('one memory', () => {
  test('returns 403 with the missing scope outside the grants, 404 for another user', async () => {
    const { token, id } = await storeSeenThrough(['fitness', 'sleep'], ['memory:read:sleep', 'memory:write:sleep'])
    const path = `/v1/memories/${id('fitness')}`
    expect(await refusal('GET', path, token)).toEqual([403, 'scope_denied', 'memory:read:fitness'])
    expect(await refusal('PATCH', path, token, { pinned: true })).toEqual([403, 'scope_denied', 'memory:write:fitness'])
    expect(await refusal('DELETE', path, token)).toEqual([403, 'scope_denied', 'memory:write:fitness'])
    const stranger = await service.connected(everywhere)
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(await refusal(method, path, stranger.token, method === 'PATCH' ? {} : undefined)).toEqual([
        404,
        'not_found',
      ])
  })

  test('PATCH updates the given fields only', async () => {
    const { token } = await service.connected(everywhere)
    const { memoryIds } = await service.remember(token, [{ content: 'Likes rye bread.', scope: 'note', kind: 'fact' }])
    const path = `/v1/memories/${memoryIds[0]}`
    const was = await service.get(path, token)
    const patch = { content: ' Likes spelt bread. ', importance: 0, confidence: 1, pinned: true, type: 'preference' }
    const moved = { scope: 'nutrition.bread', occurredAt: '2026-05-03T07:30:00+02:00' }
    const edited = await service.ok('PATCH', path, { token, body: { ...patch, ...moved } })
    expect(edited).toEqual({
      ...was,
      ...patch,
      ...moved,
      content: 'Likes spelt bread.',
      occurredAt: '2026-05-03T05:30:00.000Z',
      validFrom: '2026-05-03T05:30:00.000Z',
      updatedAt: edited.updatedAt,
      revision: 2,
      editedBy: { actor: 'app', app: was.sourceApp },
    })
    expect(Date.parse(edited.updatedAt)).toBeGreaterThanOrEqual(Date.parse(was.updatedAt))
    expect(await service.get(path, token)).toEqual(edited)
    const again = await service.ok('PATCH', path, { token, body: { pinned: false } })
    expect(again).toEqual({ ...edited, pinned: false, updatedAt: again.updatedAt, revision: 3 })
    for (const body of [{ content: '' }, { type: '' }, { importance: 101 }, { scope: 'No' }, { pinned: null }, [], 'x'])
      expect(await refusal('PATCH', path, token, JSON.stringify(body))).toEqual([400, 'validation_failed'])
    expect((await refusal('PATCH', path, token, { scope: 'astrology' }))[1]).toBe('unknown_scope')
  })

  test('a move requires write on both scopes', async () => {
    const { token, id } = await storeSeenThrough(['note', 'sleep'], ['memory:write:note', 'memory:write:goal'])
    const move = (from: string, scope: string) => refusal('PATCH', `/v1/memories/${id(from)}`, token, { scope })
    expect(await move('note', 'sleep')).toEqual([403, 'scope_denied', 'memory:write:sleep'])
    expect(await move('sleep', 'note')).toEqual([403, 'scope_denied', 'memory:write:sleep'])
    const moved = await service.ok('PATCH', `/v1/memories/${id('note')}`, { token, body: { scope: 'goal' } })
    expect(moved.scope).toBe('goal')
  })

  test('an app cannot move a memory from an unreadable to a readable scope', async () => {
    const { token, id } = await storeSeenThrough(
      ['note'],
      ['memory:write:note', 'memory:write:goal', 'memory:read:goal'],
    )
    const body = { scope: 'goal', content: 'Mine now.' }
    const move = await refusal('PATCH', `/v1/memories/${id('note')}`, token, body)
    expect(move).toEqual([403, 'scope_denied', 'memory:read:note'])
    expect((await service.get('/v1/memories', token)).memories).toEqual([])
  })

  test('an app that may write but not read gets back only what it sent', async () => {
    const { token, id, owner } = await storeSeenThrough(['note'], ['memory:write:note'])
    const path = `/v1/memories/${id('note')}`
    const edited = await service.ok('PATCH', path, { token, body: { importance: 90 } })
    expect(Object.keys(edited).sort()).toEqual(['id', 'importance', 'scope', 'updatedAt'])
    expect(await refusal('GET', path, token)).toEqual([403, 'scope_denied', 'memory:read:note'])
    expect((await service.get('/v1/memories', token)).memories).toEqual([])
    expect((await service.get('/v1/memories?query=lives', token)).memories).toEqual([])
    expect(await service.ok('DELETE', path, { token })).toEqual({ ok: true })
    expect(await refusal('GET', path, owner)).toEqual([404, 'not_found'])
  })

  test('DELETE removes a memory everywhere; a second one returns 404', async () => {
    const { owner, id } = await storeSeenThrough(['note', 'sleep'], ['memory:read:note'])
    await service.get('/v1/memories?query=lives', owner)
    await service.ok('DELETE', `/v1/memories/${id('note')}`, { token: owner })
    expect(idsOf(await service.get('/v1/memories', owner))).toEqual([id('sleep')])
    expect(idsOf(await service.get('/v1/memories?query=lives', owner))).toEqual([id('sleep')])
    expect((await service.get('/v1/scopes', owner)).scopes).toEqual([{ scope: 'sleep', count: 1, standard: true }])
    expect(await refusal('DELETE', `/v1/memories/${id('note')}`, owner)).toEqual([404, 'not_found'])
  })
})

describe('recall', () => {
  test('returns score and match of each result, best first', async () => {
    const { token } = await service.connected(everywhere)
    const { memoryIds } = await service.remember(token, [
      { content: 'Her sister Ada plays the cello.', scope: 'relationship' },
      { content: 'The cello needs a new string; the cello case is red.', scope: 'note' },
      { content: 'Takes coffee black.', scope: 'preference' },
    ])
    const { memories, retrieval } = await service.get('/v1/memories?query=sister+cello', token)
    expect(retrieval).toBe('keyword')
    expect(memories[0]).toMatchObject({ id: memoryIds[0], content: 'Her sister Ada plays the cello.' })
    const scores = memories.map(({ score }: { score: number }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    for (const { score, match } of memories) {
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
      expect(match.keyword).toBeTypeOf('number')
    }
    const listed = await service.get('/v1/memories?query=%20', token)
    expect(listed).not.toHaveProperty('retrieval')
    expect(listed.memories[0]).not.toHaveProperty('score')
  })

  test('answers an empty list when nothing matches', async () => {
    const { token } = await service.connected(everywhere)
    await service.remember(token, [
      { content: 'Takes coffee black.', scope: 'preference', pinned: true },
      { content: 'Lives in Rotterdam.', scope: 'home' },
    ])
    const { memories, next_cursor, relevance } = await service.get('/v1/memories?query=xylophone', token)
    expect(memories).toEqual([])
    expect(next_cursor).toBeNull()
    expect(relevance).toBe(0)
  })

  test('pages contain every match exactly once', async () => {
    const { token } = await service.connected(everywhere)
    const { memoryIds } = await service.remember(token, notes(57))
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await service.get(`/v1/memories?query=note&limit=10${next && `&cursor=${next}`}`, token)
      seen.push(...idsOf(page))
      next = page.next_cursor
    }
    expect(seen.sort()).toEqual(memoryIds.sort())
  })

  test('reflects recent writes, edits and deletions, on any process', async () => {
    const second = isShared() ? await secondService(service) : service
    const { token } = await service.connected(everywhere)
    const found = async (query: string) =>
      Promise.all(
        [service, second].map(async (on) => idsOf(await on.get(`/v1/memories?query=${query}&limit=1`, token))),
      )
    for (let round = 0; round < 5; round++) {
      const [here, there] = round % 2 ? [second, service] : [service, second]
      const { memoryIds } = await here.remember(token, [{ content: `The heron${round} lands.`, scope: 'note' }])
      expect(await found(`heron${round}`)).toEqual([memoryIds, memoryIds])
      const path = `/v1/memories/${memoryIds[0]}`
      await there.ok('PATCH', path, { token, body: { content: `The stork${round} lands.` } })
      expect(await found(`stork${round}`)).toEqual([memoryIds, memoryIds])
      await here.ok('DELETE', path, { token })
      expect(await found(`stork${round}`)).toEqual([[], []])
    }
    if (second !== service) await second.stop()
  })
})
