import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsentScope, MemoryService } from '../src/index.ts'
import { fakeWorld, realWorld, type World } from './fake-worlds.ts'

const FITNESS = ['memory:read:fitness.*', 'memory:write:fitness.*'] as const
const RIVER = 'Runs along the river every Tuesday.'

describe.each([
  ['the fake', fakeWorld],
  ['the service', realWorld],
])('a client of %s', (_name, open) => {
  let world: World
  beforeAll(async () => {
    world = await open()
  })
  afterAll(() => world.stop())

  async function connected(...scopes: ConsentScope[]): Promise<MemoryService> {
    const connect = await world.person()
    return (await connect('coach', scopes.length ? scopes : FITNESS)).memory
  }
  /** Stores a memory; returns its id. */
  async function stored(memory: MemoryService, content: string, more: object = {}): Promise<string> {
    const { memoryIds } = await memory.remember({ scope: 'fitness', content, ...more })
    return memoryIds[0] as string
  }
  const contents = (memories: readonly { content: string }[]) => memories.map(({ content }) => content)

  test.each(['', ' \n'])('rejects a search for %j, and lists without a query', async (query) => {
    const memory = await connected()
    await stored(memory, RIVER)
    await expect(Promise.resolve(memory.recall(query))).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(contents((await memory.list()).memories)).toEqual([RIVER])
  })

  test('remembers with defaults and reads one memory', async () => {
    const memory = await connected()
    const id = await stored(memory, ` ${RIVER} `, { occurredAt: new Date('2026-05-03'), metadata: { thread: 'a' } })
    expect(await memory.get(id)).toMatchObject({
      ...{ id, type: 'event', scope: 'fitness', content: RIVER, importance: 50, confidence: 80, pinned: false },
      ...{ occurredAt: '2026-05-03T00:00:00.000Z', validFrom: '2026-05-03T00:00:00.000Z', validUntil: null },
      ...{ supersededBy: null, supersedes: [], expiresAt: null, revision: 1, editedBy: null, origin: 'app' },
      ...{ externalId: null, metadata: { thread: 'a' }, source: null },
    })
    await expect(memory.get('mem_unknown')).rejects.toMatchObject({ code: 'not_found', status: 404 })
  })

  test('recalls by words within the grants, and nothing for an unrelated query', async () => {
    const connect = await world.person()
    const coach = await connect('coach', FITNESS)
    const diary = await connect('diary', ['memory:write:note'])
    await coach.memory.remember([
      { scope: 'fitness.trail', content: RIVER },
      { scope: 'fitness', content: 'Owns a kayak.' },
    ])
    await diary.memory.remember({ scope: 'note', content: 'The river was cold when she was running.' })
    const page = await coach.memory.recall('where does she run along the river', { limit: 5 })
    expect(page.memories[0]).toMatchObject({ content: RIVER, scope: 'fitness.trail' })
    expect(page.memories[0]?.score).toBeGreaterThan(0)
    expect(page).toMatchObject({ retrieval: 'keyword' })
    expect(page.relevance).toBeGreaterThan(0)
    expect(contents(page.memories)).not.toContain('The river was cold when she was running.')
    const nothing = await coach.memory.recall('quantum chromodynamics')
    expect(nothing).toMatchObject({ memories: [], relevance: 0, next_cursor: null })
  })

  test('sends turns, and lists, searches and deletes their transcript', async () => {
    const memory = await connected()
    const said = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'My left knee hurts.' }] },
      { role: 'assistant', content: 'Since when?' },
    ]
    const sent = await memory.turns.add(said, { conversationId: 'thread-1', occurredAt: new Date('2026-05-03') })
    expect(sent).toEqual({
      ...{ accepted: true, conversationId: 'thread-1', extraction: 'off' },
      results: [
        { index: 0, status: 'ignored', reason: 'role' },
        { index: 1, status: 'accepted' },
        { index: 2, status: 'accepted' },
      ],
    })
    const { conversationId } = await memory.turns.add(
      { role: 'user', content: 'I run at night.' },
      { scope: 'fitness.trail' },
    )
    expect(conversationId).toMatch(/^\d{4}-\d\d-\d\d$/)
    const all: string[] = []
    for await (const { content } of memory.turns.list({ limit: 2 })) all.push(content)
    expect(all).toEqual(['I run at night.', 'Since when?', 'My left knee hurts.'])
    const { items } = await memory.turns.list({ query: 'which knee is hurting' })
    expect(items).toMatchObject([{ role: 'user', scope: 'fitness', createdAt: '2026-05-03T00:00:00.000Z' }])
    expect(contents((await memory.turns.list({ scope: 'fitness.trail' })).items)).toEqual(['I run at night.'])
    expect((await memory.recall('knee')).memories).toEqual([])
    await expect(memory.turns.add(said, { conversationId: 'thread-1', scope: 'fitness.trail' })).rejects.toMatchObject({
      code: 'conflict',
    })
    for (const refused of [memory.turns.add(said, { scope: 'note' }), memory.turns.list({ scope: 'note' })])
      await expect(refused).rejects.toMatchObject({ code: 'scope_denied' })
    expect(await memory.turns.delete('thread-1')).toEqual({ deleted: true })
    expect(await memory.turns.delete('thread-1')).toEqual({ deleted: false })
    expect(contents((await memory.turns.list()).items)).toEqual(['I run at night.'])
  })

  test('lists newest first, page by page, with filters', async () => {
    const memory = await connected()
    await memory.remember(['a', 'b', 'c'].map((content) => ({ scope: 'fitness', kind: 'fact', content })))
    await stored(memory, 'd', { pinned: true, metadata: { boat: 'kayak' } })
    const first = await memory.list({ limit: 2 })
    expect(contents(first.memories)).toEqual(['d', 'c'])
    const rest = await memory.list({ limit: 2, cursor: first.next_cursor ?? '' })
    expect([contents(rest.memories), rest.next_cursor]).toEqual([['b', 'a'], null])
    expect(contents(await memory.collect({}))).toEqual(['d', 'c', 'b', 'a'])
    expect(contents((await memory.list({ pinned: true })).memories)).toEqual(['d'])
    expect(contents((await memory.list({ type: 'fact' })).memories)).toEqual(['c', 'b', 'a'])
    expect(contents((await memory.list({ metadata: { boat: 'kayak' } })).memories)).toEqual(['d'])
    expect((await memory.list({ scope: 'fitness.trail' })).memories).toEqual([])
    await expect(memory.list({ cursor: 'none' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })

  test('refuses what the grants do not cover, and drops writes outside of them', async () => {
    const connect = await world.person()
    const { memory } = await connect('coach', FITNESS)
    const { memory: diary } = await connect('diary', ['memory:read:note', 'memory:write:note', 'memory:read:fitness'])
    const { memory: reader } = await connect('reader', ['memory:read:note'])
    const id = await stored(memory, RIVER, { externalId: 'run-1', metadata: { thread: 'a' } })
    const both = [
      { scope: 'note', content: 'A note.' },
      { scope: 'fitness', content: 'Not stored.' },
    ]
    expect(await diary.remember(both)).toMatchObject({
      accepted: true,
      results: [
        { index: 0, status: 'created' },
        { index: 1, status: 'dropped', missing_scope: 'memory:write:fitness' },
      ],
    })
    expect(await diary.get(id)).toMatchObject({ content: RIVER, externalId: null, metadata: null })
    const missing = (missing_scope: string) => ({ code: 'scope_denied', status: 403, details: { missing_scope } })
    await expect(diary.update(id, { pinned: true })).rejects.toMatchObject(missing('memory:write:fitness'))
    await expect(diary.forget(id)).rejects.toMatchObject(missing('memory:write:fitness'))
    await expect(reader.get(id)).rejects.toMatchObject(missing('memory:read:fitness'))
    await expect(reader.history(id)).rejects.toMatchObject(missing('memory:read:fitness'))
    await expect(reader.list({ scope: 'fitness' })).rejects.toMatchObject(missing('memory:read:fitness'))
    await expect(reader.remember(both)).rejects.toMatchObject(missing('memory:write:note'))
    await expect(reader.brief()).rejects.toMatchObject(missing('identity:read'))
    await expect(reader.context('coach')).rejects.toMatchObject(missing('context:read:coach'))
    await expect(reader.signal('workout.completed')).rejects.toMatchObject(missing('signal:emit'))
    await expect(reader.chat({ intent: 'coach' })).rejects.toMatchObject(missing('ai:host:chat'))
    expect(await reader.scopes()).toEqual({
      scopes: [{ scope: 'note', count: 1, standard: true }],
      readable: ['note'],
      writable: [],
    })
  })

  test('rejects malformed input and names the field', async () => {
    const memory = await connected()
    const invalid = (path: string) => ({ code: 'validation_failed', status: 400, details: [{ path }] })
    const write = (more: object) => memory.remember({ scope: 'fitness', content: 'a', ...more })
    await expect(write({ content: ' ' })).rejects.toMatchObject(invalid('memories.0.content'))
    await expect(write({ importance: 101 })).rejects.toMatchObject(invalid('memories.0.importance'))
    await expect(write({ scope: 'Fitness' })).rejects.toMatchObject(invalid('memories.0.scope'))
    await expect(write({ occurredAt: 'yesterday' })).rejects.toMatchObject(invalid('memories.0.occurredAt'))
    await expect(write({ expiresAt: '2020-01-01T00:00:00Z' })).rejects.toMatchObject(invalid('memories.0.expiresAt'))
    await expect(write({ supersedes: ['mem_no'] })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(write({ scope: 'nowhere.known' })).rejects.toMatchObject({
      ...{ code: 'unknown_scope', details: { scope: 'nowhere.known' } },
    })
    await expect(memory.remember([])).rejects.toMatchObject(invalid('memories'))
    await expect(memory.list({ limit: 0 })).rejects.toMatchObject(invalid('limit'))
  })

  test('edits, moves, deletes and restores', async () => {
    const memory = await connected()
    const id = await stored(memory, RIVER)
    expect(await memory.update(id, { pinned: true, content: 'Runs in the wood.' })).toMatchObject({
      ...{ pinned: true, content: 'Runs in the wood.', revision: 2, editedBy: { actor: 'app' } },
    })
    expect(await memory.update(id, { scope: 'fitness.trail' })).toMatchObject({ scope: 'fitness.trail', revision: 3 })
    await expect(memory.update(id, { scope: 'note' })).rejects.toMatchObject({ code: 'scope_denied' })
    const { items } = await memory.history(id)
    expect(items.map(({ revision, change, actor, memory }) => [revision, change, actor, memory.content])).toEqual([
      [3, 'moved', 'app', 'Runs in the wood.'],
      [2, 'edited', 'app', 'Runs in the wood.'],
      [1, 'created', 'app', RIVER],
    ])
    expect(await memory.restore(id, 1)).toMatchObject({ content: RIVER, scope: 'fitness', pinned: false, revision: 4 })
    await expect(memory.restore(id, 9)).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await memory.forget([id, 'mem_unknown'])).toEqual({ deleted: [id], missing: ['mem_unknown'] })
    expect(await memory.forget(id)).toEqual({ deleted: [], missing: [id] })
    for (const call of [() => memory.get(id), () => memory.history(id), () => memory.restore(id, 1)])
      await expect(call()).rejects.toMatchObject({ code: 'not_found' })
    expect((await memory.list({ state: 'all' })).memories).toEqual([])
  })

  test('supersedes and reinstates', async () => {
    const memory = await connected()
    const road = await stored(memory, 'Owns a road bike.')
    const gravel = await stored(memory, 'Owns a gravel bike.', { supersedes: [road] })
    const { validFrom } = await memory.get(gravel)
    expect(await memory.get(road)).toMatchObject({ supersededBy: gravel, validUntil: validFrom, revision: 2 })
    expect(await memory.get(gravel)).toMatchObject({ supersedes: [road] })
    expect(contents((await memory.list()).memories)).toEqual(['Owns a gravel bike.'])
    expect(contents((await memory.list({ state: 'superseded' })).memories)).toEqual(['Owns a road bike.'])
    const third = await stored(memory, 'Owns a city bike.')
    await expect(memory.supersede(road, { by: third })).rejects.toMatchObject({ code: 'conflict' })
    await expect(memory.supersede(gravel, { by: road })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(memory.supersede(gravel, { by: 'mem_no' })).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await memory.reinstate(road)).toMatchObject({ supersededBy: null, validUntil: null, revision: 3 })
    expect((await memory.list()).memories).toHaveLength(3)
    expect(await memory.supersede(road, { by: third })).toMatchObject({ supersededBy: third })
  })

  test('updates the memory with the same externalId, and answers a repeated key with the same response', async () => {
    const memory = await connected()
    const write = (content: string) => memory.remember({ scope: 'fitness', externalId: 'run-1', content })
    const { memoryIds } = await write('Ran 5 km.')
    expect(await write('Ran 6 km.')).toMatchObject({ memoryIds, results: [{ status: 'updated' }] })
    expect((await memory.list({ externalId: 'run-1' })).memories).toMatchObject([{ content: 'Ran 6 km.', revision: 2 }])
    const keyed = { idempotencyKey: 'once' }
    const first = await memory.remember({ scope: 'fitness', content: 'Once.' }, keyed)
    expect(await memory.remember({ scope: 'fitness', content: 'Once.' }, keyed)).toEqual(first)
    await expect(memory.remember({ scope: 'fitness', content: 'Twice.' }, keyed)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
  })

  test('gives the context of an intent within the grants', async () => {
    const memory = await connected(...FITNESS, 'memory:write:media', 'memory:read:media', 'context:read:coach')
    await stored(memory, 'Wants to run a marathon.', { kind: 'goal', importance: 90 })
    await memory.remember({ scope: 'media', content: 'Reads crime novels.' })
    const { identity, memories } = await memory.context('coach', { query: 'plan the marathon' })
    expect(identity).toMatchObject({ name: 'Assistant', aiId: expect.stringMatching(/^ai_/) })
    expect(contents(memories)).toEqual(['Wants to run a marathon.'])
    expect(Object.keys(memories[0] ?? {}).sort()).toEqual(
      ['content', 'id', 'importance', 'occurredAt', 'scope', 'sourceApp', 'type'].sort(),
    )
    await expect(memory.context('no-such-intent')).rejects.toMatchObject({ details: [{ path: 'intent' }] })
  })

  test('describes the assistant and the person in a brief that is cached until something changes', async () => {
    const connect = await world.person('Mara')
    const { memory } = await connect('coach', [...FITNESS, 'identity:read'])
    const { memory: diary } = await connect('diary', ['memory:write:note'])
    await diary.remember({ scope: 'note', content: 'Keeps a secret diary.', importance: 95 })
    expect(await memory.brief()).toMatchObject({ ai_name: 'Assistant', source_memory_count: 0, cached: false })
    const id = await stored(memory, 'Wants to run a marathon.', { kind: 'goal', importance: 90 })
    const { brief, cached, source_memory_ids } = await memory.brief()
    expect([cached, source_memory_ids]).toEqual([false, [id]])
    expect(brief).toMatch(/“Assistant”.*“Mara”.*“Wants to run a marathon”/)
    expect(brief).not.toContain('diary')
    expect(await memory.brief()).toMatchObject({ brief, cached: true })
  })

  test('sends signals, and schedules and cancels triggers', async () => {
    const memory = await connected('signal:emit')
    expect(await memory.signal('workout.completed', { distanceKm: 10 })).toEqual({
      ...{ accepted: true, event_id: expect.stringMatching(/^evt_/) },
    })
    await expect(memory.signal('No type')).rejects.toMatchObject({ details: [{ path: 'type' }] })
    const fireAt = new Date(Date.now() + 3_600_000)
    const { id } = await memory.schedule.create({ fireAt, kind: 'checkin' })
    expect((await memory.schedule.list({ status: 'pending' })).triggers).toEqual([
      { id, fireAt: fireAt.toISOString(), kind: 'checkin', status: 'pending', payload: {} },
    ])
    expect(await memory.schedule.cancel(id)).toEqual({ ok: true })
    await expect(memory.schedule.cancel(id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await memory.schedule.list()).triggers).toMatchObject([{ id, status: 'cancelled' }])
    const past = { fireAt: '2020-01-01T00:00:00Z', kind: 'checkin' }
    await expect(memory.schedule.create(past)).rejects.toMatchObject({ details: [{ path: 'fireAt' }] })
  })

  test('is refused while paused and once revoked', async () => {
    const connect = await world.person()
    const coach = await connect('coach', [...FITNESS, 'ai:host:chat'])
    expect(await coach.memory.connection()).toMatchObject({
      ...{ status: 'active', scopes: [...FITNESS, 'ai:host:chat'], pausedAt: null, revokedAt: null },
    })
    await expect(
      coach.memory.chat({ intent: 'coach', userMessage: 'Hi' }, { retry: { attempts: 1 } }),
    ).rejects.toMatchObject({ code: 'model_unavailable', details: { reason: 'not_configured' } })
    await coach.pause()
    await expect(coach.memory.list()).rejects.toMatchObject({ code: 'connection_paused', status: 403 })
    await coach.resume()
    expect((await coach.memory.list()).memories).toEqual([])
    await coach.revoke()
    await expect(coach.memory.list()).rejects.toMatchObject({ code: 'connection_revoked', status: 401 })
  })
})
