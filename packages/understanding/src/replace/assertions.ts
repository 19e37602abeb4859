import { KIN_ATTRIBUTES } from '../kin.ts'
import { namedBeside } from '../pronouns.ts'
import {
  COMMON,
  COPULA,
  DETERMINERS,
  isOtherPartner,
  ORDINAL_KIN,
  OTHER_POSSESSIVE,
  OWN,
  OWN_POSSESSIVE,
  PRONOUNS,
} from './grammar.ts'
import { hasRemark } from './notes.ts'
import { isMeasured, isRole, isWithOwn } from './nouns.ts'
import { type Predicate, predicateOf } from './predicate.ts'
import { CHANGES, IT_IS, labelled, topicBefore } from './records.ts'
import { RULES } from './rules.ts'
import { sentencesOf } from './sentences.ts'
import { isSpeech } from './speech.ts'
import { finiteAt, isFiniteAt, isVerb, nameEnd } from './verbs.ts'
import { isDateWord, type Word, withoutPossessive, wordsOf } from './words.ts'

/** What one clause of a statement says about one subject. */
export interface Assertion {
  /** Lower case, contractions expanded. */
  readonly plain: string
  /** Without the own name of the person whose statement it is. */
  readonly words: readonly Word[]
  /** Whose: `self`, a relation such as `partner`, or `@` and a name; `undefined` for a thing without an owner. */
  readonly owner: Owner | undefined
  /** What of it: the words of "phone number" in "my phone number is", without determiners; empty for a person. */
  readonly topic: readonly Word[]
  /** The words from the verb on; of a labelled record, its value. */
  readonly predicate: readonly Word[]
  /** The predicate from its main verb on. */
  readonly main: Predicate
  readonly isLabelled: boolean
  readonly isQuestion: boolean
}

/** A person, animal or named thing. */
export interface Owner {
  readonly relation: string | undefined
  readonly name: string | undefined
}

export const SELF: Owner = { relation: 'self', name: undefined }

