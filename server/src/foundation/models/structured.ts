import { z } from 'zod'

// Keywords supported by servers with strict schemas. The others only narrow a schema; output is validated in full here.
const SUPPORTED_KEYWORDS = new Set(
  '$defs $ref additionalProperties anyOf const description enum items maxItems maximum minItems minimum properties required type'.split(
    ' ',
  ),
)
const SCAN_CHARS_MAX = 1_000_000

/** The parts of a JSON schema that are used here. */
export interface JsonSchema {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** The JSON schema of a shape's input, before defaults are applied. */
export function jsonSchemaOf(shape: z.ZodType): JsonSchema {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/**
 * Converts a schema for strict servers: every object is closed and every property is required. An optional property
 * becomes nullable; `parseOutput` treats its null as absent.
 */
export function strictSchema(schema: JsonSchema): JsonSchema {
  const out: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    // Strict servers know `anyOf` but not `oneOf`, which discriminated unions use.
    const name = keyword === 'oneOf' ? 'anyOf' : keyword
    if (!SUPPORTED_KEYWORDS.has(name)) continue
    if (name === 'anyOf') out.anyOf = (value as JsonSchema[]).map(strictSchema)
    else if (name === 'items') out.items = strictSchema(value as JsonSchema)
    else if (name === '$defs') out.$defs = mapValues(value as Record<string, JsonSchema>, strictSchema)
    else out[name] = value
  }
  if (!schema.properties) return out
  const required = new Set(schema.required)
  out.properties = mapValues(schema.properties, (part, name) =>
    required.has(name) ? strictSchema(part) : { anyOf: [strictSchema(part), { type: 'null' }] },
  )
  out.required = Object.keys(out.properties)
  out.additionalProperties = false
  return out
}

/**
 * Finds the first JSON object in a model's output that fits the shape; text around it is ignored.
 * @returns `undefined` if there is none.
 */
export function parseOutput<S extends z.ZodType>(
  text: string,
  shape: S,
  schema: JsonSchema,
): { value: z.output<S> } | undefined {
  for (const candidate of objectsIn(text)) {
    const parsed = shape.safeParse(withoutNulls(candidate, schema))
    if (parsed.success) return { value: parsed.data }
  }
  return undefined
}

/** Removes NUL and replaces lone surrogates, which databases and encoders reject. */
export function clean(text: string): string {
  return text.replaceAll('\0', '').replace(/[\ud800-\udfff]/gu, '\ufffd')
}

/*
 * Every brace may open an object; the matching one is found by counting braces outside strings. Text that does not
 * parse is skipped. The number of scanned characters is bounded, since text made of braces costs quadratic time.
 */
function* objectsIn(text: string): Generator<unknown> {
  let budget = SCAN_CHARS_MAX
  for (let start = text.indexOf('{'); start >= 0 && budget > 0; start = text.indexOf('{', start + 1)) {
    const end = endOfObject(text, start)
    budget -= end - start
    const value = parseJson(text.slice(start, end))
    if (value === undefined) continue
    yield value
    start = end - 1
  }
}

/** The end of the object that begins at `start`, or the end of the text. */
function endOfObject(text: string, start: number): number {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? clean(value) : value))
  } catch {
    return undefined
  }
}

/** Removes nulls of optional properties. */
function withoutNulls(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutNulls(part, schema?.items))
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, required = [] } = schema ?? {}
  const parts = Object.entries(value).filter(
    ([name, part]) => part !== null || !Object.hasOwn(properties, name) || required.includes(name),
  )
  return Object.fromEntries(
    parts.map(([name, part]) => [
      name,
      withoutNulls(part, Object.hasOwn(properties, name) ? properties[name] : undefined),
    ]),
  )
}

function mapValues<T, U>(values: Record<string, T>, map: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))
}
