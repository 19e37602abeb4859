import type { z } from 'zod'
import { Failure, type Issue, invalid } from './errors.ts'

/**
 * Reads a value as a shape; `at` is where the value stands in what was sent.
 * @throws Failure `validation_failed` with every complaint and the path of each.
 */
export function parse<S extends z.ZodType>(shape: S, value: unknown, at: readonly PropertyKey[] = []): z.output<S> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw new Failure(
    'validation_failed',
    result.error.issues.map((issue) => issueOf(issue, at)),
  )
}

function issueOf({ path, message, code }: z.core.$ZodIssue, at: readonly PropertyKey[]): Issue {
  const isMissing = code === 'invalid_type' && message.endsWith('received undefined')
  return { path: [...at, ...path].map(String).join('.'), message: isMissing ? 'is missing' : message, code }
}

// Both can reach a JSON string only as an escape.
const MAYBE_UNKEPT = /\\u0000|\\ud[89a-f]/i

/** Whether a value is a string PostgreSQL could not keep: with NUL or half a surrogate pair. */
export function hasUnkept(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))
}

/**
 * Refuses strings that cannot be kept, wherever in a value they stand. With the JSON text it was read from, a look
 * at that is mostly enough.
 * @throws Failure `validation_failed`
 */
export function checkStrings(value: unknown, text?: string): void {
  if (text !== undefined && !MAYBE_UNKEPT.test(text)) return
  // Without recursion: a body may be nested as deeply as its size allows.
  const open: { value: unknown; path: string }[] = [{ value, path: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (hasUnkept(value)) throw invalid(path, 'holds a NUL or half a surrogate pair, which text cannot hold')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (hasUnkept(key)) throw invalid(path, 'holds a name with a NUL or half a surrogate pair')
      open.push({ value: inner, path: path ? `${path}.${key}` : key })
    }
  }
}
