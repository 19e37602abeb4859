import type { Memory, MemoryPatch } from './memory.ts'

const MINUTE_MS = 60_000
// `YYYY-MM-DDTHH:MM`, as fields for dates with a time take it.
const LOCAL_CHARS = 16

/** The dates of a memory as their fields show them, in the reader's time zone; empty if there is none. */
export type DatedFields = Record<'occurredAt' | 'validFrom' | 'validUntil' | 'expiresAt', string>

/** The dates of a memory for the fields of a form. */
export function datesOf({ occurredAt, validFrom, validUntil, expiresAt }: Memory): DatedFields {
  return {
    occurredAt: toLocal(occurredAt),
    validFrom: toLocal(validFrom),
    validUntil: toLocal(validUntil),
    expiresAt: toLocal(expiresAt),
  }
}

/** What a form has changed. A date that was not touched is not sent, since its field shows no seconds. */
export function patchOf(
  memory: Memory,
  fields: Pick<Memory, 'content' | 'scope' | 'type' | 'importance' | 'confidence'>,
  dates: DatedFields,
): MemoryPatch {
  const before = datesOf(memory)
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const changed = names.filter((name) => fields[name] !== memory[name]).map((name) => [name, fields[name]])
  const required = (['occurredAt', 'validFrom'] as const)
    .filter((name) => dates[name] && dates[name] !== before[name])
    .map((name) => [name, new Date(dates[name]).toISOString()])
  const optional = (['validUntil', 'expiresAt'] as const)
    .filter((name) => dates[name] !== before[name])
    .map((name) => [name, dates[name] ? new Date(dates[name]).toISOString() : null])
  return Object.fromEntries([...changed, ...required, ...optional])
}

function toLocal(at: string | null): string {
  if (!at) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, LOCAL_CHARS)
}
