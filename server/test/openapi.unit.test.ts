import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { events, routes } from '../src/app.ts'
import { openApiRoute } from '../src/edge/openapi/document.ts'
import { breakingChanges } from './api-changes.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema of any shape.
type Schema = any

/** Every object within a document. */
function schemasIn(node: unknown): Schema[] {
  if (typeof node !== 'object' || node === null) return []
  return [...(Array.isArray(node) ? [] : [node]), ...Object.values(node).flatMap(schemasIn)]
}

const committed = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))

describe('openapi.json', () => {
  test('describes the current routes; otherwise run `npm run docs:api`', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the route reads nothing else of its context.
    const context = { config: { baseUrl: 'http://127.0.0.1:8787' } } as any
    const document = openApiRoute(() => ({ routes, events })).run(context, {
      params: {},
      query: {},
      body: undefined,
      headers: undefined,
    })
    expect(committed).toEqual(JSON.parse(JSON.stringify(document)))
  })

  // Generators of clients name the parts of such a union `…AnyOf`, `…AnyOfTwo`.
  test('writes a nullable type as one schema with two types', () => {
    const unions = schemasIn(committed).filter(({ anyOf }) => Array.isArray(anyOf) && anyOf.length === 2)
    const avoidable = unions.filter(
      ({ anyOf }) =>
        anyOf.some(({ type }: Schema) => type === 'null') &&
        anyOf.some((each: Schema) => typeof each.type === 'string' && each.type !== 'null' && !('const' in each)),
    )
    expect(avoidable).toEqual([])
    expect(committed.components.schemas.Memory.properties.editedBy.anyOf[0]).toEqual({
      $ref: '#/components/schemas/MemoryEditor',
    })
  })

  test('names what a request has a list of', () => {
    expect(committed.components.schemas.RememberRequest.properties.memories.items).toEqual({
      $ref: '#/components/schemas/MemoryInput',
    })
    expect(committed.components.schemas.SubscribeRequest.properties.events.items).toEqual({
      $ref: '#/components/schemas/WebhookEventType',
    })
  })

  test('has no breaking changes compared with itself', () => {
    expect(breakingChanges(committed, committed)).toEqual([])
  })
})
