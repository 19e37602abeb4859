import type { z } from 'zod'
import { checkFieldName } from './parse.ts'

/*
 * Query parameters that hold a record: `metadata.topic=tea` and `metadata[topic]=tea` are entries of the parameter
 * `metadata`, if its shape is a record.
 */

const NAME = /^([A-Za-z_]+)(?:\.(.+)|\[(.+)\])$/s

/**
 * Collects the entries of record parameters. Other parameters stay as they are.
 * @throws Failure `validation_failed` for an entry named `__proto__`
 */
export function withRecords(shape: z.ZodType | undefined, query: unknown): unknown {
  const records = recordsOf(shape)
  if (!records.length || typeof query !== 'object' || query === null) return query
  if (!Object.keys(query).some((name) => NAME.test(name))) return query
  const collected = new Map<string, unknown>()
  const entries = new Map<string, [string, unknown][]>()
  for (const [name, value] of Object.entries(query)) {
    const [, record = '', dotted, bracketed] = NAME.exec(name) ?? []
    const key = dotted ?? bracketed
    if (key === undefined || !records.includes(record)) collected.set(name, value)
    else {
      checkFieldName(key, `${record}.${key}`)
      entries.set(record, [...(entries.get(record) ?? []), [key, value]])
    }
  }
  for (const [record, list] of entries) if (!collected.has(record)) collected.set(record, Object.fromEntries(list))
  return Object.fromEntries(collected)
}

const recordNames = new WeakMap<z.ZodType, readonly string[]>()

/** The names of the parameters that are records, found once. */
function recordsOf(shape: z.ZodType | undefined): readonly string[] {
  if (!shape) return []
  const known = recordNames.get(shape)
  if (known) return known
  const fields = (shape as z.ZodObject).shape ?? {}
  const names = Object.keys(fields).filter((name) => isRecord(fields[name] as z.ZodType))
  recordNames.set(shape, names)
  return names
}

function isRecord(shape: z.ZodType): boolean {
  const { type, innerType } = shape._zod.def as unknown as { type: string; innerType?: z.ZodType }
  return innerType ? isRecord(innerType) : type === 'record'
}
