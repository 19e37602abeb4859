import { z } from 'zod'
import type { Route } from '../foundation/route.ts'

type Json = Record<string, unknown>

/** The shape of a reply for the compiled serialiser, which lets nothing out that the shape does not name. */
export function replySchema(r: Route): Json {
  return plain(z.toJSONSchema(r.output, { io: 'output', target: 'draft-7', unrepresentable: 'any' }) as Json)
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
