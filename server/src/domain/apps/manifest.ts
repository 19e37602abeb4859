import { isScopeName, parseConsentScope, topLevel } from '@memory-service/scopes'
import { z } from 'zod'
import { isWithinChars, SCOPE_LIST_CHARS_MAX } from '../vocabulary/describe.ts'
import { isStandardEvent, isStandardIntent, isStandardTopLevel } from '../vocabulary/standard.ts'

const SCOPES_MAX = 100
const EVENT_TYPES_MAX = 100
const INTENTS_MAX = 50
const EVENT_TYPE_CHARS_MAX = 128

/** The form of an event or signal type: two or more lower-case words joined by dots. */
export const EventType = z
  .string()
  .max(EVENT_TYPE_CHARS_MAX, { abort: true })
  .regex(
    /^[a-z0-9_]+(?:\.[a-z0-9_]+)+$/,
    'must be two or more lower-case words joined by dots, such as workout.completed',
  )

/** A consent scope: `identity:read`, `memory:read:fitness.*`, `signal:emit` and so on. */
const ConsentScopeName = z
  .string()
  .refine((text) => parseConsentScope(text) !== undefined, {
    message:
      'must be identity:read, signal:emit, ai:host:chat, ai:host:companion, or memory:read:, memory:write: or ' +
      'context:read: followed by a scope, a scope with .* or * alone',
  })
  .meta({ example: 'memory:read:fitness.*' })

const IntentName = z
  .string()
  .refine(isScopeName, { message: 'must be lower-case letters, digits, _ and -, in parts joined by dots' })

const distinct = (list: string[]) => [...new Set(list)]

const scopes = z
  .array(ConsentScopeName)
  .max(SCOPES_MAX)
  .refine((list) => isWithinChars(distinct(list)), {
    message: `must have at most ${SCOPE_LIST_CHARS_MAX} characters in all, as many as one consent grants`,
  })
const eventTypes = z.array(EventType).max(EVENT_TYPES_MAX)
const intents = z.array(IntentName).max(INTENTS_MAX)

/** The scopes an app may request, and the names it adds to the vocabulary. */
export const Manifest = z
  .object({
    scopes: scopes.default([]).transform(distinct),
    eventTypes: eventTypes.default([]).transform(distinct),
    intents: intents.default([]).transform(distinct),
  })
  .meta({ id: 'ManifestInput', title: 'Manifest' })
export type Manifest = z.output<typeof Manifest>

/** A change of a manifest: each given list replaces the stored one; the others are unchanged. */
export const ManifestPatch = z
  .object({
    scopes: scopes.transform(distinct).optional(),
    eventTypes: eventTypes.transform(distinct).optional(),
    intents: intents.transform(distinct).optional(),
  })
  .meta({ id: 'ManifestPatch' })

/** The names of a manifest that are not standard: top-level scopes, intents and event types. */
export function customNames({ scopes, eventTypes, intents }: Manifest): { kind: string; name: string }[] {
  const topLevels = scopes.flatMap((text) => {
    const scope = parseConsentScope(text)
    if (!scope || !('qualifier' in scope) || scope.verb === 'context:read' || scope.qualifier === '*') return []
    return [topLevel(scope.qualifier)]
  })
  const named = (kind: string, names: string[], standard: (name: string) => boolean) =>
    distinct(names.filter((name) => !standard(name))).map((name) => ({ kind, name }))
  return [
    ...named('scope', topLevels, isStandardTopLevel),
    ...named('intent', intents, isStandardIntent),
    ...named('event', eventTypes, isStandardEvent),
  ]
}
