import { idf } from './bm25.ts'
import { ABOUT_OTHER, AMOUNT, COLOUR, MAIL, MONEY, NAME, RELATION } from './lexicon/answer-words.ts'
import { smallTalkIn } from './lexicon/small-talk.ts'
import { enlarged } from './lists.ts'
import type { ParsedQuery, QueryWord } from './query.ts'
import { headOf, modifiersOf } from './question-head.ts'
import { OWNER_WORDS } from './question-words.ts'
import type { View } from './view.ts'

/* What speaks for and against an answer among the best rows, as a few numbers. `calibration.ts` weighs them. */

/** The best rows that are compared. */
const ROWS = 12
/** What a row of the right date covers of a query that asks for a date only. */
const DATE_COVERAGE = 0.8
/** Only what is answered above this share speaks for an answer: questions of the same topic share words, too. */
const SHARE_MIN = 0.6
/** Strengths are limited, so that no score is decisive by itself. */
const STRENGTH = { min: -2, max: 1 }
/** The usual cosine of a question and the best row. */
const SENTENCE_USUAL = 0.5
/** Above this, a row states the attribute itself rather than one that also tells. */
const ATTRIBUTE_MIN = 0.5
/** What a row about another person than the one asked about lacks. */
const OTHER_MISSING = 0.4
const ARTICLES = new Set(['a', 'an', 'the'])
const PREPOSITIONS = new Set('in on at to from of by for with about'.split(' '))

export interface Evidence {
  /** The logarithm of the ranking score of the best row over that of an ideal row, which contains each word once: -2 to 1. */
  strength: number
  /** Whether the best row covers the words other than names, or states the attribute that is asked for: what exceeds 0.6. */
  answered: number
  /** 1 if the query names a person whom the best row does not mention. */
  nameMissing: number
  /** By how much rows about others cover the words other than names better than rows about the person named. */
  nameGap: number
  /** 1 if the best row holds no answer of the kind that is asked for: a name, a number, a sum, or a detail such as a colour. */
  personMissing: number
  amountMissing: number
  sumMissing: number
  detailMissing: number
  /** How far the best row lacks the head noun of the question, 0 to 1; 0 of questions whose answers often use other words. */
  headMissing: number
  /** How far the best row lacks a word that says which number, code, key or name the query asks for, 0 to 1. */
  modifierMissing: number
  /** 1 if the query names an attribute, and no row states one that it asks for. */
  unstated: number
  /** 1 if rows state an attribute that the query names, but the best row does not. */
  statedElsewhere: number
  /** 1 of small talk; of general knowledge, how far the best row lacks a word that its answer would contain. */
  smallTalk: number
  /** The cosine of the question and the best row as sentences, less its usual value; 0 if either has no vector. */
  sentence: number
}

interface RowEvidence {
  /** The share of the content words other than names, weighted by rarity, that it matches: by word, family or concept. */
  coverage: number
  attribute: number
  hasName: boolean
  /** How well it matches each content word, 0 to 1. */
  matches: ReadonlyMap<string, number>
}

/**
 * The evidence of the best rows, best first, for a query; `undefined` without rows. `share` is the ranking score of the best
 * over that of an ideal row, and `subjects` are words of the query that many rows begin with.
 */
export function evidenceOf(
  query: ParsedQuery,
  best: readonly number[],
  share: number,
  subjects: ReadonlySet<string>,
  view: View,
): Evidence | undefined {
  if (!best.length) return undefined
  const names = namesIn(query, subjects)
  const asksForName = query.words.some(({ isContent, text }) => isContent && names.has(text))
  const rows = rowEvidence(best.slice(0, asksForName ? ROWS : 1), query, names, view)
  const first = rows[0]!
  const named = rows.filter(({ hasName }) => hasName)
  const bestCoverage = (of: readonly RowEvidence[]) => of.reduce((most, row) => Math.max(most, row.coverage), 0)
  const covered = Math.max(query.isDateOnly ? DATE_COVERAGE : 0, first.coverage)
  const answered = 1 - (1 - covered) * (1 - first.attribute)
  const missing = missingKind(query.asked, view.index.answers[best[0]!]!)
  const isName = ({ text }: QueryWord) => names.has(text)
  const head = headOf(query, isName)
  const modifiers = modifiersOf(query, isName).map(({ text }) => first.matches.get(text)!)
  return {
    strength: query.isDateOnly ? 0 : Math.min(STRENGTH.max, Math.max(STRENGTH.min, Math.log(share))),
    answered: Math.max(0, answered - SHARE_MIN),
    nameMissing: asksForName && !first.hasName ? 1 : 0,
    nameGap: asksForName ? bestCoverage(rows) - bestCoverage(named) : 0,
    personMissing: missing === NAME ? 1 : isOfOther(query, first, view.index.answers[best[0]!]!) ? OTHER_MISSING : 0,
    amountMissing: missing === AMOUNT ? 1 : 0,
    sumMissing: missing === MONEY ? 1 : 0,
    detailMissing: missing === COLOUR || missing === MAIL ? 1 : 0,
    headMissing: head ? head.weight * (1 - first.matches.get(head.word.text)!) : 0,
    modifierMissing: 1 - Math.min(1, ...modifiers),
    unstated: query.namesAttribute && !query.stated.length ? 1 : 0,
    statedElsewhere: query.namesAttribute && query.stated.length && first.attribute < ATTRIBUTE_MIN ? 1 : 0,
    smallTalk: smallTalkEvidence(query.query, first),
    sentence: sentenceEvidence(best[0]!, query, view),
  }
}

