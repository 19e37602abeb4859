import { describe, expect, test } from 'vitest'
import { breakingChanges } from './api-changes.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON documents of any shape.
type Json = any

const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
const object = (properties: Json, required: string[] = []) => ({ type: 'object', properties, required })

/** A document with one operation, and the schemas it names. */
function documentOf(operation: Json, schemas: Json = {}) {
  return { paths: { '/v1/things': { post: { responses: {}, ...operation } } }, components: { schemas } }
}
const withInput = (schema: Json, schemas?: Json) =>
  documentOf({ requestBody: { required: true, ...json(schema) } }, schemas)
const withOutput = (schema: Json, schemas?: Json) => documentOf({ responses: { 200: json(schema) } }, schemas)
const withParameters = (...parameters: Json[]) => documentOf({ parameters })

const inputChanges = (before: Json, after: Json) => breakingChanges(withInput(before), withInput(after))
const outputChanges = (before: Json, after: Json) => breakingChanges(withOutput(before), withOutput(after))
const body = 'POST /v1/things: body'
const success = 'POST /v1/things: 200'
const text = { type: 'string' }

describe('breakingChanges of operations', () => {
  test('reports removed operations and events, not added ones', () => {
    const [none, one] = [{ paths: {} }, documentOf({})]
    expect(breakingChanges(one, none)).toEqual(['POST /v1/things: the operation was removed'])
    expect(breakingChanges(none, one)).toEqual([])
    const event = { paths: {}, webhooks: { 'thing.created': { post: { requestBody: json(object({ id: text })) } } } }
    expect(breakingChanges(event, none)).toEqual(['webhook thing.created: the event was removed'])
    expect(breakingChanges(none, event)).toEqual([])
  })

  test('compares the payload of an event as output', () => {
    const event = (schema: Json) => ({ paths: {}, webhooks: { done: { post: { requestBody: json(schema) } } } })
    expect(breakingChanges(event(object({ id: text })), event(object({})))).toEqual(['webhook done.id was removed'])
  })

  test('reports parameters that are removed or newly required', () => {
    const limit = { in: 'query', name: 'limit', schema: { type: 'integer' } }
    const scope = { in: 'query', name: 'scope', schema: text }
    expect(breakingChanges(withParameters(limit), withParameters())).toEqual([
      'POST /v1/things: the query parameter limit was removed',
    ])
    expect(breakingChanges(withParameters(scope), withParameters({ ...scope, required: true }, limit))).toEqual([
      'POST /v1/things: the query parameter scope is now required',
    ])
    expect(breakingChanges(withParameters(), withParameters({ ...limit, required: true }))).toHaveLength(1)
  })

  test('reports a body that is newly required', () => {
    const optional = documentOf({ requestBody: json(object({})) })
    expect(breakingChanges(optional, withInput(object({})))).toEqual(['POST /v1/things: a body is now required'])
    expect(breakingChanges(withInput(object({})), optional)).toEqual([])
  })

  test('reports removed success statuses and content types, not errors', () => {
    const before = documentOf({ responses: { 200: json(text), 409: json(text) } })
    expect(breakingChanges(before, documentOf({ responses: { 201: json(text) } }))).toEqual([
      'POST /v1/things: status 200 was removed',
    ])
    const stream = { content: { 'text/event-stream': { schema: text } } }
    expect(breakingChanges(before, documentOf({ responses: { 200: stream, 404: json(text) } }))).toEqual([
      `${success}: application/json was removed`,
    ])
  })

  test('reports credentials that are no longer accepted', () => {
    const [token, session] = [{ connectionToken: [] }, { userSession: [] }]
    const secured = (...security: Json[]) => documentOf({ security })
    expect(breakingChanges(secured(token, session), secured(token))).toEqual([
      'POST /v1/things: userSession is no longer accepted',
    ])
    expect(breakingChanges(secured(), secured(token))).toEqual(['POST /v1/things: a credential is now required'])
    expect(breakingChanges(secured(token), secured(token, session))).toEqual([])
    expect(breakingChanges(secured(token), secured())).toEqual([])
  })
})

