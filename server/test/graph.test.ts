import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type Person, type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

const everywhere = ['memory:read:*', 'memory:write:*', 'identity:read']
interface Edge {
  from: string
  to: string
  relation: string
  weight: number
}
const graph = (token: string, id: string) => service.get(`/v1/memories/${id}/graph`, token)
const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id)

/** Writes each content in its own request, so that only their words link them. */
async function written(contents: string[], scope = 'note') {
  const connected = await service.connected(everywhere)
  const ids: string[] = []
  for (const content of contents) ids.push(...(await service.remember(connected.token, [{ content, scope }])).memoryIds)
  return { ...connected, ids }
}

/** The relation between the first and the second content. */
async function ties(first: string, second: string) {
  const { token, ids } = await written([first, second])
  const { edges } = await graph(token, ids[0]!)
  return edges.map(({ relation }: Edge) => relation)
}

/** Changes the name of the account holder. */
async function rename({ cookie }: Person, name: string) {
  await service.ok('PATCH', '/v1/auth/profile', { cookie, body: { name } })
}

describe('a graph', () => {
  test('of an unrelated memory contains only that memory', async () => {
    const { token, ids } = await written(['Allergic to peanuts', 'Runs along the river'])
    const memory = await service.get(`/v1/memories/${ids[0]}`, token)
    const lonely = { memory_id: ids[0], nodes: [memory], edges: [], relationships: [] }
    expect(await graph(token, ids[0]!)).toEqual(lonely)
  })

  test.each([
    ['person', 'Met Ada Byron for lunch', 'Ada is afraid of heights'],
    ['place', 'Ran a race in Leeds', 'The dentist has moved to Leeds'],
    ['organisation', 'Has an appointment at the Mayo Clinic', 'The Mayo Clinic sent a letter'],
    ['thing', 'Flew with Lufthansa', 'Wrote to Lufthansa about a suitcase'],
    ['topic', 'Allergic to peanuts', 'Bought a bag of peanuts'],
    ['subject', 'The old car needs oil', 'The car failed its inspection'],
    ['similar', 'Runs along the river on Tuesdays', 'Runs along the river on Fridays'],
  ])('links two memories by a shared %s, with one edge', async (relation, first, second) => {
    expect(await ties(first, second)).toEqual([relation])
    expect(await ties(second, first)).toEqual([relation])
  })

  test('links memories of one call only if they have something in common', async () => {
    const { token } = await service.connected(everywhere)
    const together = ['Takes amoxicillin', 'Reacts to every antibiotic', 'Runs along the river', 'Plays the cello']
    const { memoryIds } = await service.remember(
      token,
      together.map((content) => ({ content, scope: 'note' })),
    )
    const { nodes, edges } = await graph(token, memoryIds[0])
    expect(idsOf({ nodes })).toEqual(memoryIds.slice(0, 2))
    expect(edges).toEqual([{ from: memoryIds[0], to: memoryIds[1], relation: 'session', weight: 0.4 }])
    expect(idsOf(await graph(token, memoryIds[2]))).toEqual([memoryIds[2]])
  })

  test('links nothing by the account holder’s own name, by “user” or by “I”', async () => {
    const { token, person, ids } = await written([
      'Aisha Khan is allergic to peanuts',
      'Aisha plays the cello',
      'The user runs along the river',
      'I sold the old car',
      'Omar met Aisha in Bradford',
      'Omar repairs clocks',
    ])
    await rename(person, 'Aisha Khan')
    for (const id of ids.slice(0, 4)) expect(idsOf(await graph(token, id))).toEqual([id])
    const { nodes, edges } = await graph(token, ids[4]!)
    expect(idsOf({ nodes })).toEqual([ids[4], ids[5]])
    expect(edges).toEqual([{ from: ids[4], to: ids[5], relation: 'person', weight: 0.88 }])
  })

  test('calls the account holder `user` in relationships', async () => {
    const { token, person, ids } = await written(["Aisha's brother Omar lives in Leeds."])
    await rename(person, 'Aisha Khan')
    expect((await graph(token, ids[0]!)).relationships).toEqual([
      { subject: 'Omar', relation: 'brother of', object: 'user' },
      { subject: 'Omar', relation: 'lives in', object: 'Leeds' },
    ])
  })

  test('contains every relationship of a sentence', async () => {
    const { token, ids } = await written(['Has two pets: Luna the dog and Oliver the cat.'])
    expect((await graph(token, ids[0]!)).relationships).toEqual([
      { subject: 'Luna', relation: 'dog of', object: 'user' },
      { subject: 'Oliver', relation: 'cat of', object: 'user' },
    ])
  })

  test('contains the relationships its nodes state', async () => {
    const { token, ids } = await written(['My brother Tom lives in Leeds.', 'Tom works at Acme.', 'Ada is her sister.'])
    expect((await graph(token, ids[0]!)).relationships).toEqual([
      { subject: 'Tom', relation: 'brother of', object: 'user' },
      { subject: 'Tom', relation: 'lives in', object: 'Leeds' },
      { subject: 'Tom', relation: 'works at', object: 'Acme' },
    ])
  })

  test('has at most 20 edges, the nearest first, in a stable order', async () => {
    const { token } = await service.connected(everywhere)
    const [one] = (await service.remember(token, [{ content: 'Ada met Tom in Leeds', scope: 'note' }])).memoryIds
    const many = Array.from({ length: 60 }, (_, i) => ({ content: `Ada bought item${i}`, scope: 'note' }))
    await service.remember(token, many)
    const [near] = (await service.remember(token, [{ content: 'Tom and Ada left Leeds', scope: 'note' }])).memoryIds
    const first = await graph(token, one)
    expect(first.nodes).toHaveLength(21)
    expect(idsOf(first).slice(0, 2)).toEqual([one, near])
    expect(new Set(idsOf(first)).size).toBe(21)
    expect(first.edges.map(({ to }: Edge) => to)).toEqual(idsOf(first).slice(1))
    const weights = first.edges.map(({ weight }: Edge) => weight)
    expect(weights).toEqual([...weights].sort((a, b) => b - a))
    for (const { from, weight } of first.edges as Edge[]) {
      expect(from).toBe(one)
      expect(weight).toBeGreaterThan(0)
      expect(weight).toBeLessThanOrEqual(1)
    }
    expect(await graph(token, one)).toEqual(first)
  })

  test('reflects recent writes, edits and deletions', async () => {
    const { token, ids } = await written(['Met Ada for lunch', 'Ada plays chess', 'Plays the cello'])
    const [one, two, three] = ids as [string, string, string]
    expect(idsOf(await graph(token, one))).toEqual([one, two])
    await service.ok('PATCH', `/v1/memories/${two}`, { token, body: { content: 'Owns a boat' } })
    await service.ok('PATCH', `/v1/memories/${three}`, { token, body: { content: 'Ada plays the cello' } })
    expect(idsOf(await graph(token, one))).toEqual([one, three])
    await service.ok('DELETE', `/v1/memories/${three}`, { token })
    expect(idsOf(await graph(token, one))).toEqual([one])
  })
})

