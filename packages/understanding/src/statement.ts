import { affectedIn } from './affected.ts'
import { asideIn, bearerOf } from './asides.ts'
import { ATTRIBUTES, type Attribute } from './attributes.ts'
import { bearerAt, ownerAt, relativeIn } from './bearer.ts'
import { type ClauseWords, clauseWords, ENDS, INSTRUCTS, NEGATES, REACTS } from './clause-words.ts'
import { CLAUSE_CHARS_MAX, CLAUSES_MAX, type Clause, clausesOf } from './clauses.ts'
import { writtenInFull } from './clipped/written.ts'
import { isInstruction } from './instruction.ts'
import { introductionIn } from './introductions.ts'
import { KIN_ATTRIBUTES } from './kin.ts'
import { LABEL_END } from './label-evidence.ts'
import { notedIn } from './labelled-people.ts'
import {
  attributeRead,
  endOf,
  goesOn,
  isNoHome,
  isNotHad,
  isNotYet,
  isReadAnywhere,
  isWished,
  leadOf,
  negatedIn,
  opinionEnd,
  polarityRead,
} from './misread.ts'
import { NO_NAMES } from './names.ts'
import { withNewEmployer } from './new-employers.ts'
import { ownerOf } from './owner.ts'
import { labelledFact } from './patterns/labels.ts'
import { CLOSE_ONE } from './patterns/life.ts'
import { isNamedOnly, isNoted, isTitled, jobIn, type Listed, statesReaction } from './patterns/listed.ts'
import { livesWith } from './patterns/living-with.ts'
import type { Pattern } from './patterns/pattern.ts'
import { prescribedIn } from './patterns/prescribed.ts'
import { takenIn } from './patterns/taken.ts'
import { petsIn } from './pets.ts'
import { plainOpening } from './plain-opening.ts'
import { conditionNamed } from './possessives.ts'
import { isOfTheirs, meantBy } from './pronouns.ts'
import { withoutReport } from './reports.ts'
import { type Subject, subjectOf } from './subject.ts'
import { narrowerTastes } from './tastes.ts'
import { leaveCleared } from './unreal.ts'

export type { Subject } from './subject.ts'

/** `negated`: it is not so ("does not drink"); `ended`: it was so once ("no longer", "used to", "former"). */
export type Polarity = 'affirmed' | 'negated' | 'ended'

/** One thing that a statement says about a person. */
export interface Fact {
  readonly attribute: Attribute
  readonly subject: Subject
  /** The value in lower case, as far as the pattern tells it; may be empty. */
  readonly value: string
  readonly polarity: Polarity
  /** Of a pet that is named: its species. */
  readonly species?: string
}

export interface Statement {
  /** Whom the first clause is about. */
  readonly about: Subject
  readonly facts: readonly Fact[]
  /** `instruction`: tells a reader what to do ("Always recommend …"), and says nothing about a person. */
  readonly form: 'statement' | 'question' | 'instruction'
}

const SELF: Subject = { who: 'self' }
const CAPITAL = /^\p{Lu}/u
const VALUE_CHARS_MAX = 120
const FACTS_MAX = 24
/** A note of so few words needs no verb: "Vegan since birth". */
const TERSE_WORDS_MAX = 4
const ENDED =
  /\b(?:no longer|not .{0,30}any ?more|used to|former(?:ly)?|previous(?:ly)?|stopped|quit|gave up|given up|was sold|sold|ended(?! up)|cancelled|canceled|called off|(?:left|(?<!\b(?:fixed|valid|good|booked|renewed|extended|insured|covered|guaranteed|paid|lasts?|runs?|leased?|rented|contract|here|stays?|staying|due|signed|leave|visa|permit|tenancy|mortgage) )until) (?:in )?\d{4}|(?:has|have|had) (?:once )?(?:lived|worked|been living) .*\b(?:before|once|in the past)|broke up|split up|over with|got rid of|moved (?:away from|out of)|gave away|died|discontinued|will not take place|won't (?:happen|take place)|fell through|is off(?![ -](?:limits|the (?:menu|table|list|cards)|to|on)\b)|has been scrapped|(?:dropped|abandoned|shelved|scrapped|ditched|binned|let go of|decided against|walked away from|turned (?:his|her|my) back on|thought better of|talked out of) (?:(?:the|my|her|his|our|their|any|all|old|whole) ){0,2}(?:idea|plans?|dreams?|thoughts?|notion|hopes?|goals?|intention|ambitions?|aim)|decided against|let (?:the|my|her|his|our|their) [\w' ]{0,30}(?:membership|subscription|pass|licence|license|plan) (?:go|lapse|expire|run out)|cured|fully recovered|, cleared|has cleared|cleared up|grew out of|has outgrown|outgrew)\b/
