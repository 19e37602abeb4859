/*
 * Memories in the results of tools. A model pays for each token it reads, so they have only the fields that help it, and
 * none that is null, false or empty.
 */

const ALWAYS = ['id', 'scope'] as const
const FIELDS: ReadonlySet<string> = new Set([
  ...[...ALWAYS, 'type', 'content', 'occurredAt', 'sourceApp', 'importance', 'pinned', 'validUntil', 'expiresAt'],
  ...['supersededBy', 'maybeSupersededBy', 'externalId', 'metadata', 'score', 'duplicates'],
])

type Json = Record<string, unknown>

/** A JSON value with its memories in short. */
export function compactValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compactValue)
  if (!isObject(value)) return value
  const isShortened = isMemory(value)
  const entries = Object.entries(value).filter(([name, each]) => !isShortened || (FIELDS.has(name) && !isEmpty(each)))
  return Object.fromEntries(entries.map(([name, each]) => [name, compactValue(each)]))
}

/** The JSON Schema of such a value. */
export function compactSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compactSchema)
  if (!isObject(schema)) return schema
  const { properties, ...rest } = schema
  if (!isObject(properties)) return mapped(schema)
  if (!isMemory(properties)) return { ...mapped(rest), properties: mapped(properties) }
  const shown = Object.entries(properties).filter(([name]) => FIELDS.has(name))
  return { ...mapped(rest), properties: mapped(Object.fromEntries(shown)), required: [...ALWAYS] }
}

const mapped = (of: Json): Json =>
  Object.fromEntries(Object.entries(of).map(([name, each]) => [name, compactSchema(each)]))

// An edited memory may lack its content; its scope and time of change distinguish it from other objects.
const isMemory = (of: Json): boolean => 'id' in of && 'scope' in of && ('content' in of || 'updatedAt' in of)

function isEmpty(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && !value.length)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