/**
 * Whether a row that states nothing the query asks for is about another, though the query asks about the user, and not for
 * names: rows about Moss may answer "what are my dogs called".
 */
function isOfOther({ about, asked, namesAttribute }: ParsedQuery, { attribute }: RowEvidence, held: number): boolean {
  if (!namesAttribute || about?.who !== 'self' || asked & (NAME | RELATION)) return false
  return attribute === 0 && (held & (ABOUT_OTHER | RELATION)) === ABOUT_OTHER
}

function smallTalkEvidence(query: string, { matches }: RowEvidence): number {
  const keys = smallTalkIn(query)
  if (!keys || keys === true) return keys ? 1 : 0
  const found = keys.flatMap((key) => matches.get(key) ?? [])
  return found.length ? 1 - Math.min(...found) : 1
}

/** The kind of answer, as a bit, that is asked for and that a row does not hold; 0 if there is none. */
function missingKind(asked: number, held: number): number {
  const exact = asked & (MONEY | COLOUR | MAIL)
  if (exact) return exact & held ? 0 : exact
  if (asked & held) return 0
  // The first word has a capital, name or not; a row about another person begins with the name.
  if (asked & NAME && held & ABOUT_OTHER) return 0
  if (asked & RELATION) return NAME
  return [NAME, AMOUNT].find((kind) => asked & kind) ?? 0
}

/** Of dates alone, sentences say nothing. */
function sentenceEvidence(slot: number, { sentence, isDateOnly }: ParsedQuery, { index }: View): number {
  const cosine = sentence && !isDateOnly ? index.sentences.cosine(slot, sentence) : 0
  return cosine === 0 ? 0 : cosine - SENTENCE_USUAL
}

/**
 * The words that name whom the query asks about. Beside a word for the user, what rows begin with is rather a verb ("what do
 * I take"), and a name after a preposition a place ("is a week in Andalusia good for her"); after an article it is a thing.
 */
function namesIn({ about, text: { tokens } }: ParsedQuery, subjects: ReadonlySet<string>): ReadonlySet<string> {
  const asksAboutUser = tokens.some(({ text }) => OWNER_WORDS.has(text))
  const names = new Set(asksAboutUser ? [] : subjects)
  const name = about?.who === 'other' ? about.name : undefined
  if (name === undefined) return names
  const before = tokens[tokens.findIndex(({ text }) => text === name) - 1]?.text ?? ''
  const isThing = ARTICLES.has(before) || (asksAboutUser && PREPOSITIONS.has(before))
  return isThing ? names : names.add(name)
}

/** Rarity of a query word; a word that no row contains is the rarest. */
function rarity(term: number | undefined, view: View): number {
  return idf(term === undefined ? 0 : view.documentFrequency(term), view.rows)
}

/* Buffers shared by all searches of a thread, since searches are synchronous. */

/** By term: 1 + its index in `matching`; all 0 between searches. */
let matchOf = new Uint32Array(1024)

/** What a term that occurs in a row says about the query. */
interface Match {
  readonly term: number
  /** Indexes of the words it matches, and how well. */
  readonly words: number[]
  readonly weights: number[]
  /** How well it matches the query as a whole. */
  whole: number
}

/** What rows have of the query: in the order of the rows. */
function rowEvidence(
  rows: readonly number[],
  query: ParsedQuery,
  names: ReadonlySet<string>,
  view: View,
): RowEvidence[] {
  const words = query.words
    .filter(({ isContent }) => isContent)
    .map(({ text, term, evidence, matches }) => ({
      text,
      matches,
      rarity: evidence * rarity(term, view),
      isName: names.has(text),
    }))
  const isOfNames = words.length > 0 && words.every(({ isName }) => isName)
  const total = words.reduce((sum, { rarity, isName }) => (isName ? sum : sum + rarity), 0)
  const { terms, vocabulary } = view.index
  if (matchOf.length < vocabulary.texts.length) matchOf = enlarged(matchOf, vocabulary.texts.length)
  const matching: Match[] = []
  const matchFor = (term: number): Match => {
    if (!matchOf[term]) matchOf[term] = matching.push({ term, words: [], weights: [], whole: 0 })
    return matching[matchOf[term]! - 1]!
  }
  for (const [at, { matches }] of words.entries())
    for (const { term, weight } of matches) {
      const match = matchFor(term)
      match.words.push(at)
      match.weights.push(weight)
    }
  for (const { term, weight } of query.wholes) matchFor(term).whole = weight
  const strengths = new Float64Array(words.length)

  const evidence = rows.map((slot) => {
    strengths.fill(0)
    let attribute = 0
    const length = terms.read(slot)
    for (let at = 0; at < length; at++) {
      const number = matchOf[terms.values[at]!]!
      if (!number) continue
      const match = matching[number - 1]!
      for (let i = 0; i < match.words.length; i++)
        strengths[match.words[i]!] = Math.max(strengths[match.words[i]!]!, match.weights[i]!)
      attribute = Math.max(attribute, match.whole)
    }
    let [covered, hasName] = [0, false]
    for (const [word, { rarity, isName }] of words.entries())
      if (!isName) covered += rarity * strengths[word]!
      else if (strengths[word]) hasName = true
    return {
      coverage: total ? covered / total : isOfNames && (!query.namesAttribute || (hasName && attribute > 0)) ? 1 : 0,
      attribute,
      hasName,
      matches: new Map(words.map(({ text }, word) => [text, strengths[word]!])),
    }
  })
  for (const { term } of matching) matchOf[term] = 0
  return evidence
}
