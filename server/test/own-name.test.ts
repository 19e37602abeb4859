import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

/** What an app without `identity:read` can find out about the name of the account. */

const GRANTS = ['memory:read:*', 'memory:write:*', 'context:read:*']
const NAMES = ['Ana Torres', 'Zoe Lind'] as const
const BY_PERSON = [
  'I live in Porto.',
  'My sister Bea lives in Faro.',
  'Ana has a cat called Mia.',
  'Zoe plays the cello.',
]
const BY_APP = [
  ...[
    'Ana works at the harbour.',
    'Ana is allergic to peanuts.',
    'Zoe has a dog called Rex.',
    'Zoe is married to Tom.',
  ],
  ...['Ana Torres was born in 1990.', 'Talked with Ana Torres about the garden.', 'The garden of Zoe Lind has roses.'],
]
const QUERIES = [
  ...['where do I live', 'Where does Ana live?', 'Where does Zoe live?', 'What is Ana allergic to?', 'Zoe’s dog'],
  ...[
    'Ana',
    'Zoe',
    'Ana Torres',
    'Zoe Lind',
    'who is my partner',
    'when was I born',
    'garden',
    'what am I allergic to',
  ],
]

/** Days. */
const LATER = 60
const dayOf = (as: 'app' | 'person', at: number) => new Date(Date.UTC(2026, as === 'app' ? 1 : 0, 1 + at)).toISOString()

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** A person with this name and a connected app. */
async function named(name: string, grants: string[] = GRANTS) {
  const world = await service.connected([...GRANTS, 'identity:read'])
  const { person, app } = world
  await service.ok('PATCH', '/v1/auth/profile', { cookie: person.cookie, body: { name } })
  return { ...world, token: await service.connect(person, app, grants) }
}
type World = Awaited<ReturnType<typeof named>>

/** Responses without what differs from person to person: ids become their order, times go. */
function comparable(world: World, reply: unknown): unknown {
  const ids = new Map<string, string>()
  const text = JSON.stringify(reply)
    .replaceAll(world.app.slug, 'the app')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"time"')
    .replace(/\b(?:mem|con|ai|app|usr)_\w+/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id ${ids.size}`)
      return ids.get(id) as string
    })
  return JSON.parse(text)
}

const write = (world: World, as: 'app' | 'person', contents: string[], from = 0) =>
  service.ok('POST', '/v1/memories', {
    ...(as === 'app' ? { token: world.token } : { cookie: world.person.cookie }),
    // Of one time, the order would depend on ids.
    body: { memories: contents.map((content, at) => ({ content, scope: 'note', occurredAt: dayOf(as, from + at) })) },
  })

/** A graph without ids: of equal weights, the order would depend on them. */
function sorted({ nodes, edges, relationships }: Graph) {
  const contents = new Map(nodes.map(({ id, content }) => [id, content]))
  const texts = edges.map(({ to, relation, weight }) => `${contents.get(to)} ${relation} ${weight}`)
  return [texts.sort(), relationships.map((each) => JSON.stringify(each)).sort()]
}
interface Graph {
  nodes: { id: string; content: string }[]
  edges: { to: string; relation: string; weight: number }[]
  relationships: object[]
}

/** What the app sees of each of two persons who differ by their name alone. */
async function seenOf(look: (world: World) => Promise<unknown>, grants?: string[]) {
  const [one, other] = await Promise.all(
    NAMES.map(async (name) => {
      const world = await named(name, grants)
      return comparable(world, await look(world))
    }),
  )
  return { one, other }
}

describe('an app without identity:read sees the same whatever the name of the account', () => {
  test.each(QUERIES)('in a search for %s', async (query) => {
    const { one, other } = await seenOf(async (world) => {
      await write(world, 'person', BY_PERSON)
      await write(world, 'app', BY_APP)
      return service.get(`/v1/memories?query=${encodeURIComponent(query)}`, world.token)
    })
    expect(one).toEqual(other)
  })

  test('in bundles', async () => {
    const { one, other } = await seenOf(async (world) => {
      // One at a time: of those of one request, the order would depend on ids.
      for (const each of BY_PERSON) await write(world, 'person', [each])
      for (const each of BY_APP) await write(world, 'app', [each])
      return Promise.all(
        ['coach', 'companion'].map((intent) => service.get(`/v1/context?intent=${intent}`, world.token)),
      )
    })
    expect(one).toEqual(other)
  })

  test('in graphs', async () => {
    const { one, other } = await seenOf(async (world) => {
      await write(world, 'person', BY_PERSON)
      const { memoryIds } = await write(world, 'app', BY_APP)
      return Promise.all(
        memoryIds.map(async (id: string) => sorted(await service.get(`/v1/memories/${id}/graph`, world.token))),
      )
    })
    expect(one).toEqual(other)
  })

  test.each([
    ['of its own', 'app', 'app'],
    ['of its own and of the person', 'app', 'person'],
    ['of the person and of its own', 'person', 'app'],
  ] as const)('in what becomes of statements %s', async (_, first, second) => {
    const { one, other } = await seenOf(async (world) => {
      await write(world, first, [
        'I live in Porto.',
        'Ana works at the harbour.',
        'I weigh 70 kg.',
        'Zoe is married to Tom.',
      ])
      await write(
        world,
        second,
        ['Ana lives in Lisbon now.', 'I work at the library now.', 'Ana weighs 75 kg.', 'Zoe is married to Ben now.'],
        LATER,
      )
      const { memories } = await service.get('/v1/memories?state=all&limit=100', world.token)
      return memories
        .map(({ content, supersededBy, maybeSupersededBy, validUntil, revision }: Record<string, unknown>) => [
          ...[content, supersededBy !== null, maybeSupersededBy !== null, validUntil !== null, revision],
        ])
        .sort()
    })
    expect(one).toEqual(other)
  })
})

test('a statement of a name that the app guesses is superseded by none of the account', async () => {
  const { one, other } = await seenOf(async (world) => {
    const guesses = ['Ana', 'Zoe', 'Tom', 'Bea'].map((name) => `${name} lives in Porto.`)
    await write(world, 'app', guesses)
    const { cookie } = world.person
    const memories = [{ content: 'I live in Lisbon.', scope: 'note' }]
    await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
    const found = await service.get('/v1/memories?limit=100', world.token)
    return found.memories.map(({ content }: { content: string }) => content).sort()
  })
  expect(one).toEqual(other)
  expect(one).toHaveLength(5)
})

test('to an app with identity:read, a statement about the name of the account is about the person', async () => {
  const world = await named('Ana Torres', [...GRANTS, 'identity:read'])
  const { memoryIds } = await write(world, 'app', ['Ana works at Meridian.', 'I live in Porto.'])
  const graph = await service.get(`/v1/memories/${memoryIds[0]}/graph`, world.token)
  expect(graph.relationships).toContainEqual(expect.objectContaining({ subject: 'user', relation: 'works at' }))
  const { relationships } = await service.get('/v1/context?intent=companion', world.token)
  expect(relationships).toContainEqual(expect.objectContaining({ subject: 'user', relation: 'works at' }))
  await write(world, 'app', ['Ana lives in Lisbon now.'], LATER)
  const { memories } = await service.get('/v1/memories?state=all&limit=100', world.token)
  const porto = memories.find(({ content }: { content: string }) => content === 'I live in Porto.')
  expect(porto.supersededBy).not.toBeNull()
})
