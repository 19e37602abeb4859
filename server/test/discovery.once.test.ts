import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

test('the catalog contains only the standard vocabulary', async () => {
  const developer = await service.newDeveloper()
  await service.newApp(developer, ['memory:read:origami'], {
    manifest: { intents: ['fold'], eventTypes: ['crane.made'] },
  })
  const catalog = await service.ok('GET', '/v1/catalog')
  expect(catalog.version).toMatch(/^\d+\.\d+\.\d+$/)
  const namespaces = catalog.standardScopes.map(({ namespace }: { namespace: string }) => namespace)
  expect(namespaces).toEqual(expect.arrayContaining(['general', 'fitness', 'schedule.calendar', 'note', 'preference']))
  expect(catalog.scopeGroups.flatMap((group: { namespaces: string[] }) => group.namespaces).sort()).toEqual(
    namespaces.sort(),
  )
  expect(catalog.standardIntents.map(({ intent }: { intent: string }) => intent)).toContain('coach')
  expect(catalog.memoryKinds.map(({ type }: { type: string }) => type)).toContain('event')
  const workout = catalog.standardEvents.find(({ type }: { type: string }) => type === 'workout.completed')
  expect(Object.keys(workout.payload[0]).sort()).toEqual(['description', 'name', 'required', 'type'])
  for (const name of ['customScopes', 'customIntents', 'customEvents']) expect(catalog).not.toHaveProperty(name)
})

test('the ecosystem view adds the names that existing apps declare, with their slugs', async () => {
  const developer = await service.newDeveloper()
  const declared = { intents: ['stargaze', 'coach'], eventTypes: ['comet.seen', 'workout.completed'] }
  const scopes = ['memory:read:astronomy.*', 'memory:write:astronomy.comets', 'memory:read:note', 'memory:read:*']
  const first = await service.newApp(developer, scopes, { manifest: declared })
  const second = await service.newApp(developer, ['memory:write:astronomy'])
  const view = async () => {
    const catalog = await service.ok('GET', '/v1/catalog?view=ecosystem')
    const of = (list: { apps: string[] }[], name: string) =>
      list.map((entry) => Object.values(entry)).filter(([named]) => String(named).startsWith(name))
    return [of(catalog.customScopes, 'astronomy'), of(catalog.customIntents, ''), of(catalog.customEvents, 'comet')]
  }
  const slugs = [first.slug, second.slug].sort()
  const [astronomy, intents, comets] = await view()
  expect(astronomy).toEqual([['astronomy', slugs]])
  expect(intents).toContainEqual(['stargaze', [first.slug]])
  expect(JSON.stringify(intents)).not.toContain('coach')
  expect(comets).toEqual([['comet.seen', [first.slug]]])
  const { cookie } = developer
  await service.ok('PATCH', `/v1/dev/apps/${first.id}`, { cookie, body: { manifest: { scopes: ['signal:emit'] } } })
  expect(await view()).toEqual([[['astronomy', [second.slug]]], intents, comets])
  const none = { manifest: { intents: [], eventTypes: [] } }
  await service.ok('PATCH', `/v1/dev/apps/${first.id}`, { cookie, body: none })
  await service.ok('DELETE', `/v1/dev/apps/${second.id}`, { cookie })
  expect((await view()).map((list) => JSON.stringify(list)).join()).not.toMatch(/astronomy|stargaze|comet/)
  expect((await service.call('GET', '/v1/catalog?view=other')).status).toBe(400)
})

test.each([
  '/v1/catalog',
  '/v1/openapi.json',
  '/v1/catalog?view=ecosystem',
])('%s supports ETag revalidation', async (path) => {
  const first = await service.call('GET', path)
  const etag = first.headers.get('etag')!
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  for (const asked of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await service.call('GET', path, { headers: { 'if-none-match': asked } })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
  }
  const other = await service.call('GET', path, { headers: { 'if-none-match': '"other"' } })
  expect([other.status, other.body]).toEqual([200, first.body])
})

test('a new custom name changes the ETag of the ecosystem view only', async () => {
  const tags = async () =>
    Promise.all(
      ['/v1/catalog', '/v1/catalog?view=ecosystem'].map(async (path) =>
        (await service.call('GET', path)).headers.get('etag'),
      ),
    )
  const [plain, ecosystem] = await tags()
  await service.newApp(await service.newDeveloper(), ['memory:read:pottery'])
  const [plainAfter, ecosystemAfter] = await tags()
  expect(plainAfter).toBe(plain)
  expect(ecosystemAfter).not.toBe(ecosystem)
})

test('every standard name has a description, an example and its own consent text', async () => {
  const catalog = await service.ok('GET', '/v1/catalog')
  const namespaces: { namespace: string; description: string; example: string; sensitive: boolean }[] =
    catalog.standardScopes
  for (const { description, example } of namespaces)
    for (const line of [description, example]) expect(line).toMatch(/^[A-Z][^\n]{8,90}\.$/)
  const scopes = namespaces.flatMap(({ namespace }) => [`memory:read:${namespace}`, `memory:write:${namespace}.*`])
  const intents = catalog.standardIntents.map(({ intent }: { intent: string }) => `context:read:${intent}`)
  const plain = ['identity:read', 'signal:emit', 'ai:host:chat', 'ai:host:companion']
  const { items } = await service.ok('GET', `/v1/scopes/describe?scope=${[...scopes, ...intents, ...plain].join('+')}`)
  expect(items.map(({ scope }: { scope: string }) => scope)).toEqual([...scopes, ...intents, ...plain])
  expect(new Set(items.map(({ sentence }: { sentence: string }) => sentence)).size).toBe(items.length)
  for (const { sentence, title, example, custom } of items) {
    for (const words of [sentence, title, example]) expect(words).toMatch(/^[A-Z]\S* .{4,}/)
    expect(custom).toBe(false)
  }
  const marked = namespaces.filter(({ sensitive }) => sensitive).map(({ namespace }) => namespace)
  expect(marked.sort()).toEqual(['finance', 'health', 'home', 'relationship', 'sleep', 'travel'])
})

