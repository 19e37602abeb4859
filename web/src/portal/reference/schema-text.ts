import type { Schema } from './openapi.ts'

/** A short name for the type of a schema: `string`, `integer or null`, `list of Memory`. */
export function typeOf(schema: Schema, name?: string): string {
  if (schema.$ref) return name ?? nameOf(schema) ?? 'anything'
  const options = schema.anyOf ?? schema.oneOf
  if (options) return name ?? [...new Set(options.map((option) => typeOf(option, nameOf(option))))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const types = [schema.type ?? (schema.properties ? 'object' : 'anything')].flat()
  return types
    .map((type) => {
      if (type === 'array') return schema.items ? `list of ${typeOf(schema.items, nameOf(schema.items))}` : 'list'
      if (type === 'object' && name) return name
      return schema.format && type === 'string' ? `string (${schema.format})` : type
    })
    .join(' or ')
}

/** The bounds, pattern and default of a schema, as phrases. */
export function constraintsOf(schema: Schema): string[] {
  const between = (low: number | undefined, high: number | undefined, what: string) => {
    if (low !== undefined && high !== undefined) return `${low.toLocaleString()} to ${high.toLocaleString()}${what}`
    if (low !== undefined) return `at least ${low.toLocaleString()}${what}`
    return high === undefined ? undefined : `at most ${high.toLocaleString()}${what}`
  }
  return [
    between(schema.minimum, schema.maximum, ''),
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' items'),
    schema.pattern === undefined ? undefined : `like ${schema.pattern}`,
    schema.default !== undefined ? `${JSON.stringify(schema.default)} when left out` : undefined,
  ].filter((constraint) => constraint !== undefined)
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1)
}
