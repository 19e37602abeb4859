import build from 'fast-json-stringify'
import { z } from 'zod'
import type { Route } from '../../foundation/route.ts'

type Json = Record<string, unknown>

// Serializers are compiled at a route's first response: most routes are never called in a process, and compiling all
// would delay the start.
const writers = new WeakMap<z.ZodType, (body: unknown) => string>()

/**
 * Serializes a response body as JSON. Omits fields that the output schema does not declare; throws if a required one is
 * missing.
 */
export function serializeResponse({ output }: Route, body: unknown): string {
  let write = writers.get(output)
  if (!write) {
    write = build(plain(z.toJSONSchema(output, { io: 'output', target: 'draft-7', unrepresentable: 'any' })))
    writers.set(output, write)
  }
  return write(body)
}

// Rewrites `anyOf` with null as a nullable type: the serializer validates each alternative of an `anyOf`, which is
// slower. A named shape is copied there.
function plain(root: Json): Json {
  const { definitions = {} } = root as { definitions?: Record<string, Json> }
  const rewritten = new Map<string, Json | undefined>()
  return rewrite(root)

  function rewrite(node: Json): Json {
    return JSON.parse(JSON.stringify(node), (_key, value) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
      const schema = value as Json & { anyOf?: Json[] }
      delete schema.$schema
      // In a schema `id` is the component name (a string); under `properties` it is a property schema (an object).
      if (typeof schema.id === 'string') delete schema.id
      const other = resolved(schema.anyOf?.find((each) => each.type !== 'null'))
      if (schema.anyOf?.length !== 2 || typeof other?.type !== 'string') return schema
      if (!schema.anyOf.some((each) => each.type === 'null')) return schema
      delete schema.anyOf
      return { ...schema, ...other, type: [other.type, 'null'] }
    })
  }

  function resolved(schema: Json | undefined): Json | undefined {
    if (typeof schema?.$ref !== 'string') return schema
    const name = schema.$ref.replace('#/definitions/', '')
    if (!rewritten.has(name)) {
      // A shape that contains itself keeps its `anyOf`.
      rewritten.set(name, undefined)
      rewritten.set(name, definitions[name] && rewrite(definitions[name]))
    }
    return rewritten.get(name)
  }
}
