import { z } from 'zod'

// Keywords that servers with strict schemas take. The others only narrow, and what comes back is checked whole.
const KEPT = new Set(
  '$defs $ref additionalProperties anyOf const description enum items maxItems maximum minItems minimum properties required type'.split(
    ' ',
  ),
)
const SCAN_CHARS_MAX = 1_000_000

/** A JSON schema, as far as it is looked into. */
export interface JsonSchema {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** The shape as a JSON schema. It describes what is read, before defaults are put in. */
export function schemaOf(shape: z.ZodType): JsonSchema {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/**
 * The schema as strict servers want it: every object closed, every property required. A property that may be left out
 * may be null instead; `readAnswer` takes such a null for its absence.
 */
export function strict(schema: JsonSchema): JsonSchema {
  const out: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    // What a discriminated union says with `oneOf`, strict servers know as `anyOf`.
    const name = keyword === 'oneOf' ? 'anyOf' : keyword
    if (!KEPT.has(name)) continue
    if (name === 'anyOf') out.anyOf = (value as JsonSchema[]).map(strict)
    else if (name === 'items') out.items = strict(value as JsonSchema)
    else if (name === '$defs') out.$defs = mapped(value as Record<string, JsonSchema>, strict)
    else out[name] = value
  }
  if (!schema.properties) return out
  const required = new Set(schema.required)
  out.properties = mapped(schema.properties, (part, name) =>
    required.has(name) ? strict(part) : { anyOf: [strict(part), { type: 'null' }] },
  )
  out.required = Object.keys(out.properties)
  out.additionalProperties = false
  return out
}

/**
 * Finds the answer in what a model said: the first JSON object that fits the shape, whatever is written around it.
 * @returns `undefined` where there is none.
 */
export function readAnswer<S extends z.ZodType>(
  text: string,
  shape: S,
  schema: JsonSchema,
): { value: z.output<S> } | undefined {
  for (const found of objectsIn(text)) {
    const read = shape.safeParse(withoutAbsent(found, schema))
    if (read.success) return { value: read.data }
  }
  return undefined
}

/** A text as others can take it: without NUL and without halves of characters. */
export function clean(text: string): string {
  return text.replaceAll('\0', '').replace(/[\ud800-\udfff]/gu, '\ufffd')
}

/*
 * Every brace may open an object; its partner is found by counting braces outside strings. Text that only looks like
 * an object is passed over. The work is bounded, or a text of nothing but braces would cost its square.
 */
function* objectsIn(text: string): Generator<unknown> {
  let budget = SCAN_CHARS_MAX
  for (let start = text.indexOf('{'); start >= 0 && budget > 0; start = text.indexOf('{', start + 1)) {
    const end = closing(text, start)
    budget -= end - start
    const value = parsed(text.slice(start, end))
    if (value === undefined) continue
    yield value
    start = end - 1
  }
}

/** Where the object that begins at `start` ends, or the end of the text. */
function closing(text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
  }
  return text.length
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? clean(value) : value))
  } catch {
    return undefined
  }
}

/** The value without the nulls that stand for properties left out. */
function withoutAbsent(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutAbsent(part, schema?.items))
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, required = [] } = schema ?? {}
  const parts = Object.entries(value).filter(
    ([name, part]) => part !== null || !Object.hasOwn(properties, name) || required.includes(name),
  )
  return Object.fromEntries(
    parts.map(([name, part]) => [
      name,
      withoutAbsent(part, Object.hasOwn(properties, name) ? properties[name] : undefined),
    ]),
  )
}

function mapped<T, U>(values: Record<string, T>, change: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
}
