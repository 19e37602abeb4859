import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { events, routes } from '../src/app.ts'
import { openApiRoute } from '../src/edge/openapi/document.ts'
import { breakingChanges } from './api-changes.ts'

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

  test('has no breaking changes compared with itself', () => {
    expect(breakingChanges(committed, committed)).toEqual([])
  })
})
