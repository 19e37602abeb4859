/**
 * The scope grammar, pure. Three words are kept apart throughout:
 * a *scope* is a place a memory lives in (`fitness.trail`); a *qualifier* is what a grant names
 * (`fitness`, `fitness.*`, `*`); a *consent scope* is the whole string a person approves
 * (`memory:read:fitness.*`).
 */

export const SCOPE_CHARS_MAX = 128
const SCOPE_SEGMENTS_MAX = 8

const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** Whether a string is a well-formed scope: 1 to 8 lower-case segments joined by dots, 128 characters at most. */
export function isScopeName(text: string): boolean {
  return text.length <= SCOPE_CHARS_MAX && NAME.test(text) && text.split('.').length <= SCOPE_SEGMENTS_MAX
}

/** Whether a string is a well-formed qualifier: a scope name, one followed by `.*`, or `*` alone. */
export function isQualifier(text: string): boolean {
  return text === '*' || isScopeName(text.endsWith('.*') ? text.slice(0, -2) : text)
}

/** The first segment: `schedule` of `schedule.calendar`. */
export function topLevel(scope: string): string {
  const dot = scope.indexOf('.')
  return dot < 0 ? scope : scope.slice(0, dot)
}

/**
 * Whether a granted qualifier covers a scope, or covers everything another qualifier covers.
 * `fitness` covers itself alone; `fitness.*` covers `fitness` and all below it; `*` covers everything.
 */
export function covers(granted: string, asked: string): boolean {
  if (granted === '*' || granted === asked) return true
  if (!granted.endsWith('.*')) return false
  const base = granted.slice(0, -2)
  return asked === base || asked.startsWith(`${base}.`)
}

/** Whether any of the granted qualifiers covers the scope (or qualifier) asked for. */
export function coversAny(granted: readonly string[], asked: string): boolean {
  return granted.some((qualifier) => covers(qualifier, asked))
}

/**
 * The qualifiers that cover exactly what both lists cover, the fewest that do. Two qualifiers lie one within the
 * other or apart, so of each pair that meets the narrower one stays.
 */
export function intersect(left: readonly string[], right: readonly string[]): string[] {
  const meets = (a: string, b: string) => (covers(a, b) ? [b] : covers(b, a) ? [a] : [])
  const both = [...new Set(left.flatMap((a) => right.flatMap((b) => meets(a, b))))]
  return both.filter((one) => !both.some((other) => other !== one && covers(other, one)))
}

export type ConsentScope =
  | { verb: 'identity:read' | 'signal:emit' | 'ai:host:chat' | 'ai:host:companion' }
  | { verb: QualifiedVerb; qualifier: string }

const PLAIN_VERBS = ['identity:read', 'signal:emit', 'ai:host:chat', 'ai:host:companion'] as const
export const QUALIFIED_VERBS = ['memory:read', 'memory:write', 'context:read'] as const
export type QualifiedVerb = (typeof QUALIFIED_VERBS)[number]

/** Reads a consent scope string; `undefined` when it is none. `memory:read:fitness.*` gives its verb and qualifier. */
export function parseConsentScope(text: string): ConsentScope | undefined {
  for (const verb of PLAIN_VERBS) if (text === verb) return { verb }
  for (const verb of QUALIFIED_VERBS)
    if (text.startsWith(`${verb}:`)) {
      const qualifier = text.slice(verb.length + 1)
      return isQualifier(qualifier) ? { verb, qualifier } : undefined
    }
  return undefined
}

/** The qualifiers a list of consent scopes grants for one verb: `memory:read` of `['memory:read:note']` is `['note']`. */
export function qualifiersFor(consented: readonly string[], verb: QualifiedVerb): string[] {
  const prefix = `${verb}:`
  return consented.filter((scope) => scope.startsWith(prefix)).map((scope) => scope.slice(prefix.length))
}

/** Whether a list of consent scopes allows one consent scope, by equality or by a wider qualifier of the same verb. */
export function allows(consented: readonly string[], asked: string): boolean {
  const scope = parseConsentScope(asked)
  if (!scope) return false
  if (!('qualifier' in scope)) return consented.includes(asked)
  return coversAny(qualifiersFor(consented, scope.verb), scope.qualifier)
}
