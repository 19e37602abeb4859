import { covers, parseConsentScope, type QualifiedVerb, topLevel } from '@memory-service/scopes'
import { z } from 'zod'
import { invalid } from '../../foundation/errors.ts'
import { STANDARD_SCOPES } from './namespaces.ts'
import { isStandardIntent, isStandardTopLevel, type STANDARD_INTENTS } from './standard.ts'

/* Descriptions of consent scopes in plain words, for the consent page and all other pages that show scopes. */

/** Of all scopes that a manifest lists, a page asks for or a consent grants, with a space between each two. */
export const SCOPE_LIST_CHARS_MAX = 8_192
const SCOPES_MAX = 100

/**
 * Consent scopes as a query parameter, separated by spaces (RFC 6749, section 3.3), parsed into a list without
 * duplicates.
 */
export const ConsentScopes = z
  .string()
  .max(SCOPE_LIST_CHARS_MAX)
  .transform((text) => [...new Set(text.split(/\s+/).filter(Boolean))])
  .refine((scopes) => scopes.length <= SCOPES_MAX, { message: `must contain at most ${SCOPES_MAX} scopes` })
  .meta({
    description: 'Consent scopes, separated by spaces.',
    example: 'memory:read:fitness.* memory:write:fitness',
  })

/** Whether scopes have at most {@link SCOPE_LIST_CHARS_MAX} characters. */
export const isWithinChars = (scopes: readonly string[]): boolean => scopes.join(' ').length <= SCOPE_LIST_CHARS_MAX

export const DescribedScope = z
  .object({
    scope: z.string(),
    kind: z.enum(['read', 'write', 'other']),
    title: z.string().meta({ description: 'A few words.' }),
    sentence: z.string().meta({ description: 'What the app may do with it, addressed to the person.' }),
    example: z.string().meta({ description: 'Something it could read, write or do.' }),
    wildcard: z.boolean().meta({ description: 'Covers more than one scope or intent.' }),
    sensitive: z.boolean().meta({ description: 'Covers body, money, close relationships or location.' }),
    custom: z.boolean().meta({ description: 'Uses a name that an app has declared.' }),
    topic: z
      .object({
        key: z.string().meta({ description: 'The scope of the memories without `.*`; `*` for all.' }),
        name: z.string().meta({ description: 'A word or two.' }),
        about: z.string().meta({ description: 'What its memories are about, addressed to the person.' }),
      })
      .meta({ id: 'ScopeTopic', description: 'The subject of the memories that a scope covers.' })
      .nullable()
      .meta({ description: 'The same for reading and writing; null for scopes of something else.' }),
  })
  .meta({ id: 'DescribedScope' })
export type DescribedScope = z.output<typeof DescribedScope>

type Description = Omit<DescribedScope, 'scope'>

const plain = { wildcard: false, sensitive: false, custom: false, topic: null } as const

const PLAIN_SCOPES: Record<string, Description> = {
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
    sentence: 'Notify your other connected apps of events. Signals are passed on and never stored.',
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

const MEMORY_VERBS = {
  'memory:read': { kind: 'read', verb: 'Read', sentence: 'Read' },
  'memory:write': { kind: 'write', verb: 'Change', sentence: 'Add, change and delete' },
} as const

/**
 * Describes a consent scope in plain words.
 * @throws Failure `validation_failed` if it is invalid.
 */
export function describeScope(scope: string): DescribedScope {
  const parsed = parseConsentScope(scope)
  if (!parsed)
    throw invalid('scope', `must be a consent scope such as memory:read:fitness.*; got ${scope}`, 'malformed_scope')
  if (!('qualifier' in parsed)) return { scope, ...(PLAIN_SCOPES[parsed.verb] as Description) }
  return { scope, ...describeMemoryScope(parsed.verb, parsed.qualifier) }
}

function describeMemoryScope(verb: QualifiedVerb, qualifier: string): Description {
  if (verb === 'context:read') return describeIntent(qualifier)
  const words = MEMORY_VERBS[verb]
  const wildcard = qualifier.endsWith('*')
  if (qualifier === '*')
    return {
      ...plain,
      kind: words.kind,
      title: `${words.verb} everything`,
      sentence: `${words.sentence} all of your memories on any subject, now and in future.`,
      example: 'Is allergic to penicillin. Pays the rent on the first.',
      wildcard,
      sensitive: true,
      topic: { key: qualifier, name: 'Everything', about: 'all of your memories on any subject, now and in future' },
    }
  const key = wildcard ? qualifier.slice(0, -2) : qualifier
  const phrases = phraseFor(key)
  return {
    kind: words.kind,
    title: `${words.verb} ${wildcard ? 'all ' : ''}memories ${phrases.title}`,
    sentence: `${words.sentence} ${wildcard ? 'all ' : ''}memories ${phrases.phrase}${wildcard ? ', including all that is filed under it' : ''}.`,
    example: phrases.example,
    wildcard,
    sensitive: STANDARD_SCOPES.some(({ namespace, sensitive }) => sensitive && overlaps(qualifier, namespace)),
    custom: !isStandardTopLevel(topLevel(qualifier.replace('.*', ''))),
    topic: { key, name: phrases.name, about: phrases.about },
  }
}

// Whether a qualifier and a namespace are nested, either way.
function overlaps(qualifier: string, namespace: string): boolean {
  return covers(qualifier, namespace) || covers(`${namespace}.*`, qualifier)
}

interface Phrases {
  title: string
  phrase: string
  name: string
  about: string
  example: string
}

/** A scope as phrases for a sentence: a standard scope, a scope below a standard one, or a name chosen by an app. */
function phraseFor(scope: string): Phrases {
  const standard = STANDARD_SCOPES.filter(({ namespace }) => covers(`${namespace}.*`, scope)).at(-1)
  if (!standard)
    return {
      title: `filed under “${scope}”`,
      phrase: `filed under “${scope}”, a name the app has chosen itself`,
      name: `“${scope}”`,
      about: 'a subject that the app has named itself',
      example: `Anything that apps file under “${scope}”.`,
    }
  const { namespace, name, yours, example } = standard
  const shown = name.charAt(0).toUpperCase() + name.slice(1)
  if (namespace === scope)
    return { title: `about ${name}`, phrase: `about ${yours}`, name: shown, about: yours, example }
  const part = scope.slice(namespace.length + 1)
  return {
    title: `about ${name}: ${part}`,
    phrase: `filed under “${part}” within ${name} (${yours})`,
    name: `${shown}: ${part}`,
    about: `what is filed under “${part}” within ${name}`,
    example,
  }
}

/** The tasks of the standard intents, as phrases for a sentence. */
const TASKS: Record<(typeof STANDARD_INTENTS)[number]['intent'], string> = {
  coach: 'coaching you',
  companion: 'keeping you company',
  assistant: 'helping you with anything',
  planner: 'planning with you',
  tutor: 'teaching you',
  recommend: 'recommending things to you',
}

function describeIntent(intent: string): Description {
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
