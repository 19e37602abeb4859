import { readQuestion } from '@memory-service/understanding/question'
import type { Subject } from '@memory-service/understanding/statement'
import { answersAskedBy } from './answers.ts'
import {
  asksOf,
  asksOfKin,
  currentAttributes,
  folded,
  kinAsked,
  termsOfNamed,
  termsOfOthers,
  termsOfPeople,
} from './asked.ts'
import { attributeTerm } from './attribute-terms.ts'
import { addConcepts } from './concept-matches.ts'
import { countedTermsAsked } from './counted.ts'
import { datesInQuery, type QueryDate, weekdaysOf } from './dates.ts'
import { isForWork, isVerdict } from './idioms.ts'
import { ENGLISH } from './lexicon/stemmers.ts'
import { stemIn, type Token, tokenOf, WORD } from './lexicon/token-records.ts'
import { companyAsked, personsNamed } from './named-people.ts'
import { normalise } from './normalise.ts'
import { asksWho, introducingTerms, ownNamesAsked, type PeopleAsked, peopleAsked, peopleShare } from './people.ts'
import { type PetsAsked, petsAsked } from './pets.ts'
import { phrasesIn } from './phrases.ts'
import {
  AVAILABILITY_WORDS,
  evidenceShare,
  isGrammaticalPerson,
  isUnspecific,
  OWNER_WORDS,
  rankingShare,
} from './question-words.ts'
import { shownTerm } from './shown-terms.ts'
import {
  FUNCTION_WORD_WEIGHT,
  fuzzyTerms,
  joinedNeighbours,
  knownTerm,
  otherStems,
  splitCompound,
  TERMS_MAX,
} from './similar-terms.ts'
import { addRelatives, EVENT_WORDS, FAMILY_WEIGHT, Weights } from './term-weights.ts'
import { guessLanguage, isFunctionWord, joinedTerm, type TokenisedText, tokenise } from './tokens.ts'
import type { View } from './view.ts'
import { type Question as QuestionVector, questionVector } from './word-vectors.ts'

/** A term that at least one readable row contains, and its weight in the query. */
export interface QueryTerm {
  term: number
  weight: number
}

/** A word of the query, and the terms by which a row can match it. */
export interface QueryWord {
  text: string
  weight: number
  /** What it weighs as evidence of an answer, 0 to 1: less if it only says what kind of thing is asked for. */
  evidence: number
  /** The term of the word itself; `undefined` if no readable row contains it. */
  term: number | undefined
  isContent: boolean
  /** `weight`: how well a row with the term matches the word, 0 to 1. */
  matches: QueryTerm[]
}

export interface ParsedQuery {
  query: string
  text: TokenisedText
  /** Whether it is, or may be, English: no word is of another language, and its letters are Latin. */
  isEnglish: boolean
  /** Terms to score by: the content words of the query and their expansions. */
  terms: QueryTerm[]
  /** Terms of concepts and attributes: they count as far as the words of the query do not match. */
  softTerms: QueryTerm[]
  /** Function words: they rank rows that match, but are no match by themselves. */
  functionTerms: QueryTerm[]
  /** The query's own distinct words, without dates and words for the owner. */
  words: QueryWord[]
  /** Attributes that the query asks for and joined words: terms that match it as a whole, 0 to 1. */
  wholes: QueryTerm[]
  /** Terms of the attributes that the query asks for and that some readable row states. */
  stated: readonly number[]
  /** Terms of the same attributes of other people, if it asks about the user. */
  statedOfOthers: readonly number[]
  /** The same of what it names rather than depends on. */
  namedOfOthers: readonly number[]
  dates: QueryDate[]
  /** Whether a date is all that the query asks for. */
  isDateOnly: boolean
  /** Whether a date is relative, such as "last week": rows of other dates are no answers. */
  hasRelativeDate: boolean
  /** The kinds of answers that the query asks for (`answers.ts`). */
  asked: number
  /** Its vector as a sentence, if it has one. */
  sentence: QuestionVector | undefined
  /** Whom it asks about, if it says so. */
  about: Subject | undefined
  /** The pets that it asks about, if their names are known. */
  pets: PetsAsked | undefined
  /** The people whom it names by relation, if rows say who they are. */
  people: PeopleAsked | undefined
  /** Terms of rows that state what it asks of them. */
  statedOfPeople: readonly number[]
  /** Whether it asks who these are and nothing of them. */
  isIdentity: boolean
  /** Terms of rows that say who the one is of whom it asks that by name. */
  introducing: readonly number[]
  /** Terms of rows that state of others what it asks of one other. */
  statedOfNamed: readonly number[]
  /** Terms of the people whom it names. */
  mentioned: readonly number[]
  /** Terms of those with whom it asks what the user did. */
  company: readonly number[]
  /** Whether it names an attribute of whom it asks about. */
  namesAttribute: boolean
  /** Terms of attributes of which the newest statement counts. */
  current: number[]
}

