import { composed, inverse, isOfRole, type Role } from '@memory-service/understanding/roles'
import { OF_USER, type Tie } from '@memory-service/understanding/ties'
import { normalise } from './normalise.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'
import type { Vocabulary } from './vocabulary.ts'

const PREFIX = '@tie:'

/** A tie as rows state it, and the term of these rows. */
interface StatedTie extends Tie {
  readonly term: string
}

/** People who have a role, and the terms of the rows that state it. */
interface Found {
  readonly names: ReadonlySet<string>
  readonly terms: ReadonlySet<string>
}

/** Who is what to whom, by what rows state (`ties.ts` of the package `understanding`). */
export class Ties {
  readonly #byTerm = new Map<string, StatedTie>()
  /** By the name of the one to whom it is: the ties to them. */
  readonly #byOwner = new Map<string, StatedTie[]>()
  readonly #byName = new Map<string, StatedTie[]>()

  /** Adds a tie and returns the number of the term of rows that state it. */
  add(tie: Tie, vocabulary: Vocabulary): number {
    const term = termOf(tie)
    this.#addTerm(term)
    return vocabulary.add(term)
  }

  /** `isStated`: whether a row contains a term. Ties that no row states any more are left out. */
  save(out: SectionWriter, isStated: (term: string) => boolean): void {
    out.json([...this.#byTerm.keys()].filter(isStated))
  }

  load(from: SectionReader): void {
    for (const term of from.json<string[]>()) this.#addTerm(term)
  }

  /** The terms of rows that say who a person of this name is. */
  termsOfName(name: string): string[] {
    return (this.#byName.get(name) ?? []).map(({ term }) => term)
  }

  /**
   * Those to whom one role after another leads, from the user or from a name. `isReadable`: whether the caller may read
   * a row with a term. Besides what rows state, two ties in a row make a third: a son's wife is a daughter-in-law.
   */
  find(of: string, roles: readonly Role[], isReadable: (term: string) => boolean): Found {
    let owners: ReadonlySet<string> = new Set([of])
    let terms = new Set<string>()
    for (const [at, role] of roles.entries()) {
      const names = new Set<string>()
      terms = new Set()
      for (const owner of owners)
        for (const { tie, by } of this.#withRole(owner, role, isReadable)) {
          names.add(tie.name)
          for (const term of by) terms.add(term)
        }
      // "My brother's wife Ana" names no brother.
      if (of === OF_USER && at === 1 && roles.length === 2)
        for (const tie of this.#readable(`#${roles[0]!.kind}`, isReadable))
          if (isOfRole(role, tie)) {
            names.add(tie.name)
            terms.add(tie.term)
          }
      owners = names
    }
    return { names: owners, terms }
  }

  *#withRole(owner: string, role: Role, isReadable: (term: string) => boolean) {
    const isOne = (tie: StatedTie, kind: string) =>
      isOfRole(role, { kind, gender: tie.gender || this.#genderOf(tie.name, isReadable) })
    const direct = [...this.#edges(owner, isReadable)].filter((tie) => isOne(tie, tie.kind))
    for (const tie of direct) yield { tie, by: [tie.term] }
    if (direct.length) return
    for (const first of this.#edges(owner, isReadable)) {
      for (const second of this.#edges(first.name, isReadable)) {
        const kind = second.name !== owner && composed(first.kind, second.kind)
        if (kind && isOne(second, kind)) yield { tie: second, by: [second.term] }
      }
    }
    if (owner !== OF_USER) return
    // Of one without a name: "my brother's wife Ana".
    for (const kind of UNNAMED)
      for (const tie of this.#readable(`#${kind}`, isReadable)) {
        const both = composed(kind, tie.kind)
        if (both && isOne(tie, both)) yield { tie, by: [tie.term] }
      }
  }

  #genderOf(name: string, isReadable: (term: string) => boolean): Tie['gender'] {
    // Of contradicting ones, none counts: the first would be one of the order in which rows were added, unreadable ones among them.
    const genders = new Set<Tie['gender']>()
    for (const { gender, term } of this.#byName.get(name) ?? []) if (gender && isReadable(term)) genders.add(gender)
    return genders.size === 1 ? [...genders][0]! : ''
  }

  /** The ties to a person, and those of that person to others in reverse. */
  *#edges(owner: string, isReadable: (term: string) => boolean): Generator<StatedTie> {
    yield* this.#readable(owner, isReadable)
    if (owner === OF_USER) return
    for (const tie of this.#byName.get(owner) ?? []) {
      const kind = tie.of === OF_USER || tie.of.startsWith('#') ? undefined : inverse(tie.kind)
      if (kind && isReadable(tie.term)) yield { name: tie.of, kind, gender: '', of: owner, term: tie.term }
    }
  }

  *#readable(owner: string, isReadable: (term: string) => boolean): Generator<StatedTie> {
    for (const tie of this.#byOwner.get(owner) ?? []) if (isReadable(tie.term)) yield tie
  }

  #addTerm(term: string): void {
    if (this.#byTerm.has(term)) return
    const [of, kind, gender, name] = term.slice(PREFIX.length).split(':') as [string, string, Tie['gender'], string]
    const tie: StatedTie = { of, kind, gender, name, term }
    this.#byTerm.set(term, tie)
    pushTo(this.#byOwner, of, tie)
    pushTo(this.#byName, name, tie)
  }
}

/** Kinds of those whom rows mention without a name: "my brother's wife Ana". */
const UNNAMED = ['partner', 'child', 'parent', 'sibling', 'pibling', 'grandchild']

function termOf({ of, kind, gender, name }: Tie): string {
  return `${PREFIX}${normalise(of)}:${kind}:${gender}:${normalise(name)}`
}

function pushTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
