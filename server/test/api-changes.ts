/*
 * Compares two OpenAPI documents and lists the changes that can break a client: a removed operation, field or enum value,
 * a newly required input, a narrower input type, a wider output type, a removed success status.
 *
 * Additions do not count, except for required input: clients must accept new fields, enum values, error codes and
 * variants of an object.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON documents of any shape.
type Json = any
/** Whether clients send a value or receive it. */
type Direction = 'input' | 'output'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Limits on input that must not shrink, and those that must not grow. */
const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems', 'maxProperties']
const LOWER_LIMITS = ['minimum', 'minLength', 'minItems', 'minProperties']

/** Lists the breaking changes from one document to another, as `where: what`. */
export function breakingChanges(before: Json, after: Json): string[] {
  const compare = schemaComparison(before, after)
  const changes: string[] = []
  for (const [where, old] of operationsOf(before.paths)) {
    const current = operationsOf(after.paths).get(where)
    changes.push(
      ...(current ? operationChanges(where, old, current, compare) : [`${where}: the operation was removed`]),
    )
  }
  for (const [name, { post: old }] of Object.entries<Json>(before.webhooks ?? {})) {
    const where = `webhook ${name}`
    const current = after.webhooks?.[name]?.post
    changes.push(
      ...(current
        ? contentChanges(where, old.requestBody, current.requestBody, 'output', compare)
        : [`${where}: the event was removed`]),
    )
  }
  return [...new Set(changes)]
}

type Compare = ReturnType<typeof schemaComparison>

function operationsOf(paths: Record<string, Json> = {}): Map<string, Json> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => (item[method] ? [[`${method.toUpperCase()} ${path}`, item[method]] as const] : [])),
    ),
  )
}

function operationChanges(where: string, before: Json, after: Json, compare: Compare): string[] {
  const keyOf = (parameter: Json) => `${parameter.in} parameter ${parameter.name}`
  const old = new Map<string, Json>((before.parameters ?? []).map((each: Json) => [keyOf(each), each]))
  const current = new Map<string, Json>((after.parameters ?? []).map((each: Json) => [keyOf(each), each]))
  const changes: string[] = []
  for (const [key, parameter] of old) {
    const now = current.get(key)
    if (!now) changes.push(`${where}: the ${key} was removed`)
    else changes.push(...compare(parameter.schema, now.schema, 'input', `${where}: ${key}`))
  }
  for (const [key, { required }] of current)
    if (required && !old.get(key)?.required) changes.push(`${where}: the ${key} is now required`)
  if (after.requestBody?.required && !before.requestBody?.required) changes.push(`${where}: a body is now required`)
  if (before.requestBody)
    changes.push(...contentChanges(`${where}: body`, before.requestBody, after.requestBody, 'input', compare))
  for (const [status, response] of Object.entries<Json>(before.responses ?? {})) {
    const now = after.responses?.[status]
    const isSuccess = /^[23]/.test(status)
    if (!now && isSuccess) changes.push(`${where}: status ${status} was removed`)
    if (now && isSuccess) changes.push(...contentChanges(`${where}: ${status}`, response, now, 'output', compare))
  }
  return [...changes, ...securityChanges(where, before.security ?? [], after.security ?? [])]
}

// Each entry is one way to authenticate; none at all means that no credential is needed.
function securityChanges(where: string, before: Json[], after: Json[]): string[] {
  if (!after.length) return []
  if (!before.length) return [`${where}: a credential is now required`]
  const nameOf = (entry: Json) => Object.keys(entry).sort().join(' and ') || 'no credential'
  const accepted = after.map(nameOf)
  return before
    .map(nameOf)
    .filter((name) => !accepted.includes(name))
    .map((name) => `${where}: ${name} is no longer accepted`)
}

function contentChanges(where: string, before: Json, after: Json, direction: Direction, compare: Compare): string[] {
  return Object.entries<Json>(before?.content ?? {}).flatMap(([type, { schema }]) => {
    const now = after?.content?.[type]
    return now ? compare(schema, now.schema, direction, where) : [`${where}: ${type} was removed`]
  })
}

