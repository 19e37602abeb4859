import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import type { Audience } from '../src/foundation/actor.ts'
import { hashSecret, newSecret } from '../src/foundation/auth/secrets.ts'
import { isWrite, type Route } from '../src/foundation/route.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { fakeChat } from './fake-chat.ts'
import { openProvider } from './openid-provider.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { basicOf, type Call, type Reply, type TestService, testService } from './service.ts'
import { factorBody, prepareFactors } from './tenancy-factors.ts'
import { ALL, newVictim, partsFor, SECRET, type Victim } from './victim.ts'

/*
 * Calls every route with every kind of credential. The route's own `for` decides who is allowed, so new routes are
 * covered automatically; a route whose path needs an id this file cannot provide fails the test. Calls that must change
 * nothing share one victim and one stranger; a call that may change something has its own, with only what it needs.
 */

let provider: Awaited<ReturnType<typeof openProvider>>
let service: TestService
let model: ScriptedModel
let ended: string[]
let shared: Awaited<ReturnType<typeof newParties>>
let visited: { victim: Victim; before: unknown } | undefined
let stranger: Awaited<ReturnType<TestService['connected']>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mails-'))
  provider = await openProvider()
  model = await scriptedModel()
  const upstream = { url: model.url, name: 'gpt-4.1-mini', apiKey: undefined }
  const settings = { mail: { kind: 'file' as const, folder }, openId: provider.config, model: upstream }
  service = await testService(settings, { chat: fakeChat })
  provider.serve(service.url)
  const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
  await service.ok('POST', '/v1/auth/logout', { cookie: person.cookie })
  await service.ok('POST', '/v1/dev/auth/logout', { cookie: developer.cookie })
  ended = [person.cookie, developer.cookie]
  shared = await newParties()
  stranger = await service.connected(ALL)
})
afterAll(async () => {
  await service.stop()
  await model.close()
  await provider.close()
  await rm(folder, { recursive: true })
})

/** Bodies for routes whose documented example would fail for the rightful caller. */
const BODIES: Record<string, (victim: Victim) => unknown> = {
  supersedeMemory: ({ otherMemory }) => ({ by: otherMemory }),
  revertUndo: ({ acts: { undo } }) => ({ undo }),
  revertMerge: ({ acts: { merge } }) => ({ merge }),
  mergeMemories: ({ ids: { memories }, otherMemory }) => ({ ids: [memories, otherMemory], keep: memories }),
  keepNearCopies: ({ ids: { memories }, otherMemory }) => ({ ids: [memories, otherMemory] }),
  signUp: () => ({ email: `${randomUUID()}@example.com`, password: service.password }),
  signUpDeveloper: () => ({ email: `${randomUUID()}@example.com`, password: service.password }),
  authorize: ({ app }) => ({ slug: app.slug, scopes: ['memory:read:*'] }),
  forgetMemories: ({ ids }) => ({ ids: [ids.memories] }),
  changePassword: () => ({ current_password: service.password, new_password: 'another long walk' }),
  changeDeveloperPassword: () => ({ current_password: service.password, new_password: 'another long walk' }),
  changeAddress: () => ({ email: `${randomUUID()}@example.com` }),
  changeAddressOfDeveloper: () => ({ email: `${randomUUID()}@example.com` }),
  fetchDeliveries: () => ({}),
  eraseAccount: () => ({ password: service.password }),
  deleteDeveloper: () => ({ password: service.password }),
}

/** Path parameters that belong to no user. */
const COMMON: Record<string, string> = { webhooks: 'mock-strava', models: 'scripted-1', held: 'user-4711' }

/** A route's path with ids filled in; a parameter is named after the segment before it: `/apps/:id`. */
function pathOf(route: Route, ids: Record<string, string>): string {
  const path = route.path.replace(/(\w+)\/:\w+/g, (_, thing: string) => {
    const isDeveloperSession = route.path === '/v1/dev/auth/sessions/:id'
    const name = COMMON[thing] ?? ids[isDeveloperSession ? 'devSessions' : thing]
    if (!name) throw new Error(`no id is known for ${route.path}; add it to newVictim`)
    return `${thing}/${name}`
  })
  const query = new URLSearchParams(route.example.query as Record<string, string> | undefined)
  return query.size ? `${path}?${query}` : path
}

