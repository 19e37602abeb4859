import type { Fact } from '@memory-service/understanding/statement'
import { topicsOf } from '@memory-service/understanding/topics'
import { filtered } from '../../foundation/slices.ts'
import { mayChange } from './authority.ts'
import { beginningOf, ofText } from './of-text.ts'
import { LIKELY } from './scoped.ts'
import type { Reading } from './understood.ts'

/*
 * Whom a statement is about where no rule reads that, by the estimate of which part of life it is about. Only the memories
 * given are compared.
 */

const HARM = ['reaction', 'condition', 'medicine'] as const

const FIRST_PERSON = /\b(?:me|my|i)\b/i
const FIRST_WORD = /^(?<word>\p{L}[\p{L}-]*)(?!['’]s)(?![\p{L}-])/u

/**
 * "Metoclopramide gave Ada cramps", "Figs bring up a rash": what harms, with the substance as the grammatical subject, is
 * about the user if it names them or the substance is a known one.
 */
export function* attributeToUser(read: readonly Reading[], own: ReadonlySet<string>): Generator<undefined, void> {
  for (const each of read) {
    yield
    const { about } = each.statement
    if (about.who !== 'other' || about.relation !== undefined || each.facts.length) continue
    const content = beginningOf(each.memory.content)
    const first = FIRST_WORD.exec(content)?.groups?.word
    if (first === undefined) continue
    const words: readonly string[] = content.toLowerCase().match(/[\p{L}'’-]+/gu) ?? []
    const isAboutUser =
      FIRST_PERSON.test(content) || words.some((word, at) => at > 0 && own.has(word)) || topicsOf(first).size > 0
    if (!isAboutUser) continue
    const shares = each.shares()
    const harm = HARM.reduce((sum, category) => sum + shares[category], 0)
    if (harm < LIKELY && !(FIRST_PERSON.test(content) && harm > shares.other + shares.close)) continue
    each.statement = { ...each.statement, about: { who: 'self' }, facts: [] }
    each.isAboutUser = true
  }
}

/** Names of a person in the text: "My Itzel is fifteen and my Beto is eight". */
const NAMED_WITHIN = /[\p{Ll},;:] (?<name>\p{Lu}\p{Ll}[\p{L}-]*)/gu
/** A statement about what its first word names: "Itzel only wants sushi", "Aziz, eleven, stutters". */
const ABOUT_FIRST =
  /^(?<name>\p{Lu}\p{Ll}[\p{L}-]*),? (?=\p{Ll}|\d)(?!(?:is|are|was|for|of|in|on|at|to|and|or|with|from) )/u
const KINSHIP = ['close', 'other'] as const
const aboutFirst = ofText((content) => ABOUT_FIRST.exec(content)?.groups?.name ?? null)
const namedWithin = ofText((content) => Array.from(content.matchAll(NAMED_WITHIN), ({ groups }) => groups!.name!))

/** By first word: statements about persons that another statement about people names, if that may change what they are about. */
export function* aboutNamedOthers(
  read: readonly Reading[],
  own: ReadonlySet<string>,
): Generator<undefined, ReadonlySet<Reading>> {
  const candidates = yield* filtered(read, (each) => {
    const name = each.statement.about.who === 'self' ? aboutFirst(each)?.toLowerCase() : undefined
    return name !== undefined && !own.has(name)
  })
  if (!candidates.length) return new Set()
  const wanted = new Set(candidates.map((each) => aboutFirst(each)!))
  const naming = new Map<string, Reading[]>()
  for (const each of read) {
    yield
    const names = namedWithin(each).filter((name) => wanted.has(name))
    if (!names.length) continue
    const shares = each.shares()
    if (KINSHIP.reduce((sum, category) => sum + shares[category], 0) < LIKELY) continue
    for (const name of names) {
      const known = naming.get(name)
      if (known) known.push(each)
      else naming.set(name, [each])
    }
  }
  const others = yield* filtered(candidates, (each) => {
    return naming.get(aboutFirst(each)!)?.some((by) => mayChange(by, each)) ?? false
  })
  return new Set(others)
}

/** A share so small rules out what a rule has read, if something else is as likely as this. */
const UNLIKELY = 0.05
const CERTAIN = 0.8

/** Begins a statement about the user. */
const OF_USER =
  /^(?:i|i['’]m|i['’]ve|we|she|he|they|(?:the )?user|\p{L}+s|moved|settled|based|home|my|her|his|our|their)\b/iu
export const beginsWithUser = ofText((content) => OF_USER.test(content))

/** Takes a home and a job that a rule has misread from a statement: "The landlord lives in Spain". */
export function* leaveMisread(read: readonly Reading[]): Generator<undefined, void> {
  for (const each of read) {
    yield
    if (beginsWithUser(each)) continue
    if (!each.facts.some(({ attribute: { name } }) => name === 'home' || name === 'job')) continue
    const { home, job, rest, close, other, ...more } = each.shares()
    const most = Math.max(close + other, ...Object.values(more))
    const isMisread = ({ attribute: { name } }: Fact) =>
      (name === 'home' && home < UNLIKELY && Math.max(most, job) >= CERTAIN) ||
      (name === 'job' && job < UNLIKELY && Math.max(most, home) >= CERTAIN)
    if (each.facts.some(isMisread)) each.facts = each.facts.filter((fact) => !isMisread(fact))
  }
}
