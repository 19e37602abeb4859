/** Where somebody came from and wants to return to. Only addresses of our own are taken, so that no link leads away. */
export function nextOf(search: Record<string, unknown>): { next?: string } {
  const { next } = search
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}
}
