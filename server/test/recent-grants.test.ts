import { afterAll, beforeAll, expect, test } from 'vitest'
import { STANDARD_SCOPES } from '../src/domain/vocabulary/namespaces.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, openClock } from './hooks.ts'
import { type App, type Person, type TestService, testService } from './service.ts'

/* What a session may grant to apps hours after the sign-in: up to half of the standard topics within a day. */

const TOPICS = [...new Set(STANDARD_SCOPES.map(({ namespace }) => namespace.split('.')[0] as string))]
const third = (verb: string, n: number) => {
  const size = Math.ceil(TOPICS.length / 3)
  return TOPICS.slice(n * size, (n + 1) * size).map((topic) => `memory:${verb}:${topic}.*`)
}
const REFUSED = [403, 'reauthentication_required']
const CODE_MS = 11 * MINUTE_MS

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
afterAll(() => service.stop())

const authorize = ({ cookie }: Person, { slug }: App, scopes: string[]) =>
  service.call('POST', '/v1/oauth/authorize', { cookie, body: { slug, scopes } })
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
/** Grants scopes and has the app exchange the code. Returns the status of the consent. */
async function grant(person: Person, app: App, scopes: string[]) {
  const reply = await authorize(person, app, scopes)
  if (reply.status === 200) await service.exchange(app, reply.body.code)
  return outcome(reply)
}
const connectionTo = async ({ cookie }: Person, { slug }: App) => {
  const { items } = await service.ok('GET', '/v1/connections', { cookie })
  return items.find((each: { app: { slug: string } }) => each.app.slug === slug).id as string
}
const newApp = async (verb: string) => service.newApp(await service.newDeveloper(), [`memory:${verb}:*`])
const newChat = async () => service.newApp(await service.newDeveloper(), ['ai:host:chat'])

test.each([
  'read',
  'write',
])('a later consent to %s replaces an earlier one of the same app, and both count', async (verb) => {
  const [person, app] = [await service.newPerson(), await newApp(verb)]
  // Of an app that was connected long before, too.
  await service.connect(person, app, third(verb, 0).slice(0, 1))
  clock.jump(3 * DAY_MS)
  expect(await grant(person, app, third(verb, 0))).toEqual([200, undefined])
  clock.jump(CODE_MS)
  expect(await grant(person, app, third(verb, 1))).toEqual(REFUSED)
  expect(await grant(person, app, third(verb, 0))).toEqual([200, undefined])
  await service.ok('POST', '/v1/auth/confirm', { cookie: person.cookie, body: { password: service.password } })
  expect(await grant(person, app, third(verb, 1))).toEqual([200, undefined])
  clock.jump(DAY_MS)
  expect(await grant(person, app, third(verb, 2))).toEqual([200, undefined])
})

test.each<[string, (person: Person, id: string, scopes: string[]) => Promise<unknown>]>([
  [
    'narrowed',
    ({ cookie }, id, [scope]) => service.ok('PATCH', `/v1/connections/${id}`, { cookie, body: { scopes: [scope] } }),
  ],
  ['revoked', ({ cookie }, id) => service.ok('POST', `/v1/connections/${id}/revoke`, { cookie })],
])('a connection that was %s since counts with what it had', async (_, take) => {
  const [person, app] = [await service.newPerson(), await newApp('read')]
  clock.jump(HOUR_MS)
  expect(await grant(person, app, third('read', 0))).toEqual([200, undefined])
  await take(person, await connectionTo(person, app), third('read', 0))
  clock.jump(CODE_MS)
  expect(await grant(person, app, third('read', 1))).toEqual(REFUSED)
})

test('apps that are resumed, or get more time, count like a consent', async () => {
  const person = await service.newPerson()
  const [paused, ending, other] = [await newApp('read'), await newApp('read'), await newApp('read')]
  await service.connect(person, paused, third('read', 0))
  await service.connect(person, ending, third('read', 1))
  const [pausedId, endingId] = [await connectionTo(person, paused), await connectionTo(person, ending)]
  const { cookie } = person
  await service.ok('POST', `/v1/connections/${pausedId}/pause`, { cookie })
  await service.ok('PATCH', `/v1/connections/${endingId}`, { cookie, body: { expires_in: 5 * 24 * 60 * 60 } })
  clock.jump(3 * DAY_MS)
  const resume = () => service.call('POST', `/v1/connections/${pausedId}/resume`, { cookie })
  const extend = () => service.call('PATCH', `/v1/connections/${endingId}`, { cookie, body: { expires_in: null } })
  expect(outcome(await resume())).toEqual([200, undefined])
  expect(outcome(await extend())).toEqual(REFUSED)
  expect(outcome(await authorize(person, other, third('read', 1)))).toEqual(REFUSED)
  await service.ok('POST', `/v1/connections/${pausedId}/pause`, { cookie })
  clock.jump(DAY_MS)
  expect(outcome(await extend())).toEqual([200, undefined])
  expect(outcome(await resume())).toEqual(REFUSED)
  await service.ok('POST', '/v1/auth/confirm', { cookie, body: { password: service.password } })
  expect(outcome(await resume())).toEqual([200, undefined])
})

test('what is granted soon after a sign-in asks for none in the rest of the day', async () => {
  const person = await service.newPerson()
  const [wide, paused, chat] = [await newApp('read'), await newApp('read'), await newChat()]
  expect(await grant(person, paused, third('read', 2))).toEqual([200, undefined])
  expect(await grant(person, wide, [...third('read', 0), ...third('read', 1)])).toEqual([200, undefined])
  const pausedId = await connectionTo(person, paused)
  await service.ok('POST', `/v1/connections/${pausedId}/pause`, { cookie: person.cookie })
  clock.jump(16 * MINUTE_MS)
  expect(await grant(person, chat, ['ai:host:chat'])).toEqual([200, undefined])
  const resumed = await service.call('POST', `/v1/connections/${pausedId}/resume`, { cookie: person.cookie })
  expect(outcome(resumed)).toEqual([200, undefined])
  // What is granted from here on counts together.
  expect(await grant(person, wide, third('read', 1))).toEqual(REFUSED)
  expect(await grant(person, wide, ['memory:read:*'])).toEqual(REFUSED)
})
