import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, openClock } from './hooks.ts'
import { type Person, type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

const ENTRY = { content: 'Likes rye bread.', scope: 'note', externalId: 'bread' }
const inAnHour = () => new Date(clock.now().getTime() + HOUR_MS).toISOString()

/** A person whose last sign-in is older than 15 minutes, with a memory. */
async function stale() {
  const person = await service.newPerson()
  const { cookie } = person
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body: { memories: [ENTRY] } })
  clock.jump(16 * MINUTE_MS)
  return { person, memory: `/v1/memories/${memoryIds[0]}` }
}
type Stale = Awaited<ReturnType<typeof stale>>

const attempt = async ({ cookie }: Person, method: string, path: string, body?: object) => {
  const reply = await service.call(method, path, { cookie, ...(body && { body }) })
  return reply.status < 300 ? 'done' : reply.body.error.code
}
const confirm = ({ cookie }: Person) =>
  service.ok('POST', '/v1/auth/confirm', { cookie, body: { password: service.password } })

test.each<[string, string, (its: Stale) => string, (() => object)?]>([
  ['erase a memory', 'DELETE', ({ memory }) => `${memory}?erase=true`],
  ['let a memory expire', 'PATCH', ({ memory }) => memory, () => ({ expiresAt: inAnHour() })],
  [
    'let a memory expire by writing it again',
    'POST',
    () => '/v1/memories',
    () => ({ memories: [{ ...ENTRY, expiresAt: inAnHour() }] }),
  ],
])('a session cannot %s 16 minutes after the sign-in until it is confirmed', async (_, method, pathOf, body) => {
  const its = await stale()
  const { person, memory } = its
  const state = () => service.ok('GET', memory, { cookie: person.cookie })
  const before = await state()
  expect(await attempt(person, method, pathOf(its), body?.())).toBe('reauthentication_required')
  expect(await state()).toEqual(before)
  await confirm(person)
  expect(await attempt(person, method, pathOf(its), body?.())).toBe('done')
})

test('a session erases nothing from the trash 16 minutes after the sign-in until it is confirmed', async () => {
  const { person, memory } = await stale()
  expect(await attempt(person, 'DELETE', memory)).toBe('done')
  expect(await attempt(person, 'DELETE', `${memory}?erase=true`)).toBe('reauthentication_required')
  const { items } = await service.ok('GET', '/v1/memories/trash', { cookie: person.cookie })
  expect(items).toHaveLength(1)
  await confirm(person)
  expect(await attempt(person, 'DELETE', `${memory}?erase=true`)).toBe('done')
})

test('a session may delete a memory, postpone its end and write new ones that expire without a confirmation', async () => {
  const { person, memory } = await stale()
  await confirm(person)
  const soon = inAnHour()
  expect(await attempt(person, 'PATCH', memory, { expiresAt: soon })).toBe('done')
  clock.jump(16 * MINUTE_MS)
  for (const expiresAt of [soon, inAnHour(), null])
    expect(await attempt(person, 'PATCH', memory, { expiresAt })).toBe('done')
  const memories = [{ content: 'Parked on level 3.', scope: 'note', expiresAt: inAnHour() }]
  expect(await attempt(person, 'POST', '/v1/memories', { memories })).toBe('done')
  expect(await attempt(person, 'DELETE', memory)).toBe('done')
})