const NEGATED =
  /\b(?:not|never|cannot|can't|doesn't|don't|didn't|isn't|aren't|won't|wasn't|hasn't|haven't|without|neither|nor|no|none|nobody|hates?|avoids?|dislikes?)\b|n't\b/
/**
 * Reads a statement into facts. Precision before reach: a text that no pattern understands gives no facts.
 * @param ownNames the person's own names in lower case.
 */
export function readStatement(text: string, ownNames: ReadonlySet<string> = NO_NAMES): Statement {
  const { statement, mayInstruct } = read(text, ownNames)
  if (mayInstruct && isInstruction(text)) return { about: { who: 'thing' }, facts: [], form: 'instruction' }
  return statement
}

/** Like {@link readStatement}, for text that is not shown to a person: does not look for instructions. */
export function readFacts(text: string, ownNames: ReadonlySet<string> = NO_NAMES): Statement {
  return read(text, ownNames).statement
}

/** Text of which some is not in the words of its clauses: a part in brackets, letters with accents. */
const NOT_IN_WORDS = /^\s*[[*-]|[^\0-\x7f]/

/** `mayInstruct`: `false` if the words of the text exclude that it is an instruction. */
function read(text: string, ownNames: ReadonlySet<string>): { statement: Statement; mayInstruct: boolean } {
  const stated = writtenInFull(withNewEmployer(withoutReport(text, ownNames)))
  const clauses = clausesOf(stated)
  const [first] = clauses
  let mayInstruct =
    text.length > CLAUSE_CHARS_MAX || clauses.length >= CLAUSES_MAX || stated !== text || NOT_IN_WORDS.test(text)
  if (!first) return { statement: { about: SELF, facts: [], form: 'statement' }, mayInstruct }
  const facts: Fact[] = []
  let subject = SELF
  let about: Subject | undefined
  let before: Clause | undefined
  let noted: Subject | undefined
  let suspected: readonly Fact[] = []
  for (const written of clauses) {
    const inPassing = asideIn(written, ownNames)
    const clause = plainOpening(inPassing?.main ?? written, ownNames)
    const words = clauseWords(clause.plain)
    mayInstruct ||= (words.says & INSTRUCTS) !== 0
    const previous = meantBy(clause, before, subject, stated, facts, ownNames)
    const prescribed = prescribedIn(clause.plain)
    subject = affectedIn(clause.text, ownNames) ?? (prescribed ? SELF : subjectOf(clause, previous, ownNames))
    if (subject.who === 'other' && subject.relation && isOfTheirs(clause.plain, before, stated))
      subject = { ...subject, relation: undefined }
    noted = notedIn(written, subject, noted)
    if (noted) subject = noted
    const earlier = before?.plain ?? ''
    before = clause
    about ??= subject
    if (clause.isQuestion || facts.length >= FACTS_MAX) continue
    const known = facts.length
    if (prescribed && !isWished(clause.plain))
      facts.push({
        attribute: ATTRIBUTES.get('medicine')!,
        subject,
        value: prescribed.value.slice(0, VALUE_CHARS_MAX),
        polarity: 'affirmed',
      })
    readClause(clause, words, subject, ownNames, facts)
    if (subject.who === 'self') addIntroduction(written, ownNames, facts)
    suspected = leaveCleared(clause.plain, facts, known, suspected, earlier)
    if (inPassing)
      readClause(inPassing.aside, clauseWords(inPassing.aside.plain), bearerOf(inPassing, subject), ownNames, facts)
  }
  const form = first.isQuestion ? 'question' : 'statement'
  return { statement: { about: about ?? SELF, facts: facts.slice(0, FACTS_MAX), form }, mayInstruct }
}

/** Adds the name and the age by which a clause introduces the person, unless other rules have read them. */
function addIntroduction(written: Clause, ownNames: ReadonlySet<string>, facts: Fact[]): void {
  for (const [name, value] of Object.entries(introductionIn(written, ownNames) ?? {}))
    if (value !== undefined && !facts.some((fact) => fact.attribute.name === name && fact.subject.who === 'self'))
      facts.push({ attribute: ATTRIBUTES.get(name)!, subject: SELF, value, polarity: 'affirmed' })
}

function readClause(
  clause: Clause,
  words: ClauseWords,
  subject: Subject,
  ownNames: ReadonlySet<string>,
  facts: Fact[],
): void {
  const { plain } = clause
  const first = facts.length
  let endedTo: number | undefined
  const add = (found: string, value: string, of: Subject | undefined, lead = '', species?: string) => {
    if (!of) return
    const name = species === undefined ? attributeRead(found, value, plain, facts) : found
    const attribute = ATTRIBUTES.get(name ?? '')
    if (attribute && lead && isNotYet(attribute, plain, lead)) return
    const owner = attribute && ownerOf(attribute, of, plain)
    if (name === 'home' && isNoHome(value, clause.text)) return
    const isKnown = (fact: Fact) =>
      fact.attribute === attribute &&
      ((fact.subject === owner && species === undefined) ||
        (fact.subject.who === 'self' && owner!.who === 'self' && value === fact.value))
    if (!owner || facts.some(isKnown)) return
    endedTo ??= (words.says & ENDS) !== 0 ? endOf(ENDED, plain) : 0
    const hasEnded = endedTo > 0 && !goesOn(lead, endedTo, value.trimStart())
    const isNegated = (words.says & NEGATES) !== 0 && NEGATED.test(negatedIn(lead))
    const polarity = polarityRead(found, value, plain, hasEnded ? 'ended' : isNegated ? 'negated' : 'affirmed')
    const stated = name === 'allergy' && plain.startsWith(value) ? value.replace(LABEL_END, '') : value
    const fact = { attribute, subject: owner, value: stated.trim().slice(0, VALUE_CHARS_MAX), polarity }
    facts.push(species === undefined ? fact : { ...fact, species })
  }
  const found = words.found.length ? readWords(plain, words, subject, add) : undefined
  const taken = !isWished(plain) && subject.who !== 'thing' ? takenIn(clause.text, plain) : undefined
  if (taken) {
    const of = ownerAt(plain, taken.at, subject)
    const bearer = of.who === 'self' ? bearerAt(ATTRIBUTES.get('medicine')!, plain, taken.at, taken.at, of) : of
    add('medicine', taken.value, bearer, plain.slice(0, taken.at))
  }
  const shared = isWished(plain) || subject.who === 'thing' ? undefined : livesWith(clause.text, plain)
  if (shared) add('housemates', shared.value, shared.isOwn ? SELF : subject, plain.slice(0, shared.at))
  if (shared?.place) add('home', shared.place, subject, plain.slice(0, shared.at))
  const labelled = plain.includes(':') ? labelledFact(plain) : undefined
  if (labelled) add(labelled.attribute, labelled.value, subject.who === 'other' ? subject : SELF)
  if (found?.substance && words.says & REACTS && statesReaction(plain))
    add('allergy', found.substance, subject.who === 'thing' ? SELF : subject)
  if (subject.who === 'other' && subject.relation) add(subject.relation, subject.name ?? '', SELF)
  if (found?.hasKin) readCloseOnes(clause, subject, ownNames, add)
  const isTheirs = subject.who === 'other' && !subject.relation && /^(?:his|her|their) /.test(plain)
  const pets = found?.hasAnimal && !isTheirs ? petsIn(clause, subject, ownNames) : []
  // Their names say more than "dog", the value that other patterns find.
  if (pets.length)
    facts.push(...facts.splice(first).filter((fact) => fact.attribute.name !== 'pet' || fact.subject.who !== 'self'))
  for (const { species, name, at } of pets) add('pet', name, SELF, plain.slice(0, at), species)
}

/** Before the "m" of "I'm" and the "s" of "she's", but not of "Tom's". */
const CONTRACTED = /\b(?:i|she|he|who)'$/
type AddFact = (name: string, value: string, of: Subject | undefined, lead?: string) => void

/** Adds what the words of a clause state. Returns the first word for a substance, and whether there is a kin word. */
function readWords(plain: string, { found }: ClauseWords, subject: Subject, add: AddFact) {
  const relative = relativeIn(plain, subject)
  const whoseAt = (name: string, index: number, valueAt: number) =>
    relative && Math.max(index, valueAt) > relative.at
      ? relative.of
      : subject.who === 'self'
        ? bearerAt(ATTRIBUTES.get(name)!, plain, index, valueAt, subject)
        : subject
  const labelEnd = endOf(LABEL_END, plain)
  let isShort: boolean | undefined
  const state = ({ attribute, form, isBefore, isTerse }: Listed, member: string, index: number) => {
    isShort ??=
      (subject.who === 'self' || labelEnd > 0) &&
      ` ${plain.slice(labelEnd)}`.split(' ').length <= TERSE_WORDS_MAX + (labelEnd ? 0 : 1)
    if (
      (isShort && isTerse && !isNamedOnly(plain.slice(index + member.length))) ||
      form.test(isBefore ? plain.slice(0, index) : plain) ||
      (isTerse &&
        isNoted(plain.slice(subject.who === 'other' ? labelEnd : 0, index), plain.slice(index + member.length)))
    )
      add(
        attribute,
        attribute === 'condition' ? conditionNamed(member, plain, index) : member,
        whoseAt(attribute, index, index),
        plain.slice(0, index),
      )
  }
  let hasKin = false
  let hasAnimal = false
  let hasVerb = false
  let substance: string | undefined
  const tried: Pattern[] = []
  let opinionTo: number | undefined
  const isOpinion = (to: number) => (opinionTo ??= opinionEnd(plain)) > 0 && to > opinionTo
  for (const { text, start: index, before, known: word } of found) {
    hasKin ||= word.isKin
    hasAnimal ||= word.isAnimal
    if (word.isSubstance) substance ??= text
    for (const each of word.listed) state(each, text, index)
    if (before) for (const each of word.after!.get(before) ?? []) state(each, `${before} ${text}`, index)
    if (word.canBeJob) {
      const lead = plain.slice(0, index)
      if (!isOpinion(index) && isTitled(text, lead, plain.slice(index + text.length), hasVerb))
        add('job', jobIn(plain, index), whoseAt('job', index, index), lead)
    }
    hasVerb ||= word.isVerb && (text.length > 1 || CONTRACTED.test(plain.slice(0, index)))
    for (const pattern of word.patterns) {
      if (tried.includes(pattern)) continue
      tried.push(pattern)
      const match = pattern[2].exec(plain)
      if (!match) continue
      if (isOpinion(match.index + match[0].length) && !isReadAnywhere(ATTRIBUTES.get(pattern[0])!)) continue
      const value = Object.values(match.groups ?? {}).find(Boolean) ?? ''
      const valueAt = match.index + match[0].length - value.length
      const lead = leadOf(plain, valueAt)
      const of = whoseAt(pattern[0], index, valueAt)
      add(pattern[0], value, of, lead)
      for (const narrower of narrowerTastes(pattern[0], value)) add(narrower, value, of, lead)
    }
  }
  return { hasKin, hasAnimal, substance }
}

/** Adds the people and pets close to the person that a clause names, and whose relation to the person it states. */
function readCloseOnes(
  { text, plain }: Clause,
  subject: Subject,
  ownNames: ReadonlySet<string>,
  add: (name: string, value: string, of: Subject) => void,
): void {
  // In a clause about another person, "his sister" is not the person's sister.
  const isOwn = subject.who !== 'other' || subject.relation !== undefined
  for (const match of plain.matchAll(CLOSE_ONE)) {
    const { own, kin, name } = match.groups!
    const written = text.slice(match.index + match[0].length - name!.length, match.index + match[0].length)
    const isNamed = CAPITAL.test(written) && name !== 'i' && !ownNames.has(name!)
    const isMine = subject.who === 'self' ? own !== undefined : /\b(?:my|our)\b/.test(own ?? '')
    const relation = KIN_ATTRIBUTES.get(kin!)!
    // "Mum of two": the person.
    if ((!own && /^(?:of|to)$/.test(name!)) || isNotHad(relation, plain, plain.indexOf(kin!, match.index))) continue
    if (isOwn && (isMine || (isNamed && subject.who === 'self')))
      add(relation, isNamed ? written.replace(/'s$|[^\p{L}\p{N}-]+$/gu, '') : '', SELF)
  }
}
