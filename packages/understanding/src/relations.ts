import { type Clause, clausesOf } from './clauses.ts'
import { closeOnesIn, HAVING } from './close-ones.ts'
import { NO_NAMES } from './names.ts'
import {
  coordinationAt,
  countOf,
  type KinPhrase,
  kinPhraseAt,
  namesAt,
  type Token,
  tokensOf,
  withoutDates,
} from './phrases.ts'
import { BETWEEN_PEOPLE, copulaLength, predicateOf } from './predicates.ts'
import { kinRelation, type Relation, relationKey, USER } from './relation-words.ts'
import { type ClauseSubject, type Person, Story } from './story.ts'
import { subjectOf } from './subject.ts'

const TEXT_CHARS_MAX = 1_000
const SELF = { who: 'self' } as const
const UNKNOWN: ClauseSubject = { names: [], end: 0 }
/** Verbs after which capitalised words at the beginning of a clause are a name. */
const AFTER_NAMES = new Set('is are live lives work works study studies has have adopted'.split(' '))
const PRAISE = new Set(['proud', 'single'])
const QUESTION_START = /^(?:who|whom|whose|what|which|where|when|why|how)\b/
const WHO = /^,? who\b/
const USER_START = /^(?:I|We|[Tt]he [Uu]ser|[Uu]ser)(?=[ '’])/
const PRONOUN_START = /^(?:She|He|They)(?=[ '’])/

/**
 * Reads the relations that a text states, each once. Precision before reach: of English sentences only what they state
 * plainly, in the present and not negated. The user is called `user`, also where the text has the user's own name.
 * Somebody else's relative is never the user's.
 * @param ownNames the user's own names in lower case.
 */
export function relationsIn(text: string, ownNames: ReadonlySet<string> = NO_NAMES): Relation[] {
  const found = new Map<string, Relation>()
  const read = text.slice(0, TEXT_CHARS_MAX)
  const story = new Story(read, ownNames, (relation) => {
    const key = relationKey(relation)
    if (!found.has(key)) found.set(key, relation)
  })
  for (const line of read.split('\n'))
    for (const clause of clausesOf(line))
      if (!clause.isQuestion && !QUESTION_START.test(clause.plain)) readClause(clause, story, ownNames)
  return [...found.values()]
}

function readClause(clause: Clause, story: Story, ownNames: ReadonlySet<string>): void {
  const tokens = tokensOf(clause.text)
  const earlier = [...story.people]
  const subject = clauseSubjectOf(clause, tokens, story, ownNames)
  closeOnesIn(clause.text, tokens, subject, story)
  readPredicates(clause.text, tokens, subject, story, earlier)
  story.subject = subject
}

/** Whom a clause is about, as far as it is certain. */
function clauseSubjectOf(
  clause: Clause,
  tokens: readonly Token[],
  story: Story,
  ownNames: ReadonlySet<string>,
): ClauseSubject {
  const { text } = clause
  const user = USER_START.exec(text)
  if (user) return { names: [USER], end: user[0].length }
  const pronoun = PRONOUN_START.exec(text)
  if (pronoun) {
    const meant = story.meantBy(pronoun[0].toLowerCase())
    return { names: meant === undefined ? [] : [meant], end: pronoun[0].length }
  }
  const kin = kinPhraseAt(text, tokens, 0)
  if (kin) return subjectOfKin(text, tokens, kin, story)
  const named = namesAt(text, tokens, 0)
  const after = tokens[named.end]
  if (named.named.length && after && (AFTER_NAMES.has(after.plain) || isOwn(named.named[0]!.name, story)))
    return { names: named.named.map(({ name }) => story.called(name)), end: tokens[named.end - 1]!.end }
  // "Ben and his family visited friends": not the user's friends.
  if (named.named.length && after?.plain === 'and') return UNKNOWN
  if (clause.continuesSentence && story.subject) return { ...story.subject, end: 0 }
  // "Works at Acme": a note may leave out the user, but after a sentence about another person it may mean them.
  const isAboutUser = !story.people.length || story.subject?.names[0] === USER
  return isAboutUser && subjectOf(clause, SELF, ownNames).who === 'self' ? { names: [USER], end: 0 } : UNKNOWN
}

function isOwn(name: string, story: Story): boolean {
  return story.called(name) === USER
}

function subjectOfKin(text: string, tokens: readonly Token[], phrase: KinPhrase, story: Story): ClauseSubject {
  const { owner, kin } = phrase
  let { end } = phrase
  if (!phrase.named.length) {
    const isOfNamed = owner.by === 'bare' && tokens[end]?.plain === 'of'
    return isOfNamed || owner.by === 'counted' ? { names: [USER], end: 0 } : { names: [], end: tokens[end - 1]!.end }
  }
  const names = phrase.named.map(({ name }) => story.called(name))
  for (;;) {
    const next = coordinationAt(tokens, end)
    const more = next > end ? kinPhraseAt(text, tokens, next) : undefined
    if (!more?.named.length) break
    names.push(...more.named.map(({ name }) => story.called(name)))
    end = more.end
  }
  if (tokens[end]?.plain === ',') end++
  return { names, gender: kin.gender, owner: owner.by, end: tokens[end - 1]!.end }
}

/** Reads the predicates that follow a subject one after another. */
function readPredicates(
  text: string,
  tokens: readonly Token[],
  { names, end }: ClauseSubject,
  story: Story,
  earlier: readonly Person[],
): void {
  if (!names.length) return
  for (let at = end; at < text.length || at === 0; ) {
    // Without a subject, the verb begins the clause.
    const rest = at ? text.slice(at) : ` ${text}`
    // In "lives with Tom, who works at Acme", it is Tom who works there.
    if (at > end && WHO.test(rest)) break
    const shift = at ? 0 : -1
    const predicate = predicateOf(rest)
    const object = predicate && withoutDates(predicate.object)
    if (predicate) {
      at += predicate.length + shift
      if (!object) continue
      for (const name of names) story.add(name, predicate.relation, story.called(object))
      if (BETWEEN_PEOPLE.has(predicate.relation)) story.mention(story.called(object))
      continue
    }
    const next = readKinship(text, tokens, Math.max(0, at + copulaLength(rest) + shift), names, story, earlier)
    if (next === undefined) break
    at = next
  }
}

/**
 * Reads "is my sister", "is the mother of Emil" or "has a dog called Rex", which {@link closeOnesIn} reads, after a
 * subject. Returns the position after it; `undefined` if it is something else.
 * @param earlier whom "her" can mean: a person is not their own sister.
 */
function readKinship(
  text: string,
  tokens: readonly Token[],
  from: number,
  names: readonly string[],
  story: Story,
  earlier: readonly Person[],
): number | undefined {
  let at = tokens.findIndex((token) => token.at >= from)
  if (at < 0) return undefined
  const afterAnd = coordinationAt(tokens, at)
  if (HAVING.has(tokens[afterAnd]?.plain ?? '')) return endOfList(text, tokens, afterAnd + 1)
  while (PRAISE.has(tokens[at]?.plain ?? '')) at++
  const phrase = kinPhraseAt(text, tokens, at)
  if (!phrase || phrase.named.length) return undefined
  const { owner, kin, end } = phrase
  const next = tokens[end]?.plain
  if (next === 'of' || next === 'to') {
    const isList = countOf(tokens[end + 1]) !== undefined && /^[:,(]$/.test(tokens[end + 2]?.plain ?? '')
    const list = namesAt(text, tokens, end + (isList ? 3 : 1))
    for (const name of names)
      for (const each of list.named) story.add(name, kinRelation(kin.word), story.called(each.name))
    return list.named.length ? tokens[list.end - 1]!.end : undefined
  }
  if (next !== undefined && next !== ',' && next !== 'and') return undefined
  const isPronoun = owner.by === 'her' || owner.by === 'his' || owner.by === 'their'
  const of = isPronoun ? story.meantBy(owner.by, earlier) : story.ownerOf(owner, UNKNOWN)
  for (const name of names) story.add(name, kinRelation(kin.word), of)
  return tokens[end - 1]!.end
}

function endOfList(text: string, tokens: readonly Token[], from: number): number | undefined {
  let end = from
  for (let at = from; ; at = coordinationAt(tokens, end)) {
    const phrase = kinPhraseAt(text, tokens, at)
    if (!phrase?.named.length) break
    end = phrase.end
    if (coordinationAt(tokens, end) === end) break
  }
  return end > from ? tokens[end - 1]!.end : undefined
}
