import { ACTIONS } from './lexicon/actions.ts'
import { ANIMALS } from './lexicon/animals.ts'
import { BODY } from './lexicon/body.ts'
import { CALENDAR } from './lexicon/calendar.ts'
import { CARE } from './lexicon/care.ts'
import { CLOTHING } from './lexicon/clothing.ts'
import { COMMUNICATION } from './lexicon/communication.ts'
import { CONDITIONS } from './lexicon/conditions.ts'
import { DISHES } from './lexicon/dishes.ts'
import { DRINKS } from './lexicon/drinks.ts'
import { EDUCATION } from './lexicon/education.ts'
import { EMOTIONS } from './lexicon/emotions.ts'
import { HOBBIES } from './lexicon/hobbies.ts'
import { HOME } from './lexicon/home.ts'
import { INGREDIENTS } from './lexicon/ingredients.ts'
import { JOBS } from './lexicon/jobs.ts'
import { MAKES } from './lexicon/makes.ts'
import { MEALS } from './lexicon/meals.ts'
import { MEDIA } from './lexicon/media.ts'
import { MONEY } from './lexicon/money.ts'
import { NATURE } from './lexicon/nature.ts'
import { PEOPLE } from './lexicon/people.ts'
import { PLACES } from './lexicon/places.ts'
import { QUALITIES } from './lexicon/qualities.ts'
import { SOCIETY } from './lexicon/society.ts'
import { SPORTS } from './lexicon/sports.ts'
import { TECHNOLOGY } from './lexicon/technology.ts'
import { TRAVEL } from './lexicon/travel.ts'
import { WORK } from './lexicon/work.ts'

/** A group of words that mean nearly the same in everyday life, such as husband, wife and spouse. */
export interface Concept {
  readonly name: string
  /** Wider concepts: `penicillin` is an antibiotic, an antibiotic is a medicine. */
  readonly parents: readonly string[]
  /** Single words in lower case, any inflection of each. */
  readonly words: readonly string[]
  /** Phrases of two to four words in lower case. */
  readonly phrases: readonly string[]
}

const LEXICON = [
  ACTIONS,
  ANIMALS,
  BODY,
  CALENDAR,
  CARE,
  CLOTHING,
  COMMUNICATION,
  CONDITIONS,
  DISHES,
  DRINKS,
  EDUCATION,
  EMOTIONS,
  HOBBIES,
  HOME,
  INGREDIENTS,
  JOBS,
  MAKES,
  MEALS,
  MEDIA,
  MONEY,
  NATURE,
  PEOPLE,
  PLACES,
  QUALITIES,
  SOCIETY,
  SPORTS,
  TECHNOLOGY,
  TRAVEL,
  WORK,
]

/** All concepts of the lexicon. A word can belong to several of them. */
export const CONCEPTS: readonly Concept[] = LEXICON.flatMap(parseConcepts)

const BY_NAME: ReadonlyMap<string, Concept> = new Map(CONCEPTS.map((concept) => [concept.name, concept]))
const BY_MEMBER = indexMembers()
/** By name: the result of `widerConcepts`, computed on demand. */
const WIDER = new Map<string, ReadonlyMap<string, number>>()
const UNKNOWN: ReadonlyMap<string, number> = new Map()

function indexMembers(): ReadonlyMap<string, readonly Concept[]> {
  const index = new Map<string, Concept[]>()
  for (const concept of CONCEPTS)
    for (const member of [...concept.words, ...concept.phrases]) {
      const concepts = index.get(member)
      if (concepts) concepts.push(concept)
      else index.set(member, [concept])
    }
  return index
}

/** The concept of a name, or `undefined`. */
export function conceptNamed(name: string): Concept | undefined {
  return BY_NAME.get(name)
}

/**
 * The concepts that list a word or a phrase in exactly this form, at most four. An exact form is better evidence than a
 * stem: `training` is not about trains, though both have the stem `train`.
 */
export function conceptsWith(member: string): readonly Concept[] {
  return BY_MEMBER.get(member) ?? []
}

/**
 * The names of all wider concepts of a concept, with the number of steps to each: `medicine` is 2 steps from
 * `penicillin`. The concept itself is 0 steps away. Empty for an unknown name.
 */
export function widerConcepts(name: string): ReadonlyMap<string, number> {
  if (!BY_NAME.has(name)) return UNKNOWN
  let wider = WIDER.get(name)
  if (!wider) WIDER.set(name, (wider = stepsFrom(name)))
  return wider
}

function stepsFrom(name: string): Map<string, number> {
  const steps = new Map<string, number>()
  let level = [name]
  for (let step = 0; level.length > 0; step++) {
    const known = level.filter((entry) => BY_NAME.has(entry) && !steps.has(entry))
    for (const entry of known) steps.set(entry, step)
    level = known.flatMap((entry) => BY_NAME.get(entry)!.parents)
  }
  return steps
}

/**
 * Parses a list of concepts, one per line: `name < parent parent: word word "several words"`. The part from `<` to `:` may
 * be missing.
 * @throws if a line has another form
 */
export function parseConcepts(list: string): Concept[] {
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const match = /^(\w+)(?: < ([\w ]+))?: (.+)$/.exec(line)
      if (!match) throw new Error(`Not a concept: ${line}`)
      const [, name, parents, members] = match
      const phrases = [...members!.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase!)
      const words = members!
        .replace(/"[^"]+"/g, ' ')
        .split(' ')
        .filter(Boolean)
      return { name: name!, parents: parents?.split(' ') ?? [], words, phrases }
    })
}
