/* Reads fields of foreign JSON, of which no type can be assumed. */

export type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own field of an object, or `undefined`; never one of the prototype. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The object in a field, or an empty one. */
export function objectIn(value: unknown, name: string): Json {
  const inner = field(value, name)
  return isObject(inner) ? inner : {}
}

/** The list in a field, or an empty one. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const inner = field(value, name)
  return Array.isArray(inner) ? inner : []
}

/** The first of the fields that is a string with more than white space. */
export function stringIn(value: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const inner = field(value, name)
    if (typeof inner === 'string' && inner.trim()) return inner
  }
  return undefined
}

/** The number in a field, if it is finite. */
export function numberIn(value: unknown, name: string): number | undefined {
  const inner = field(value, name)
  return typeof inner === 'number' && Number.isFinite(inner) ? inner : undefined
}

/** The strings of a list. */
export function stringsIn(value: unknown, name: string): string[] {
  return listIn(value, name).filter((item): item is string => typeof item === 'string')
}

/** A share from 0 to 1 as a percentage; `undefined` for anything else. */
export function percentOf(share: number | undefined): number | undefined {
  return share !== undefined && share >= 0 && share <= 1 ? Math.round(share * 10_000) / 100 : undefined
}
