import { computedOnce } from './computed-once.ts'
import { isFoodOrKind } from './foods.ts'
import type { Clause } from './reading.ts'

/* What a predicate says without the words for when it became so: "gone keto" of "has now gone keto since May". */

const LEADING = new Set('i is am are has have been now just still currently finally recently'.split(' '))
const ENDS = [
  ' now',
  ' again',
  ' nowadays',
  ' these days',
  ' at last',
  ' finally',
  ' full-time',
  ' full time',
  ' once more',
  ' instead',
  ' from now on',
  ' for good',
  ' for me',
  ' any more',
  ' anymore',
  ' at all',
  " on doctor's orders",
]
/** Begins why or since when something is so. */
const BEGINS_REASON = [' since ', ' because ', ' due to ', ' thanks to ', ' on account of ']
const BEFORE_DATE = new Set(['in', 'on', 'last', 'this', 'from'])
const DATE =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|week|month|year|term|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\d\d)$/

/** A predicate without leading auxiliaries and adverbs, and without when, since when and why at its end. */
export function bareOf(said: string, leading: ReadonlySet<string> = LEADING): string {
  return withoutEnd(withoutLead(said, leading))
}

export function withoutLead(said: string, leading: ReadonlySet<string> = LEADING): string {
  const words = said.split(' ')
  const at = words.findIndex((word) => !leading.has(word))
  return at < 0 ? '' : words.slice(at).join(' ')
}

/** A text without what says at its end that it is so now, since when and why. */
export function withoutEnd(said: string): string {
  let bare = said
  for (const begin of BEGINS_REASON) {
    const at = bare.indexOf(begin)
    if (at > 0) bare = bare.slice(0, at)
  }
  for (;;) {
    const end = ENDS.find((each) => bare.endsWith(each))
    const words = bare.split(' ')
    const isDated = words.length > 2 && DATE.test(words.at(-1)!) && BEFORE_DATE.has(words.at(-2)!)
    if (end === undefined && !isDated) return bare
    bare = end === undefined ? words.slice(0, -2).join(' ') : bare.slice(0, -end.length)
  }
}

/** What a clause says of its subject, from the verb on; of a note, all. */
export const saidIn = computedOnce(({ assertion: { owner, topic, main, plain } }: Clause) => {
  const isOfOwner = owner !== undefined && !isNoName(owner.name) && !topic.length
  return isOfOwner && main.whole ? main.whole : plain
})

const NO_NAME =
  /^(?:between|type \d|an?|one|two|three|four|five|six|seven|eight|nine|ten|half|few|some|bingo|therapy|church|mass|tennis|golf|padel|yoga|pilates|football|swimming|running|gym|choir|band|fry-up|pints?|beers?|wine|cereal|roll-ups?|rollies|cigars?|ciggies|fags|twenty|nightcaps?)\b/

/** Whether the first word of a note, read as a name, is none: "two beers every evening", "chocolate only on Sundays". */
export function isNoName(name: string | undefined): boolean {
  return name !== undefined && (NO_NAME.test(name) || isFoodOrKind(name))
}
