import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { documentServer } from './document-server.ts'
import { anotherSession, before, changePassword, type Send } from './in-flight.ts'
import { pngOf } from './png.ts'
import { type App, basicOf, type Person, type Reply, type TestService, testService } from './service.ts'

/* What is in flight when the session, secret or account that it was admitted with ends: it has no effect afterwards. */

const ALL = ['memory:read:*', 'memory:write:*']
const LINES = { 'content-type': 'application/x-ndjson' }

let service: TestService
let host: Awaited<ReturnType<typeof documentServer>>
beforeAll(async () => {
  service = await testService({ connectors: true })
  host = await documentServer()
})
afterAll(async () => {
  await service?.stop()
  await host?.close()
})

const iconUrl = () =>
  host.answer(`/${randomUUID()}.png`, (response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(pngOf(64)),
  )

describe('what a session of a developer has in flight', () => {
  interface Its {
    path: string
    hook: string
  }
  const HOOK = { url: 'https://evil.example/hook', events: ['memory.created'] }

  /** What the developer has, as the portal shows it. */
  async function stateOf({ cookie }: Person, { path }: Its) {
    const apps = await service.ok('GET', '/v1/dev/apps', { cookie })
    const lists = ['subscriptions', 'test-people', 'connections'].map((list) =>
      service.ok('GET', `${path}/${list}`, { cookie }).catch(() => null),
    )
    return JSON.stringify([apps, await Promise.all(lists)])
  }

  test.each<[string, (send: Send, its: Its) => Promise<Reply>]>([
    ['registers an app', (send) => send('POST', '/v1/dev/apps', { name: 'Evil', iconUrl: iconUrl() })],
    [
      'adds a redirect URI',
      (send, { path }) =>
        send('PATCH', path, {
          iconUrl: iconUrl(),
          redirect_uris: ['https://app.example/cb', 'https://evil.example/cb'],
        }),
    ],
    ['rotates the client secret', (send, { path }) => send('POST', `${path}/rotate-secret`)],
    ['deletes the app', (send, { path }) => send('DELETE', path)],
    ['subscribes an endpoint', (send, { path }) => send('POST', `${path}/subscriptions`, HOOK)],
    ['moves a subscription', (send, { hook }) => send('PATCH', hook, { url: HOOK.url })],
    ['rotates a signing secret', (send, { hook }) => send('POST', `${hook}/rotate`)],
    ['deletes a subscription', (send, { hook }) => send('DELETE', hook)],
    ['listens to events', (send, { path }) => send('POST', `${path}/listen`, { events: HOOK.events })],
    ['makes a test person', (send, { path }) => send('POST', `${path}/test-people`, {})],
    ['revokes connections', (send, { path }) => send('POST', `${path}/connections/revoke`, { all: true })],
  ])('has no effect after its end: it %s', async (_, start) => {
    const developer = await service.newDeveloper()
    const { cookie } = developer
    const app = await service.newApp(developer, ALL, { redirect_uris: ['https://app.example/cb'] })
    await service.connect(await service.newPerson(), app, ALL)
    const path = `/v1/dev/apps/${app.id}`
    const body = { url: 'https://app.example/hook', events: HOOK.events }
    const { subscription } = await service.ok('POST', `${path}/subscriptions`, { cookie, body })
    const its = { path, hook: `${path}/subscriptions/${subscription.id}` }
    const thief = await anotherSession(service, '/v1/dev/auth', developer)
    const state = await stateOf(developer, its)
    const reply = await before(
      service,
      () => start(thief, its),
      () => changePassword(service, '/v1/dev/auth', developer),
    )
    expect(reply.status).toBe(401)
    expect(await stateOf(developer, its)).toBe(state)
    expect(
      (await service.call('GET', '/v1/held/u/memories', { headers: { authorization: basicOf(app) } })).status,
    ).toBe(200)
  })
})

describe('what a session of a user has in flight', () => {
  const CONTENT = 'I live in Rome.'
  interface Its {
    app: App
    ticket: string
    memory: string
    connection: string
  }

  async function stateOf({ id, cookie }: Person) {
    const paths = [
      '/v1/memories?state=all',
      '/v1/connections',
      '/v1/connectors',
      '/v1/chats',
      '/v1/imports',
      '/v1/auth/session',
    ]
    const codes = await service.ports.db.rows(sql`select code_hash from authorization_codes where user_id = ${id}`)
    return JSON.stringify([codes.length, await Promise.all(paths.map((path) => service.ok('GET', path, { cookie })))])
  }

  test.each<[string, (send: Send, its: Its) => Promise<Reply>]>([
    ['consents to everything', (send, { app }) => send('POST', '/v1/oauth/authorize', { slug: app.slug, scopes: ALL })],
    [
      'claims what an app holds',
      (send, { app, ticket }) =>
        send('POST', '/v1/oauth/authorize', { slug: app.slug, scopes: ALL, claim: { ticket, topics: ['note'] } }),
    ],
    ['edits a memory', (send, { memory }) => send('PATCH', `/v1/memories/${memory}`, { content: 'I live in Oslo.' })],
    ['deletes a memory', (send, { memory }) => send('DELETE', `/v1/memories/${memory}`)],
    [
      'imports memories',
      (send) => send('POST', '/v1/import', JSON.stringify({ content: 'I moved to Oslo.', scope: 'note' }), LINES),
    ],
    ['begins an import', (send) => send('POST', '/v1/imports', { label: 'An import', digest: 'sha256:1' })],
    ['renews the addresses of connectors', (send) => send('POST', '/v1/connectors/rotate')],
    ['changes the profile', (send) => send('PATCH', '/v1/auth/profile', { name: 'Evil' })],
    ['pauses a connection', (send, { connection }) => send('POST', `/v1/connections/${connection}/pause`)],
    [
      'narrows a connection',
      (send, { connection }) => send('PATCH', `/v1/connections/${connection}`, { scopes: ['memory:read:*'] }),
    ],
    ['revokes a connection', (send, { connection }) => send('POST', `/v1/connections/${connection}/revoke`)],
  ])('has no effect after its end: it %s', async (_, start) => {
    const { person, app, token } = await service.connected(ALL)
    const { memoryIds } = await service.remember(token, [{ content: CONTENT, scope: 'note' }])
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    await service.ok('GET', '/v1/connectors', { cookie: person.cookie })
    const its = { app, ticket: (await hold(app)).claim, memory: memoryIds[0], connection: items[0].id }
    const thief = await anotherSession(service, '/v1/auth', person)
    const state = await stateOf(person)
    const reply = await before(
      service,
      () => start(thief, its),
      () => changePassword(service, '/v1/auth', person),
    )
    expect(reply.status).toBe(401)
    expect(await stateOf(person)).toBe(state)
  })

  const consent = ({ cookie }: Person, body: object) => service.call('POST', '/v1/oauth/authorize', { cookie, body })

  test('a consent is refused as unauthorized if the account is erased meanwhile', async () => {
    const person = await service.newPerson()
    const app = await service.newApp(await service.newDeveloper(), ALL)
    const { cookie } = person
    const reply = await before(
      service,
      () => consent(person, { slug: app.slug, scopes: ALL }),
      () => service.ok('DELETE', '/v1/auth/account', { cookie, body: { password: service.password } }),
    )
    expect(reply.status).toBe(401)
  })

  test('a consent is refused if the client is deleted meanwhile', async () => {
    const person = await service.newPerson()
    const redirect_uri = 'http://127.0.0.1/cb'
    const { client_id } = await service.ok('POST', '/oauth/register', {
      body: { client_name: 'Desk', redirect_uris: [redirect_uri] },
    })
    const reply = await before(
      service,
      () => consent(person, { client_id, redirect_uri, scopes: ['memory:read:note'], code_challenge: 'x'.repeat(43) }),
      () => service.ports.db.count(sql`delete from apps where client_id = ${client_id}`),
    )
    expect(reply.status).toBe(404)
  })

  test('a consent to everything needs a recent sign-in when it takes effect', async () => {
    const person = await service.newPerson()
    const app = await service.newApp(await service.newDeveloper(), ALL)
    const reply = await before(
      service,
      () => consent(person, { slug: app.slug, scopes: ALL }),
      () =>
        service.ports.db.count(sql`
          update sessions set created_at = created_at - interval '16 minutes' where holder_id = ${person.id}`),
    )
    expect([reply.status, reply.body.error.code]).toEqual([403, 'reauthentication_required'])
  })
})

const heldPath = () => `/v1/held/user-${randomUUID()}`

/** Holds a memory of a user, and returns a ticket for it. */
async function hold(app: App, path = heldPath()) {
  const headers = { authorization: basicOf(app) }
  const body = { memories: [{ content: 'I like tea.', scope: 'note' }] }
  await service.ok('POST', `${path}/memories`, { headers, body })
  return service.ok('POST', `${path}/claim-link`, { headers })
}

test.each([
  ['memories', 'POST', '/memories', { memories: [{ content: 'I like coffee.', scope: 'note' }] }],
  ['their erasure', 'DELETE', '', undefined],
  ['a link to claim them', 'POST', '/claim-link', undefined],
])('what a client has in flight has no effect after its secret was replaced: held %s', async (_, method, end, body) => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ALL)
  const path = heldPath()
  await hold(app, path)
  let rotated: App | undefined
  const reply = await before(
    service,
    () => service.call(method, path + end, { headers: { authorization: basicOf(app) }, ...(body && { body }) }),
    async () => {
      rotated = await service.ok('POST', `/v1/dev/apps/${app.id}/rotate-secret`, { cookie: developer.cookie })
    },
  )
  expect(reply.status).toBe(401)
  const headers = { authorization: basicOf(rotated as App) }
  const { memories } = await service.ok('GET', `${path}/memories`, { headers })
  expect(memories.map(({ content }: { content: string }) => content)).toEqual(['I like tea.'])
})
