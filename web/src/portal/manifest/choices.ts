import type { Shape } from '../../api/client.ts'

type Catalog = Shape<'Catalog'>
type Intent = Catalog['standardIntents'][number]

/** Something to pick, with the words that explain it. */
export interface Choice {
  value: string
  label: string
  description: string
  example?: string
}

/** Choices under a heading, as the pickers take them. */
export interface ChoiceGroup {
  group: string
  items: Choice[]
}

/** What can be read or written, group by group, each place alone and with all below it. */
export function placeChoices(catalog: Catalog, verb: 'memory:read' | 'memory:write'): ChoiceGroup[] {
  const byName = new Map(catalog.standardScopes.map((scope) => [scope.namespace, scope]))
  return catalog.scopeGroups.map(({ description: group, namespaces }) => ({
    group,
    items: namespaces.flatMap((name) => {
      const { description = '', example } = byName.get(name) ?? {}
      return [
        { value: `${verb}:${name}`, label: name, description, example },
        { value: `${verb}:${name}.*`, label: `${name}.*`, description: `${description} All below it, too.` },
      ]
    }),
  }))
}

/** Tasks an app can fetch context for. */
export function contextChoices({ standardIntents }: Catalog): Choice[] {
  return standardIntents.map((intent) => ({ ...intentChoice(intent), value: `context:read:${intent.intent}` }))
}

/** Consent scopes that name no place: those of the catalog that stand for themselves. */
export function plainChoices({ systemScopes }: Catalog): Choice[] {
  return systemScopes
    .filter(({ scope }) => !scope.includes('<'))
    .map(({ scope, description }) => ({ value: scope, label: scope, description }))
}

export function intentChoices({ standardIntents }: Catalog): Choice[] {
  return standardIntents.map(intentChoice)
}

/** Signals, with what their payloads hold. */
export function eventChoices({ standardEvents }: Catalog): Choice[] {
  return standardEvents.map(({ type, payload }) => ({
    value: type,
    label: type,
    description: payload.map(({ name, required }) => (required ? name : `${name} (optional)`)).join(', '),
  }))
}

function intentChoice({ intent, description, drawsOn }: Intent): Choice {
  return { value: intent, label: intent, description, example: `Draws on ${drawsOn.join(', ')}` }
}
