import { z } from 'zod'
import { invalid } from '../../foundation/errors.ts'
import { STANDARD_SCOPES } from './namespaces.ts'
import { covers, parseConsentScope, type QualifiedVerb, topLevel } from './scopes.ts'
import { isStandardIntent, isStandardTopLevel, type STANDARD_INTENTS } from './standard.ts'

/* Consent scopes in plain words, said to the person who is asked. Every page that shows a scope shows these. */

const SCOPE_LIST_CHARS_MAX = 8_192
const SCOPES_MAX = 100

/** Consent scopes as an address carries them, separated by spaces (RFC 6749, 3.3); read into a list without repeats. */
export const ConsentScopes = z
  .string()
  .max(SCOPE_LIST_CHARS_MAX)
  .transform((text) => [...new Set(text.split(/\s+/).filter(Boolean))])
  .refine((scopes) => scopes.length <= SCOPES_MAX, { message: `takes ${SCOPES_MAX} scopes at most` })
  .meta({
    description: 'Consent scopes, separated by spaces.',
    example: 'memory:read:fitness.* memory:write:fitness',
  })

export const DescribedScope = z
  .object({
    scope: z.string(),
    kind: z.enum(['read', 'write', 'other']),
    title: z.string().meta({ description: 'A few words.' }),
    sentence: z.string().meta({ description: 'What the app may do then, said to the person.' }),
    example: z.string().meta({ description: 'Something it could see, write or do.' }),
    wildcard: z.boolean().meta({ description: 'Reaches further than one scope or intent.' }),
    sensitive: z.boolean().meta({ description: 'Reaches what somebody would think twice about before they tell.' }),
    custom: z.boolean().meta({ description: 'Goes by a name that some app brought along.' }),
  })
  .meta({ id: 'DescribedScope' })
export type DescribedScope = z.output<typeof DescribedScope>

type Words = Omit<DescribedScope, 'scope'>

const plain = { wildcard: false, sensitive: false, custom: false } as const

const PLAIN_VERBS: Record<string, Words> = {
  'identity:read': {
    ...plain,
    kind: 'read',
    title: 'Read a short brief about you',
    sentence: 'Read the name and tone of your assistant, and the most important of the memories the app may read.',
    example: 'Your assistant is called Ada; it speaks warmly and keeps it short.',
  },
  'signal:emit': {
    ...plain,
    kind: 'other',
    title: 'Send signals',
    sentence: 'Tell your other connected apps that something has happened. Signals are passed on and never kept.',
    example: 'A workout was completed.',
  },
  'ai:host:chat': {
    ...plain,
    kind: 'other',
    title: 'Chat with you',
    sentence: 'Let the AI model of this service answer you, knowing the memories the app may read.',
    example: 'You ask for a plan for Sunday, and the answer knows that you run.',
  },
  'ai:host:companion': {
    ...plain,
    kind: 'other',
    title: 'Chat with you as your assistant',
    sentence: 'Let the AI model of this service answer you in the voice of your assistant.',
    example: 'You say good morning, and Ada answers.',
  },
}

const DOES = {
  'memory:read': { kind: 'read', verb: 'Read', sentence: 'Read' },
  'memory:write': { kind: 'write', verb: 'Change', sentence: 'Add, change and delete' },
} as const

/**
 * A consent scope in plain words.
 * @throws Failure `validation_failed` when it is none.
 */
export function describeScope(scope: string): DescribedScope {
  const parsed = parseConsentScope(scope)
  if (!parsed) throw invalid('scope', `${scope} is no consent scope`, 'malformed_scope')
  if (!('qualifier' in parsed)) return { scope, ...(PLAIN_VERBS[parsed.verb] as Words) }
  return { scope, ...wordsOf(parsed.verb, parsed.qualifier) }
}

function wordsOf(verb: QualifiedVerb, qualifier: string): Words {
  if (verb === 'context:read') return contextWords(qualifier)
  const does = DOES[verb]
  const wildcard = qualifier.endsWith('*')
  if (qualifier === '*')
    return {
      ...plain,
      kind: does.kind,
      title: `${does.verb} everything`,
      sentence: `${does.sentence} all of your memories, whatever they are about, now and later.`,
      example: 'Is allergic to penicillin. Pays the rent on the first.',
      wildcard,
      sensitive: true,
    }
  const place = placeOf(wildcard ? qualifier.slice(0, -2) : qualifier)
  return {
    kind: does.kind,
    title: `${does.verb} ${wildcard ? 'all ' : ''}memories ${place.title}`,
    sentence: `${does.sentence} ${wildcard ? 'all ' : ''}memories ${place.phrase}${wildcard ? ', including all that is filed under it' : ''}.`,
    example: place.example,
    wildcard,
    sensitive: STANDARD_SCOPES.some(({ namespace, sensitive }) => sensitive && meets(qualifier, namespace)),
    custom: !isStandardTopLevel(topLevel(qualifier.replace('.*', ''))),
  }
}

// A grant reaches into a namespace from above, or lies within it.
function meets(qualifier: string, namespace: string): boolean {
  return covers(qualifier, namespace) || covers(`${namespace}.*`, qualifier)
}

/** A scope in the middle of a sentence: a standard one, a part of a standard one, or a name an app has chosen. */
function placeOf(scope: string): { title: string; phrase: string; example: string } {
  const known = STANDARD_SCOPES.filter(({ namespace }) => covers(`${namespace}.*`, scope)).at(-1)
  if (!known)
    return {
      title: `filed under “${scope}”`,
      phrase: `filed under “${scope}”, a name the app has chosen itself`,
      example: `Whatever apps file under “${scope}”.`,
    }
  const { namespace, name, yours, example } = known
  if (namespace === scope) return { title: `about ${name}`, phrase: `about ${yours}`, example }
  const part = scope.slice(namespace.length + 1)
  return { title: `about ${name}: ${part}`, phrase: `filed under “${part}” within ${name} (${yours})`, example }
}

/** What the standard intents are for, in the middle of a sentence. */
const TASKS: Record<(typeof STANDARD_INTENTS)[number]['intent'], string> = {
  coach: 'coaching you',
  companion: 'keeping you company',
  assistant: 'helping you with whatever comes up',
  planner: 'planning with you',
  tutor: 'teaching you',
  recommend: 'recommending things to you',
}

function contextWords(intent: string): Words {
  const wildcard = intent.endsWith('*')
  const isStandard = isStandardIntent(intent)
  const name = wildcard ? intent.slice(0, -2) : intent
  const task = intent === '*' ? 'any task' : isStandard ? TASKS[intent as keyof typeof TASKS] : `the task “${name}”`
  return {
    ...plain,
    kind: 'read',
    title: `Find what matters for ${task}`,
    sentence: `Find the memories that matter for ${task}${wildcard && intent !== '*' ? ' and all below it' : ''}, only among those the app may read.`,
    example: 'What you like, what you aim for and what is coming up.',
    wildcard,
    custom: !wildcard && !isStandard,
  }
}
