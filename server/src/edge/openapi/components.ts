import { z } from 'zod'
import { FAILURES, type FailureCode } from '../../foundation/errors.ts'
import type { ErrorFormat } from '../../foundation/route.ts'
import { errorSchema, exampleName, exampleOf } from './errors.ts'

export type Json = Record<string, unknown>

/** Collects the named schemas and error examples of the document, so that each occurs once. */
export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly examples: Record<string, Json> = {}

  /**
   * Returns the JSON Schema of a request (`input`) or response (`output`) schema; named schemas inside it become
   * references.
   */
  use(shape: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema, $defs = {}, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any', override: tidy })
    for (const [name, { id, ...definition }] of Object.entries($defs)) this.add(name, relink(definition))
    return relink(schema)
  }

  /** Returns the error response content for these codes, with an example of each. */
  failures(codes: readonly FailureCode[], errorFormat: ErrorFormat | undefined): Json {
    const { name, schema } = errorSchema(errorFormat)
    this.add(name, schema)
    const examples: Json = {}
    for (const code of codes) {
      const key = exampleName(code, errorFormat)
      this.examples[key] ??= { summary: FAILURES[code].message, value: exampleOf(code, errorFormat).body }
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

/** Removes keywords of a schema that are noise in the document. */
export function tidy({ jsonSchema: shape }: { jsonSchema: Json }): void {
  // The format implies the pattern.
  if (shape.format !== undefined) delete shape.pattern
  if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum
  if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum
  // Responses may gain fields in later versions, so clients must accept unknown ones.
  if (shape.additionalProperties === false) delete shape.additionalProperties
}

function relink(shape: unknown): Json {
  return JSON.parse(JSON.stringify(shape).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