const LEAD =
  /^(?:(?:update|correction|sorry|oops|my mistake|i meant|i (?:typed|wrote|said|got|had) (?:that|this|it) wrong|news|fyi|note|ps|actually|well|ok|okay|btw|by the way|good news|bad news|sad news|unfortunately|sadly|luckily|happily|just so you know|for the record|finally|recently|lately|currently|nowadays|these days|now|today|yesterday|calendar|diary|agenda|planner|journal|memo|reminder|meanwhile|at last|in the meantime|(?:as of|since|from|after|in|on|last|this|starting) [^,:]{1,30})(?:[,:–]+ ?|-+ )|(?:now|recently|currently|and|but|so|please note that|turns out|actually|you can|from now on) (?=\p{L})|(?:these days|nowadays) (?!(?:are|were|go|have|will|is)\b)(?=\p{L})|(?:lately|of late|by now|(?:these|in the) (?:past|last) (?:few )?(?:weeks|months)|for (?:[a-z]+ )?(?:weeks|months|ages) now),? (?=(?:i|we|she|he|they|my|our|his|her|their|the) )|(?:on|by) (?:(?:the|my|her|his) )?(?:doctor|gp|dentist|cardiologist|dietician|consultant)['’]s (?:orders|advice) (?=\p{L})|(?:after|since) [^,]{3,40} (?=(?:i|we|she|he|they)\b)|since (?:last |this )?(?:spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day) (?=\p{L}+ \p{L}{2,}s ))/iu
/** "Deleted Duolingo" is no name. */
const ENDS_THING =
  /^(?:deleted|cancelled|canceled|uninstalled|ditched|dropped|dumped|sold|quit|left|scrapped|binned|swapped|traded|replaced|switched|stopped|joined|bought|closed)$/
const SPEAKER = /^(?:user|me|myself|i)$/iu
/** "I'd rather have the window seat". */
const RATHER = /(?: would|['’]d) (?:rather (?:have|take|get|do|use|drink|eat|sit in)|(?:now )?prefer)\b/u
const NUMBERED =
  /^(?<label>(?!(?:you|people|my number|reach|call|ring|text)\b)\p{L}(?:(?! (?:me|to|on|at|is|was|changed|has|under) )[\p{Ll} -]){2,30}) (?<value>\+?\d[\d ()/-]{4,})$/iu
const LABELLED = /^(?<label>\p{L}[\p{L}\p{N} '’/()-]{1,40}?)\s*[:=]\s+(?<value>\S.*)$/u

/** Reads a text into what its clauses say. Linear in the length of the text, which is cut at 600 characters. */
export function assertionsOf(content: string, ownNames: ReadonlySet<string>): Assertion[] {
  const assertions: Assertion[] = []
  let previous: Owner | undefined
  const sentences = sentencesOf(content)
  const isProse =
    /[!?]/.test(content) || (!hasRemark(content) && sentences.some(({ text }, at) => at > 0 && !LABELLED.test(text)))
  let before = ''
  for (const { text, isQuestion, continues } of sentences) {
    const beside = HE_OR_SHE.test(text) && isOwn(previous) ? besideIn(before, content, ownNames) : undefined
    before = text
    const it = assertions.length ? IT_IS.exec(text)?.groups?.value : undefined
    const topic = it === undefined ? [] : topicBefore(assertions.at(-1)!)
    const assertion = topic.length
      ? labelled(topic, assertions.at(-1)!.owner ?? SELF, it!, text.toLowerCase(), isQuestion)
      : assertionOf(text, isQuestion, ownNames, beside ?? previous, continues)
    if (!assertion || (assertion.isLabelled && isSpeech(assertion, isProse))) continue
    assertions.push(assertion)
    previous = meantNext(assertion, ownNames) ?? previous
  }
  return assertions
}

const HE_OR_SHE = /^(?:she|he)\b/i
const FIRST_PERSON = /\b(?:I|I['’]m|I['’]ve|[Mm]y|me|[Ww]e|[Oo]ur)\b/u
const isOwn = (owner: Owner | undefined) => owner === undefined || owner.relation === SELF.relation

/** Whom "he" or "she" means after a clause about the user: who it names, or, where the user says "I", another. */
function besideIn(before: string, content: string, ownNames: ReadonlySet<string>): Owner | undefined {
  if (!before) return undefined
  const name = namedBeside(before, ownNames)
  if (name !== undefined) return { relation: undefined, name }
  return FIRST_PERSON.test(content) ? { relation: 'other', name: undefined } : undefined
}

function assertionOf(
  sentence: string,
  isQuestion: boolean,
  ownNames: ReadonlySet<string>,
  previous: Owner | undefined,
  continues: boolean,
): Assertion | undefined {
  const withoutOwn = (words: readonly Word[]) => words.filter(({ plain }) => !ownNames.has(withoutPossessive(plain)))
  let text = /rather|prefer/.test(sentence) ? sentence.replace(RATHER, ' prefer') : sentence
  const whole = text.toLowerCase()
  for (let leads = 0; leads < 3; leads++) {
    const lead = LEAD.exec(text)
    if (!lead) break
    text = text.slice(lead[0].length)
  }
  const label = (LABELLED.exec(text) ?? NUMBERED.exec(text))?.groups
  if (label) {
    const words = withoutChange(wordsOf(label.label!))
    const isSpeaker = words.length === 1 && (SPEAKER.test(label.label!) || /^(?:i|i'm|we|my) /iu.test(label.value!))
    const isClause = words.length < 4 && CHANGES.test(words[0]!.plain)
    const it = isClause ? IT_IS.exec(label.value!)?.groups?.value : undefined
    if (it !== undefined) return labelled(words.slice(1), SELF, it, whole, isQuestion)
    if (isSpeaker || isClause) return assertionOf(label.value!, isQuestion, ownNames, previous, false)
    if (!OWN.has(words[0]?.plain ?? '') && !words.some(({ plain }) => COPULA.has(plain))) {
      const phrase = nounPhrase(words, 0, words.length, ownNames, previous)
      // "Employer: Acme": a label without a possessive is no name.
      const isName = phrase.owner?.name !== undefined && !phrase.topic.length && !KIN_ATTRIBUTES.has(words[0]!.plain)
      const topic = isName ? words : phrase.topic
      const owner = isName ? SELF : (phrase.owner ?? SELF)
      const record = labelled(topic, owner, label.value!, whole, isQuestion)
      return { ...record, words: withoutOwn([...words, ...record.predicate]) }
    }
  }
  const words = wordsOf(text)
  if (!words.length) return undefined
  const { owner, topic, end } = subjectOf(words, ownNames, previous, continues)
  const predicate = words.slice(end)
  return {
    plain: whole,
    words: withoutOwn(words),
    owner,
    topic,
    predicate,
    main: predicateOf(predicate),
    isLabelled: false,
    isQuestion,
  }
}

/** Whom "she" and a verb without a subject mean after a clause: in "my lady is Thandeka, she teaches", Thandeka. */
function meantNext({ owner, topic, main, words, plain }: Assertion, ownNames: ReadonlySet<string>): Owner | undefined {
  const named =
    topic.length && main.hasCopula && /^(?:my|our) /.test(plain) ? main.words : owner ? [] : namedBeforeAge(words)
  const isName = named.length > 0 && named.length <= 3 && named.every(({ isCapital }) => isCapital)
  return isName ? ownerNamed(named, ownNames) : owner
}

/** "Ragnheiður, 67": the name. */
function namedBeforeAge(words: readonly Word[]): readonly Word[] {
  return /^\d{1,3}$/.test(words.at(-1)?.plain ?? '') ? words.slice(0, -1) : []
}

/** "Keyworker changed: Adaeze": the value is another one. */
function withoutChange(label: readonly Word[]): readonly Word[] {
  return label.length > 1 && /^(?:changed|updated|corrected|amended|now)$/.test(label.at(-1)!.plain)
    ? label.slice(0, -1)
    : label
}

interface Subject {
  readonly owner: Owner | undefined
  readonly topic: readonly Word[]
  readonly end: number
}

/** "Takes Spanish lessons": no person called "Takes Spanish". */
const SUBJECTLESS =
  /^(?:takes|has|attends|wears|learns|uses|eats|drinks|plays|studies|speaks|teaches|reads|watches|likes|loves|prefers|owns|drives|buys|sings|rides|collects|cooks|grows|goes|gets)$/

function subjectOf(
  words: readonly Word[],
  ownNames: ReadonlySet<string>,
  previous: Owner | undefined,
  continues: boolean,
): Subject {
  const first = words[0]!.plain
  if (OWN.has(first) && !(words[1]?.isCapital && first === 'i')) return { owner: SELF, topic: [], end: 1 }
  if (first === 'the' && words[1]?.plain === 'user') return { owner: SELF, topic: [], end: 2 }
  if (words[1]?.isCapital && SUBJECTLESS.test(first))
    return { owner: continues ? (previous ?? SELF) : SELF, topic: [], end: 0 }
  if (first === 'off' && words[1]?.plain === 'on' && isDateWord(words[2] ?? words[1]!))
    return { owner: SELF, topic: [], end: 0 }
  const andI = words.findIndex(({ plain }, at) => at > 1 && plain === 'i' && words[at - 1]!.plain === 'and')
  if (andI > 0 && andI < 5) return { owner: SELF, topic: [], end: andI + 1 }
  if (isWithOwn(words, ownNames) && isFiniteAt(words, 3)) return { owner: SELF, topic: [], end: 3 }
  if (PRONOUNS.has(first)) return { owner: previous ?? SELF, topic: [], end: 1 }
  const isKin = KIN_ATTRIBUTES.has(withoutPossessive(first))
  const isName =
    words[0]!.isCapital &&
    !ENDS_THING.test(first) &&
    !(/(?:s|ed)$/.test(first) && RULES.has(first) && /\d/.test(words[2]?.plain ?? '')) &&
    (words[1]?.isCapital || !isVerb(words)) &&
    nameEnd(words, 0) > 1 &&
    isFiniteAt(words, nameEnd(words, 0))
  if (!isKin && !isName && isVerb(words)) return { owner: continues ? (previous ?? SELF) : SELF, topic: [], end: 0 }
  const verbAt = finiteAt(words)
  if (verbAt < 0 && !isKin && !words.some(({ plain }) => plain.endsWith("'s")) && !OWN_POSSESSIVE.has(first))
    return { owner: undefined, topic: words, end: words.length }
  if (verbAt === 1 && (COMMON.has(first) || isMeasured(words) || isRole(words)))
    return { owner: undefined, topic: words.slice(0, 1), end: 1 }
  const subject = nounPhrase(words, 0, verbAt < 0 ? words.length : verbAt, ownNames, previous)
  return { ...subject, end: verbAt < 0 ? (subject.topic.length ? 0 : subject.end) : Math.max(subject.end, verbAt) }
}

/** Reads "my sister Mona", "Selin's phone number" or "the teacher of the class". */
function nounPhrase(
  words: readonly Word[],
  from: number,
  to: number,
  ownNames: ReadonlySet<string>,
  previous: Owner | undefined,
): Subject {
  let at = from
  let owner: Owner | undefined
  const first = words[at]?.plain ?? ''
  if (first === 'the' && words[at + 1]?.plain === "user's") {
    owner = SELF
    at += 2
  } else if (OWN_POSSESSIVE.has(first)) {
    owner = SELF
    at++
  } else if (OTHER_POSSESSIVE.has(first)) {
    owner = previous ?? SELF
    at++
  } else if (words[at]?.isCapital && !DETERMINERS.has(first)) {
    const end = Math.min(to, nameEnd(words, at))
    if (words[end - 1]?.plain.endsWith("'s") && !KIN_ATTRIBUTES.has(withoutPossessive(first))) {
      owner = ownerNamed(words.slice(at, end), ownNames)
      at = end
    } else if (end === to && !KIN_ATTRIBUTES.has(first))
      return { owner: ownerNamed(words.slice(at, end), ownNames), topic: [], end }
    else if (words[end]?.plain === 'the' && KIN_ATTRIBUTES.has(words[end + 1]?.plain ?? ''))
      return { owner: ownerNamed(words.slice(at, end), ownNames), topic: [], end: end + 2 }
  }
  for (let kinAt = at; kinAt < Math.min(to, at + 3); kinAt++) {
    const { plain, isCapital } = words[kinAt]!
    if (isCapital && kinAt > from) break
    const relation =
      KIN_ATTRIBUTES.get(withoutPossessive(plain)) ?? (owner && ORDINAL_KIN.has(plain) ? 'children' : undefined)
    if (!relation || (!owner && kinAt > at && !DETERMINERS.has(first))) continue
    if (relation === 'partner' && kinAt > 0 && /^partners?(?:'s)?$/.test(plain) && isOtherPartner(words[kinAt - 1]!))
      break
    // The sister of another person is identified by her name only.
    const isOwn = !owner || owner === SELF
    let end = kinAt + 1
    const nameAt = words[end]?.plain === 'called' || words[end]?.plain === 'named' ? end + 1 : end
    const nameTo = words[nameAt]?.isCapital ? Math.min(to, nameEnd(words, nameAt)) : nameAt
    const isPossessive = plain.endsWith("'s")
    if (nameTo > nameAt && !isPossessive) {
      const { name } = ownerNamed(words.slice(nameAt, nameTo), ownNames)
      owner = { relation, name }
      end = nameTo
      if (!words[nameTo - 1]!.plain.endsWith("'s")) return { owner, topic: [], end }
    } else {
      owner = { relation: isOwn ? relation : `${keyOf(owner)} ${relation}`, name: undefined }
      if (!isPossessive) return { owner, topic: rest(words, end, to), end: to }
    }
    return { owner, topic: rest(words, end, to), end: to }
  }
  return { owner, topic: rest(words, at, to), end: to }
}

function rest(words: readonly Word[], from: number, to: number): Word[] {
  return words.slice(from, to).filter(({ plain }, at) => !DETERMINERS.has(plain) || (plain === 'that' && at > 0))
}

function ownerNamed(words: readonly Word[], ownNames: ReadonlySet<string>): Owner {
  const parts = words.map(({ plain }) => withoutPossessive(plain))
  if (parts.length <= 3 && parts.every((part) => ownNames.has(part))) return SELF
  return { relation: undefined, name: parts.join(' ') }
}

/** A key of an owner: the name where there is one, else the relation. */
export function keyOf(owner: Owner | undefined): string {
  if (!owner) return ''
  return owner.name === undefined ? owner.relation! : `@${owner.name}`
}
