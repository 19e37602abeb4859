/** Characters of the scopes of one entry: an app can spread a store over scopes with long names, and read all of them in each call. */
export const SCOPES_CHARS_MAX = 1_000

/**
 * The scopes of an audit entry, in order, with a space in between. If they are too long together, the topics that they are
 * in, each once; of very many topics, the first.
 */
export function scopeNames(scopes: readonly string[]): string {
  const all = joined(scopes)
  if (all.length <= SCOPES_CHARS_MAX) return all
  const names = scopes.map((scope) => (scope.includes('.') ? `${scope.slice(0, scope.indexOf('.'))}.*` : scope))
  const known = new Set(names)
  const topics = joined(names.filter((name) => !known.has(`${name}.*`)))
  if (topics.length <= SCOPES_CHARS_MAX) return topics
  return topics.slice(0, topics.lastIndexOf(' ', SCOPES_CHARS_MAX))
}

function joined(scopes: readonly string[]): string {
  return [...new Set(scopes)].sort().join(' ')
}
