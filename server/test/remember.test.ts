import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*']
const write = (token: string, memories: unknown) => service.call('POST', '/v1/memories', { token, body: { memories } })
const note = { content: 'Likes rye bread.', scope: 'note' }

/** The first field of a validation error. */
async function complaint(token: string, memory: object) {
  const { status, body } = await write(token, [memory])
  expect([status, body.error.code]).toEqual([400, 'validation_failed'])
  return body.error.details[0].path as string
}

describe('writing', () => {
  test('omitted fields get defaults, and the app is the source', async () => {
    const { token, app } = await service.connected(everywhere)
    const before = Date.now()
    const { accepted, memoryIds } = await service.remember(token, [{ content: '  Likes rye bread.\n', scope: 'note' }])
    expect(accepted).toBe(true)
    const memory = await service.get(`/v1/memories/${memoryIds[0]}`, token)
    expect(memory).toMatchObject({
      id: memoryIds[0],
      type: 'event',
      scope: 'note',
      content: 'Likes rye bread.',
      importance: 50,
      confidence: 80,
      pinned: false,
      sourceApp: app.slug,
    })
    for (const time of [memory.occurredAt, memory.createdAt, memory.updatedAt]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
    }
  })

  test('given fields are stored unchanged, `kind` as `type`', async () => {
    const { token } = await service.connected(everywhere)
    const given = { importance: 0, confidence: 100, pinned: true, occurredAt: '2026-05-03T07:30:00.250+02:00' }
    const { memoryIds } = await service.remember(token, [{ ...note, kind: 'preference', ...given }])
    const memory = await service.get(`/v1/memories/${memoryIds[0]}`, token)
    expect(memory).toMatchObject({ ...given, type: 'preference', occurredAt: '2026-05-03T05:30:00.250Z' })
    expect(memory).not.toHaveProperty('kind')
  })

  test('a memory the user writes has no source app', async () => {
    const { cookie } = await service.newPerson()
    const body = { memories: [note] }
    const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body })
    expect((await service.ok('GET', `/v1/memories/${memoryIds[0]}`, { cookie })).sourceApp).toBeNull()
  })

  test('silently drops memories outside the grants and keeps the order of the rest', async () => {
    const { token, person } = await service.connected(['memory:write:fitness.*', 'memory:write:note'])
    const scopes = ['sleep', 'note', 'note.private', 'fitness', 'fitness.trail', 'general']
    const { accepted, memoryIds } = await service.remember(
      token,
      scopes.map((scope) => ({ content: `In ${scope}.`, scope })),
    )
    expect([accepted, memoryIds.length]).toEqual([true, 3])
    const { memories } = await service.ok('GET', '/v1/memories', { cookie: person.cookie })
    expect(memories.map(({ id }: { id: string }) => id).reverse()).toEqual(memoryIds)
    expect(memories.map(({ scope }: { scope: string }) => scope).reverse()).toEqual([
      'note',
      'fitness',
      'fitness.trail',
    ])
  })

  test('accepts a batch entirely outside the grants and stores nothing', async () => {
    const { token, person } = await service.connected(['memory:write:fitness'])
    expect(await service.remember(token, [note])).toEqual({
      ...{ accepted: false, memoryIds: [] },
      results: [{ index: 0, status: 'dropped', missing_scope: 'memory:write:note' }],
    })
    expect((await service.ok('GET', '/v1/usage', { cookie: person.cookie })).memories.used).toBe(0)
  })

  test('returns 403 with the missing scope without any write grant', async () => {
    const { token } = await service.connected(['memory:read:*'])
    const { status, body } = await write(token, [note])
    expect([status, body.error.code]).toEqual([403, 'scope_denied'])
    expect(body.error.details).toEqual({ missing_scope: 'memory:write:note' })
  })

  test('rejects a batch with an unknown top level; general and sub-scopes are accepted', async () => {
    const { token, person } = await service.connected(everywhere)
    const { status, body } = await write(token, [note, { content: 'x', scope: 'astrology.signs' }])
    expect([status, body.error.code, body.error.details.scope]).toEqual([400, 'unknown_scope', 'astrology.signs'])
    expect(body.error.message).toContain('GET /v1/catalog')
    expect((await service.ok('GET', '/v1/usage', { cookie: person.cookie })).memories.used).toBe(0)
    const free = ['general', 'general.anything', 'fitness.trail.alps.2026', 'schedule.calendar', 'schedule.other']
    const stored = await service.remember(
      token,
      free.map((scope) => ({ content: 'x', scope })),
    )
    expect(stored.memoryIds).toHaveLength(free.length)
  })

  test('accepts a scope that another app declared and that holds memories, and no other one of a deleted app', async () => {
    const { token } = await service.connected(everywhere)
    const developer = await service.newDeveloper()
    const declaring = await service.newApp(developer, ['memory:read:beekeeping.*'])
    const hive = { content: 'The queen is two years old.', scope: 'beekeeping.hives' }
    const { memoryIds } = await service.remember(token, [hive])
    await service.ok('DELETE', `/v1/dev/apps/${declaring.id}`, { cookie: developer.cookie })
    const scopeless = (await service.connected(everywhere)).token
    expect((await write(scopeless, [hive])).body.error.code).toBe('unknown_scope')
    expect((await write(token, [{ ...hive, scope: 'beekeeping' }])).status).toBe(200)
    expect((await write(token, [{ ...hive, scope: 'beekeepers' }])).body.error.code).toBe('unknown_scope')
    // Stored memories stay.
    expect((await service.get(`/v1/memories/${memoryIds[0]}`, token)).scope).toBe('beekeeping.hives')
    await service.newApp(developer, ['context:read:falconry', 'signal:emit'])
    expect((await write(token, [{ ...hive, scope: 'falconry' }])).body.error.code).toBe('unknown_scope')
  })

  test('accepts any kind; an empty or missing one is `event`, a long one is truncated to 64 characters', async () => {
    const { token } = await service.connected(everywhere)
    const kinds = ['world', 'Ω made up', '', null, 'x'.repeat(64), `  ${'🏃'.repeat(64)}y`]
    const { memoryIds } = await service.remember(
      token,
      kinds.map((kind) => ({ ...note, kind })),
    )
    const found = await Promise.all(memoryIds.map((id: string) => service.get(`/v1/memories/${id}`, token)))
    expect(found.map(({ type }) => type)).toEqual([
      'world',
      'Ω made up',
      'event',
      'event',
      'x'.repeat(64),
      '🏃'.repeat(64),
    ])
  })
})

