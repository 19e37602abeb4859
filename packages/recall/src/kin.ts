import { KIN_ATTRIBUTES } from '@memory-service/understanding/kin'
import type { Statement } from '@memory-service/understanding/statement'
import type { Vocabulary } from './vocabulary.ts'

/** Kinds of animals differ too much for one name to stand for all pets. */
const RELATIONS = new Set([...KIN_ATTRIBUTES.values()].filter((relation) => relation !== 'pet'))
const NAME = /^[\p{L}-]{2,40}/u
/** Names kept of one relation. */
const NAMES_MAX = 50

/** The names of people and pets close to the user by relation, so that "my wife" also asks for her by name. */
export class Kin {
  readonly #names = new Map<string, Set<string>>()

  /** Adds a name and returns the number of the term of rows that state it. */
  add(relation: string, name: string, vocabulary: Vocabulary): number {
    const names = this.#names.get(relation)
    if (!names) this.#names.set(relation, new Set([name]))
    else if (names.size < NAMES_MAX) names.add(name)
    return vocabulary.add(kinTerm(relation, name))
  }

  /** Names that any row states of a relation. Whether a caller may read such a row is told by `kinTerm`. */
  namesOf(relation: string): Iterable<string> {
    return this.#names.get(relation) ?? []
  }
}

/** The term of rows that name somebody of a relation to the user. */
export function kinTerm(relation: string, name: string): string {
  return `@kin:${relation}:${name}`
}

/** The relations and names that a statement tells: `partner` and `salma` for "Is married to Salma". */
export function namesOfKin({ facts }: Statement): (readonly [relation: string, name: string])[] {
  return facts.flatMap(({ attribute, subject, value, polarity }) => {
    if (subject.who !== 'self' || polarity === 'ended' || !RELATIONS.has(attribute.name)) return []
    const name = NAME.exec(value)?.[0]
    return name ? [[attribute.name, name] as const] : []
  })
}
