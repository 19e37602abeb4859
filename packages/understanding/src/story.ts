import { isOwnName } from './names.ts'
import type { Owner } from './phrases.ts'
import { type Gender, type Relation, USER } from './relation-words.ts'

/** Somebody other than the user whom a text mentions; without a name for "her sister". */
export interface Person {
  readonly name: string | undefined
  readonly gender: Gender | undefined
}

/** Whom a clause is about. */
export interface ClauseSubject {
  /** Names, or `user`; empty if it is not known. */
  readonly names: readonly string[]
  readonly gender?: Gender | undefined
  /** The possessive of its own phrase: "her" in "her sister Ana". */
  readonly owner?: Owner['by'] | undefined
  /** The position in the text after it. */
  readonly end: number
}

const FIRST_PERSON = /\b(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|[Uu]s)\b/
const PRONOUN_GENDER: ReadonlyMap<string, Gender> = new Map(
  Object.entries({ she: 'female', her: 'female', he: 'male', his: 'male' }),
)

/** Who was mentioned in a text so far, and whom its pronouns can mean. */
export class Story {
  readonly people: Person[] = []
  subject: ClauseSubject | undefined
  /** Where the user is "I", "she" is another person; elsewhere "she" may be the user. */
  readonly #isFirstPerson: boolean
  readonly #ownNames: ReadonlySet<string>
  readonly #found: (relation: Relation) => void

  constructor(text: string, ownNames: ReadonlySet<string>, found: (relation: Relation) => void) {
    this.#isFirstPerson = FIRST_PERSON.test(text)
    this.#ownNames = ownNames
    this.#found = found
  }

  /** A name as it stands in relations: `user` for an own name. */
  called(name: string): string {
    return isOwnName(name, this.#ownNames) ? USER : name
  }

  add(subject: string, relation: string, object: string | undefined): void {
    if (object !== undefined && subject !== object) this.#found({ subject, relation, object })
  }

  mention(name: string | undefined, gender?: Gender): void {
    if (name !== USER && !this.people.some((person) => person.name === name && person.gender === gender))
      this.people.push({ name, gender })
  }

  /** Whom "she", "his" or "their" means: a name or `user`; `undefined` if it could be several. */
  meantBy(pronoun: string, people: readonly Person[] = this.people): string | undefined {
    const gender = PRONOUN_GENDER.get(pronoun)
    const possible = people.filter((person) => !gender || !person.gender || person.gender === gender)
    if (!possible.length) return this.#isFirstPerson ? undefined : USER
    return this.#isFirstPerson && gender && possible.length === 1 ? possible[0]!.name : undefined
  }

  /**
   * Whose relative a phrase in a clause is about.
   * @param beside the phrase that this one is coordinated with: "my brother Tom" before "and his wife".
   */
  ownerOf(owner: Owner, subject: ClauseSubject, beside?: Beside | undefined): string | undefined {
    if (owner.by === 'user') return USER
    if (owner.by === 'name') return this.called(owner.name)
    if (owner.by === 'their') return beside?.isCouple ? USER : this.meantBy('their')
    if (owner.by !== 'her' && owner.by !== 'his') return undefined
    const gender = PRONOUN_GENDER.get(owner.by)
    // In "her sister Ana and her husband", the second "her" may mean either.
    const canBe = (of: { gender?: Gender | undefined; owner?: string | undefined }) =>
      (!of.gender || of.gender === gender) && of.owner !== owner.by
    if (beside?.isSubject && canBe(beside)) return beside.name
    const [name] = subject.names
    if (name !== undefined && name !== USER && subject.names.length === 1 && canBe(subject)) return name
    return this.meantBy(owner.by)
  }
}

/** The phrase before "and". */
export interface Beside {
  readonly name: string
  readonly gender: Gender | undefined
  readonly owner: Owner['by']
  /** Whether it begins the clause. */
  readonly isSubject: boolean
  /** Whether it is the user's partner, so that "their" includes the user. */
  readonly isCouple: boolean
}
