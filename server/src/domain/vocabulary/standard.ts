import { qualifiersFor, topLevel } from '@memory-service/scopes'
import { STANDARD_SCOPES } from './namespaces.ts'

/* The shared vocabulary as data. A name becomes standard by adding it here or to `namespaces.ts`. */

export const CATALOG_VERSION = '1.0.0'

export const MEMORY_KINDS = [
  { type: 'fact', description: 'A general fact: "Lives in Rotterdam".' },
  { type: 'preference', description: 'What the person likes, avoids or prefers: "Takes coffee black".' },
  { type: 'event', description: 'Something that happened at a time: "Ran 10 km on 3 May".' },
  { type: 'relationship', description: 'Who someone is to the person: "Ada is her sister".' },
  { type: 'emotion', description: 'How the person felt, and about what.' },
  { type: 'goal', description: 'What the person wants to achieve.' },
  { type: 'world', description: 'A fact about the world around the person rather than about them.' },
  { type: 'summary', description: 'A summary of several memories.' },
] as const

export const SYSTEM_SCOPES = [
  { scope: 'identity:read', description: 'Read the short brief about the assistant: its name and tone.' },
  {
    scope: 'memory:read:<scope>',
    description: 'Read memories in a scope; `<scope>.*` with all below it, `*` everywhere.',
  },
  {
    scope: 'memory:write:<scope>',
    description: 'Add, change and delete memories in a scope; wildcards as for reading.',
  },
  {
    scope: 'context:read:<intent>',
    description: 'Fetch the context bundle of an intent, limited to what may be read.',
  },
  { scope: 'signal:emit', description: 'Send signals that fan out to other connected apps and are never stored.' },
  { scope: 'ai:host:chat', description: 'Chat through the hosted model, with readable memories as context.' },
  { scope: 'ai:host:companion', description: 'Chat through the hosted model in the voice of the person’s assistant.' },
] as const

/** Intents and the qualifiers each one draws on. `*` is everything the caller may read. */
export const STANDARD_INTENTS = [
  {
    intent: 'coach',
    description: 'Guide the person in training, health and habits.',
    drawsOn: ['fitness.*', 'health.*', 'nutrition.*', 'sleep.*', 'goal.*', 'schedule.*', 'preference.*', 'general'],
  },
  {
    intent: 'companion',
    description: 'Keep the person company in conversation.',
    drawsOn: [
      'general',
      'relationship.*',
      'preference.*',
      'media.*',
      'goal.*',
      'note.*',
      'home.*',
      'travel.*',
      'nutrition.*',
      'health.*',
      'work.*',
      'learning.*',
      'schedule.*',
      'fitness.*',
      'sleep.*',
    ],
  },
  { intent: 'assistant', description: 'Help with anything.', drawsOn: ['*'] },
  {
    intent: 'planner',
    description: 'Plan days, trips and projects.',
    drawsOn: [
      'schedule.*',
      'goal.*',
      'work.*',
      'travel.*',
      'home.*',
      'preference.*',
      'note.*',
      'general',
      'nutrition.*',
      'health.*',
      'relationship.*',
      'learning.*',
      'fitness.*',
    ],
  },
  {
    intent: 'tutor',
    description: 'Teach at the pace of the person.',
    drawsOn: ['learning.*', 'goal.*', 'preference.*', 'schedule.*', 'work.*', 'general'],
  },
  {
    intent: 'recommend',
    description: 'Suggest things to buy, see, read, eat or do.',
    drawsOn: [
      'preference.*',
      'media.*',
      'shopping.*',
      'nutrition.*',
      'health.*',
      'travel.*',
      'home.*',
      'finance.*',
      'general',
      'relationship.*',
      'learning.*',
      'fitness.*',
    ],
  },
] as const

const at = { name: 'occurredAt', type: 'string', required: true, description: 'When it happened, ISO 8601.' }
const field = (name: string, type: string, required: boolean, description: string) => ({
  name,
  type,
  required,
  description,
})

/** Signals that every app may expect, with their payload fields. */
export const STANDARD_EVENTS = [
  {
    type: 'workout.completed',
    payload: [
      field('activity', 'string', true, 'What was done: run, ride, swim.'),
      field('durationMinutes', 'number', false, 'How long it took.'),
      field('distanceKm', 'number', false, 'How far it went.'),
      at,
    ],
  },
  {
    type: 'sleep.logged',
    payload: [
      field('durationMinutes', 'number', true, 'Time asleep.'),
      field('quality', 'number', false, '0 (worst) to 100 (best).'),
      at,
    ],
  },
  {
    type: 'meal.logged',
    payload: [
      field('description', 'string', true, 'What was eaten.'),
      field('kilocalories', 'number', false, 'Energy of the meal.'),
      at,
    ],
  },
  {
    type: 'calendar.updated',
    payload: [
      field('title', 'string', true, 'Title of the entry.'),
      field('change', 'string', true, 'created, moved or cancelled.'),
      field('startsAt', 'string', false, 'New start, ISO 8601.'),
    ],
  },
  {
    type: 'mood.logged',
    payload: [
      field('mood', 'string', true, 'In the person’s own word.'),
      field('intensity', 'number', false, '0 (faint) to 100 (strong).'),
      at,
    ],
  },
  {
    type: 'goal.progressed',
    payload: [
      field('goal', 'string', true, 'Which goal.'),
      field('progress', 'number', true, '0 (begun) to 100 (reached).'),
      at,
    ],
  },
  {
    type: 'task.completed',
    payload: [
      field('task', 'string', true, 'What was done.'),
      field('list', 'string', false, 'The list it was on.'),
      at,
    ],
  },
  {
    type: 'location.arrived',
    payload: [field('place', 'string', true, 'Name of the place, never coordinates.'), at],
  },
]

const STANDARD_TOP_LEVELS: ReadonlySet<string> = new Set(
  STANDARD_SCOPES.map(({ namespace }) => namespace.split('.')[0] as string),
)
const STANDARD_INTENT_NAMES: ReadonlySet<string> = new Set(STANDARD_INTENTS.map(({ intent }) => intent))
const STANDARD_EVENT_TYPES: ReadonlySet<string> = new Set(STANDARD_EVENTS.map(({ type }) => type))

/** Whether scopes are of most of a store: of `*`, or of more than half of the standard topics for reading or for writing. */
export function areOfMost(scopes: readonly string[]): boolean {
  if (scopes.some((scope) => scope.endsWith(':*'))) return true
  const topics = topicScopesOf(scopes)
  return TOPIC_VERBS.some(
    (verb) => topics.filter((topic) => topic.startsWith(`${verb}:`)).length > STANDARD_TOP_LEVELS.size / 2,
  )
}

const TOPIC_VERBS = ['memory:read', 'memory:write'] as const

/** The standard topics that scopes name, or name topics below, each as a scope: `memory:read:health`. */
export function topicScopesOf(scopes: readonly string[]): string[] {
  return TOPIC_VERBS.flatMap((verb) => {
    const named = new Set(qualifiersFor(scopes, verb).map(topLevel))
    return [...STANDARD_TOP_LEVELS].filter((name) => named.has(name)).map((name) => `${verb}:${name}`)
  })
}

export const isStandardTopLevel = (name: string) => STANDARD_TOP_LEVELS.has(name)
export const isStandardIntent = (name: string) => STANDARD_INTENT_NAMES.has(name)
export const isStandardEvent = (name: string) => STANDARD_EVENT_TYPES.has(name)
