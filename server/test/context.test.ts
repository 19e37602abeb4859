import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

const NOW = '2026-05-03T12:00:00.000Z'

let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: () => new Date(NOW) })
})
afterAll(() => service.stop())

const everything = ['memory:read:*', 'memory:write:*', 'context:read:*']
interface Query {
  intent?: string
  query?: string
  limit?: number
}
const pathOf = (query: Query) => {
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return `/v1/context?${new URLSearchParams(given)}`
}
const context = (token: string, query: Query) => service.get(pathOf(query), token)
const contents = (bundle: { memories: { content: string }[] }) => bundle.memories.map(({ content }) => content)

async function refusal(token: string, query: Query) {
  const { status, body } = await service.call('GET', pathOf(query), { token })
  const { code, details } = body.error
  return [status, code, details?.missing_scope ?? details?.[0]?.path]
}

/** A store with one marked memory in each scope, and an app with these grants. */
async function storeSeenThrough(scopes: string[], grants: string[], over: object = {}) {
  const { person, token: owner } = await service.connected(everything)
  await service.remember(
    owner,
    scopes.map((scope) => ({ content: `My brother Zq${scope.replace(/\W/g, '')}x lives in Leeds`, scope, ...over })),
  )
  const app = await service.newApp(await service.newDeveloper(), grants)
  return { person, owner, token: await service.connect(person, app, grants) }
}

describe('a context bundle', () => {
  test('of an empty store is complete and suggests nothing', async () => {
    const { person, token } = await service.connected(everything)
    const identity = await service.ok('POST', '/v1/identities', { cookie: person.cookie, body: { name: 'Ada' } })
    for (const query of [{ intent: 'coach' }, { intent: 'assistant', query: 'anything at all' }] as Query[])
      expect(await context(token, query)).toEqual({
        identity: { aiId: identity.id, name: 'Ada' },
        memories: [],
        relationships: [],
        suggestions: { adaptation: '' },
        generatedAt: NOW,
      })
  })

  test('contains exactly the specified fields of identity, memories, relationships and suggestions', async () => {
    const { person, app, token } = await service.connected(everything)
    await service.ok('POST', '/v1/identities', {
      cookie: person.cookie,
      body: { name: 'Ada', personality: { description: 'Warm and brief.' } },
    })
    const memory = { content: 'Takes coffee black.', scope: 'preference', kind: 'preference', importance: 70 }
    await service.remember(token, [memory, { content: 'My brother Tom lives in Leeds.', scope: 'relationship' }])
    const bundle = await context(token, { intent: 'companion' })
    expect(bundle.identity).toEqual({ aiId: expect.any(String), name: 'Ada', toneNote: 'Warm and brief.' })
    expect(bundle.memories[0]).toEqual({
      ...{ id: expect.stringMatching(/^mem_/), type: 'preference', scope: 'preference', content: memory.content },
      ...{ importance: 70, occurredAt: NOW, sourceApp: app.slug },
    })
    expect(bundle.relationships).toEqual([
      { subject: 'Tom', relation: 'brother of', object: 'user' },
      { subject: 'Tom', relation: 'lives in', object: 'Leeds' },
    ])
    expect(bundle.suggestions).toEqual({
      adaptation: `Tone note of the person: “Warm and brief”. Recorded preferences: “Takes coffee black” (from the app “${app.slug}”, 2026-05).`,
      tags: ['tone', 'preference'],
    })
  })

  test('contains 20 memories by default; a limit above 100 counts as 100', async () => {
    const { token } = await service.connected(everything)
    for (const half of [0, 1])
      await service.remember(
        token,
        Array.from({ length: 60 }, (_, i) => ({ content: `Word${half}x${i} stands alone`, scope: 'note' })),
      )
    expect((await context(token, { intent: 'assistant' })).memories).toHaveLength(20)
    expect((await context(token, { intent: 'assistant', limit: 3 })).memories).toHaveLength(3)
    expect((await context(token, { intent: 'assistant', limit: 5000 })).memories).toHaveLength(100)
    expect(await refusal(token, { intent: 'assistant', limit: 0 })).toEqual([400, 'validation_failed', 'limit'])
  })

  test('has a stable order, newer first among equals', async () => {
    const { token } = await service.connected(everything)
    const memoryIds: string[] = []
    for (const content of ['apples', 'bridges', 'candles', 'deserts'])
      memoryIds.push(...(await service.remember(token, [{ content, scope: 'note' }])).memoryIds)
    const bundle = await context(token, { intent: 'assistant' })
    expect(bundle.memories.map(({ id }: { id: string }) => id)).toEqual(memoryIds.reverse())
    for (let i = 0; i < 3; i++) expect(await context(token, { intent: 'assistant' })).toEqual(bundle)
  })
})