function callRoute(
  route: Route,
  victim: Victim,
  credential: Omit<Call, 'body'> = {},
  ids = victim.ids,
): Promise<Reply> {
  const given = BODIES[route.name]?.(victim) ?? factorBody(route.name, victim.factors) ?? route.example.body
  const isForm = route.form === 'only'
  const body = isForm ? String(new URLSearchParams(given as Record<string, string>)) : given
  const type = isForm ? 'application/x-www-form-urlencoded' : route.consumes
  const headers = { ...(type ? { 'content-type': type } : {}), ...credential.headers }
  return service.call(route.method, pathOf(route, ids), {
    ...credential,
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

const isFor = (route: Route, kind: Audience) => (route.for as readonly Audience[]).includes(kind)
const holdsIds = ({ path }: Route) => [...path.matchAll(/(\w+)\/:/g)].some(([, thing = '']) => !COMMON[thing])

function expectNoLeak({ body, headers }: Reply) {
  expect(JSON.stringify([body, [...headers]])).not.toContain(SECRET)
}

/** The victim's resources, as the victim sees them. */
async function stateOf({ person, developer, app, token, ids }: Victim) {
  const [memory, triggers, mine, connections, session, theirs, known, hooks, chat, candidates, ...factors] =
    await Promise.all([
      service.get(`/v1/memories/${ids.memories}`, token),
      service.get('/v1/schedule', token),
      service.ok('GET', '/v1/identities', { cookie: person.cookie }),
      service.ok('GET', '/v1/connections', { cookie: person.cookie }),
      service.ok('GET', '/v1/auth/session', { cookie: person.cookie }),
      service.ok('GET', '/v1/dev/auth/me', { cookie: developer.cookie }),
      service.ok('GET', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie }),
      service.ok('GET', `/v1/dev/apps/${app.id}/subscriptions`, { cookie: developer.cookie }),
      service.ok('GET', `/v1/chats/${ids.chats}`, { cookie: person.cookie }),
      service.ok('GET', '/v1/candidates', { cookie: person.cookie }),
      service.ok('GET', '/v1/auth/factors', { cookie: person.cookie }),
      service.ok('GET', '/v1/dev/auth/factors', { cookie: developer.cookie }),
    ])
  for (const connection of connections.items) delete connection.lastUsedAt
  return { memory, triggers, mine, connections, session, theirs, known, hooks, chat, candidates, factors }
}

describe.each(routes.filter((route) => !isFor(route, 'public')))('$method $path', (route) => {
  test('accepts the callers it is for; others learn and change nothing', async () => {
    const { victim, narrow, before } = shared
    const { person, developer } = victim
    const bearer = (value: string) => ({ headers: { authorization: value } })
    const otherName = (cookie: string, name: string) => `${name}=${cookie.split('=')[1]}`
    const refused = async (status: number, code: string, credential: Omit<Call, 'body'>, who: string) => {
      const reply = await callRoute(route, victim, credential)
      expect([reply.status, reply.body.error.code], who).toEqual([status, code])
      expectNoLeak(reply)
    }

    await refused(401, 'unauthorized', {}, 'no credential')
    for (const cookie of [undefined, person.cookie, developer.cookie]) {
      const beside = cookie ? { cookie } : {}
      await refused(401, 'unauthorized', { ...bearer('Bearer garbage'), ...beside }, 'garbage')
      await refused(401, 'unauthorized', { ...bearer(`Bearer ${newSecret('mst')}`), ...beside }, 'an unknown token')
      await refused(401, 'unauthorized', { ...bearer(`Bearer ${narrow.revoked}`), ...beside }, 'a revoked token')
      await refused(401, 'unauthorized', { ...bearer(`Bearer ${narrow.expired}`), ...beside }, 'an expired token')
      await refused(401, 'unauthorized', { ...bearer('Basic YTpi'), ...beside }, 'another scheme')
    }
    for (const cookie of ended) await refused(401, 'unauthorized', { cookie }, 'a session that was signed out of')
    await refused(401, 'unauthorized', { cookie: `ms_session=${newSecret('mss')}` }, 'an unknown session')
    await refused(401, 'unauthorized', { cookie: `ms_dev_session=${newSecret('msd')}` }, 'an unknown dev session')
    await refused(401, 'unauthorized', { cookie: otherName(developer.cookie, 'ms_session') }, 'a misnamed dev session')
    await refused(401, 'unauthorized', { cookie: otherName(person.cookie, 'ms_dev_session') }, 'a misnamed session')
    await refused(401, 'unauthorized', { cookie: `ms_session=${victim.token}` }, 'a token as cookie')
    if (!isFor(route, 'app')) await refused(403, 'forbidden', { token: victim.token }, 'an app')
    if (!isFor(route, 'user')) await refused(401, 'unauthorized', { cookie: person.cookie }, 'a person')
    if (!isFor(route, 'developer')) await refused(401, 'unauthorized', { cookie: developer.cookie }, 'a developer')
    if (isWrite(route) && !isFor(route, 'app') && !isFor(route, 'client')) {
      const { cookie } = isFor(route, 'user') ? person : developer
      const headers = { origin: 'https://evil.example' }
      await refused(403, 'csrf_rejected', { cookie, headers }, 'a page of another origin')
    }
    await callAsOthers(route, victim)
    if (isFor(route, 'app')) {
      await callWithNarrowGrant(route, victim, narrow.token)
      await service.ok('POST', `/v1/connections/${narrow.connectionId}/pause`, { cookie: person.cookie })
      await refused(403, 'connection_paused', { token: narrow.token }, 'a paused app')
      await service.ok('POST', `/v1/connections/${narrow.connectionId}/resume`, { cookie: person.cookie })
    }
    // Sees what reads before it have changed, too.
    if (isWrite(route)) expect(await stateOf(victim)).toEqual(before)

    // The same request succeeds for the rightful caller, so the failures above were due to the credential.
    const own = isWrite(route) ? await newVictim(service, partsFor(route)) : victim
    const rightful = isFor(route, 'client')
      ? bearer(basicOf(own.app))
      : isFor(route, 'app')
        ? { token: own.token }
        : undefined
    const cookie = isFor(route, 'user') ? own.person.cookie : own.developer.cookie
    const beside = await prepareFactors(service, route.name, own)
    const reply = await callRoute(route, own, rightful ?? { cookie: `${cookie}${beside}` })
    if (route.name === 'deleteIdentity') expect(reply.status).toBe(403)
    else expect(reply.status, JSON.stringify(reply.body)).toBe(route.status ?? 200)
  })
})

/** The victim of the public writes before, unless one of them has changed it. */
async function visitedVictim(): Promise<Victim> {
  const now = visited && (await stateOf(visited.victim).catch(() => undefined))
  if (visited && isDeepStrictEqual(now, visited.before)) return visited.victim
  const victim = await newVictim(service)
  visited = { victim, before: await stateOf(victim) }
  return victim
}

/** A user with resources, another app of the same user, and the state of both. */
async function newParties() {
  const victim = await newVictim(service)
  const narrow = await narrowApp(victim)
  return { victim, narrow, before: await stateOf(victim) }
}

/** Another app of the same user whose grant excludes what the victim's app wrote, with a revoked and an expired token. */
async function narrowApp({ person }: Victim) {
  const developer = await service.newDeveloper()
  const scopes = ['memory:read:sleep.*', 'memory:write:sleep.*']
  const app = await service.newApp(developer, scopes)
  const revoked = await service.connect(person, app, scopes)
  const token = await service.connect(person, app, scopes)
  const expired = newSecret('mst')
  const { connectionId } = await service.ports.db.one<{ connectionId: string }>(sql`
    insert into connection_tokens (token_hash, user_id, connection_id, expires_at)
    select ${hashSecret(expired)}, user_id, connection_id, ${new Date(Date.now() - 1).toISOString()}::timestamptz
    from connection_tokens where token_hash = ${hashSecret(token)}
    returning connection_id as "connectionId"`)
  return { token, connectionId, revoked, expired }
}

/** Calls with valid credentials of another user, another developer and an app connected to another user. */
async function callAsOthers(route: Route, victim: Victim) {
  // A write that names no resource of the victim changes the caller.
  const other = isWrite(route) && !holdsIds(route) ? await service.connected(ALL) : stranger
  const credentials = [
    isFor(route, 'app') && { token: other.token },
    isFor(route, 'client') && { headers: { authorization: basicOf(other.app) } },
    isFor(route, 'user') && { cookie: other.person.cookie },
    isFor(route, 'developer') && { cookie: other.developer.cookie },
  ]
  for (const credential of credentials) {
    if (!credential) continue
    const reply = await callRoute(route, victim, credential)
    expectNoLeak(reply)
    if (!holdsIds(route)) continue
    expect(reply.status).toBe(route.failures?.includes('not_found') ? 404 : 403)
    // Another app's resources are not found below one's own app either.
    if (!/:.*:/.test(route.path)) continue
    expect((await callRoute(route, victim, credential, { ...victim.ids, apps: other.app.id })).status).toBe(404)
  }
}

async function callWithNarrowGrant(route: Route, victim: Victim, token: string) {
  const reply = await callRoute(route, victim, { token })
  if (holdsIds(route)) expect(reply.status).toBe(route.scope || route.needs ? 403 : 404)
  else if (route.needs) expect(reply.status).toBe(403)
  if (reply.status === 403) expect(reply.body.error.details.missing_scope).toMatch(/^\w+:\w+(:\w+)?$/)
  // An app may see the assistant it is connected to; nothing else may contain the marker.
  const { ai, ...rest } = reply.body
  expect(ai?.name ?? `Named ${SECRET}`).toBe(`Named ${SECRET}`)
  expectNoLeak({ ...reply, body: rest })
}

describe.each(routes.filter((route) => isFor(route, 'public')))('$method $path', (route) => {
  test('responds the same with any credential and leaks nothing', async () => {
    const victim = isWrite(route) ? await visitedVictim() : shared.victim
    const plain = await callRoute(route, victim)
    for (const credential of [
      { headers: { authorization: 'Bearer garbage' } },
      { token: victim.token },
      { cookie: victim.person.cookie },
      { cookie: victim.developer.cookie },
    ]) {
      const reply = await callRoute(route, victim, credential)
      expect(reply.status).toBe(plain.status)
      expectNoLeak(reply)
    }
    expectNoLeak(plain)
  })
})

test('others have changed nothing that all victims share', async () => {
  expect(await stateOf(shared.victim)).toEqual(shared.before)
})

test('no two routes share a method and path, or a name', () => {
  const addresses = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
})
