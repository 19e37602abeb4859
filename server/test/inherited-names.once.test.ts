import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { routes } from '../src/app.ts'
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

/** Every name that an object inherits, and `prototype`, which functions have. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'].filter((name) => name !== '__proto__')
const SCOPES = ['memory:read:note', 'memory:write:note', 'signal:emit']

describe('a free field name that every object has', () => {
  let token: string
  let cookie: string
  beforeAll(async () => {
    const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
    const app = await service.newApp(developer, SCOPES, { manifest: { eventTypes: ['mood.logged'] } })
    token = await service.connect(person, app, SCOPES)
    cookie = person.cookie
  })
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { token, ...(body === undefined ? {} : { body }) })
  const found = async (filter: string) => {
    const { status, body } = await call('GET', `/v1/memories?${filter}`)
    expect(status).toBe(200)
    return body.memories.map(({ content }: { content: string }) => content)
  }

  test('stores and filters metadata: all of them', async () => {
    for (const name of INHERITED) {
      const none = await found(`metadata.${name}=1`)
      expect(none, name).toEqual([])
      const memories = [{ content: `It is ${name}.`, scope: 'note', metadata: { [name]: 1 } }]
      await service.remember(token, memories)
      expect(await found(`metadata.${name}=1`), name).toEqual([`It is ${name}.`])
      expect(await found(`metadata[${name}]=1`), name).toEqual([`It is ${name}.`])
    }
  })

  test('is returned in the payload of a trigger: all of them', async () => {
    const payload = JSON.parse(`{${INHERITED.map((name) => `"${name}": {"${name}": 1}`).join()}}`)
    const fireAt = new Date(Date.now() + 3_600_000).toISOString()
    const { status, body } = await call('POST', '/v1/schedule', { fireAt, kind: 'checkin', payload })
    expect(status).toBe(200)
    expect((await call('GET', '/v1/schedule')).body.triggers).toMatchObject([{ id: body.id, payload }])
    expect((await call('POST', '/v1/signals', { type: 'mood.logged', payload })).status).toBeLessThan(300)
  })

  test.each([
    'metadata.__proto__',
    'metadata[__proto__]',
    'metadata.%5F_proto__',
    'metadata%5B__proto__%5D',
  ])('is refused as a filter instead of ignored: %s', async (name) => {
    for (const query of [`${name}=1`, `query=walls&${name}=1`, `metadata.topic=tea&${name}=1`]) {
      const { status, body } = await call('GET', `/v1/memories?${query}`)
      expect([status, body.error?.details?.[0]?.path], query).toEqual([400, 'metadata.__proto__'])
    }
  })

  test('is refused in an import line, with the number of the line', async () => {
    const lines = ['{"__proto__": 1}', '{"\\u005f_proto__": 1}', '{"_\\u005fpr\\u006fto__": 1}', '{"constructor": 1}']
    const body = lines
      .map((metadata) => `{"content": "Of ${metadata.length}.", "scope": "note", "metadata": ${metadata}}\n`)
      .join('')
    const headers = { 'content-type': 'application/x-ndjson' }
    const reply = await service.call('POST', '/v1/import', { cookie, body, headers })
    expect(reply.body).toMatchObject({ imported: 1 })
    expect(reply.body.errors.map(({ line }: { line: number }) => line)).toEqual([1, 2, 3])
  })

  test.each(routesWithFreeNames())('is refused in the body of %s', async (_name, method, path, field) => {
    const body = `{"${field}": {"__proto__": 1}}`
    const headers = { 'content-type': 'application/json' }
    const reply = await service.call(method, path.replaceAll(/:\w+/g, 'x'), { token, body, headers })
    expect([400, 401, 403, 404]).toContain(reply.status)
    if (reply.status === 400)
      expect(['invalid_json', 'validation_failed']).toContain(reply.body.error.code ?? 'invalid_json')
  })
})

interface Definition {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  in?: z.ZodType
  options?: z.ZodType[]
}

function hasFreeNames(shape: z.ZodType): boolean {
  const { type, innerType, element, shape: fields, in: input, options = [] } = shape._zod.def as unknown as Definition
  if (type === 'record') return true
  return [innerType, element, input, ...options, ...Object.values(fields ?? {})].some(
    (each) => each && hasFreeNames(each),
  )
}

/** The routes of which a field of the body holds names that the caller chooses. */
function routesWithFreeNames() {
  return routes.flatMap(({ name, method, path, body }) =>
    Object.entries((body as z.ZodObject | undefined)?.shape ?? {})
      .filter(([, shape]) => hasFreeNames(shape as z.ZodType))
      .map(([field]) => [name, method, path, field] as const),
  )
}
