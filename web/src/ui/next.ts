/**
 * Where somebody came from and wants to return to. Only addresses of our own are taken, however they are disguised,
 * so that no link leads from a sign-in to somebody else's page.
 */
export function nextOf(search: Record<string, unknown>, origin = location.origin): { next?: string } {
  const { next } = search
  if (typeof next !== 'string' || !URL.canParse(next, origin)) return {}
  const url = new URL(next, origin)
  // A path that begins with two slashes is read as a host by whoever resolves it again.
  if (url.origin !== origin || url.pathname.startsWith('//')) return {}
  return { next: url.pathname + url.search + url.hash }
}
