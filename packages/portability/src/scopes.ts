import type { Group } from '@memory-service/understanding/attributes'
import { readFacts } from '@memory-service/understanding/statement'

/* Finds the scope of a memory: named by the source, meant by a category or section, read from the text, else general. */

const SCOPE_DEFAULT = 'general'

const SCOPE_NAME = /^[a-z0-9_-]{1,64}(?:\.[a-z0-9_-]{1,64}){0,7}$/

/** Words of categories, sections and tags, each with the standard scope it means. */
const WORDS_BY_SCOPE: Readonly<Record<string, string>> = {
  preference: 'preference preferences instruction instructions style tastes likes user_preferences communication',
  goal: 'goal goals aims ambitions aspirations plans',
  relationship: 'relationship relationships family friends people pets social partner',
  fitness: 'fitness sport sports exercise training workout workouts running swimming',
  health: 'health medical medicine wellness wellbeing conditions',
  nutrition: 'nutrition food diet dietary cooking recipes meals drink',
  sleep: 'sleep',
  schedule: 'schedule calendar appointments routine routines events',
  work: 'work career job jobs profession professional professional_details business employment projects project',
  learning: 'learning education study studies school university languages courses skills',
  finance: 'finance finances money budget banking investments',
  travel: 'travel trips vacation holidays',
  home: 'home house household housing',
  media: 'media music film films movies books reading games entertainment tv podcasts',
  shopping: 'shopping purchases wishlist',
  note: 'note notes diary journal',
  general: 'general identity personal misc other about',
  world: 'world news',
}

const BY_WORD = new Map(
  Object.entries(WORDS_BY_SCOPE).flatMap(([scope, words]) => words.split(' ').map((word) => [word, scope] as const)),
)

const BY_GROUP: Readonly<Record<Group, string>> = {
  identity: 'general',
  contact: 'general',
  home: 'home',
  work: 'work',
  learning: 'learning',
  family: 'relationship',
  friends: 'relationship',
  pets: 'relationship',
  health: 'health',
  body: 'health',
  food: 'nutrition',
  fitness: 'fitness',
  sleep: 'sleep',
  tastes: 'preference',
  habits: 'preference',
  possessions: 'home',
  money: 'finance',
  travel: 'travel',
  schedule: 'schedule',
  goals: 'goal',
  beliefs: 'general',
  assistant: 'preference',
}

/** Scopes of which a candidate is never preselected. */
const SENSITIVE: ReadonlySet<string> = new Set(['health', 'finance', 'relationship', 'sleep'])

/** The standard scope that a category, section or tag means, if any. */
function scopeOfWord(word: string): string | undefined {
  const plain = word.toLowerCase().trim()
  return BY_WORD.get(plain) ?? BY_WORD.get(plain.split(/[^a-z]+/)[0] ?? '')
}

/**
 * The scope of a memory.
 * @param named a scope that the source names; ignored unless well-formed
 * @param words categories, sections or tags, the most telling first
 */
export function scopeFor(content: string, words: readonly string[] = [], named?: unknown): string {
  if (typeof named === 'string' && SCOPE_NAME.test(named)) return named
  const tagged = words.find((word) => word.startsWith('scope:') && SCOPE_NAME.test(word.slice(6)))
  if (tagged) return tagged.slice(6)
  for (const word of words) {
    const scope = scopeOfWord(word)
    if (scope && scope !== SCOPE_DEFAULT) return scope
  }
  return scopeOfText(content)
}

/** The scope of the first fact that a text states. A matter of health decides, wherever it stands. */
export function scopeOfText(content: string): string {
  const groups = readFacts(content).facts.map(({ attribute }) => attribute.group)
  const [first] = groups
  return groups.includes('health') ? 'health' : first ? BY_GROUP[first] : SCOPE_DEFAULT
}

export function isSensitiveScope(scope: string): boolean {
  return SENSITIVE.has(scope.split('.')[0] ?? '')
}

/** The kind of memory that a foreign type means, or the foreign type itself in our form. */
export function typeFor(type: string | undefined, fallback = 'fact'): string {
  const plain = (type ?? '').trim().toLowerCase().replace(/\s+/g, '_').slice(0, TYPE_CHARS_MAX)
  return TYPES.get(plain) ?? (plain || fallback)
}

const TYPE_CHARS_MAX = 64
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    instruction: 'preference',
    preferences: 'preference',
    facts: 'fact',
    semantic: 'fact',
    episodic: 'event',
    goals: 'goal',
    events: 'event',
  }),
)
