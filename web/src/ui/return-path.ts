/**
 * Reads `next` from a search: the path to return to after signing in. Drops every address of another origin, however it
 * is written, so that no link can lead from our sign-in page to someone else's site.
 */
export function returnPathIn(search: Record<string, unknown>, origin = location.origin): { next?: string } {
  const { next } = search
  if (typeof next !== 'string' || !URL.canParse(next, origin)) return {}
  const url = new URL(next, origin)
  // The router resolves the result again, and a path that starts with two slashes would then be read as a host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return {}
  return { next: url.pathname + url.search + url.hash }
}

/** Reads from a search how a visit to the identity provider ended. */
export function providerOutcomeIn({ provider }: Record<string, unknown>): { provider?: string } {
  return typeof provider === 'string' ? { provider } : {}
}
