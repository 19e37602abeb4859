import { z } from 'zod'
import { startOfDay } from './local-dates.ts'

/*
 * Input accepts a day (`2026-03-01`) wherever it accepts an instant: the start of that day in the time zone of the person.
 * Schemas do not know the person, so days are replaced before a request is parsed.
 */

const DAY = /^\d{4}-\d\d-\d\d$/
const ITEMS = Symbol('each item')

type Path = readonly (string | typeof ITEMS)[]

const knownPaths = new WeakMap<z.ZodType, readonly Path[]>()

/** Whether a value has a day where its schema has an instant. */
export function hasDays(shape: z.ZodType | undefined, value: unknown): boolean {
  return shape !== undefined && pathsOf(shape).some((path) => hasDay(value, path))
}

/** Replaces days by instants where the schema has an instant. Other text stays as it is, for the schema to reject. */
export function withInstants(shape: z.ZodType, value: unknown, timeZone: string): unknown {
  return pathsOf(shape).reduce((all: unknown, path) => replaced(all, path, timeZone), value)
}

function hasDay(value: unknown, [key, ...rest]: Path): boolean {
  if (key === undefined) return typeof value === 'string' && DAY.test(value)
  if (key === ITEMS) return Array.isArray(value) && value.some((each) => hasDay(each, rest))
  return isRecord(value) && Object.hasOwn(value, key) && hasDay(value[key], rest)
}

function replaced(value: unknown, [key, ...rest]: Path, timeZone: string): unknown {
  if (key === undefined)
    return typeof value === 'string' && DAY.test(value) ? (startOfDay(value, timeZone)?.toISOString() ?? value) : value
  if (key === ITEMS) return Array.isArray(value) ? value.map((each) => replaced(each, rest, timeZone)) : value
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value
  return { ...value, [key]: replaced(value[key], rest, timeZone) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The paths of the instants in a schema, found once. */
function pathsOf(shape: z.ZodType): readonly Path[] {
  const known = knownPaths.get(shape)
  if (known) return known
  const paths: Path[] = []
  collect(shape, [], paths)
  knownPaths.set(shape, paths)
  return paths
}

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
}

function collect(schema: z.ZodType, path: Path, paths: Path[]): void {
  const { type, shape, element, innerType, in: input } = schema._zod.def as unknown as Definition
  if (z.globalRegistry.get(schema)?.format === 'date-time') paths.push(path)
  else if (innerType) collect(innerType, path, paths)
  else if (type === 'pipe' && input) collect(input, path, paths)
  else if (element) collect(element, [...path, ITEMS], paths)
  else if (shape) for (const [name, field] of Object.entries(shape)) collect(field, [...path, name], paths)
}
