import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, openClock } from './hooks.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import type { App, Person, TestService } from './service.ts'

/* What a stranger in a developer's account leaves behind, and how the developer ends it. */

const OWN_URI = 'https://app.example/callback'
const OWN_HOOK = 'https://app.example/hook'
const EVIL_URI = 'https://evil.example/callback'
const EVIL_HOOK = 'https://evil.example/hook'
const NEW_PASSWORD = 'an even longer walk'

const clock = openClock()
let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({}, { clock: clock.now }))
})
afterAll(() => service.stop())

const tokenTo = async (email: string, subject: RegExp): Promise<string> => {
  await expect.poll(() => smtp.to(email, subject).length).toBeGreaterThan(0)
  return /#(msl_\w+)/.exec(smtp.to(email, subject)[0]?.text ?? '')?.[1] ?? ''
}
const post = (path: string, { cookie }: { cookie: string }, body: object = {}) =>
  service.ok('POST', path, { cookie, body })
const confirm = (developer: Person) => post('/v1/dev/auth/confirm', developer, { password: service.password })
const newSubscription = async (developer: Person, { id }: App, url: string) => {
  const body = { url, events: ['memory.created'] }
  const { subscription } = await post(`/v1/dev/apps/${id}/subscriptions`, developer, body)
  return subscription.id as string
}

async function logIn({ email }: Person, password = service.password): Promise<string> {
  const { headers } = await service.call('POST', '/v1/dev/auth/login', { body: { email, password } })
  return headers.getSetCookie()[0]?.split(';')[0] as string
}

/** A developer with an app of three days ago, whose account a stranger was in since then. */
async function taken() {
  let developer = await service.newDeveloper()
  const token = await tokenTo(developer.email, /confirm/)
  await post('/v1/dev/auth/email/confirm', developer, { token })
  const app = await service.newApp(developer, ['memory:read:note'], { redirect_uris: [OWN_URI] })
  const moved = await newSubscription(developer, app, OWN_HOOK)
  const own = await newSubscription(developer, app, OWN_HOOK)
  clock.jump(3 * DAY_MS)
  developer = { ...developer, cookie: await logIn(developer) }
  const since = clock.now().toISOString()
  const { client_secret } = await post(`/v1/dev/apps/${app.id}/rotate-secret`, developer)
  const redirect_uris = [OWN_URI, EVIL_URI]
  await service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie, body: { redirect_uris } })
  await service.ok('PATCH', `/v1/dev/apps/${app.id}/subscriptions/${moved}`, {
    cookie: developer.cookie,
    body: { url: `${EVIL_HOOK}/moved` },
  })
  const made = await newSubscription(developer, app, EVIL_HOOK)
  const other = await service.newApp(developer, ['memory:read:note'], { redirect_uris: [EVIL_URI] })
  const person = await service.newPerson()
  await post('/v1/auth/email/confirm', person, { token: await tokenTo(person.email, /confirm/) })
  const stolen = await service.connect(person, other, ['memory:read:note'])
  return { developer, since, app: { ...app, client_secret }, other, stolen, own, moved, made }
}
type Taken = Awaited<ReturnType<typeof taken>>

/** What of it still works. */
async function left({ app, other, stolen, moved, made, own }: Taken, { cookie }: Person) {
  const isSecret = async ({ client_id, client_secret }: App) => {
    const body = { code: 'cod_unknown', client_id, client_secret }
    const { error } = (await service.call('POST', '/v1/oauth/token', { body })).body
    return error.code === 'invalid_grant'
  }
  const { items } = await service.ok('GET', `/v1/dev/apps/${app.id}/subscriptions`, { cookie })
  const isActive = (id: string) => items.find((each: { id: string }) => each.id === id).status === 'active'
  return {
    secrets: [await isSecret(app), await isSecret(other)],
    uris: (await service.ok('GET', `/v1/dev/apps/${app.id}`, { cookie })).redirect_uris,
    ofOther: (await service.ok('GET', `/v1/dev/apps/${other.id}`, { cookie })).redirect_uris,
    connection: (await service.call('GET', '/v1/memories', { token: stolen })).status,
    hooks: { moved: isActive(moved), made: isActive(made), own: isActive(own) },
  }
}
const ENDED = {
  ...{ secrets: [false, false], uris: [OWN_URI], ofOther: [], connection: 401 },
  hooks: { moved: false, made: false, own: true },
}