test.each([
  ['memory:read:fitness', 'read', false, false, false],
  ['memory:write:fitness.*', 'write', true, false, false],
  ['memory:read:health', 'read', false, true, false],
  ['memory:read:health.medication', 'read', false, true, false],
  ['memory:read:healthy', 'read', false, false, true],
  ['memory:write:*', 'write', true, true, false],
  ['memory:read:origami.*', 'read', true, false, true],
  ['context:read:coach', 'read', false, false, false],
  ['context:read:*', 'read', true, false, false],
  ['context:read:fold', 'read', false, false, true],
  ['identity:read', 'read', false, false, false],
  ['signal:emit', 'other', false, false, false],
])('%s is described with its properties: %s, wildcard %s, sensitive %s, custom %s', async (scope, kind, wildcard, sensitive, custom) => {
  const { items } = await service.ok('GET', `/v1/scopes/describe?scope=${scope}`)
  expect(items).toEqual([
    {
      scope,
      kind,
      wildcard,
      sensitive,
      custom,
      title: expect.any(String),
      sentence: expect.any(String),
      example: expect.any(String),
      topic: topicOf(scope),
    },
  ])
})

/** Both scopes of a topic have the same one; scopes of something else have none. */
function topicOf(scope: string) {
  const [, qualifier] = /^memory:\w+:(.*)$/.exec(scope) ?? []
  if (qualifier === undefined) return null
  return { key: qualifier.replace('.*', ''), name: expect.stringMatching(/./), about: expect.stringMatching(/./) }
}

test('rejects an invalid consent scope by name', async () => {
  for (const scope of ['memory:read:', 'memory:read:Fitness', 'memory:read:a..b', 'admin', 'memory:read:*.a']) {
    const { status, body } = await service.call('GET', `/v1/scopes/describe?scope=${scope}`)
    expect([status, body.error.details[0].path]).toEqual([400, 'scope'])
    expect(body.error.message).toContain(scope)
  }
  const many = Array.from({ length: 101 }, (_, i) => `memory:read:s${i}`).join('+')
  expect((await service.call('GET', `/v1/scopes/describe?scope=${many}`)).status).toBe(400)
  expect((await service.call('GET', '/v1/scopes/describe')).status).toBe(400)
})

test('lists scopes with counts and marks custom ones as not standard', async () => {
  const scopes = ['memory:read:*', 'memory:write:*', 'memory:read:weaving']
  const { token } = await service.connected(scopes)
  const held = ['weaving.looms', 'note', 'note', 'schedule.calendar', 'general']
  await service.remember(
    token,
    held.map((scope) => ({ content: 'x', scope })),
  )
  const listed = (await service.get('/v1/scopes', token)).scopes
  expect(listed).toHaveLength(4)
  expect(listed).toEqual(
    expect.arrayContaining([
      { scope: 'general', count: 1, standard: true },
      { scope: 'note', count: 2, standard: true },
      { scope: 'schedule.calendar', count: 1, standard: true },
      { scope: 'weaving.looms', count: 1, standard: false },
    ]),
  )
})

test('GET /v1/connection returns the connection of the token with identity and app', async () => {
  const { person, app, token } = await service.connected(['memory:read:note', 'signal:emit'])
  const body = { name: 'Juno', personality: { description: 'Warm and brief.' } }
  const identity = await service.ok('POST', '/v1/identities', { cookie: person.cookie, body })
  const connection = await service.get('/v1/connection', token)
  expect(connection).toMatchObject({
    userId: person.id,
    aiId: identity.id,
    appId: app.id,
    scopes: ['memory:read:note', 'signal:emit'],
    status: 'active',
    ai: { id: identity.id, ...body },
    app: { id: app.id, slug: app.slug, iconUrl: null, icon: null },
  })
  expect(connection.id).toMatch(/^con_/)
})

test('the ecosystem view is bounded: it has the names of the apps that were registered first', async () => {
  const developer = await service.newDeveloper()
  const scopes = (name: string) => [`memory:read:${name}`]
  const early = await service.newApp(developer, scopes('beekeeping'))
  const flood = await service.newApp(developer, [])
  const late = await service.newApp(developer, scopes('archery'))
  const { db } = service.ports
  await db.count(sql`
    insert into declared_names (kind, name, app_id) select 'scope', 'a' || n, ${flood.id} from generate_series(1, 6000) n`)
  const catalog = await service.ok('GET', '/v1/catalog?view=ecosystem')
  const found = (name: string) => catalog.customScopes.find((each: { namespace: string }) => each.namespace === name)
  expect(catalog.customScopes.length).toBeLessThanOrEqual(5_000)
  expect(found('beekeeping')).toEqual({ namespace: 'beekeeping', apps: [early.slug] })
  expect(found('archery')).toBeUndefined()
  await db.count(sql`delete from declared_names where app_id = ${flood.id}`)
  const after = await service.ok('GET', '/v1/catalog?view=ecosystem')
  expect(JSON.stringify(after.customScopes)).toContain(late.slug)
})
