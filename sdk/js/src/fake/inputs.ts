import { NAMESPACES } from '../generated/fake-data.ts'
import type { Memory } from '../types.ts'
import { failure, invalid } from './failure.ts'

/* What the service checks of a request, as far as an app can notice. */

const CONTENT_CHARS_MAX = 8_192
const SCOPE_CHARS_MAX = 128
const LIMIT_DEFAULT = 20
const LIMIT_MAX = 100
const SCOPE_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+){0,7}$/
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/i
const TIMES = ['occurredAt', 'validFrom', 'validUntil', 'expiresAt'] as const
const FIELDS = [
  ...['content', 'scope', 'kind', 'type', 'importance', 'confidence', 'pinned', ...TIMES],
  ...['supersedes', 'externalId', 'metadata', 'source'],
]

/** What a write sets; what it omits is undefined. */
export type Fields = Partial<Memory> & { content?: string; scope?: string }

/** Reads a memory as a caller sends it. @throws MemoryServiceError `validation_failed`, `unknown_scope` */
export function readFields(
  input: Record<string, unknown>,
  at: string,
  now: string,
  custom: ReadonlySet<string | undefined>,
): Fields {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (!FIELDS.includes(name)) throw invalid(at + name, 'is unknown', 'unknown_field')
    if (value !== undefined) fields[name === 'kind' ? 'type' : name] = value
  }
  if (typeof fields.content === 'string') fields.content = fields.content.trim()
  for (const name of TIMES) if (fields[name] != null) fields[name] = readTime(fields[name], at + name)
  const { content, scope, importance, confidence, expiresAt, validFrom, occurredAt, validUntil } = fields as Fields
  if (content !== undefined && (content.length < 1 || content.length > CONTENT_CHARS_MAX))
    throw invalid(`${at}content`, `must have 1 to ${CONTENT_CHARS_MAX} characters`)
  if (scope !== undefined) checkScope(scope, at, custom)
  for (const [name, value] of Object.entries({ importance, confidence }))
    if (value !== undefined && !(value >= 0 && value <= 100)) throw invalid(at + name, 'must be from 0 to 100')
  if (expiresAt && expiresAt <= now) throw invalid(`${at}expiresAt`, 'must be in the future')
  if (validUntil) checkInterval(validFrom ?? occurredAt ?? now, validUntil, at)
  return fields as Fields
}

/** @throws MemoryServiceError `validation_failed` unless the end is after the beginning */
export function checkInterval(validFrom: string, validUntil: string | null, at = ''): void {
  if (validUntil !== null && validUntil <= validFrom) throw invalid(`${at}validUntil`, 'must be after validFrom')
}

/** @throws MemoryServiceError `validation_failed`, `unknown_scope` */
export function checkScope(scope: string, at: string, custom: ReadonlySet<string | undefined>): void {
  if (scope.length > SCOPE_CHARS_MAX || !SCOPE_NAME.test(scope))
    throw invalid(`${at}scope`, 'must be a scope such as fitness.trail')
  if (!isStandard(scope) && !custom.has(topOf(scope))) throw failure('unknown_scope', { scope }, `Scope: ${scope}.`)
}

/** Whether the namespace of a scope is a standard one. */
export function isStandard(scope: string): boolean {
  return NAMESPACES.some((namespace) => topOf(namespace) === topOf(scope))
}

const topOf = (scope: string): string | undefined => scope.split('.')[0]

/** Reads a time or a day, which begins at midnight UTC. */
export function readTime(value: unknown, path: string): string {
  if (typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)))
    return new Date(value).toISOString()
  throw invalid(path, 'must be a time such as 2026-05-03T07:30:00Z')
}

/** Reads the size of a page. */
export function readLimit(text: string | null): number {
  if (text === null) return LIMIT_DEFAULT
  if (!/^\d+$/.test(text) || Number(text) < 1) throw invalid('limit', 'must be a whole number of at least 1')
  return Math.min(Number(text), LIMIT_MAX)
}
