import build from 'fast-json-stringify'
import { z } from 'zod'
import type { Route } from '../foundation/route.ts'

type Json = Record<string, unknown>

// Compiled at a route's first reply: in the life of a process most routes are never asked, and a start should not wait.
const writers = new WeakMap<z.ZodType, (body: unknown) => string>()

/** A reply of this route as JSON; what the route's shape does not name is left out. Throws when something is missing. */
export function writeReply({ output }: Route, body: unknown): string {
  let write = writers.get(output)
  if (!write) {
    const schema = z.toJSONSchema(output, { io: 'output', target: 'draft-7', unrepresentable: 'any' })
    write = build(plain(schema))
    writers.set(output, write)
  }
  return write(body)
}

// The serialiser picks between alternatives by trying each; a nullable type it knows at sight.
function plain(node: unknown): Json {
  return JSON.parse(JSON.stringify(node), (_key, value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const schema = value as Json & { anyOf?: Json[] }
    delete schema.$schema
    // In a shape `id` is its name in the document; among properties it is a property, and an object.
    if (typeof schema.id === 'string') delete schema.id
    const other = schema.anyOf?.find((each) => each.type !== 'null')
    if (schema.anyOf?.length !== 2 || typeof other?.type !== 'string') return schema
    if (!schema.anyOf.some((each) => each.type === 'null')) return schema
    delete schema.anyOf
    return { ...schema, ...other, type: [other.type, 'null'] }
  })
}
