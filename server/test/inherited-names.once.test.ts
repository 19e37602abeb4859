import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

/* Names that every JavaScript object has. */

const NAMES = ['constructor', 'hasownproperty', '__proto__']
const OWN_NAMES = ['constructor', 'hasOwnProperty', 'valueOf', '__proto__']

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

describe('a name that every object has', () => {
  test('is a slug as any other', async () => {
    const developer = await service.newDeveloper()
    const manifest = { scopes: ['memory:read:note', 'memory:write:note'] }
    const { app, client_id, client_secret } = await service.ok('POST', '/v1/dev/apps', {
      cookie: developer.cookie,
      body: { name: 'Builder', slug: 'constructor', manifest },
    })
    const person = await service.newPerson()
    const token = await service.connect(person, { ...app, client_id, client_secret }, manifest.scopes)
    await service.remember(token, [{ content: 'Builds walls.', scope: 'note' }])
    const { memories } = await service.get('/v1/memories', token)
    expect(memories).toMatchObject([{ content: 'Builds walls.', sourceApp: 'constructor' }])
    expect(await service.ok('GET', '/v1/usage', { cookie: person.cookie })).toMatchObject({ memories: { used: 1 } })
  })

  test.each(NAMES)('is an intent as any other: %s', async (intent) => {
    const scopes = [`context:read:${intent}`]
    const developer = await service.newDeveloper()
    const created = await service.call('POST', '/v1/dev/apps', {
      cookie: developer.cookie,
      body: { name: `App ${intent.length}`, manifest: { scopes, intents: [intent] } },
    })
    const { app, client_id, client_secret } = created.body
    const token = await service.connect(await service.newPerson(), { ...app, client_id, client_secret }, scopes)
    expect((await service.call('GET', `/v1/context?intent=${intent}`, { token })).status).toBe(200)
  })

  test('is a metric or a unit as any other', async () => {
    const { cookie } = await service.newPerson()
    const { items } = await service.ok('GET', '/v1/connectors', { cookie })
    const { pathname, search } = new URL(
      items.find(({ url }: { url: string }) => url.includes('mock-apple-health')).url,
    )
    const metrics = OWN_NAMES.map((name) => ({
      name,
      units: name,
      data: [{ date: '2026-05-03 07:30:00 +0200', qty: 1 }],
    }))
    const sent = await service.call('POST', pathname + search, { body: { data: { metrics } } })
    expect(sent.status).toBeLessThan(300)
  })

  test('is a trade as any other', async () => {
    const { token } = await service.connected(['memory:read:note', 'memory:write:note'])
    const contents = ['Her partner Ben is a constructor.', 'Role: constructor.', 'Diet: __proto__.']
    await service.remember(
      token,
      contents.map((content) => ({ content, scope: 'note' })),
    )
    const { memories } = await service.get('/v1/memories', token)
    expect(memories.map(({ content }: { content: string }) => content).sort()).toEqual([...contents].sort())
  })
})