describe('a bundle contains', () => {
  test('pinned memories, and important ones of any age', async () => {
    const { token } = await service.connected(everything)
    const old = { scope: 'health', occurredAt: '2001-01-01T00:00:00Z' }
    await service.remember(token, [
      { ...old, content: 'Allergic to penicillin', pinned: true, importance: 0 },
      { ...old, content: 'Broke the left wrist', importance: 95 },
      { ...old, content: 'Prefers mornings', scope: 'preference' },
    ])
    for (let batch = 0; batch < 3; batch++)
      await service.remember(
        token,
        Array.from({ length: 100 }, (_, i) => ({ content: `Entry${batch}x${i} logged`, scope: 'health' })),
      )
    const bundle = await context(token, { intent: 'coach', limit: 5 })
    expect(contents(bundle)).toEqual(expect.arrayContaining(['Allergic to penicillin', 'Broke the left wrist']))
    expect(bundle.suggestions.adaptation).toContain('“Prefers mornings”')
    const asked = await context(token, { intent: 'coach', limit: 4, query: 'entry1x7' })
    expect(contents(asked)).toEqual(expect.arrayContaining(['Entry1x7 logged', 'Allergic to penicillin']))
  })

  test('facts of health and nutrition where food matters, in wordings that no rule reads', async () => {
    const { token } = await service.connected(everything)
    const fact = 'Beets and I are sworn enemies.'
    await service.remember(token, [{ content: fact, kind: 'fact', scope: 'nutrition' }])
    await service.remember(
      token,
      Array.from({ length: 30 }, (_, i) => ({ content: `Cooked lunch number ${i} for the choir`, scope: 'nutrition' })),
    )
    const query = { intent: 'recommend', query: 'what should I cook for lunch', limit: 6 }
    expect(contents(await context(token, query))).toContain(fact)
  })

  test('conditions where the query asks whether something is suitable', async () => {
    const { token } = await service.connected(everything)
    const epilepsy = 'I have epilepsy and flashing lights can set off a fit.'
    const others = ['Cillian', 'Oisín', 'Niamh', 'Declan'].map((name) => `${name} goes to techno nights on Saturdays.`)
    await service.remember(
      token,
      [epilepsy, 'Plays the concertina.', ...others].map((content) => ({ content, scope: 'general' })),
    )
    const query = 'Cillian and Niamh are off to a techno night on Saturday, shall I go along'
    expect(contents(await context(token, { intent: 'companion', query, limit: 4 }))).toContain(epilepsy)
  })

  test('matches of the query, recent or a thousand memories old', async () => {
    const { token } = await service.connected(everything)
    await service.remember(token, [{ content: 'The parrot bites at the blue cage', scope: 'home' }])
    for (let batch = 0; batch < 4; batch++)
      await service.remember(
        token,
        Array.from({ length: 100 }, (_, i) => ({ content: `Entry${batch}x${i} logged`, scope: 'home' })),
      )
    const query = { intent: 'planner', limit: 3, query: 'which parrot' }
    expect(contents(await context(token, query))[0]).toBe('The parrot bites at the blue cage')
    await service.remember(token, [{ content: 'The parrot fell ill', scope: 'home' }])
    expect(contents(await context(token, query))).toContain('The parrot fell ill')
  })

  test('diverse memories before similar ones', async () => {
    const { token } = await service.connected(everything)
    const copies = Array.from({ length: 10 }, (_, i) => `Drinks dark roast coffee at ${i + 1} in the morning`)
    const others = ['Allergic to peanuts', 'Runs along the river', 'Plays the cello']
    await service.remember(token, [
      ...others.map((content) => ({ content, scope: 'general' })),
      ...copies.map((content) => ({ content, scope: 'general', importance: 80 })),
      ...['Owns a boat', 'owns a boat.', 'OWNS A BOAT!'].map((content) => ({ content, scope: 'general' })),
    ])
    const few = contents(await context(token, { intent: 'assistant', limit: 5 }))
    expect(few).toEqual(expect.arrayContaining(others))
    const all = contents(await context(token, { intent: 'assistant' }))
    expect(all.filter((content) => /boat/i.test(content))).toHaveLength(1)
  })
})

