import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import type { Audience } from '../src/foundation/actor.ts'
import { changes, type Route } from '../src/foundation/route.ts'
import { newSecret } from '../src/foundation/secrets.ts'
import { type Call, type Reply, type TestService, testService } from './service.ts'

/*
 * Walks every route there is. Who may pass is read off the route's own `for`; a route that came in yesterday is
 * walked today, and one whose path names things this file cannot provide fails it.
 */

const SECRET = 'zyzzyva'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** Somebody with everything a route could give away: each thing carries the marker. */
async function newVictim() {
  const { person, developer, app, token } = await service.connected(['memory:read:*', 'memory:write:*'])
  const { memoryIds } = await service.remember(token, [{ content: `The ${SECRET} sleeps at noon.`, scope: 'fitness' }])
  const identity = await service.ok('POST', '/v1/identities', {
    cookie: person.cookie,
    body: { name: `Named ${SECRET}`, personality: { description: `Tone ${SECRET}` } },
  })
  await service.ok('PATCH', `/v1/dev/apps/${app.id}`, {
    cookie: developer.cookie,
    body: { description: `About ${SECRET}` },
  })
  const connection = await service.get('/v1/connection', token)
  return { person, developer, app, token, memoryId: memoryIds[0] as string, identity, connection }
}
type Victim = Awaited<ReturnType<typeof newVictim>>

/** Whose ids stand in a path, by the path up to its first parameter. */
const IDS: Record<string, (victim: Victim) => string> = {
  '/v1/memories/': ({ memoryId }) => memoryId,
  '/v1/connections/': ({ connection }) => connection.id,
  '/v1/identities/': ({ identity }) => identity.id,
  '/v1/dev/apps/': ({ app }) => app.id,
}

/** Bodies where the example of the document would not do for the rightful caller. */
const BODIES: Record<string, (victim: Victim) => unknown> = {
  signUp: () => ({ email: `${randomUUID()}@example.com`, password: service.password }),
  signUpDeveloper: () => ({ email: `${randomUUID()}@example.com`, password: service.password }),
  authorize: ({ app }) => ({ slug: app.slug, scopes: ['memory:read:*'] }),
  changePassword: () => ({ current_password: service.password, new_password: 'another long walk' }),
  changeDeveloperPassword: () => ({ current_password: service.password, new_password: 'another long walk' }),
  eraseAccount: () => ({ password: service.password }),
  deleteDeveloper: () => ({ password: service.password }),
}

function requestOf(route: Route, victim: Victim) {
  const [before, parameter, ...more] = route.path.split(/(?<=\/):(\w+)/)
  const id = IDS[before as string]
  if (parameter && (!id || more.some((part) => part.includes(':'))))
    throw new Error(`tell this walk whose id goes into ${route.path}`)
  const query = new URLSearchParams(route.example.query as Record<string, string> | undefined)
  const path = parameter ? `${before}${id!(victim)}${more.join('')}` : route.path
  return { path: query.size ? `${path}?${query}` : path, body: BODIES[route.name]?.(victim) ?? route.example.body }
}

function knock(route: Route, victim: Victim, credential: Omit<Call, 'body'> = {}): Promise<Reply> {
  const { path, body } = requestOf(route, victim)
  return service.call(route.method, path, { ...credential, ...(body === undefined ? {} : { body }) })
}

const isFor = (route: Route, kind: Audience) => (route.for as readonly Audience[]).includes(kind)
const holdsIds = ({ path }: Route) => path.includes('/:')

function expectNothingTold({ body, headers }: Reply) {
  expect(JSON.stringify([body, [...headers]])).not.toContain(SECRET)
}

/** What the victim has, as they see it themselves. */
async function stateOf({ person, developer, app, token, memoryId }: Victim) {
  const [memory, mine, connections, session, theirs, known] = await Promise.all([
    service.get(`/v1/memories/${memoryId}`, token),
    service.ok('GET', '/v1/identities', { cookie: person.cookie }),
    service.ok('GET', '/v1/connections', { cookie: person.cookie }),
    service.ok('GET', '/v1/auth/session', { cookie: person.cookie }),
    service.ok('GET', '/v1/dev/auth/me', { cookie: developer.cookie }),
    service.ok('GET', `/v1/dev/apps/${app.id}`, { cookie: developer.cookie }),
  ])
  for (const connection of connections.items) delete connection.lastUsedAt
  return { memory, mine, connections, session, theirs, known }
}