/** A function that compares a schema of one document with one of the other. */
function schemaComparison(beforeDocument: Json, afterDocument: Json) {
  // Named schemas that are being compared; a schema may contain itself.
  const running = new Set<string>()
  return compare

  function compare(before: Json, after: Json, direction: Direction, where: string): string[] {
    const key = `${direction} ${before?.$ref} ${after?.$ref}`
    const isNamed = before?.$ref !== undefined || after?.$ref !== undefined
    if (isNamed && running.has(key)) return []
    if (isNamed) running.add(key)
    const changes = compareVariants(
      variantsOf(before, beforeDocument),
      variantsOf(after, afterDocument),
      direction,
      where,
    )
    if (isNamed) running.delete(key)
    return changes
  }

  function compareVariants(before: Json[], after: Json[], direction: Direction, where: string): string[] {
    const isNew = ({ type }: Json) => before.every((old) => !overlaps(old.type, type, direction))
    const added = direction === 'output' ? [...new Set(after.filter(isNew).map(({ type }) => type ?? 'anything'))] : []
    return [
      ...before.flatMap((variant) => variantChanges(variant, after, direction, where)),
      ...added.map((type) => `${where} may now be ${type}`),
    ]
  }

  function variantChanges(before: Json, after: Json[], direction: Direction, where: string): string[] {
    const candidates = after.filter(({ type }) => overlaps(before.type, type, direction))
    // A client that expects null copes without it.
    if (!candidates.length && direction === 'output' && before.type === 'null') return []
    // An input that may be anything accepts what it accepted before.
    if (direction === 'input' && candidates.some((variant) => !Object.keys(variant).some(isRule))) return []
    if (!candidates.length)
      return [`${where}: ${before.type ? `the type ${before.type}` : 'any type'} is no longer possible`]
    const results = candidates.map((variant) => plainChanges(before, variant, direction, where))
    if (results.some((changes) => !changes.length)) return []
    return candidates.length === 1 ? (results[0] as string[]) : [`${where}: a variant of ${before.type} was removed`]
  }

  function plainChanges(before: Json, after: Json, direction: Direction, where: string): string[] {
    return [
      ...enumChanges(before, after, direction, where),
      ...(direction === 'input' ? limitChanges(before, after, where) : []),
      ...fieldChanges(before, after, direction, where),
      ...(before.items && after.items ? compare(before.items, after.items, direction, `${where}[]`) : []),
      ...extraFieldChanges(before, after, direction, where),
    ]
  }

  function fieldChanges(before: Json, after: Json, direction: Direction, where: string): string[] {
    const old: Record<string, Json> = before.properties ?? {}
    const current: Record<string, Json> = after.properties ?? {}
    const required = (schema: Json): string[] => schema.required ?? []
    const lost = direction === 'input' ? required(after) : required(before)
    const had = direction === 'input' ? required(before) : required(after)
    const word = direction === 'input' ? 'is now required' : 'may now be missing'
    return [
      ...Object.entries(old).flatMap(([name, schema]) =>
        current[name] === undefined
          ? [`${where}.${name} was removed`]
          : compare(schema, current[name], direction, `${where}.${name}`),
      ),
      ...lost
        .filter((name) => !had.includes(name) && current[name] !== undefined)
        .map((name) => `${where}.${name} ${word}`),
    ]
  }

  // Fields that have no name of their own, as in a map.
  function extraFieldChanges(before: Json, after: Json, direction: Direction, where: string): string[] {
    const [old, current] = [before.additionalProperties, after.additionalProperties]
    if (typeof old === 'object' && typeof current === 'object') return compare(old, current, direction, `${where}.*`)
    return direction === 'input' && current === false && old !== false
      ? [`${where}: other fields are now rejected`]
      : []
  }
}

/** Whether a keyword of a schema restricts its values. */
const isRule = (keyword: string) => !['description', 'title', 'deprecated', 'example'].includes(keyword)

/** Whether a value of the old type is accepted (input), or one of the new type was possible before (output). */
function overlaps(before: string | undefined, after: string | undefined, direction: Direction): boolean {
  const [wide, narrow] = direction === 'input' ? [after, before] : [before, after]
  return wide === undefined || wide === narrow || (wide === 'number' && narrow === 'integer')
}

function enumChanges(before: Json, after: Json, direction: Direction, where: string): string[] {
  const valuesOf = (schema: Json): unknown[] | undefined => (schema.const === undefined ? schema.enum : [schema.const])
  const [old, current] = [valuesOf(before), valuesOf(after)]
  if (!current) return []
  if (!old) return direction === 'input' ? [`${where}: only some values are now accepted`] : []
  return old.filter((value) => !current.includes(value)).map((value) => `${where}: the value ${value} was removed`)
}

function limitChanges(before: Json, after: Json, where: string): string[] {
  const changed = (name: string) => `${where}: ${name} is now ${after[name]}`
  return [
    ...UPPER_LIMITS.filter((name) => after[name] < (before[name] ?? Number.POSITIVE_INFINITY)).map(changed),
    ...LOWER_LIMITS.filter((name) => after[name] > (before[name] ?? Number.NEGATIVE_INFINITY)).map(changed),
    ...['pattern', 'format'].filter((name) => after[name] !== undefined && after[name] !== before[name]).map(changed),
  ]
}

/** A schema as a list of alternatives with one type each, references resolved. */
function variantsOf(schema: Json, document: Json): Json[] {
  if (typeof schema !== 'object' || schema === null) return [{}]
  if (schema.$ref) return variantsOf(resolveReference(schema.$ref, document), document)
  const { anyOf, oneOf, allOf, type, ...rest } = schema
  if (anyOf || oneOf) return [...(anyOf ?? []), ...(oneOf ?? [])].flatMap((each) => variantsOf(each, document))
  if (allOf) return [allOf.flatMap((each: Json) => variantsOf(each, document)).reduce(merged, { type, ...rest })]
  const types: unknown[] = Array.isArray(type) ? type : [type]
  const values = rest.enum?.filter((value: unknown) => value !== null)
  return types.map((one) => {
    // The rules of the other types say nothing about null.
    if (one === 'null') return { type: 'null' }
    return { ...rest, ...(values ? { enum: values } : {}), ...(one === undefined ? {} : { type: one }) }
  })
}

function merged(a: Json, b: Json): Json {
  const required = [...(a.required ?? []), ...(b.required ?? [])]
  return { ...a, ...b, required, properties: { ...a.properties, ...b.properties } }
}

function resolveReference(reference: string, document: Json): Json {
  const parts = reference.replace(/^#\//, '').split('/')
  return parts.reduce((value, part) => value?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}