describe('bounds', () => {
  test('content must have 1 to 8192 characters after trimming', async () => {
    const { token } = await service.connected(everywhere)
    const longest = 'é'.repeat(8_192)
    const { memoryIds } = await service.remember(token, [{ ...note, content: ` ${longest} ` }])
    expect((await service.get(`/v1/memories/${memoryIds[0]}`, token)).content).toBe(longest)
    for (const content of ['x'.repeat(8_193), '', ' \n\t ', 7, null])
      expect(await complaint(token, { ...note, content })).toBe('memories.0.content')
    expect(await complaint(token, { scope: 'note' })).toBe('memories.0.content')
  })

  test('a write must have 1 to 100 memories', async () => {
    const { token } = await service.connected(everywhere)
    const { memoryIds } = await service.remember(token, Array(100).fill(note))
    expect(new Set(memoryIds).size).toBe(100)
    for (const memories of [Array(101).fill(note), [], undefined, 'x', { 0: note }])
      expect((await write(token, memories)).body.error).toMatchObject({
        code: 'validation_failed',
        details: [{ path: 'memories' }],
      })
  })

  test.each([
    'Fitness',
    'fitness.',
    '.fitness',
    'fitness..trail',
    'fitness.*',
    '*',
    'fit ness',
    'naïve',
    '',
    'a.b.c.d.e.f.g.h.i',
    `note.${'x'.repeat(124)}`,
    'note\n',
  ])('rejects the scope %j', async (scope) => {
    const { token } = await service.connected(everywhere)
    expect(await complaint(token, { ...note, scope })).toBe('memories.0.scope')
  })

  test('a scope may have up to 8 segments and 128 characters', async () => {
    const { token } = await service.connected(everywhere)
    const scopes = ['note.b.c.d.e.f.g.h', `note.${'x'.repeat(123)}`, 'note._-.0']
    const stored = await service.remember(
      token,
      scopes.map((scope) => ({ ...note, scope })),
    )
    expect(stored.memoryIds).toHaveLength(scopes.length)
  })

  test('importance and confidence must be 0 to 100, kinds strings and flags booleans', async () => {
    const { token } = await service.connected(everywhere)
    for (const importance of [-1, 101, '50', null])
      expect(await complaint(token, { ...note, importance })).toBe('memories.0.importance')
    for (const confidence of [-0.1, 100.1])
      expect(await complaint(token, { ...note, confidence })).toMatch('confidence')
    expect(await complaint(token, { ...note, kind: 65 })).toBe('memories.0.kind')
    expect(await complaint(token, { ...note, pinned: 'yes' })).toBe('memories.0.pinned')
  })

  test('a time must be a day or ISO 8601 with an offset, in the years 1 to 9999', async () => {
    const { token } = await service.connected(everywhere)
    const times = {
      '2026-05-03T07:30:00Z': '2026-05-03T07:30:00.000Z',
      '2026-05-03T23:59:59.999-23:00': '2026-05-04T22:59:59.999Z',
      '0001-01-02T00:00:00Z': '0001-01-02T00:00:00.000Z',
      '9999-12-30T00:00:00Z': '9999-12-30T00:00:00.000Z',
      '2026-05-03T07:30:00+0530': '2026-05-03T02:00:00.000Z',
      '2026-05-03T07:30-05': '2026-05-03T12:30:00.000Z',
      '2026-05-03t07:30:00,25z': '2026-05-03T07:30:00.250Z',
    }
    const { memoryIds } = await service.remember(
      token,
      Object.keys(times).map((occurredAt) => ({ ...note, occurredAt })),
    )
    const found = await Promise.all(memoryIds.map((id: string) => service.get(`/v1/memories/${id}`, token)))
    expect(found.map(({ occurredAt }) => occurredAt)).toEqual(Object.values(times))
    for (const occurredAt of [
      'yesterday',
      '2026-02-30',
      '2026-05-03T07:30:00',
      '2026-05-03T07:30.5Z',
      '2026-05-03T07:30:00+24:00',
      '2026-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-12:00',
      1_777_000_000,
    ])
      expect(await complaint(token, { ...note, occurredAt })).toBe('memories.0.occurredAt')
  })

  test('rejects text PostgreSQL cannot store, in any field', async () => {
    const { token } = await service.connected(everywhere)
    for (const bad of ['a\0b', 'half \ud83d pair', 'other \ude00 half']) {
      expect(await complaint(token, { ...note, content: bad })).toBe('memories.0.content')
      expect(await complaint(token, { ...note, kind: bad })).toBe('memories.0.kind')
    }
    const { memoryIds } = await service.remember(token, [{ ...note, content: 'whole 😀 pair' }])
    expect((await service.get(`/v1/memories/${memoryIds[0]}`, token)).content).toBe('whole 😀 pair')
  })

  test('returns 413 over 1 MiB, 415 for another type and 400 for malformed JSON', async () => {
    const { token } = await service.connected(everywhere)
    const send = async (body: string, type = 'application/json') => {
      const headers = { 'content-type': type }
      const reply = await service.call('POST', '/v1/memories', { token, body, headers })
      return [reply.status, reply.body.error?.code]
    }
    expect(await send(`{"memories":"${'x'.repeat(1024 * 1024)}"}`)).toEqual([413, 'payload_too_large'])
    expect(await send(JSON.stringify({ memories: [note] }), 'text/plain')).toEqual([415, 'unsupported_media_type'])
    expect(await send('{"memories":')).toEqual([400, 'invalid_json'])
    expect(await send('')).toEqual([400, 'validation_failed'])
  })
})