describe.each(routes.filter((route) => !isFor(route, 'public')))('$method $path', (route) => {
  test('lets in whom it is for, and nobody else learns or changes anything', async () => {
    const victim = await newVictim()
    const { person, developer } = victim
    const bearer = (value: string) => ({ headers: { authorization: value } })
    const otherName = (cookie: string, name: string) => `${name}=${cookie.split('=')[1]}`
    const refused = async (status: number, code: string, credential: Omit<Call, 'body'>, who: string) => {
      const reply = await knock(route, victim, credential)
      expect([reply.status, reply.body.error.code], who).toEqual([status, code])
      expectNothingTold(reply)
    }

    const narrow = await narrowApp(victim)
    const before = await stateOf(victim)
    await refused(401, 'unauthorized', {}, 'nobody')
    for (const cookie of [undefined, person.cookie, developer.cookie]) {
      const beside = cookie ? { cookie } : {}
      await refused(401, 'unauthorized', { ...bearer('Bearer garbage'), ...beside }, 'garbage')
      await refused(401, 'unauthorized', { ...bearer(`Bearer ${newSecret('mst')}`), ...beside }, 'an unknown token')
      await refused(401, 'unauthorized', { ...bearer(`Bearer ${narrow.revoked}`), ...beside }, 'a revoked token')
      await refused(401, 'unauthorized', { ...bearer('Basic YTpi'), ...beside }, 'another scheme')
    }
    await refused(401, 'unauthorized', { cookie: `ms_session=${newSecret('mss')}` }, 'an unknown session')
    await refused(401, 'unauthorized', { cookie: `ms_dev_session=${newSecret('msd')}` }, 'an unknown dev session')
    await refused(401, 'unauthorized', { cookie: otherName(developer.cookie, 'ms_session') }, 'a misnamed dev session')
    await refused(401, 'unauthorized', { cookie: otherName(person.cookie, 'ms_dev_session') }, 'a misnamed session')
    await refused(401, 'unauthorized', { cookie: `ms_session=${victim.token}` }, 'a token as cookie')
    if (!isFor(route, 'app')) await refused(403, 'forbidden', { token: victim.token }, 'an app')
    if (!isFor(route, 'user')) await refused(401, 'unauthorized', { cookie: person.cookie }, 'a person')
    if (!isFor(route, 'developer')) await refused(401, 'unauthorized', { cookie: developer.cookie }, 'a developer')
    if (changes(route) && !isFor(route, 'app')) {
      const { cookie } = isFor(route, 'user') ? person : developer
      const headers = { origin: 'https://evil.example' }
      await refused(403, 'csrf_rejected', { cookie, headers }, 'a page of somebody else')
    }
    await strangersKnock(route, victim)
    if (isFor(route, 'app')) await narrowKnocks(route, victim, narrow.token)
    expect(await stateOf(victim)).toEqual(before)

    // And the rightful caller passes with the very same request, so that it was not the request that failed.
    const rightful = isFor(route, 'app') ? { token: victim.token } : undefined
    const cookie = isFor(route, 'user') ? person.cookie : developer.cookie
    const reply = await knock(route, victim, rightful ?? { cookie })
    if (route.name === 'deleteIdentity') expect(reply.status).toBe(403)
    else expect(reply.status, JSON.stringify(reply.body)).toBe(route.status ?? 200)
  })
})

/** Another app of the same person, which may see nothing of what the victim's app wrote; and a token that ended. */
async function narrowApp({ person }: Victim) {
  const developer = await service.newDeveloper()
  const scopes = ['memory:read:sleep.*', 'memory:write:sleep.*']
  const app = await service.newApp(developer, scopes)
  const revoked = await service.connect(person, app, scopes)
  const token = await service.connect(person, app, scopes)
  return { token, revoked }
}

/** With good credentials of their own: another person, another developer, an app another person connected. */
async function strangersKnock(route: Route, victim: Victim) {
  const other = await service.connected(['memory:read:*', 'memory:write:*'])
  const knocks = [
    isFor(route, 'app') && { token: other.token },
    isFor(route, 'user') && { cookie: other.person.cookie },
    isFor(route, 'developer') && { cookie: other.developer.cookie },
  ]
  for (const credential of knocks) {
    if (!credential) continue
    const reply = await knock(route, victim, credential)
    expectNothingTold(reply)
    if (holdsIds(route)) expect(reply.status).toBe(route.failures?.includes('not_found') ? 404 : 403)
  }
}

async function narrowKnocks(route: Route, victim: Victim, token: string) {
  const reply = await knock(route, victim, { token })
  if (!holdsIds(route)) {
    // Whose assistant and connection it is, an app may know; nothing else carries the marker then.
    const { ai, ...told } = reply.body
    expect(ai?.name ?? `Named ${SECRET}`).toBe(`Named ${SECRET}`)
    return expectNothingTold({ ...reply, body: told })
  }
  expectNothingTold(reply)
  expect(reply.status).toBe(route.scope || route.needs ? 403 : 404)
  if (route.scope) expect(reply.body.error.details.missing_scope).toMatch(/^memory:(read|write):fitness$/)
}

describe.each(routes.filter((route) => isFor(route, 'public')))('$method $path', (route) => {
  test('answers anybody alike, whatever credential comes along, and tells nothing of anyone', async () => {
    const victim = await newVictim()
    const plain = await knock(route, victim)
    for (const credential of [
      { headers: { authorization: 'Bearer garbage' } },
      { token: victim.token },
      { cookie: victim.person.cookie },
      { cookie: victim.developer.cookie },
    ]) {
      const reply = await knock(route, victim, credential)
      expect(reply.status).toBe(plain.status)
      expectNothingTold(reply)
    }
    expectNothingTold(plain)
  })
})

test('no two routes answer at one place', () => {
  const places = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(places).size).toBe(places.length)
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
})
