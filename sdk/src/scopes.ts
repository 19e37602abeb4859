/**
 * What a person can be asked for. What follows the second colon is a scope alone (`fitness`), one with all below it
 * (`fitness.*`), or everything (`*`); of a context it is an intent, such as `coach`.
 */
export type ConsentScope =
  | 'identity:read'
  | 'signal:emit'
  | 'ai:host:chat'
  | 'ai:host:companion'
  | `memory:${'read' | 'write'}:${string}`
  | `context:read:${string}`

/**
 * Whether what a person granted covers what you are about to do. Ask before a write: what lies outside the grants is
 * dropped without an error.
 * @param granted `scopes` of an exchange or of `connection()`
 * @example if (!allows(scopes, 'memory:write:fitness.trail')) console.log('Connect again to let us write there.')
 */
export function allows(granted: readonly string[], wanted: ConsentScope): boolean {
  return granted.some((grant) => {
    if (grant === wanted) return true
    if (!/[:.]\*$/.test(grant)) return false
    const base = grant.slice(0, -1)
    return wanted.startsWith(base) || wanted === base.slice(0, -1)
  })
}
