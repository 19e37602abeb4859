/**
 * A scope that a user can grant. After the second colon comes a scope (`fitness`), a scope with everything below it
 * (`fitness.*`) or everything (`*`); for `context:read`, an intent such as `coach`.
 */
export type ConsentScope =
  | 'identity:read'
  | 'signal:emit'
  | 'ai:host:chat'
  | 'ai:host:companion'
  | `memory:${'read' | 'write'}:${string}`
  | `context:read:${string}`

/**
 * Whether the granted scopes cover another one. Check before a write, because memories outside the grants are dropped without
 * an error.
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
