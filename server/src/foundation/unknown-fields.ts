import type { z } from 'zod'
import { Failure, type Issue } from './errors.ts'

/* Finds fields that a schema does not name, so that a misspelled field is an error and not silently ignored. */

const ISSUES_MAX = 20
/** Edits between two names up to which one is suggested for the other. */
const SUGGESTION_EDITS_MAX = 3

/** What other services call our fields. One is suggested where our own name is accepted. */
const NAMES_ELSEWHERE = new Map([
  ...['text', 'memory', 'fact', 'body', 'message'].map((name) => [name, 'content'] as const),
  ...['q', 'question', 'search'].map((name) => [name, 'query'] as const),
  ...['k', 'topk', 'count', 'pagesize', 'perpage'].map((name) => [name, 'limit'] as const),
  ...['namespace', 'category', 'topic'].map((name) => [name, 'scope'] as const),
  ...['since', 'start'].map((name) => [name, 'from'] as const),
  ...['until', 'end'].map((name) => [name, 'to'] as const),
  ...['page', 'offset'].map((name) => [name, 'cursor'] as const),
])

/**
 * Rejects fields that the schema does not name, at any depth. Free-form values (records, unknown) may have any.
 * @throws Failure `validation_failed` with code `unknown_field` and the nearest known name.
 */
export function checkUnknownFields(shape: z.ZodType, value: unknown): void {
  const issues: Issue[] = []
  collect(shape, value, [], issues)
  if (issues.length) throw new Failure('validation_failed', issues)
}

/**
 * Rejects names that are not among `known`.
 * @throws Failure `validation_failed` with code `unknown_field` and the nearest known name.
 */
export function checkUnknownNames(known: readonly string[], names: readonly string[]): void {
  const issues = names
    .filter((name) => !known.includes(name))
    .slice(0, ISSUES_MAX)
    .map((name) => unknownField([name], known))
  if (issues.length) throw new Failure('validation_failed', issues)
}

type Path = readonly (string | number)[]

interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
}

const definitionOf = (shape: z.ZodType) => shape._zod.def as unknown as Definition

function collect(shape: z.ZodType, value: unknown, path: Path, issues: Issue[]): void {
  if (typeof value !== 'object' || value === null || issues.length >= ISSUES_MAX) return
  const { type, shape: fields, catchall, element, innerType, in: input, out, options } = definitionOf(shape)
  if (innerType) collect(innerType, value, path, issues)
  else if (type === 'pipe' && input && out)
    collect(definitionOf(input).type === 'transform' ? out : input, value, path, issues)
  else if (type === 'union' && options) collectLeast(options, value, path, issues)
  else if (type === 'array' && element && Array.isArray(value))
    for (const [at, each] of value.entries()) collect(element, each, [...path, at], issues)
  else if (type === 'object' && fields && !Array.isArray(value))
    for (const [name, inner] of Object.entries(value)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field) collect(field, inner, [...path, name], issues)
      else if (!catchall && issues.length < ISSUES_MAX) issues.push(unknownField([...path, name], Object.keys(fields)))
    }
}

/** Of several accepted forms, the value is compared with the one that leaves the fewest fields unknown. */
function collectLeast(options: readonly z.ZodType[], value: unknown, path: Path, issues: Issue[]): void {
  const found = options
    .filter((option) => option.safeParse(value).success)
    .map((option) => {
      const own: Issue[] = []
      collect(option, value, path, own)
      return own
    })
  const [least = []] = found.sort((a, b) => a.length - b.length)
  issues.push(...least.slice(0, ISSUES_MAX - issues.length))
}

/** Only names of this form are repeated in the error; anything else may be content. */
const NAME = /^[A-Za-z0-9_.-]{1,64}$/

function unknownField(path: Path, known: readonly string[]): Issue {
  const name = String(path.at(-1))
  const message = 'has a field that is not known'
  if (!NAME.test(name))
    return {
      path: path.slice(0, -1).join('.'),
      message: `${message}; known are ${known.join(', ')}`,
      code: 'unknown_field',
    }
  const nearest = nearestName(name, known)
  const accepted = nearest ? `did you mean \`${nearest}\`?` : `known are ${known.join(', ') || 'none'}`
  return {
    path: path.join('.'),
    message: `is not a field of this request; ${accepted}`,
    code: 'unknown_field',
  }
}

/** The known name that is meant: the same thing elsewhere, or the one that differs least in letters and digits. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', '').replaceAll('-', '')
  const translated = NAMES_ELSEWHERE.get(plain(name))
  if (translated && known.includes(translated)) return translated
  const ranked = known
    .map((each) => ({ each, edits: editsBetween(plain(name), plain(each)) }))
    .sort((a, b) => a.edits - b.edits)
  const [first] = ranked
  const isNear = first && first.edits <= Math.min(SUGGESTION_EDITS_MAX, Math.floor(first.each.length / 2))
  return isNear ? first.each : undefined
}

/** Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