test('a developer sees what was set since a time, and ends all of it after a recent sign-in', async () => {
  const its = await taken()
  const { developer, since, app, other } = its
  const list = async () =>
    (await service.ok('GET', `/v1/dev/auth/access?since=${since}`, { cookie: developer.cookie })).items
  const listed = await list()
  const seen = listed.map(({ kind, appId, url }: Record<string, unknown>) => [kind, appId, url])
  expect(seen).toHaveLength(6)
  for (const each of [
    ['client_secret', app.id, null],
    ['redirect_uri', app.id, EVIL_URI],
    ['subscription', app.id, `${EVIL_HOOK}/moved`],
    ['subscription', app.id, EVIL_HOOK],
    ['app', other.id, null],
    ['connections', other.id, null],
  ])
    expect(seen).toContainEqual(each)
  clock.jump(HOUR_MS)
  const end = () => service.call('POST', '/v1/dev/auth/access/end', { cookie: developer.cookie, body: { since } })
  expect((await end()).body.error.code).toBe('reauthentication_required')
  expect((await left(its, developer)).secrets).toEqual([true, true])
  await confirm(developer)
  expect((await end()).body.items).toEqual(listed)
  expect(await left(its, developer)).toEqual(ENDED)
  expect(await list()).toEqual([])
  expect((await end()).body.items).toEqual([])
  const { client_secret } = await post(`/v1/dev/apps/${app.id}/rotate-secret`, developer)
  expect((await left({ ...its, app: { ...app, client_secret } }, developer)).secrets).toEqual([true, false])
  const events = await service.ok('GET', '/v1/dev/auth/events', { cookie: developer.cookie })
  expect(events.items[0].action).toBe('account.access_end')
})

test('a developer ends it with a change of the password', async () => {
  const its = await taken()
  const body = { current_password: service.password, new_password: NEW_PASSWORD, disconnect_since: its.since }
  await post('/v1/dev/auth/change-password', its.developer, body)
  expect(await left(its, its.developer)).toEqual(ENDED)
})

test('a change of the password alone ends nothing of it', async () => {
  const its = await taken()
  const before = await left(its, its.developer)
  const body = { current_password: service.password, new_password: NEW_PASSWORD }
  await post('/v1/dev/auth/change-password', its.developer, body)
  expect(await left(its, its.developer)).toEqual(before)
})

test('taking back a change of the address ends it', async () => {
  const its = await taken()
  const { developer } = its
  const next = `${randomUUID()}@example.com`
  await post('/v1/dev/auth/email', developer, { email: next })
  await post('/v1/dev/auth/email/confirm', developer, { token: await tokenTo(next, /confirm/) })
  const token = await tokenTo(developer.email, /was changed/)
  await service.ok('POST', '/v1/dev/auth/email/restore', { body: { token, new_password: NEW_PASSWORD } })
  const cookie = await logIn(developer, NEW_PASSWORD)
  expect(await left(its, { ...developer, cookie })).toEqual(ENDED)
})

test('what is opened again after its end is listed since then, and can be ended again', async () => {
  const { developer, app, other, made, own, moved, since } = await taken()
  const { cookie } = developer
  await post('/v1/dev/auth/access/end', developer, { since })
  const ended = clock.now().toISOString()
  clock.jump(HOUR_MS)
  await confirm(developer)
  const hook = `/v1/dev/apps/${app.id}/subscriptions/${made}`
  await service.ok('PATCH', hook, { cookie, body: { status: 'active' } })
  // These open nothing.
  await service.ok('PATCH', `/v1/dev/apps/${app.id}/subscriptions/${own}`, { cookie, body: { status: 'active' } })
  await service.ok('PATCH', `/v1/dev/apps/${app.id}/subscriptions/${moved}`, { cookie, body: { status: 'disabled' } })
  await service.ok('PATCH', `/v1/dev/apps/${other.id}`, { cookie, body: { redirect_uris: [EVIL_URI] } })
  const list = async (since: string) =>
    (await service.ok('GET', `/v1/dev/auth/access?since=${since}`, { cookie })).items.map(
      ({ kind, appId, url }: Record<string, unknown>) => [kind, appId, url],
    )
  for (const from of [since, ended]) {
    const listed = await list(from)
    expect(listed).toHaveLength(2)
    expect(listed).toContainEqual(['subscription', app.id, EVIL_HOOK])
    expect(listed).toContainEqual(['redirect_uri', other.id, EVIL_URI])
  }
  await post('/v1/dev/auth/access/end', developer, { since: ended })
  expect(await list(since)).toEqual([])
  expect((await service.ok('GET', `/v1/dev/apps/${other.id}`, { cookie })).redirect_uris).toEqual([])
})

test('shows and ends nothing of other developers', async () => {
  const its = await taken()
  const stranger = await service.newDeveloper()
  const { since } = its
  expect((await service.ok('GET', `/v1/dev/auth/access?since=${since}`, { cookie: stranger.cookie })).items).toEqual([])
  expect((await post('/v1/dev/auth/access/end', stranger, { since })).items).toEqual([])
  expect((await left(its, its.developer)).secrets).toEqual([true, true])
})
