import { NO_NAMES } from './names.ts'
import { tokensOf } from './phrases.ts'
import { withoutPossessive } from './replace/words.ts'
import { isFamily, isSocial, ROLES, type Role, type TieGender } from './roles.ts'
import { LABEL, NAME, type Names, OWN, THEIRS, TITLES, TieText } from './tie-text.ts'
import { DOES, SHARED } from './tie-verbs.ts'

/*
 * Reads who is what to whom from any text, notes without verbs included: "Brother Arvid keeps bees", "Uche (brother) owes
 * me", "Steph, Owen's girlfriend,", "Grandsons: Ole 11, Per 8 (both Kari's)". It reads more than relations.ts, which feeds
 * the graph and must be certain: ties only help a search to find what rows say of a person.
 */

/** What a text says that one person is to another. */
export interface Tie {
  /** In lower case. */
  readonly name: string
  readonly kind: string
  readonly gender: TieGender
  /** To whom: a name in lower case; empty for the user, and `#child` for a child of the user without a name. */
  readonly of: string
}

/** The user in a tie. */
export const OF_USER = ''
const TEXT_CHARS_MAX = 600
const TIES_MAX = 16
const SEPARATOR = /^(?:,|and|&|\/|\+|;)$/
const COPULA = /^(?:is|are|was|were)$/
const HAVING = new Set("has have had got i've we've".split(' '))
const SHARED_TOKENS_MAX = 6
const USER_WORDS = /^(?:i|i'm|we|she|he|user)$/
/** After "Petra: sister", what still says who Petra is. */
const CLOSES = /^(?:[,.;)!–—-]|and|who|since|from|of|at|in|we|&)$/

/**
 * Reads the ties that a text states.
 * @param ownNames the user's own names in lower case.
 */
export function tiesIn(text: string, ownNames: ReadonlySet<string> = NO_NAMES): Tie[] {
  return new Reader(tokensOf(text.slice(0, TEXT_CHARS_MAX).replace(/\b(in) (law)/gi, '$1-$2')), ownNames).read()
}

class Reader extends TieText {
  readonly #ties: Tie[] = []

  read(): Tie[] {
    for (let at = 0; at < this.tokens.length && this.#ties.length < TIES_MAX; at++) {
      const role = this.#roleAt(at)
      if (role) this.#readRole(at, role)
      else this.#readShared(at)
    }
    return this.#ties.slice(0, TIES_MAX)
  }

