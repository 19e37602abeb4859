import { DESCRIPTIONS } from './lexicon/descriptions.ts'
import { NOT_NAMES } from './names.ts'
import type { Token } from './phrases.ts'
import { MONTHS_AND_DAYS, withoutPossessive } from './replace/words.ts'
import { AMBIGUOUS, ROLES } from './roles.ts'

/* Names in a text, and the words before a role: whose it is, and which. */

export const NAME = /^\p{Lu}\p{Ll}[\p{L}'’-]*$/u
export const TITLES = new Set('dr prof professor mr mrs ms miss sir dame uncle aunt auntie aunty don doña'.split(' '))
/** Words that end the adjectives before a word for a person. */
const NO_ADJECTIVES = new Set(
  (
    'is are was were be been am has have had do does did and or but of to in on at for with from by as than not no who that ' +
    'which when while if because about like into over after before until since gave lent met saw called named says said'
  ).split(' '),
)
const FORMER = /^(?:former|previous|ex|future|next|imaginary)$/
const OLDEST = /^(?:best|oldest|closest)$/
export const OWN = new Set(['my', 'our', "user's"])
export const THEIRS = new Set(['her', 'his', 'their'])

const PARTNER_ADJECTIVES = /^(?:long-term|longtime|new|current|life|civil|domestic|unmarried|late|live-in|dear)$/
export const LABEL = /^[:=–—-]$/

export interface Names {
  /** First and last names, in lower case. */
  readonly names: readonly string[]
  readonly end: number
}

/** The words of a text in which ties are read. */
export class TieText {
  protected readonly tokens: readonly Token[]
  protected readonly ownNames: ReadonlySet<string>

  constructor(tokens: readonly Token[], ownNames: ReadonlySet<string>) {
    this.tokens = tokens
    this.ownNames = ownNames
  }

  protected plain(at: number): string {
    return this.tokens[at]?.plain ?? ''
  }

  /** Goes back over adjectives: where they begin, and what they say. */
  protected adjectives(at: number): [from: number, isFormer: boolean, isOldest: boolean] {
    let [from, isFormer, isOldest] = [at, false, false]
    for (let steps = 0; steps < 3 && from > 0; steps++) {
      const { plain, text } = this.tokens[from - 1]!
      const isFirst =
        from === 1 && /^\p{Lu}\p{Ll}+$/u.test(text) && (OLDEST.test(plain) || FORMER.test(plain) || plain === 'twin')
      if ((!/^\p{Ll}[\p{Ll}-]*$/u.test(text) && !isFirst) || NO_ADJECTIVES.has(plain)) break
      if (OWN.has(plain) || THEIRS.has(plain) || plain === 'the' || plain === 'a' || plain === 'an') break
      isFormer ||= FORMER.test(plain)
      isOldest ||= OLDEST.test(plain)
      from--
    }
    return [from, isFormer, isOldest]
  }

  /** Whether a position begins the text or a part of it. */
  protected isStart(at: number): boolean {
    return at <= 0 || /^[.;,]$/.test(this.plain(at - 1))
  }

  /** The name that ends at a token; its `end` is where it begins. */
  protected nameEndingAt(last: number): Names | undefined {
    let from = last
    while (from >= 0 && last - from < 3 && this.isName(from)) from--
    const words = this.wordsOf(from + 1, last + 1)
    const start = TITLES.has(this.plain(from))
      ? from
      : this.plain(from) === '.' && TITLES.has(this.plain(from - 1))
        ? from - 1
        : from + 1
    return words.length ? { names: words, end: start } : undefined
  }

  protected isName(at: number): boolean {
    const token = this.tokens[at]
    if (!token || !NAME.test(token.text) || /['’]s$/.test(token.text)) return false
    const { plain } = token
    return (
      !NOT_NAMES.has(plain) &&
      !MONTHS_AND_DAYS.has(plain) &&
      !ROLES.has(plain) &&
      // A star sign, unless it is a brother's name.
      (!DESCRIPTIONS.has(plain) || (plain === 'leo' && ROLES.has(this.plain(at - 1)))) &&
      !TITLES.has(plain)
    )
  }

  /** The first and the last of some names in lower case; none of the user's own. */
  protected wordsOf(from: number, end: number): string[] {
    const words = this.tokens.slice(from, end).map(({ plain }) => plain.replace(/^['’]|['’]$/g, ''))
    if (!words.length || words.every((word) => this.ownNames.has(word))) return []
    const last = words.at(-1)!
    return [...new Set([words[0]!, last])].filter((word) => word.length > 1 && !this.ownNames.has(word))
  }

  /** Where the words for the owner before a position begin; the same position if there are none. */
  protected ownerStart(from: number): number {
    const before = this.tokens[from - 1]
    if (!before) return from
    if (OWN.has(before.plain) || THEIRS.has(before.plain)) return from - 1
    if (/['’]s?$/.test(before.text)) {
      if (/^\p{Lu}/u.test(before.text)) return this.isName(from - 2) ? from - 2 : from - 1
      if (ROLES.has(withoutPossessive(before.plain))) return this.ownerStart(this.adjectives(from - 1)[0])
    }
    return from
  }

  protected isNamePart(at: number): boolean {
    return this.isName(at) || TITLES.has(this.plain(at))
  }

  protected closing(from: number): number | undefined {
    for (let at = from + 1; at < from + 8 && this.tokens[at]; at++) if (this.plain(at) === ')') return at
    return undefined
  }

  /** Whether a word that also names other things is one for a person here: "our boys", "team: Raj", unlike "two girls". */
  protected isOfPerson(at: number, from: number): boolean {
    const plain = withoutPossessive(this.plain(at))
    const isOwned = this.ownerStart(from) < from
    if (plain === 'partner') return from === at || PARTNER_ADJECTIVES.test(this.plain(at - 1))
    return !AMBIGUOUS.has(plain) || isOwned || (from === 0 && LABEL.test(this.plain(at + 1)))
  }
}
