import { coordinationAt, type KinPhrase, kinPhraseAt, nameAt, possessiveAt, type Token } from './phrases.ts'
import { type KinWord, kinRelation, PET_WORDS, TITLE_WORDS, USER } from './relation-words.ts'
import type { Beside, ClauseSubject, Story } from './story.ts'
import { FINITE_WORDS } from './subject.ts'

/** Verbs that introduce those whom a person has: "has a dog called Rex". */
export const HAVING: ReadonlySet<string> = new Set("has have i've we've owns own keeps adopted got".split(' '))
const BEFORE_HAVING = new Set(', and but who also now still currently'.split(' '))
const SUBORDINATING = new Set('that who which if because when whether whose while as'.split(' '))
const BEFORE_PLACES = new Set('in at from to near for on of via through around'.split(' '))
const ENDED = /^(?:ex|late|former|previous|future|deceased|next|the|an?)$|'s?$/
const PARTNER_WORDS = new Set('husband wife spouse partner girlfriend boyfriend fiancé fiancée'.split(' '))
const PARENTS_AND_SIBLINGS = new Set(['mother', 'father', 'sister', 'brother'])
const AFTER_BARE = /^(?:[,(]|and|&|who)$/
const ARTICLE = /^(?:an?|the|one|my|her|his)$/

/** Where in a clause the scan is. */
interface Scan {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly subject: ClauseSubject
  readonly story: Story
  /** Who has what "has" introduces. */
  haver: string | undefined
  /** The phrase before, which a coordinated one can share its owner with. */
  last: { readonly end: number; readonly owner: string | undefined; readonly beside: Beside | undefined } | undefined
}

/** Reads the people and pets that a clause names together with whose they are, anywhere in it. */
export function closeOnesIn(text: string, tokens: readonly Token[], subject: ClauseSubject, story: Story): void {
  const scan: Scan = { text, tokens, subject, story, haver: undefined, last: undefined }
  for (let at = 0; at < tokens.length; ) at = readKin(scan, at) ?? readNamed(scan, at) ?? readWord(scan, at)
}

function readWord(scan: Scan, at: number): number {
  const { tokens, subject } = scan
  if (HAVING.has(tokens[at]!.plain)) {
    const before = tokens[at - 1]
    const isPredicate = !before || before.end <= subject.end || BEFORE_HAVING.has(before.plain)
    if (isPredicate && subject.names.length === 1 && !hasOtherSubject(scan, at)) scan.haver = subject.names[0]
  }
  return at + 1
}

/** Whether the clause has another subject before a token: "says that Tom is ill and has". */
function hasOtherSubject({ tokens, subject }: Scan, to: number): boolean {
  return tokens.some(
    ({ plain, text, at }, index) =>
      index < to &&
      at > subject.end &&
      (SUBORDINATING.has(plain) || (/^\p{Lu}/u.test(text) && FINITE_WORDS.has(tokens[index + 1]?.plain ?? ''))),
  )
}

/** Reads "her sister Ana", "Tom's sons Emil and Per", "a dog called Rex" at a token. */
function readKin(scan: Scan, at: number): number | undefined {
  const { text, tokens, story } = scan
  const phrase = kinPhraseAt(text, tokens, at)
  if (!phrase) return undefined
  const { kin, named, end } = phrase
  const beside = isBeside(scan, at) ? scan.last!.beside : undefined
  if (!named.length) {
    if (phrase.owner.by === 'bare' || phrase.owner.by === 'counted') return end
    // "My boss and friend Ada".
    scan.last = { end, owner: ownerOf(scan, phrase, at, beside), beside: undefined }
    if (!PET_WORDS.has(kin.word)) story.mention(undefined, kin.gender)
    return end
  }
  const owner = isAmbiguousList(scan, phrase, at) ? undefined : ownerOf(scan, phrase, at, beside)
  for (const each of named) {
    const name = story.called(each.name)
    const word = each.kin ?? kin
    if (owner !== undefined) story.add(name, kinRelation(word.word), owner)
  }
  if (phrase.owner.by === 'name') story.mention(story.called(phrase.owner.name))
  if (!PET_WORDS.has(kin.word)) for (const each of named) story.mention(story.called(each.name), kin.gender)
  const isOne = named.length === 1
  scan.last = {
    end,
    owner,
    beside: isOne
      ? {
          name: story.called(named[0]!.name),
          gender: kin.gender,
          owner: phrase.owner.by,
          isSubject: at === 0,
          isCouple: owner === USER && PARTNER_WORDS.has(kin.word),
        }
      : undefined,
  }
  return end
}

function isBeside({ tokens, last }: Scan, at: number): boolean {
  return last !== undefined && at > last.end && coordinationAt(tokens, last.end) === at
}

/** "Visited her mother, Tom and Ana" is a list; "her mother, Ruth, is ill" names the mother. */
function isAmbiguousList({ tokens }: Scan, { lead, kin, owner, end }: KinPhrase, at: number): boolean {
  if (lead !== ',' || kin.isPlural || owner.by === 'counted') return false
  const [next, after] = [tokens[end], tokens[end + 1]]
  if (!next) return false
  if (next.plain === ',') return after?.plain === 'and' || after?.plain === 'or' || after?.plain === '&'
  return at > 0 || !FINITE_WORDS.has(next.plain)
}

function ownerOf(scan: Scan, phrase: KinPhrase, at: number, beside: Beside | undefined): string | undefined {
  const { subject, story, last, haver } = scan
  const { owner, kin } = phrase
  if (owner.by === 'counted') return haver
  if (owner.by === 'the') return PET_WORDS.has(kin.word) ? ownerOfPet(scan, at) : undefined
  if (owner.by !== 'bare') return story.ownerOf(owner, subject, beside)
  if (isBeside(scan, at)) return PARTNER_WORDS.has(kin.word) ? undefined : last!.owner
  return isOwnBare(scan, phrase, at) ? USER : undefined
}

/** Whether a phrase without a possessive names a person close to the user: "Husband Lars is", "with husband Lars". */
function isOwnBare({ tokens, subject }: Scan, { kin, named, lead, end }: KinPhrase, at: number): boolean {
  if (TITLE_WORDS.has(kin.word) && lead !== ':') return false
  const [before, next] = [tokens[at - 1], tokens[end]]
  if (!before) {
    if (lead === 'called') return true
    if (next && !FINITE_WORDS.has(next.plain) && !AFTER_BARE.test(next.plain)) return false
    // "Dog" and "cat" begin names of other things: "Cat Stevens is a favourite".
    return !PET_WORDS.has(kin.word) || !(named[0]!.name.includes(' ') || ARTICLE.test(tokens[end + 1]?.plain ?? ''))
  }
  // "Father Roy is ill", "Sister Kamau": titles.
  if (PARENTS_AND_SIBLINGS.has(kin.word) && /^\p{Lu}/u.test(tokens[at]!.text)) return false
  return (
    theUser(subject) !== undefined &&
    !PET_WORDS.has(kin.word) &&
    /^[\p{Ll}:,-]/u.test(before.text) &&
    !ENDED.test(before.plain)
  )
}

function theUser({ names }: ClauseSubject): string | undefined {
  return names.length === 1 && names[0] === USER ? USER : undefined
}

/** Whose pet "the dog Luna" is: the user's, unless the clause or an earlier one is about another person. */
function ownerOfPet({ subject, story }: Scan, at: number): string | undefined {
  if (at === 0) return story.people.length ? undefined : USER
  return theUser(subject)
}

/** Reads a name at a token, with what stands beside it: "Luna the dog", "Ana, my sister,", "Tom (her brother)". */
function readNamed(scan: Scan, at: number): number | undefined {
  const { text, tokens, story } = scan
  const found = nameAt(text, tokens, at)
  if (!found) return undefined
  const name = story.called(found.name)
  const beside = besideName(scan, found.end)
  if (beside?.isPet) {
    const owner = isBeside(scan, at) ? scan.last!.owner : ownerOfPet(scan, at)
    story.add(name, kinRelation(beside.kin.word), owner)
    scan.last = { end: beside.end, owner, beside: undefined }
  } else if (beside) story.add(name, kinRelation(beside.kin.word), beside.owner)
  // Any word is capitalised at the beginning of a clause.
  if (!beside && at === 0 && !isSubject(scan, found.end)) return undefined
  const isPlace = !beside && at > 0 && BEFORE_PLACES.has(tokens[at - 1]!.plain)
  if (!isPlace && !beside?.isPet) story.mention(name, beside?.kin.gender)
  return beside?.end ?? found.end
}

/** Whether a name at the beginning of a clause is its subject. */
function isSubject({ tokens, subject }: Scan, end: number): boolean {
  return subject.end > 0 || FINITE_WORDS.has(tokens[end]?.plain ?? '') || tokens[end]?.plain === 'and'
}

interface BesideName {
  readonly kin: KinWord
  readonly owner?: string | undefined
  readonly isPet?: boolean
  readonly end: number
}

function besideName({ text, tokens, subject, story }: Scan, from: number): BesideName | undefined {
  const mark = tokens[from]?.plain
  if (mark === 'the') {
    const phrase = kinPhraseAt(text, tokens, from)
    return phrase && !phrase.named.length && PET_WORDS.has(phrase.kin.word)
      ? { kin: phrase.kin, isPet: true, end: phrase.end }
      : undefined
  }
  if (mark !== ',' && mark !== '(') return undefined
  const phrase = kinPhraseAt(text, tokens, from + 1)
  if (!phrase || phrase.named.length || phrase.kin.isPlural) return undefined
  const next = tokens[phrase.end]?.plain
  const after = tokens[phrase.end + 1]?.plain
  const isClosed =
    mark === '('
      ? next === ')'
      : next === undefined || (next === ',' && (FINITE_WORDS.has(after ?? '') || after === 'who'))
  if (!isClosed) return undefined
  const isOwn = possessiveAt(text, tokens, from + 1) !== undefined
  const owner = isOwn ? story.ownerOf(phrase.owner, NO_SUBJECT) : mark === '(' ? theUser(subject) : undefined
  return { kin: phrase.kin, owner, end: mark === '(' ? phrase.end + 1 : phrase.end }
}

// "Ana, her sister": Ana is not the one whose sister she is.
const NO_SUBJECT: ClauseSubject = { names: [], end: 0 }
