import type { Shape } from '../api/client.ts'

type Scope = Pick<Shape<'DescribedScope'>, 'scope' | 'kind'>

/** What an app may do with the memories of a topic. */
export type Access = 'none' | 'read' | 'change' | 'both'

/** The access that the chosen scopes of a topic amount to. */
export function accessOf(scopes: readonly Scope[], chosen: ReadonlySet<string>): Access {
  const has = (kind: string) => scopes.some((scope) => scope.kind === kind && chosen.has(scope.scope))
  if (has('read')) return has('write') ? 'both' : 'read'
  return has('write') ? 'change' : 'none'
}

/**
 * The accesses to choose from for the scopes of a topic, the least first. Changing without reading is among them where
 * reading is not asked for, or is what the app has now.
 */
export function accessChoices(scopes: readonly Scope[], now: Access): Access[] {
  const kinds = scopes.map(({ kind }) => kind)
  if (!kinds.includes('write')) return ['none', 'read']
  if (!kinds.includes('read')) return ['none', 'change']
  return now === 'change' ? ['none', 'read', 'change', 'both'] : ['none', 'read', 'both']
}

/** The chosen scopes after an access was chosen for a topic. */
export function withAccess(chosen: ReadonlySet<string>, scopes: readonly Scope[], access: Access): ReadonlySet<string> {
  const isMeant = ({ kind }: Scope) => access === 'both' || access === (kind === 'read' ? 'read' : 'change')
  const next = new Set(chosen)
  for (const scope of scopes) {
    if (isMeant(scope)) next.add(scope.scope)
    else next.delete(scope.scope)
  }
  return next
}
