import { z } from 'zod'
import { FAILURES, type FailureCode } from '../foundation/errors.ts'
import type { Dialect } from '../foundation/route.ts'
import { errorSchema, exampleName, exampleOf } from './openapi-failures.ts'

/** A piece of the document. */
export type Json = Record<string, unknown>

/** Collects the shapes that carry a name and the failures shown, so that each stands in the document once. */
export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly examples: Record<string, Json> = {}

  /** The schema of a shape, as it comes in or goes out; shapes inside it that carry a name are referred to by it. */
  use(shape: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema, $defs = {}, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any', override: tidy })
    for (const [name, { id, ...definition }] of Object.entries($defs)) this.add(name, relink(definition))
    return relink(schema)
  }

  /** Real failures, as they are answered. */
  failures(codes: readonly FailureCode[], dialect: Dialect | undefined): Json {
    const { name, schema } = errorSchema(dialect)
    this.add(name, schema)
    const examples: Json = {}
    for (const code of codes) {
      const key = exampleName(code, dialect)
      this.examples[key] ??= { summary: FAILURES[code].message, value: exampleOf(code, dialect).body }
      examples[code] = { $ref: `#/components/examples/${key}` }
    }
    return { schema: { $ref: `#/components/schemas/${name}` }, examples }
  }

  /** Keeps a schema under its name. Throws when another one has that name. */
  add(name: string, schema: Json): void {
    const known = this.schemas[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two shapes are called ${name}`)
    this.schemas[name] = schema
  }
}

/** Takes out of a shape what a reader of the document is better off without. */
export function tidy({ jsonSchema: shape }: { jsonSchema: Json }): void {
  // A format says in a word what the pattern beside it takes three lines for.
  if (shape.format !== undefined) delete shape.pattern
  if (shape.maximum === Number.MAX_SAFE_INTEGER) delete shape.maximum
  if (shape.minimum === Number.MIN_SAFE_INTEGER) delete shape.minimum
  // Answers may gain fields, and nobody has to prepare for it.
  if (shape.additionalProperties === false) delete shape.additionalProperties
}

function relink(shape: unknown): Json {
  return JSON.parse(JSON.stringify(shape).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
