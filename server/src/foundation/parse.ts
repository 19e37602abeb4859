import type { z } from 'zod'
import { Failure, type Issue, invalid } from './errors.ts'
import { messageOf } from './issue-messages.ts'

/** Issues listed in one failure; a body may have thousands. */
const ISSUES_MAX = 100

/**
 * Validates a value with a schema; `at` is the path of the value within the request.
 * @throws Failure `validation_failed` with the first 100 issues and their paths.
 */
export function parse<S extends z.ZodType>(shape: S, value: unknown, at: readonly PropertyKey[] = []): z.output<S> {
  const result = shape.safeParse(value, { error: messageOf })
  if (result.success) return result.data
  throw new Failure(
    'validation_failed',
    result.error.issues.slice(0, ISSUES_MAX).map((issue) => issueOf(issue, at)),
  )
}

function issueOf({ path, message, code }: z.core.$ZodIssue, at: readonly PropertyKey[]): Issue {
  return { path: [...at, ...path].map(String).join('.'), message, code }
}

// JSON text can contain NUL and lone surrogates only as escapes, and any character of a name as one.
const MAYBE_UNSTORABLE = /__proto__|\\u00(?:00|5f|6f|7[024])|\\ud[89a-f]/i

/** Whether a value is a string that PostgreSQL cannot store: with a NUL or a lone surrogate. */
export function isUnstorable(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))
}

/**
 * Rejects the name `__proto__` for a field whose name is free: parsers and assignments drop it without an error.
 * @throws Failure `validation_failed`
 */
export function checkFieldName(name: string, path: string): void {
  if (name === '__proto__') throw invalid(path, 'must not be a field name; any other name is accepted')
}

/**
 * Rejects strings that PostgreSQL cannot store, and fields named `__proto__`, at any depth of a value. `text` is the JSON
 * text of the value; if it contains no suspicious escape, the value is not traversed.
 * @throws Failure `validation_failed`
 */
export function checkStrings(value: unknown, text?: string): void {
  if (text !== undefined && !MAYBE_UNSTORABLE.test(text)) return
  // Not recursive, because nesting is limited only by the size of the body.
  const open: { value: unknown; path: string }[] = [{ value, path: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (isUnstorable(value)) throw invalid(path, 'must not contain NUL or a lone surrogate')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (isUnstorable(key)) throw invalid(path, 'must not contain a field name with NUL or a lone surrogate')
      const at = path ? `${path}.${key}` : key
      checkFieldName(key, at)
      open.push({ value: inner, path: at })
    }
  }
}
