import type { Reading } from './reading.ts'
import { stemOf } from './words.ts'

/* Texts that say that a goal is reached without naming it as one, or that what was saved for is there. */

const IS_GOAL =
  /^(?:(?:new|my|her|his|our|current|main|this year's) )?(?:goal|target|aim|resolution)s?\b[^:]{0,30}[:–-] ?\p{L}/iu
const AIMS =
  /^(?:(?:\p{L}[\p{L}'’-]*|i) )?(?:(?:is|am|are|has|have|been|still) ){0,2}(?:wants?|plans?|planning|hopes?|hoping|aims?|aiming|trying|training|saving|saves?|working towards?)\b/iu
const REACHED =
  /\b(?:goal|target|aim|resolution)s? (?:(?:is|was|has been|now|finally|officially) )*(?:done|reached|met|achieved|hit|smashed|crushed|accomplished|completed|ticked off|fulfilled)\b|\b(?:reached|hit|met|achieved|smashed|crushed|accomplished|fulfilled|ticked off) (?:the|my|her|his|our|that) (?:[\p{L}-]+ )?(?:goal|target|aim|resolution)\b|\b(?:done and dusted|mission accomplished)\b/iu
const SAVED_FOR = /\bsav(?:es?|ing)(?: up)?(?: money)? for (?:an?|the|my|our|her|his|their) (?<what>[^.,;]{3,60})/i
const IS_THERE =
  /^(?:(?:the|my|our|her|his|their) )(?<what>[^.,;]{3,60}?) (?:(?:is|has|was|has been|finally|now|all) ){1,3}(?:paid (?:for|off)|arrived|here|bought|mine|ours|hers|his|delivered|been delivered|been bought|come)\b/i
const OF_OTHERS = /['’]s?\b|\b(?:at|of|in|from|for|next|beside)\b/i
const MAY = /\b(?:if|when|once|until|almost|nearly|not|never|will|would|might|may|half|partly|hopes?)\b|n['’]t\b/i
/** When it is to be reached by. */
const UNTIL = / (?:by|before|until) (?:(?:the|my|her|his|end of|next|this) )*[\p{L}\d]+[.!]?$/u
const LIGHT: ReadonlySet<string> = new Set(
  'goal target aim resolution new my her his our current main this year want plan hope try train save work toward to the a an of in for and by with on at is am are do done be get reach i still able'
    .split(' ')
    .flatMap((word) => [word, stemOf(word)]),
)
const WORD = /[\p{L}\d][\p{L}\d'’.-]*/gu
/** Of the words of a goal, so many must be in the text that says that it is reached; of its numbers, all. */
const SHARE_MIN = 0.5

/** Whether a newer text says that the goal of an older one is reached. */
export function isGoalReached(newer: Reading, older: Reading): boolean {
  if (MAY.test(newer.text)) return false
  if (SAVED_FOR.test(older.text)) return isHere(newer, SAVED_FOR.exec(older.text)!.groups!.what!)
  if (!REACHED.test(newer.text) || !(IS_GOAL.test(older.text) || AIMS.test(older.text))) return false
  const goal = wordsOf(older.text.replace(UNTIL, ''))
  const stems = newer.stems()
  const numbers = goal.filter((word) => /\d/.test(word))
  const words = goal.filter((word) => !/\d/.test(word))
  const has = (word: string) => stems.has(word) || [...stems].some((stem) => isSameWord(stem, word))
  if (!numbers.every(has) || !words.length) return false
  return words.filter(has).length >= SHARE_MIN * words.length
}

function isHere(newer: Reading, saved: string): boolean {
  const what = IS_THERE.exec(newer.text)?.groups?.what
  if (!what || OF_OTHERS.test(what)) return false
  const [wanted, there] = [wordsOf(saved), new Set(wordsOf(what))]
  return wanted.length > 0 && wanted.every((word) => there.has(word))
}

/** Stems of the words that tell what it is about. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? []
  return words.map((word) => stemOf(word.replace(/[.'’-]+$/, ''))).filter((stem) => !LIGHT.has(stem))
}

/** "Benched" after "bench press": one begins with the other. */
function isSameWord(stem: string, word: string): boolean {
  return word.length > 3 && stem.startsWith(word)
}