describe('breakingChanges of input', () => {
  test('accepts that a value may be anything', () => {
    expect(inputChanges(object({ one: object({ two: text }) }), object({ one: { description: 'Any.' } }))).toEqual([])
  })

  test('reports fields that are removed or newly required', () => {
    const before = object({ name: text, note: text }, ['name'])
    const after = object({ note: text, kind: text, hint: text }, ['note', 'kind'])
    expect(inputChanges(before, after)).toEqual([
      `${body}.name was removed`,
      `${body}.note is now required`,
      `${body}.kind is now required`,
    ])
    expect(inputChanges(object({ name: text }, ['name']), object({ name: text, more: text }))).toEqual([])
  })

  test('reports values that are no longer accepted', () => {
    const kinds = (...values: string[]) => object({ kind: { type: 'string', enum: values } })
    expect(inputChanges(kinds('a', 'b'), kinds('b', 'c'))).toEqual([`${body}.kind: the value a was removed`])
    expect(inputChanges(object({ kind: text }), kinds('a'))).toEqual([
      `${body}.kind: only some values are now accepted`,
    ])
    expect(inputChanges(kinds('a'), object({ kind: text }))).toEqual([])
    expect(inputChanges({ const: 1 }, { const: 2 })).toEqual([`${body}: the value 1 was removed`])
  })

  test('reports types that are no longer accepted', () => {
    expect(inputChanges({ type: ['string', 'null'] }, text)).toEqual([`${body}: the type null is no longer possible`])
    expect(inputChanges({ type: 'number' }, { type: 'integer' })).toEqual([
      `${body}: the type number is no longer possible`,
    ])
    expect(inputChanges({ type: 'integer' }, { type: ['number', 'string'] })).toEqual([])
    expect(inputChanges({}, text)).toEqual([`${body}: any type is no longer possible`])
    expect(inputChanges(text, {})).toEqual([])
  })

  test('reports limits that are tighter, not those that are looser', () => {
    const [narrow, wide] = [
      { type: 'string', minLength: 2, maxLength: 5, pattern: '^a' },
      { type: 'string', minLength: 1, maxLength: 9 },
    ]
    expect(inputChanges(wide, narrow)).toEqual([
      `${body}: maxLength is now 5`,
      `${body}: minLength is now 2`,
      `${body}: pattern is now ^a`,
    ])
    expect(inputChanges(narrow, wide)).toEqual([])
    expect(inputChanges({ type: 'array', items: wide }, { type: 'array', items: narrow, maxItems: 3 })).toContain(
      `${body}: maxItems is now 3`,
    )
  })

  test('reports other fields that are now rejected', () => {
    const closed = { ...object({}), additionalProperties: false }
    expect(inputChanges(object({}), closed)).toEqual([`${body}: other fields are now rejected`])
    expect(inputChanges(closed, object({}))).toEqual([])
    const map = (values: Json) => ({ type: 'object', additionalProperties: values })
    expect(inputChanges(map(text), map({ type: 'string', maxLength: 3 }))).toEqual([`${body}.*: maxLength is now 3`])
  })

  test('accepts a new variant of a union and reports a removed one', () => {
    const [circle, square] = ['circle', 'square'].map((kind) => object({ kind: { const: kind } }, ['kind']))
    expect(inputChanges({ oneOf: [circle] }, { oneOf: [circle, square] })).toEqual([])
    expect(inputChanges({ anyOf: [circle, square] }, { anyOf: [circle] })).toEqual([
      `${body}.kind: the value square was removed`,
    ])
  })
})

describe('breakingChanges of output', () => {
  test('reports fields that are removed or may be missing, not added ones', () => {
    const before = object({ id: text, name: text, note: text }, ['id', 'name'])
    expect(outputChanges(before, object({ name: text, note: text, more: text }, ['more']))).toEqual([
      `${success}.id was removed`,
      `${success}.name may now be missing`,
    ])
  })

  test('reports types that clients did not have to expect', () => {
    expect(outputChanges(text, { type: ['string', 'null'] })).toEqual([`${success} may now be null`])
    expect(outputChanges({ type: 'integer' }, { type: 'number' })).toEqual([
      `${success}: the type integer is no longer possible`,
      `${success} may now be number`,
    ])
    expect(outputChanges({ type: 'number' }, { type: 'integer' })).toEqual([])
    expect(outputChanges({ type: ['string', 'null'] }, text)).toEqual([])
    expect(outputChanges({ type: ['string', 'null'] }, { type: 'null' })).toEqual([
      `${success}: the type string is no longer possible`,
    ])
    expect(outputChanges({ anyOf: [text, { type: 'null' }] }, { type: ['string', 'null'] })).toEqual([])
  })

  test('reports removed values and accepts added ones', () => {
    const state = (...values: string[]) => ({ type: 'string', enum: values })
    expect(outputChanges(state('a', 'b'), state('b', 'c'))).toEqual([`${success}: the value a was removed`])
    expect(outputChanges(text, state('a'))).toEqual([])
  })

  test('ignores limits', () => {
    expect(outputChanges({ type: 'string', maxLength: 3 }, { type: 'string', maxLength: 2 })).toEqual([])
  })
})

describe('breakingChanges of named schemas', () => {
  const reference = { $ref: '#/components/schemas/Thing' }

  test('follows references, and compares a named schema with an unnamed one', () => {
    const before = withOutput(reference, { Thing: object({ id: text }) })
    const after = withOutput(reference, { Thing: object({}) })
    expect(breakingChanges(before, after)).toEqual([`${success}.id was removed`])
    expect(breakingChanges(before, withOutput(object({ id: text })))).toEqual([])
  })

  test('compares schemas that contain themselves', () => {
    const tree = (more: Json) => ({ Thing: object({ children: { type: 'array', items: reference }, ...more }) })
    expect(breakingChanges(withInput(reference, tree({ id: text })), withInput(reference, tree({})))).toEqual([
      `${body}.id was removed`,
    ])
  })

  test('merges the parts of an intersection', () => {
    const both = { allOf: [object({ id: text }, ['id']), object({ name: text })] }
    expect(outputChanges(both, object({ id: text, name: text }, ['id']))).toEqual([])
    expect(outputChanges(both, object({ id: text }, ['id']))).toEqual([`${success}.name was removed`])
  })
})
