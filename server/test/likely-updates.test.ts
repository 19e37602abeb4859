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

const START = Date.now()
const ago = (days: number) => new Date(START - days * DAY).toISOString()
const home = () => service.connected(EVERYTHING)
const write = async (token: string, content: string, more: object = {}): Promise<string> =>
  (await service.remember(token, [{ content, scope: 'note', ...more }])).memoryIds[0]
const read = (token: string, id: string) => service.get(`/v1/memories/${id}`, token)

describe('updates', () => {
  test('are only likely in wordings that no rule reads: listed below their successor until the person decides', async () => {
    const { person, token } = await home()
    const { cookie } = person
    const old = await write(token, 'The newsletter goes out monthly.', { occurredAt: ago(100) })
    const id = await write(token, 'Down to a quarterly newsletter, monthly was too much.', { occurredAt: ago(3) })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, validUntil: null, maybeSupersededBy: id })
    const { memories } = await service.get('/v1/memories?query=how often does my newsletter appear', token)
    expect(memories.map(({ id }: Frame) => id)).toEqual([id, old])
    await service.ok('POST', `/v1/memories/${old}/reinstate`, { cookie })
    expect(await read(token, old)).toMatchObject({ supersededBy: null, maybeSupersededBy: null })
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
