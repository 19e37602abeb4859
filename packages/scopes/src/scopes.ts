/*
 * The scope grammar. Three terms:
 * - A *scope* is where a memory is filed: `fitness.trail`.
 * - A *qualifier* is what a grant covers: `fitness`, `fitness.*` or `*`.
 * - A *consent scope* is the string a user approves: `memory:read:fitness.*`.
 */

export const SCOPE_CHARS_MAX = 128
const SCOPE_SEGMENTS_MAX = 8

const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** Whether a string is a valid scope: 1 to 8 segments of a-z, 0-9, _ and -, joined by dots, at most 128 characters. */
export function isScopeName(text: string): boolean {
  return text.length <= SCOPE_CHARS_MAX && NAME.test(text) && text.split('.').length <= SCOPE_SEGMENTS_MAX
}

/** Whether a string is a valid qualifier: a scope, a scope followed by `.*`, or `*`. */
export function isQualifier(text: string): boolean {
  return text === '*' || isScopeName(text.endsWith('.*') ? text.slice(0, -2) : text)
}

/** The first segment of a scope: `schedule` for `schedule.calendar`. */
export function topLevel(scope: string): string {
  const dot = scope.indexOf('.')
  return dot < 0 ? scope : scope.slice(0, dot)
}

/**
 * Whether a granted qualifier covers a scope, or everything that another qualifier covers. `fitness` covers itself
 * only, `fitness.*` covers `fitness` and all scopes below it, `*` covers everything.
 */
export function covers(granted: string, requested: string): boolean {
  if (granted === '*' || granted === requested) return true
  if (!granted.endsWith('.*')) return false
  const base = granted.slice(0, -2)
  return requested === base || requested.startsWith(`${base}.`)
}

/** Whether any of the granted qualifiers covers a scope or qualifier. */
export function coversAny(granted: readonly string[], requested: string): boolean {
  return granted.some((qualifier) => covers(qualifier, requested))
}

/**
 * The smallest list of qualifiers that covers what both lists cover. Two qualifiers are either nested or disjoint, so
 * of each nested pair the narrower one is part of the intersection.
 */
export function intersect(left: readonly string[], right: readonly string[]): string[] {
  const overlap = (a: string, b: string) => (covers(a, b) ? [b] : covers(b, a) ? [a] : [])
  const pairs = [...new Set(left.flatMap((a) => right.flatMap((b) => overlap(a, b))))]
  return pairs.filter((one) => !pairs.some((other) => other !== one && covers(other, one)))
}

export type ConsentScope =
  | { verb: 'identity:read' | 'signal:emit' | 'ai:host:chat' | 'ai:host:companion' }
  | { verb: QualifiedVerb; qualifier: string }

const PLAIN_VERBS = ['identity:read', 'signal:emit', 'ai:host:chat', 'ai:host:companion'] as const
export const QUALIFIED_VERBS = ['memory:read', 'memory:write', 'context:read'] as const
export type QualifiedVerb = (typeof QUALIFIED_VERBS)[number]

/** Parses a consent scope: `memory:read:fitness.*` into verb and qualifier. Returns `undefined` for an invalid one. */
export function parseConsentScope(text: string): ConsentScope | undefined {
  for (const verb of PLAIN_VERBS) if (text === verb) return { verb }
  for (const verb of QUALIFIED_VERBS)
    if (text.startsWith(`${verb}:`)) {
      const qualifier = text.slice(verb.length + 1)
      return isQualifier(qualifier) ? { verb, qualifier } : undefined
    }
  return undefined
}

/** The qualifiers of the consent scopes with a verb: for `memory:read`, `['memory:read:note']` gives `['note']`. */
export function qualifiersFor(consented: readonly string[], verb: QualifiedVerb): string[] {
  const prefix = `${verb}:`
  return consented.filter((scope) => scope.startsWith(prefix)).map((scope) => scope.slice(prefix.length))
}

/** Whether a list of consent scopes allows one: by equality, or by a qualifier of the same verb that covers it. */
export function allows(consented: readonly string[], requested: string): boolean {
  const scope = parseConsentScope(requested)
  if (!scope) return false
  if (!('qualifier' in scope)) return consented.includes(requested)
  return coversAny(qualifiersFor(consented, scope.verb), scope.qualifier)
}

/** The consent scopes that both lists allow; of two nested ones, the narrower. In the order of the first list. */
export function allowedByBoth(some: readonly string[], others: readonly string[]): string[] {
  const nested = some.flatMap((scope) =>
    allows(others, scope) ? [scope] : others.filter((each) => allows([scope], each)),
  )
  return [...new Set(nested)]
}
