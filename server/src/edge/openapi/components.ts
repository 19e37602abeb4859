import { z } from 'zod'
import { FAILURES, type FailureCode } from '../../foundation/failures.ts'
import type { ErrorFormat, Route } from '../../foundation/route.ts'
import { errorSchema, exampleName, exampleOf, remedyOf } from './errors.ts'

export type Json = Record<string, unknown>

/** Collects the named schemas and error examples of the document, so that each occurs once. */
export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly examples: Record<string, Json> = {}
  readonly #bodies = new Map<z.ZodType, string>()

  /**
   * Returns the JSON Schema of a request (`input`) or response (`output`) schema; named schemas inside it become
   * references.
   */
  use(shape: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema, $defs = {}, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any', override: tidy })
    for (const [name, { id, ...definition }] of Object.entries($defs)) {
      const named = relink(definition)
      this.add(name, io === 'input' ? withoutDefaults(named) : named)
    }
    return relink(schema)
  }

  /**
   * Returns a reference to the body of a route's requests, named after the route: `RememberRequest`. Routes with the same
   * schema share the name of the first.
   */
  useBody({ name, body }: Pick<Route, 'name' | 'body'>): Json {
    const schema = this.use(body, 'input')
    if (schema.$ref || schema.type !== 'object') return schema
    const known = this.#bodies.get(body) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}Request`
    this.#bodies.set(body, known)
    this.add(known, withoutDefaults(schema))
    return { $ref: `#/components/schemas/${known}` }
  }

  /** Returns the error response content for these codes, with an example of each. */
  failures(codes: readonly FailureCode[], errorFormat: ErrorFormat | undefined): Json {
    const { name, schema } = errorSchema(errorFormat)
    this.add(name, schema)
    const examples: Json = {}
    for (const code of codes) {
      const key = exampleName(code, errorFormat)
      this.examples[key] ??= {
        summary: FAILURES[code].message,
        description: remedyOf(code),
        value: exampleOf(code, errorFormat).body,
      }
      examples[code] = { $ref: `#/components/examples/${key}` }
    }
    return { schema: { $ref: `#/components/schemas/${name}` }, examples }
  }

  /** Adds a schema under its name. Throws if a different schema already has that name. */
  add(name: string, schema: Json): void {
    const known = this.schemas[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different schemas have the name ${name}`)
    this.schemas[name] = schema
  }
}

/** States defaults in the descriptions: generators of types take a field with `default` for required. */
function withoutDefaults({ default: value, properties, items, anyOf, ...rest }: Json): Json {
  const { description } = rest
  const isEmpty = value === undefined || typeof value === 'object'
  return {
    ...rest,
    ...(isEmpty ? {} : { description: [description, `Default: \`${value}\`.`].filter(Boolean).join(' ') }),
    ...(properties ? { properties: mapped(properties as Record<string, Json>) } : {}),
    ...(items ? { items: withoutDefaults(items as Json) } : {}),
    ...(anyOf ? { anyOf: (anyOf as Json[]).map(withoutDefaults) } : {}),
  }
}

const mapped = (properties: Record<string, Json>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withoutDefaults(schema)]))

/** Removes keywords of a schema that are noise in the document. */
export function tidy({ jsonSchema: shape }: { jsonSchema: Json }): void {
  // The format implies the pattern.
  if (shape.format !== undefined) delete shape.pattern
  if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum
  if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum
  // Responses may gain fields in later versions, so clients must accept unknown ones.
  if (shape.additionalProperties === false) delete shape.additionalProperties
}

/** Points references to the components of the document, and simplifies unions. */
export function relink(shape: unknown): Json {
  const text = JSON.stringify(shape).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text, (_key, value) => (Array.isArray(value?.anyOf) ? simplified(value) : value))
}

/**
 * Writes a nullable type as one schema with two types, and a shape that an upstream may replace by any object as that
 * shape alone: generators of clients make up names for the parts of a union, such as `MemoryMetadataAnyOf`.
 */
function simplified({ anyOf, ...rest }: Json): Json {
  const [first, second, ...others] = anyOf as Json[]
  if (!first || !second || others.length) return { ...rest, anyOf }
  if (isAnyObject(second) && first.additionalProperties !== undefined) return { ...first, ...rest }
  if (second.type !== 'null' || typeof first.type !== 'string' || 'const' in first) return { ...rest, anyOf }
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {}
  return { ...first, ...rest, type: [first.type, 'null'], ...values }
}

const isAnyObject = ({ type, properties = {}, ...more }: Json) =>
  type === 'object' &&
  !Object.keys(properties as Json).length &&
  JSON.stringify(more) === JSON.stringify({ additionalProperties: {} })
