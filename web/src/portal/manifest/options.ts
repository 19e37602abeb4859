import type { Shape } from '../../api/client.ts'

type Catalog = Shape<'Catalog'>
type Intent = Catalog['standardIntents'][number]

/** An option of a picker with its explanation. */
export interface CatalogOption {
  value: string
  label: string
  description: string
  example?: string
}

/** Options under a heading. */
export interface OptionGroup {
  group: string
  items: CatalogOption[]
}

/** The standard scopes to read or write, by group; each is offered with and without the scopes below it. */
export function scopeOptions(catalog: Catalog, permission: 'memory:read' | 'memory:write'): OptionGroup[] {
  const byName = new Map(catalog.standardScopes.map((scope) => [scope.namespace, scope]))
  return catalog.scopeGroups.map(({ description: group, namespaces }) => ({
    group,
    items: namespaces.flatMap((name) => {
      const { description = '', example } = byName.get(name) ?? {}
      return [
        { value: `${permission}:${name}`, label: name, description, example },
        { value: `${permission}:${name}.*`, label: `${name}.*`, description: `${description} All below it, too.` },
      ]
    }),
  }))
}

/** The intents for which an app can fetch context. */
export function contextOptions({ standardIntents }: Catalog): CatalogOption[] {
  return standardIntents.map((intent) => ({ ...intentOption(intent), value: `context:read:${intent.intent}` }))
}

/** The consent scopes without a parameter, such as `signal:emit`. */
export function permissionOptions({ systemScopes }: Catalog): CatalogOption[] {
  return systemScopes
    .filter(({ scope }) => !scope.includes('<'))
    .map(({ scope, description }) => ({ value: scope, label: scope, description }))
}

/** The standard intents. */
export function intentOptions({ standardIntents }: Catalog): CatalogOption[] {
  return standardIntents.map(intentOption)
}

/** The standard signals with the fields of their payloads. */
export function signalOptions({ standardEvents }: Catalog): CatalogOption[] {
  return standardEvents.map(({ type, payload }) => ({
    value: type,
    label: type,
    description: payload.map(({ name, required }) => (required ? name : `${name} (optional)`)).join(', '),
  }))
}

function intentOption({ intent, description, drawsOn }: Intent): CatalogOption {
  return { value: intent, label: intent, description, example: `Draws on ${drawsOn.join(', ')}` }
}