describe('a graph never contains', () => {
  const grants = ['memory:read:note', 'memory:read:fitness.*']

  async function storeSeenThrough() {
    const { person, token: owner } = await service.connected(everywhere)
    const scopes = ['note', 'fitness.trail', 'health', 'finance', 'fitness-plus', 'note.private']
    const names = ['Qnote', 'Qtrail', 'Qhealth', 'Qfinance', 'Qplus', 'Qprivate']
    const app = await service.newApp(await service.newDeveloper(), [...grants, 'memory:read:fitness-plus'])
    // Same batch, people, places and words: every possible link exists.
    const { memoryIds } = await service.remember(
      owner,
      scopes.map((scope, i) => ({ content: `My brother ${names[i]} met Ada in Leeds. My sister ${names[i]}`, scope })),
    )
    return { owner, ids: memoryIds as string[], token: await service.connect(person, app, grants) }
  }

  test('memories, links and relationships outside the grants', async () => {
    const { ids, token } = await storeSeenThrough()
    const seen = await graph(token, ids[0]!)
    expect(idsOf(seen).sort()).toEqual([ids[0], ids[1]].sort())
    expect(seen.edges).toHaveLength(1)
    const text = JSON.stringify(seen)
    for (const id of ids.slice(2)) expect(text).not.toContain(id)
    expect(text).not.toMatch(/Q(health|finance|plus|private)/)
    expect(text).toMatch(/"subject":"Qtrail"/)
  })

  test('anything that depends on whether memories outside the grants exist', async () => {
    const words = 'Ada Omar Leeds Acme car peanuts river antibiotic amoxicillin met likes bought is my sister'.split(
      ' ',
    )
    const content = fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 6 }).map((some) => some.join(' '))
    const row = fc.record({ content, scope: fc.constantFrom('note', 'fitness.trail', 'health', 'finance') })
    const calls = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(calls, async (calls) => {
        const isHidden = ({ scope }: { scope: string }) => scope === 'health' || scope === 'finance'
        const app = await service.newApp(await service.newDeveloper(), grants)
        /** Writes the calls for a new person; returns the ids that the app can read, and its token. */
        async function stored(calls: { content: string; scope: string }[][]) {
          const { person, token: owner } = await service.connected(everywhere)
          const token = await service.connect(person, app, grants)
          const ids: string[] = []
          for (const rows of calls) if (rows.length) ids.push(...(await service.remember(owner, rows)).memoryIds)
          const rows = calls.flat()
          return {
            owner,
            token,
            readable: ids.filter((_, i) => !isHidden(rows[i]!)),
            hidden: ids.filter((_, i) => isHidden(rows[i]!)),
          }
        }
        const { owner, token, readable, hidden } = await stored(calls)
        const alone = await stored(calls.map((rows) => rows.filter((row) => !isHidden(row))))
        /** All graphs with positions for ids. Neighbours that are equally close are in the order of their random ids. */
        const comparable = async (token: string, ids: string[]) =>
          Promise.all(
            ids.map(async (id) => {
              const { edges, relationships } = await graph(token, id)
              const seen = edges.map(({ to, ...edge }: Edge) =>
                JSON.stringify({ ...edge, from: '', to: ids.indexOf(to) }),
              )
              return [seen.sort(), relationships.map((each: unknown) => JSON.stringify(each)).sort()]
            }),
          )
        expect(await comparable(token, readable)).toEqual(await comparable(alone.token, alone.readable))
        const exact = async () => JSON.stringify(await Promise.all(readable.map((id) => graph(token, id))))
        const before = await exact()
        for (const id of hidden) await service.ok('DELETE', `/v1/memories/${id}`, { token: owner })
        expect(await exact()).toBe(before)
        await service.remember(
          owner,
          calls.flat().map(({ content }) => ({ content, scope: 'health' })),
        )
        expect(await exact()).toBe(before)
      }),
      { numRuns: 6 },
    )
  })

  test('a memory outside the grants: 403 with the missing scope', async () => {
    const { ids, token } = await storeSeenThrough()
    const reply = await service.call('GET', `/v1/memories/${ids[2]}/graph`, { token })
    expect([reply.status, reply.body.error.code]).toEqual([403, 'scope_denied'])
    expect(reply.body.error.details).toEqual({ missing_scope: 'memory:read:health' })
  })

  test('another user’s memory: 404', async () => {
    const { ids } = await storeSeenThrough()
    const { person, token } = await service.connected(everywhere)
    for (const credential of [{ token }, { cookie: person.cookie }] as Call[])
      for (const id of [ids[0], 'mem_nothing'])
        expect((await service.call('GET', `/v1/memories/${id}/graph`, credential)).status).toBe(404)
  })
})

test('the user sees everything, and only the app’s access is audited', async () => {
  const { person, token, ids } = await written(['Met Ada for lunch', 'Ada plays chess'])
  const mine = await service.ok('GET', `/v1/memories/${ids[0]}/graph`, { cookie: person.cookie })
  expect(mine).toEqual(await graph(token, ids[0]!))
  const { items } = await service.ok('GET', '/v1/audit?action=memory.graph', { cookie: person.cookie })
  expect(items).toEqual([expect.objectContaining({ target: ids[0], scope: 'note', count: 2 })])
})
