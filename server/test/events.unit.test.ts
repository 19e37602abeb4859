import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { withEvents } from '../scripts/api.mjs'
import { events, routes } from '../src/app.ts'
import { openApiRoute } from '../src/edge/openapi/document.ts'
import type { Ctx } from '../src/foundation/ctx.ts'

/*
 * An event is defined in the module that emits it and listed in `app.ts`. These tests fail if either is missing, and if
 * a consumer does not have every event of the list.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const sourcesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|(^|\/)generated\//.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: read(`${folder}/${name}`) }))

const server = sourcesIn('server/src')
const definitions = server.flatMap(({ path, text }) =>
  [...text.matchAll(/export const (\w+) = webhookEvent\(\{\s*type: '([^']+)'/g)].map(([, variable, type]) => ({
    path,
    variable: variable as string,
    type: type as string,
  })),
)
const types = events.map(({ type }) => type)
const subscribable = events.filter((event) => event.subscribable)
const routeOf = (name: string) => routes.find((route) => route.name === name)
// biome-ignore lint/suspicious/noExplicitAny: the tests read responses at every depth.
type Json = any
const document: Json = openApiRoute(() => ({ routes, events })).run(
  { config: { baseUrl: 'http://127.0.0.1' } } as Ctx,
  { query: {} } as never,
)

describe('the list of events', () => {
  test('contains every event that is defined', () => {
    expect(definitions.length).toBeGreaterThan(3)
    expect(definitions.map(({ type }) => type).sort()).toEqual([...types].sort())
  })

  test.each(definitions)('$type is emitted by the module that defines it', ({ path, variable }) => {
    const emitted = server
      .filter((source) => dirname(source.path) === dirname(path))
      .flatMap(({ text }) => [...text.matchAll(/\bemit\(\s*(?:ctx|\{.*?\}),\s*(\w+),/g)].map(([, name]) => name))
    expect(emitted).toContain(variable)
  })

  test.each(definitions)('$type is written out only where it is defined', ({ path, type }) => {
    const others = [...server, ...sourcesIn('web/src')].filter((source) => source.path !== path)
    expect(others.filter(({ text }) => text.includes(`'${type}'`)).map((source) => source.path)).toEqual([])
  })

  test.each(events)('the example of $type fits its shape', ({ body, data, example }) => {
    expect(body.parse(example)).toEqual(example)
    expect(Object.keys(example.data)).toEqual(Object.keys(data.shape))
  })
})

describe('every event is in', () => {
  test('the catalog, with a type and a description for each field of `data`', async () => {
    const catalog = (await routeOf('getCatalog')?.run({} as never, { query: {} } as never)) as Json
    expect(catalog.webhookEvents.map(({ type }: Json) => type)).toEqual(subscribable.map(({ type }) => type))
    for (const [i, { payload }] of catalog.webhookEvents.entries()) {
      expect(payload.map(({ name }: Json) => name)).toEqual(Object.keys(subscribable[i]?.data.shape ?? {}))
      for (const { type, description, required } of payload) {
        expect(['string', 'number', 'integer', 'boolean', 'object', 'array']).toContain(type)
        expect(description).toMatch(/^\S.+\.$/)
        expect(required).toBe(true)
      }
    }
  })

  test('the OpenAPI document, with its example and the headers of a delivery', () => {
    expect(Object.keys(document.webhooks)).toEqual(types)
    for (const { type, name, example } of events) {
      const { requestBody, parameters } = document.webhooks[type].post
      const { schema, example: documented } = requestBody.content['application/json']
      expect([schema, documented]).toEqual([{ $ref: `#/components/schemas/${name}` }, example])
      const headers = parameters.map(({ name }: Json) => name)
      expect(headers).toEqual(['X-Service-Event', 'X-Service-Delivery', 'X-Service-Signature'])
    }
  })

  test('the input and output of subscriptions', () => {
    const url = 'https://app.example/hooks'
    for (const name of ['subscribe', 'editSubscription']) {
      const accepts = (type: string) => routeOf(name)?.body?.safeParse({ url, events: [type] }).success
      for (const { type, subscribable } of events) expect(accepts(type), `${name} ${type}`).toBe(subscribable)
      expect(accepts('no.such_event')).toBe(false)
    }
    const { enum: documented } = document.components.schemas.WebhookEventType
    expect(documented).toEqual(subscribable.map(({ type }) => type))
  })

  test('the types of the SDK; if not, run `npm run build`', () => {
    const generated = read('sdk/js/src/generated/events.ts')
    for (const { name, summary } of events)
      expect(generated).toContain(`/** ${summary} */\nexport interface ${name} extends Shape<'${name}'> {}`)
    expect(generated).toContain(`export type WebhookEvent = ${events.map(({ name }) => name).join(' | ')}\n`)
    for (const type of types) expect(read('sdk/js/src/generated/openapi.ts')).toContain(`"${type}": {`)
    expect(read('sdk/js/src/index.ts')).toContain("export type * from './generated/events.ts'")
  })

  test('the table of docs/webhooks.md; if not, run `npm run docs:api`', () => {
    const guide = read('docs/webhooks.md')
    expect(guide).toBe(withEvents(guide, events))
    for (const type of types) expect(guide).toContain(`| \`${type}\` |`)
  })

  test('the subscription form of the portal, which reads the catalog', () => {
    expect(read('web/src/portal/webhooks/subscription-form.tsx')).toMatch(/catalog\?\.webhookEvents\.map\(/)
  })
})
