import { KIN_ATTRIBUTES } from '@memory-service/understanding/kin'
import type { Statement } from '@memory-service/understanding/statement'
import { normalise } from './normalise.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Pets are known by species: they differ too much for one name to stand for all pets. */
const RELATIONS = new Set([...KIN_ATTRIBUTES.values()].filter((relation) => relation !== 'pet'))
const NAME = /^[\p{L}-]{2,40}/u
/** The names of people close to the user by relation and of pets by species, so that "my wife" also asks for her by name. */
export class Kin {
  readonly #names = new Map<string, Set<string>>()

  /** Adds a name and returns the number of the term of rows that state it. */
  add(relation: string, name: string, vocabulary: Vocabulary): number {
    const names = this.#names.get(relation)
    // Without a bound of its own: which names fit would depend on rows that a caller may not read.
    if (names) names.add(name)
    else this.#names.set(relation, new Set([name]))
    return vocabulary.add(kinTerm(relation, name))
  }

  /** `isStated`: whether a row contains the term of a name. The names of others are left out. */
  save(out: SectionWriter, isStated: (term: string) => boolean): void {
    const stated = ([relation, names]: [string, Set<string>]) =>
      [relation, [...names].filter((name) => isStated(kinTerm(relation, name)))] as const
    out.json([...this.#names].map(stated))
  }

  load(from: SectionReader): void {
    for (const [relation, names] of from.json<[string, string[]][]>()) this.#names.set(relation, new Set(names))
  }

  /** The terms of rows that say by which relation or species a name is close to the user. */
  termsOfName(name: string): string[] {
    return [...this.#names].flatMap(([relation, names]) => (names.has(name) ? [kinTerm(relation, name)] : []))
  }

  /** Names that any row states of a relation. `kinTerm` shows whether the caller may read such a row. */
  namesOf(relation: string): Iterable<string> {
    return this.#names.get(relation) ?? []
  }
}

/** The term of rows that name a person of a relation to the user, or a pet of a species. */
export function kinTerm(relation: string, name: string): string {
  return `@kin:${relation}:${name}`
}

/** The name in a term of {@link kinTerm}; `undefined` for other terms. */
export function kinNameOf(term: string): string | undefined {
  return term.startsWith('@kin:') ? term.slice(term.lastIndexOf(':') + 1) : undefined
}

/** The relations or species and the names that a statement contains: `partner` and `salma` for "Is married to Salma". */
export function namesOfKin({ facts }: Statement): (readonly [relation: string, name: string])[] {
  return facts.flatMap(({ attribute, subject, value, polarity, species }) => {
    if (species !== undefined) return [[species, normalise(value)] as const]
    if (subject.who !== 'self' || polarity === 'ended' || !RELATIONS.has(attribute.name)) return []
    const name = NAME.exec(value)?.[0]
    return name ? [[attribute.name, name] as const] : []
  })
}