  #roleAt(at: number): Role | undefined {
    const { plain, text } = this.tokens[at]!
    const spelling =
      plain === 'mother' ||
      plain === 'father' ||
      plain === 'sister' ||
      plain === 'brother' ||
      plain === 'son' ||
      plain === 'daughter'
    const role = ROLES.get(withoutPossessive(spelling && this.plain(at + 1) === 'in-law' ? `${plain}-in-law` : plain))
    // "The priest, Father Leif": a title.
    const isTitle =
      at > 0 && /^\p{Lu}/u.test(text) && !LABEL.test(this.plain(at - 1)) && NAME.test(this.tokens[at + 1]?.text ?? '')
    return isTitle && (role?.kind === 'parent' || role?.kind === 'sibling') && !this.#isOwned(at) ? undefined : role
  }

  #isOwned(at: number): boolean {
    return OWN.has(this.plain(at - 1)) || THEIRS.has(this.plain(at - 1)) || /[.;]/.test(this.plain(at - 1))
  }

  #readRole(at: number, role: Role): void {
    const isInLaw = this.plain(at + 1) === 'in-law'
    const [from, isFormer, isOldest] = this.adjectives(at)
    if (isFormer || !this.isOfPerson(at, from)) return
    const kind = isOldest && role.kind === 'friend' ? 'best_friend' : role.kind
    const tie = { ...role, kind }
    const before = this.#nameBefore(from, at, tie)
    const of = this.#ownerOf(from, at, tie, before)
    if (of === undefined) return
    const after = before ? undefined : this.#namesAfter(at + (isInLaw ? 2 : 1), tie, from)
    for (const name of (before ?? after)?.names ?? []) this.#add(name, tie, of)
  }

  #add(name: string, { kind, gender }: Pick<Role, 'kind' | 'gender'>, of: string): void {
    if (name !== of && !this.#ties.some((tie) => tie.name === name && tie.kind === kind && tie.of === of))
      this.#ties.push({ name, kind, gender, of })
  }

  /** The name that a role stands beside: "Fiona, Petter's wife", "Uche (brother)", "Nico is a friend". */
  #nameBefore(from: number, at: number, { kind }: Role): Names | undefined {
    if (/['’]s$/.test(this.plain(at))) return undefined
    const next = this.plain(at + 1)
    const first = this.ownerStart(from)
    const hasOwner = first < from
    const article = first === from && /^(?:an?|the)$/.test(this.plain(from - 1))
    const start = article ? from - 1 : first
    const mark = this.plain(start - 1)
    if (mark === '(' && (next === ')' || next === ',')) return this.nameEndingAt(start - 2)
    const closes = next === '' || CLOSES.test(next) || next === 'in-law'
    if (mark === ',' && closes && (hasOwner || (article && !isSocial(kind) && isFamily(kind)))) {
      const named = this.nameEndingAt(start - 2)
      // "Came with Tom, my sister and Ana" is a list.
      return named && next !== 'and' ? named : undefined
    }
    if (LABEL.test(mark) && closes && !NAME.test(this.tokens[at + 1]?.text ?? '')) {
      const named = this.nameEndingAt(start - 2)
      return named && this.isStart(named.end) && !LABEL.test(next) ? named : undefined
    }
    if (COPULA.test(mark) && (hasOwner || (this.plain(start) === 'a' && isSocial(kind)))) {
      if (NAME.test(this.tokens[at + 1]?.text ?? '')) return undefined
      return this.nameEndingAt(start - 2)
    }
    return undefined
  }

  /** To whom a role is: see {@link Tie}. */
  #ownerOf(from: number, at: number, { kind }: Role, before: Names | undefined): string | undefined {
    const owner = this.tokens[from - 1]
    if (!owner) return OF_USER
    const { plain, text } = owner
    if (OWN.has(plain)) return OF_USER
    if (THEIRS.has(plain)) return this.#meant(from - 1, before)
    if (/['’]s?$/.test(text)) {
      const whose = withoutPossessive(plain).replace(/['’]$/, '')
      const role = ROLES.get(whose)
      if (role)
        return this.tokens[from - 2] && THEIRS.has(this.plain(from - 2)) && this.#meant(from - 2, before)
          ? undefined
          : `#${role.kind}`
      if (!/^\p{Lu}/u.test(text)) return undefined
      const first = this.isName(from - 2) ? this.plain(from - 2) : whose
      return this.ownNames.has(whose) || this.ownNames.has(first) || whose === 'user' ? OF_USER : first
    }
    if (plain === 'a' || plain === 'an' || /^(?:\d{1,2}|one|two|three|four|five|six)$/.test(plain) || HAVING.has(plain))
      return before ? OF_USER : this.#haver(from - 1)
    if (plain === 'the') return isFamily(kind) && !before && from > 1 ? undefined : OF_USER
    if (
      before ||
      LABEL.test(plain) ||
      /^[,;.(&•*]$|^(?:and|with|to|for|from|about|of|ask|call|ring|text|see|visit|paid|pay|pays)$/.test(plain)
    )
      return this.#haver(from)
    return at === from && !isFamily(kind) ? OF_USER : undefined
  }

  /** Whom "her" before a position means: the last one who was named before; else the user. */
  #meant(at: number, before: Names | undefined): string {
    const last = this.#ties.findLast(({ of }) => of === OF_USER)
    if (last && !(before?.names.includes(last.name) ?? false)) return last.name
    const start = this.tokens[0] && TITLES.has(this.plain(0)) ? 1 : 0
    const named = at > start && this.isName(start) ? this.wordsOf(start, start + 1)[0] : undefined
    const isVerbNext = /^\p{Ll}/u.test(this.tokens[start + 1]?.text ?? '')
    return named && isVerbNext && !before?.names.includes(named) ? named : OF_USER
  }

  /** Who has those that a count or no word introduces: "Inês had twins". */
  #haver(from: number): string | undefined {
    for (let at = from; at > 0 && from - at < 8; at--) {
      if (!HAVING.has(this.plain(at))) continue
      if (!this.isName(at - 1)) return OF_USER
      return this.wordsOf(at - 1, at)[0] ?? OF_USER
    }
    return OF_USER
  }

  /** The names that follow a role. */
  #namesAfter(at: number, role: Role, from: number): Names | undefined {
    let start = at
    if (this.plain(start) === '(') {
      const close = this.closing(start)
      if (close) start = close + 1
    }
    const next = this.plain(start)
    if (/['’]s$/.test(this.plain(at - 1)))
      return /^names?$/.test(next) && COPULA.test(this.plain(start + 1))
        ? this.#list(start + 2, role, false)
        : undefined
    if (next === 'called' || next === 'named') return this.#list(start + 1, role, false)
    if (LABEL.test(next)) {
      const found = this.#list(start + 1, role, true)
      // "Vet: Pusur only eats rabbit" is about a pet.
      const isVerbNext = found && /^\p{Ll}/u.test(this.tokens[found.end]?.text ?? '')
      return isVerbNext && !role.isPlural && !isFamily(role.kind) ? undefined : found
    }
    if (COPULA.test(next)) {
      if (/^(?:called|named)$/.test(this.plain(start + 2 - 1))) return this.#list(start + 2, role, false)
      for (let to = start + 2; to < start + 7 && this.tokens[to]; to++)
        if (/^(?:called|named)$/.test(this.plain(to))) return this.#list(to + 1, role, false)
      const found = this.#list(start + 1, role, false)
      return found && /^(?:|[,.;(]|and|who)$/.test(this.plain(found.end)) ? found : undefined
    }
    if (next === ',') {
      const isList = role.isPlural && !this.#ties.length
      for (let to = start + 1; !isList && to < start + 2; to++)
        if (!this.isNamePart(to)) return role.isPlural ? this.#later(start) : undefined
      const found = this.#list(start + 1, role, false)
      const after = this.plain(found?.end ?? 0)
      return found && (role.isPlural || /^(?:|[,.;:])$/.test(after)) ? found : undefined
    }
    if (/^(?:at|from|in|for|of|next)$/.test(next) && !role.isPlural) return this.#apposed(start, role)
    if (role.isPlural && /^\p{Ll}/u.test(this.tokens[start]?.text ?? '')) return this.#later(start)
    if (role.isPlural && from === at && !this.tokens[start]) return undefined
    const found = this.#list(start, role, false)
    // "My band Rusty Gate: me on bass, Callum drums".
    if (found && LABEL.test(this.plain(found.end)) && role.isPlural) return this.#list(found.end + 1, role, true)
    return found
  }

  /** "Twins last year, Léo and Alba": at least two names after a comma or colon. */
  #later(from: number): Names | undefined {
    for (let at = from; at < from + 5 && this.tokens[at]; at++) {
      if (!/^[,:]$/.test(this.plain(at))) continue
      const found = this.#list(at + 1, { kind: '', gender: '', isPlural: true }, true)
      return found && found.names.length > 1 ? found : undefined
    }
    return undefined
  }

  /** "My boss at the café, Zofia, does": a name after a part with a preposition. */
  #apposed(from: number, role: Role): Names | undefined {
    for (let at = from + 1; at < from + 6 && this.tokens[at]; at++) {
      if (/^[,:]$/.test(this.plain(at))) {
        const found = this.#list(at + 1, role, false)
        return found && /^(?:|[,.;])$/.test(this.plain(found.end)) ? found : undefined
      }
      if (!/^\p{Ll}/u.test(this.tokens[at]!.text) && this.plain(from) !== 'at') return undefined
    }
    return undefined
  }

  /** A name, or several of a plural role, each with a remark such as "11" or "(both Ingvild's)". */
  #list(from: number, role: Role, isLabel: boolean): Names | undefined {
    const names: string[] = []
    let end = from
    for (let at = from; at < this.tokens.length && names.length < TIES_MAX; ) {
      const start = TITLES.has(this.plain(at)) ? (this.plain(at + 1) === '.' ? at + 2 : at + 1) : at
      let to = start
      while (to < start + 3 && this.isName(to)) to++
      const found = to > start ? this.wordsOf(start, to) : []
      const isSelf = isLabel && /^(?:me|i|myself)$/.test(this.plain(at))
      if (!found.length && !isSelf) break
      names.push(...found)
      end = to
      if (!role.isPlural) break
      at = this.#afterRemark(isSelf ? at + 1 : to, found, names, role, isLabel)
      end = Math.max(end, at)
      if (!SEPARATOR.test(this.plain(at))) break
      while (SEPARATOR.test(this.plain(at))) at++
    }
    return names.length ? { names, end } : undefined
  }

  /** Skips what is said beside a name of a list, and reads whose they are: "(both Ingvild's)". */
  #afterRemark(from: number, found: readonly string[], all: readonly string[], role: Role, isLabel: boolean): number {
    let at = from
    if (this.plain(at) === ',' && /^\d{1,3}$/.test(this.plain(at + 1))) at++
    if (/^\d{1,3}$/.test(this.plain(at))) at++
    if (this.plain(at) === '(') {
      const close = this.closing(at)
      if (!close) return at
      const owner = this.tokens.slice(at + 1, close).find(({ text }) => /^\p{Lu}.*['’]s$/u.test(text))
      const kind = role.kind === 'grandchild' || role.kind === 'nibling' || role.kind === 'cousin' ? 'child' : undefined
      const isAll = /^(?:both|all)$/.test(this.plain(at + 1))
      if (owner && kind)
        for (const name of isAll ? all : found)
          this.#add(name, { kind, gender: role.gender }, withoutPossessive(owner.plain))
      return close + 1
    }
    if (isLabel)
      for (
        let steps = 0;
        steps < 3 && /^\p{Ll}/u.test(this.tokens[at]?.text ?? '') && !SEPARATOR.test(this.plain(at));
        steps++
      )
        at++
    return at
  }

  /** Reads "shares a flat with Owen and Bilal" and "at the café I work with Kwame". */
  #readShared(at: number): void {
    const does = DOES.get(this.plain(at))
    if (does && /^(?:me|my|us|our|her|him|his)$/.test(this.plain(at + 1)))
      for (const name of this.nameEndingAt(at - 1)?.names ?? []) this.#add(name, { kind: does, gender: '' }, OF_USER)
    const kind = SHARED.get(this.plain(at))
    const subject = this.plain(at - 1)
    if (!kind || !(at === 0 || USER_WORDS.test(subject) || this.ownNames.has(subject))) return
    for (let to = at + 1; to < at + SHARED_TOKENS_MAX && this.tokens[to]; to++) {
      if (this.plain(to) !== 'with') continue
      const found = this.#list(to + 1, { kind, gender: '', isPlural: true }, false)
      for (const name of found?.names ?? []) this.#add(name, { kind, gender: '' }, OF_USER)
      return
    }
  }
}
