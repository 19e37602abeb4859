import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Frame, type TestService, testService } from './service.ts'

/** Updates of earlier statements that are probable, not certain. */

const EVERYTHING = ['memory:read:*', 'memory:write:*', 'context:read:*', 'identity:read']
const DAY = 86_400_000

let service: TestService
beforeAll(async () => {
  service = await testService({ userPlan: 'plus' })
})
afterAll(() => service.stop())

// Says more than the newer statement replaces, so that an estimate never suffices.
const MONTHLY = 'The newsletter goes out monthly. Printing is cheap.'
const QUARTERLY = 'The newsletter is quarterly now, monthly was too much.'
const START = Date.now()
const ago = (days: number) => new Date(START - days * DAY).toISOString()
const home = () => service.connected(EVERYTHING)
const write = async (token: string, content: string, more: object = {}): Promise<string> =>
  (await service.remember(token, [{ content, scope: 'note', ...more }])).memoryIds[0]
const read = (token: string, id: string) => service.get(`/v1/memories/${id}`, token)

describe('updates', () => {
  test('are only likely where the older one says more: listed below their successor until the person decides', async () => {
    const { person, token } = await home()
    const { cookie } = person
    const old = await write(token, MONTHLY, { occurredAt: ago(100) })
    const id = await write(token, QUARTERLY, { occurredAt: ago(3) })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, validUntil: null, maybeSupersededBy: id })
    const { memories } = await service.get('/v1/memories?query=how often does my newsletter appear', token)
    expect(memories.map(({ id }: Frame) => id)).toEqual([id, old])
    await service.ok('POST', `/v1/memories/${old}/reinstate`, { cookie })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
  })

  test('find an earlier statement about work with no word in common', async () => {
    const { token } = await home()
    const old = await write(token, 'Drives a delivery van for Brandt.', { occurredAt: ago(100) })
    const id = await write(token, 'Now manages the warehouse at Nordwerft.', { occurredAt: ago(3) })
    expect(await read(token, old)).toMatchObject({ supersededBy: id })
  })

  test('replace what they certainly update, though no rule reads them, until the person takes it back', async () => {
    const { person, token } = await home()
    const old = await write(token, 'Gets around in an old Beetle.', { occurredAt: ago(100) })
    const id = await write(token, 'The Beetle rusted through and was scrapped.', { occurredAt: ago(3) })
    expect(await read(token, old)).toMatchObject({ supersededBy: id, maybeSupersededBy: null })
    await service.ok('POST', `/v1/memories/${old}/reinstate`, { cookie: person.cookie })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
  })

  test('replace nothing that may hold beside them', async () => {
    const { token } = await home()
    for (const [older, newer] of [
      ['Emma is my boss.', 'Emma got a new assistant.'],
      ['Bella is our spaniel.', 'Bella had puppies.'],
      ['Gate 4 is shut at night.', 'Gate 9 got a new lock.'],
      ['Runs along the river every Friday.', 'Does not run along the river every Tuesday.'],
    ] as const) {
      const old = await write(token, older, { occurredAt: ago(100) })
      await write(token, newer, { occurredAt: ago(3) })
      expect(await read(token, old), older).toMatchObject({ supersededBy: null })
    }
  })

  test('mark nothing about health by estimate, and one statement at most', async () => {
    const { token } = await home()
    const inhaler = await write(token, 'The inhaler lies in the hallway.', { occurredAt: ago(100) })
    await write(token, 'The hallway is too damp, so the inhaler lies upstairs now.', { occurredAt: ago(90) })
    expect(await read(token, inhaler)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
    const cello = await write(token, 'The cello stands in the hallway.', { occurredAt: ago(80) })
    const viola = await write(token, 'The viola stands in the hallway.', { occurredAt: ago(70) })
    const id = await write(token, 'The hallway is too damp, so the cello stands upstairs now.', { occurredAt: ago(3) })
    const both = [await read(token, cello), await read(token, viola)]
    expect(both).toMatchObject([{ supersededBy: null }, { supersededBy: null }])
    expect(both.filter(({ maybeSupersededBy }) => maybeSupersededBy === id)).toHaveLength(1)
  })

  test('depend on nothing but the two memories', async () => {
    const { token } = await home()
    const later = ['Parks the van behind the bakery.', 'The van is from 2019.', 'Took the newsletter to the printer.']
    const copies = Array.from({ length: 5 }, (_, n) => `The newsletter number ${n} has ${n + 3} pages.`)
    for (const content of [...later, ...copies]) await write(token, content, { occurredAt: ago(200) })
    await write(token, 'The newsletter goes out in spring.', { occurredAt: ago(300), scope: 'health' })
    const old = await write(token, MONTHLY, { occurredAt: ago(100) })
    const id = await write(token, QUARTERLY, { occurredAt: ago(3) })
    expect(await read(token, old)).toMatchObject({ maybeSupersededBy: id })
  })

  test('are assumed in one scope only, and of what one app or the person wrote', async () => {
    const { person, token } = await home()
    const old = await write(token, MONTHLY, { occurredAt: ago(100) })
    await write(token, QUARTERLY, { occurredAt: ago(3), scope: 'work' })
    const body = { memories: [{ content: QUARTERLY, scope: 'note', occurredAt: ago(2) }] }
    await service.ok('POST', '/v1/memories', { cookie: person.cookie, body })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
  })

  test('keep the first mark, whichever of them is written first', async () => {
    const { token } = await home()
    const old = await write(token, MONTHLY, { occurredAt: ago(100) })
    const first = await write(token, QUARTERLY, { occurredAt: ago(9) })
    await write(token, 'The newsletter is yearly now, quarterly was too much.', { occurredAt: ago(3) })
    expect(await read(token, old)).toMatchObject({ maybeSupersededBy: first })
    // All of them in one request.
    const other = await home()
    const contents = [MONTHLY, QUARTERLY, 'The newsletter is yearly now, quarterly was too much.']
    const memories = contents.map((content, n) => ({ content, scope: 'note', occurredAt: ago(100 - n) }))
    const { memoryIds } = await service.remember(other.token, memories)
    expect(await read(other.token, memoryIds[0])).toMatchObject({ maybeSupersededBy: memoryIds[1] })
  })

  test('are marked once what was marked before is deleted', async () => {
    const { token } = await home()
    const old = await write(token, MONTHLY, { occurredAt: ago(100) })
    const first = await write(token, QUARTERLY, { occurredAt: ago(9) })
    expect(await read(token, old)).toMatchObject({ maybeSupersededBy: first })
    await service.ok('DELETE', `/v1/memories/${first}`, { token })
    const next = await write(token, 'The newsletter is yearly now, monthly was too much.', { occurredAt: ago(3) })
    expect(await read(token, old)).toMatchObject({ maybeSupersededBy: next })
  })

  test('never take the place of what a rule says', async () => {
    const { token } = await home()
    const both = 'Works at Halden Bank. The cello stands in the hallway.'
    const estimated = 'The hallway is too damp, so the cello stands upstairs now.'
    const byRule = 'No longer works at Halden Bank.'
    const old = await write(token, both, { occurredAt: ago(100) })
    const id = await write(token, byRule, { occurredAt: ago(50) })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: id })
    await write(token, estimated, { occurredAt: ago(3) })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: id })
    // The estimate is marked if it is alone or comes first, until a rule says more.
    const other = await home()
    const again = await write(other.token, both, { occurredAt: ago(100) })
    const likely = await write(other.token, estimated, { occurredAt: ago(50) })
    expect(await read(other.token, again)).toMatchObject({ maybeSupersededBy: likely })
    const rule = await write(other.token, byRule, { occurredAt: ago(3) })
    expect(await read(other.token, again)).toMatchObject({ maybeSupersededBy: rule })
    // In one request, in any order.
    for (const contents of [
      [both, byRule, estimated],
      [both, estimated, byRule],
    ]) {
      const { token } = await home()
      const memories = contents.map((content, n) => ({ content, scope: 'note', occurredAt: ago(100 - n) }))
      const { memoryIds } = await service.remember(token, memories)
      expect(await read(token, memoryIds[0])).toMatchObject({ maybeSupersededBy: memoryIds[contents.indexOf(byRule)] })
    }
  })

  test('are not assumed for an addition, another person or an intention', async () => {
    const { token } = await home()
    const earlier = ['The workshop has a table saw.', 'Her sister Fleur is a pilot.', 'Parks in bay 118.']
    const later = [
      'The workshop also got a bandsaw.',
      'Her sister Agathe teaches maths.',
      'Is thinking about a bay near the lift.',
    ]
    const ids = await Promise.all(earlier.map((content) => write(token, content, { occurredAt: ago(50) })))
    for (const content of later) await write(token, content, { occurredAt: ago(2) })
    for (const id of ids) expect(await read(token, id)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
  })
})