const NO_PERSONS: ReadonlySet<string> = new Set()
const OTHER_STEM_WEIGHT = 0.9
/** Of rows that name the weekday of a date, such as what happens every Thursday. */
const WEEKDAY_WEIGHT = 0.6
const FUZZY_WEIGHT = 0.8
/** Weight of rows that hold a number of what "how many" asks for. */
const COUNTED_WEIGHT = 0.4
/** Weight of rows that state or show an attribute which the query asks for. */
const ATTRIBUTE_WEIGHT = 0.8
/** Attributes of less weight are not what the words ask for. */
const ASKED_WEIGHT_MIN = 0.5
/** The family and the concepts of a word that no row contains stand for it. */
const UNKNOWN_FAMILY_FACTOR = 2
const UNKNOWN_CONCEPT_FACTOR = 4
/** Shorter words have too many similar words. */
const FUZZY_CHARS_MIN = 4
/** Unknown words that are matched fuzzily in one query: each takes a pass over the vocabulary. */
const FUZZY_WORDS_MAX = 8

const OTHER_SCRIPTS = /(?!\p{Script=Latin})\p{L}/u

/**
 * Parses a query into weighted terms. Dates leave the words, as do words for the owner. A content word is expanded by its
 * other readings, its family, its stems in other languages and its concepts; an unknown one by similar terms and by its
 * parts. Only terms of readable rows are used. `today`: the day that relative dates refer to.
 */