describe('a bundle excludes', () => {
  const scopes = ['fitness', 'fitness.trail', 'health', 'note', 'media', 'finance', 'general']
  const markers = (bundle: unknown) => [...new Set(JSON.stringify(bundle).match(/Zq\w+?x/g))].sort()

  test.each([
    [
      ['memory:read:*', 'context:read:coach'],
      ['Zqfitnesstrailx', 'Zqfitnessx', 'Zqgeneralx', 'Zqhealthx'],
    ],
    [['memory:read:fitness', 'memory:read:note', 'context:read:coach'], ['Zqfitnessx']],
    [['memory:read:fitness.trail', 'memory:read:finance', 'context:read:*'], ['Zqfitnesstrailx']],
    [['memory:read:note', 'context:read:coach'], []],
    [['memory:write:*', 'context:read:coach'], []],
  ])('everything the grants %j or the intent do not cover', async (grants, seen) => {
    for (const over of [{}, { pinned: true, importance: 100 }, { kind: 'preference' }, { kind: 'relationship' }]) {
      const { token } = await storeSeenThrough(scopes, grants, over)
      expect(markers(await context(token, { intent: 'coach', limit: 100 }))).toEqual(seen)
      const asked = await context(token, {
        intent: 'coach',
        limit: 100,
        query: 'which brother lives in Leeds? Zqnotex',
      })
      expect(markers(asked)).toEqual(seen)
    }
  })

  test('memories of other users', async () => {
    const { token } = await service.connected(everything)
    await storeSeenThrough(scopes, everything)
    expect(markers(await context(token, { intent: 'assistant', query: 'brother Leeds' }))).toEqual([])
  })
})

describe('intents', () => {
  test('must be standard or declared by an app', async () => {
    const { token } = await service.connected(['memory:read:*', 'context:read:coach'])
    const { token: wide } = await service.connected(everything)
    for (const intent of ['juggler', 'Not A Name', 'coach.*', '*'])
      for (const each of [token, wide])
        expect(await refusal(each, { intent })).toEqual([400, 'validation_failed', 'intent'])
    expect(await refusal(wide, {})).toEqual([400, 'validation_failed', 'intent'])
  })

  test('must be granted; a missing one is named', async () => {
    const { token } = await service.connected(['memory:read:*', 'context:read:coach'])
    expect(await refusal(token, { intent: 'tutor' })).toEqual([403, 'scope_denied', 'context:read:tutor'])
  })

  test('declared by an app draw on everything the calling app may read, until that app is deleted', async () => {
    const developer = await service.newDeveloper()
    const more = { manifest: { intents: ['sommelier'] } }
    const declaring = await service.newApp(developer, ['memory:read:note'], more)
    const grants = ['memory:read:note', 'memory:read:finance', 'context:read:sommelier']
    const { token } = await storeSeenThrough(['note', 'finance', 'media'], grants)
    const bundle = await context(token, { intent: 'sommelier' })
    expect(bundle.memories.map(({ scope }: { scope: string }) => scope).sort()).toEqual(['finance', 'note'])
    await service.ok('DELETE', `/v1/dev/apps/${declaring.id}`, { cookie: developer.cookie })
    expect(await refusal(token, { intent: 'sommelier' })).toEqual([400, 'validation_failed', 'intent'])
    const { body } = await service.call('GET', '/v1/context?intent=sommelier', { token })
    expect(body.error.message).toContain('one of coach, companion, assistant')
  })
})

test('each bundle is metered and audited; a rejected one is not', async () => {
  const { person, token } = await service.connected(['memory:read:*', 'memory:write:*', 'context:read:coach'])
  await service.remember(token, [
    { content: 'Ran 10 km', scope: 'fitness' },
    { content: 'Sleeps badly', scope: 'sleep' },
    { content: 'Read a novel', scope: 'media' },
  ])
  await context(token, { intent: 'coach' })
  await refusal(token, { intent: 'tutor' })
  expect((await service.get('/v1/quota', token)).context_requests.used).toBe(1)
  const { items } = await service.ok('GET', '/v1/audit?action=context.read', { cookie: person.cookie })
  expect(items).toEqual([expect.objectContaining({ scope: 'fitness sleep', count: 2, target: null, actor: 'app' })])
})