export function parseQuery(query: string, view: View, today: number): ParsedQuery {
  const text = tokenise(query)
  const ownNames = ownNamesAsked(query, view.ownNames)
  const language = guessLanguage(text, ownNames, query)
  const dates = datesInQuery(text, today)
  const phrases = language === ENGLISH ? phrasesIn(text) : []
  const persons = language === ENGLISH ? personsNamed(query, text.tokens, ownNames, view) : NO_PERSONS
  const question =
    language === ENGLISH ? readQuestion(query, ownNames, (word) => persons.has(normalise(word))) : undefined
  const hasWord = (word: string) => text.tokens.some((token) => token.text === word)
  const people = question && question.species === undefined ? peopleAsked(query, hasWord, view) : undefined
  const kin = question && kinAsked(question, people, hasWord, view)
  const all = new Weights()
  const soft = new Weights()
  const functionWeights = new Weights()
  const words: QueryWord[] = []
  const seen = new Set<string>()
  let fuzzyLeft = FUZZY_WORDS_MAX

  const isSpecific = (token: Token, at: number) =>
    !isUnspecific(text.tokens, at) && !isFunctionWord(token, language) && !ownNames.has(token.text)
  const hasSpecific = language === ENGLISH && text.tokens.some(isSpecific)

  for (const [at, token] of text.tokens.entries()) {
    if (dates.some(({ start, end, leaves }) => leaves && at >= start && at < end)) continue
    if (
      language === ENGLISH &&
      (OWNER_WORDS.has(token.text) ||
        ownNames.has(token.text) ||
        isForWork(text.tokens, at) ||
        (dates.length > 0 && AVAILABILITY_WORDS.has(token.text)) ||
        isVerdict(text.tokens, at))
    )
      continue
    const stem = stemIn(token, language)
    if (seen.has(stem) || seen.size >= TERMS_MAX) continue
    seen.add(stem)
    const known = knownTerm(stem, view)
    if (isFunctionWord(token, language)) {
      words.push({
        text: token.text,
        weight: FUNCTION_WORD_WEIGHT,
        evidence: 0,
        term: known,
        isContent: false,
        matches: [],
      })
      functionWeights.add(known, FUNCTION_WORD_WEIGHT)
      continue
    }
    const matches = new Weights()
    const share = (hasSpecific ? rankingShare(text.tokens, at) : 1) * (people ? peopleShare(people, token.text) : 1)
    const add = (term: number | undefined, weight: number, match = weight) => {
      all.add(term, share * weight)
      matches.add(term, match)
    }
    const word: QueryWord = {
      text: token.text,
      weight: share,
      evidence: hasSpecific ? evidenceShare(text.tokens, at) : 1,
      term: known,
      isContent: true,
      matches: [],
    }
    words.push(word)
    // A row with a derived word also has the term of its family, which adds the rest.
    add(known, language === ENGLISH && token.isDerived ? 1 - FAMILY_WEIGHT : 1, 1)
    if (token.kind === WORD) {
      if (language === ENGLISH) {
        const isResolved = kin?.standsFor(token.text) ?? false
        if (isResolved)
          for (const name of kin!.names) {
            const named = knownTerm(tokenOf(name).stem, view)
            // Where no row contains the word, the names stand for it.
            all.add(named, known === undefined ? 1 : kin!.weight)
            matches.add(named, 0.9)
          }
        addRelatives(token, known === undefined ? UNKNOWN_FAMILY_FACTOR : 1, view, add)
        const addSoft = (term: number | undefined, weight: number, match = weight) => {
          soft.add(term, share * weight)
          matches.add(term, match)
        }
        addConcepts(
          token,
          phrases.filter(({ start, end }) => at >= start && at < end),
          known === undefined && !isResolved ? UNKNOWN_CONCEPT_FACTOR : 1,
          view,
          addSoft,
        )
      }
      const others = otherStems(token, language, known === undefined, view)
      for (const other of others) add(other, OTHER_STEM_WEIGHT)
      if (known === undefined && !others.length && token.text.length >= FUZZY_CHARS_MIN && fuzzyLeft-- > 0) {
        for (const { term, similarity } of fuzzyTerms(stem, token.text.length, view))
          add(term, FUZZY_WEIGHT * similarity)
        for (const { term, weight } of splitCompound(token.text, view)) add(term, FUZZY_WEIGHT * weight)
      }
    }
    word.matches = matches.terms
  }
  for (const stem of weekdaysOf(dates, today)) all.add(knownTerm(stem, view), WEEKDAY_WEIGHT)
  const joinedMatches = new Weights()
  for (const joined of text.joined.slice(0, TERMS_MAX)) joinedMatches.add(knownTerm(joinedTerm(joined), view), 1)
  for (const joined of joinedNeighbours(text)) joinedMatches.add(knownTerm(joined, view), FUZZY_WEIGHT)
  for (const { term, weight } of joinedMatches.terms) all.add(term, weight)
  if (language === ENGLISH)
    for (const term of countedTermsAsked(text.tokens)) all.add(knownTerm(term, view), COUNTED_WEIGHT)
  const pets = petsAsked(kin, query, words)
  const isIdentity = people !== undefined && asksWho(people, query, words) && !asksOfKin(question!)
  const attributes = new Weights()
  const stated = new Set<number>()
  const asks = question ? asksOf(question, kin, pets, people !== undefined && !isIdentity) : []
  for (const { term: attribute, weight } of asks)
    for (const term of [knownTerm(attributeTerm(attribute), view), knownTerm(shownTerm(attribute), view)]) {
      if (term !== undefined && weight >= ASKED_WEIGHT_MIN) stated.add(term)
      soft.add(term, ATTRIBUTE_WEIGHT * weight)
      attributes.add(term, weight)
    }
  return {
    query,
    text,
    isEnglish: language === ENGLISH && !OTHER_SCRIPTS.test(query),
    terms: all.terms,
    softTerms: soft.terms,
    functionTerms: functionWeights.terms,
    words,
    wholes: [...attributes.terms, ...joinedMatches.terms],
    stated: [...stated],
    statedOfOthers: termsOfOthers(asks, ASKED_WEIGHT_MIN, view),
    namedOfOthers: termsOfOthers(asks, 1, view),
    dates: dates.map(({ date }) => date),
    hasRelativeDate: dates.some(({ leaves }) => leaves),
    isDateOnly: dates.length > 0 && !words.some(({ isContent, text }) => isContent && !EVENT_WORDS.has(text)),
    sentence:
      language === ENGLISH
        ? questionVector(text.tokens.filter(({ text }) => !isGrammaticalPerson(text) && !ownNames.has(text)))
        : undefined,
    about: question && folded(question.about),
    pets,
    people,
    statedOfPeople: people ? termsOfPeople(asks, ASKED_WEIGHT_MIN, view) : [],
    isIdentity,
    statedOfNamed: question ? termsOfNamed(question, view) : [],
    mentioned: [...persons].flatMap((name) => knownTerm(tokenOf(name).stem, view) ?? []),
    company: language === ENGLISH ? companyAsked(query, persons, ownNames, view) : [],
    introducing: question ? introducingTerms(query, view) : [],
    current: question ? currentAttributes(question, query, view) : [],
    namesAttribute: question?.asks.some(({ weight }) => weight === 1) ?? false,
    asked: language === ENGLISH ? answersAskedBy(query) : 0,
  }
}
