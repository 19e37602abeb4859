import type { Assertion } from './assertions.ts'
import { contentOf } from './endings.ts'
import type { Clause } from './reading.ts'
import { isSameValue, shareOf, stemsIn, wordsIn } from './values.ts'
import { stemOf } from './words.ts'

const PREFERS =
  /^(?:(?:now|actually|really|much|definitely|generally|usually|these days) )*(?:prefers?|preferring|would (?:rather|sooner) (?:have|drink|eat|take)|likes?|favou?rs?) (?<one>.+?) (?:more than|better than|to|over|rather than|instead of) (?<other>(?!do\b|be\b|get\b|work\b|go\b|have\b|take\b|make\b|see\b).+?)(?: (?:now|these days|nowadays|again|any ?more))?$/
const OPTION_WORDS_MAX = 3

/** Which of two things its subject prefers: "prefers tea to coffee". The two exclude one another. */
export function preferenceOf({ main, topic }: Assertion): { key: string; value: string } | undefined {
  const found = topic.length ? undefined : PREFERS.exec(main.whole)?.groups
  if (!found) return undefined
  const [one, other] = [found.one!, found.other!].map((written) => [...stemsIn(wordsIn(written, main.words))].join(' '))
  if (!one || !other || [one, other].some((each) => each.split(' ').length > OPTION_WORDS_MAX)) return undefined
  return { key: `prefers ${[one, other].sort().join(' or ')}`, value: one }
}

/** "My favourite subject is maths", "prefers tea". */
const LIKED =
  /^(?:(?:(?:my|her|his|the|\p{L}+'s) )?(?:absolute |all-time )?favou?rite [\p{L} -]{2,30} (?:is|are) |(?:(?:i|she|he|we|\p{L}+) )?(?:prefers?|favou?rs?) )(?:the |an? )?(?<what>[^,]+)$/u

/** "Prefers biology to maths now" after "her favourite subject is maths", or "prefers coffee over tea" after "prefers tea". */
export function prefersAnother({ assertion }: Clause, older: Clause): boolean {
  const other = assertion.topic.length ? undefined : PREFERS.exec(assertion.main.whole)?.groups?.other
  const liked = other && LIKED.exec(older.assertion.plain)?.groups?.what
  if (!liked || older.assertion.owner?.name !== assertion.owner?.name) return false
  return isSameValue(stemsIn(wordsIn(other, assertion.main.words)), stemsIn(wordsIn(liked, older.assertion.words)))
}

const GOAL =
  /^(?:my |her |his |their |our )?(?:new |current |main |next )?(?:[a-z]+ )?(?:goal|aim|target|ambition|resolution|plan)\b/
const STANDS =
  /\b(?:is|are) (?:now|instead)\b|\b(?:changed|switched|upped|raised|shifted|moved|adjusted|lowered|scaled (?:up|down|back)|cut)\b.* to\b|\binstead\b|\bno longer\b|\bnow (?:wants?|aims?|plans?|hopes?|training|trains?|saves?|saving|working)\b/
const AIMS =
  /^(?:(?:is|am|are) )?(?:(?:now|still|currently) )?(?:wants?|aims?|aiming|plans?|planning|hopes?|hoping|intends?|trains?|training|saves?|saving(?: up)?|working towards?)\b|\b(?:goal|aim|target|ambition|resolution|plan) (?:is|was)\b/
const GENERIC = new Set('goal aim target ambition resolution plan want hop intend train sav work instead'.split(' '))

/** "The goal is a full marathon now" after "aims to run a half marathon": another aim in the same matter. */
export function redirects(newer: Clause, older: Clause): boolean {
  const { plain } = newer.assertion
  if (!STANDS.test(plain) || !(GOAL.test(plain) || AIMS.test(newer.assertion.main.whole))) return false
  if (!AIMS.test(older.assertion.main.whole) && !(GOAL.test(older.assertion.plain) && older.assertion.topic.length))
    return false
  const of = (clause: Clause) => new Set([...contentOf(clause.assertion.words)].filter((stem) => !GENERIC.has(stem)))
  const [next, before] = [of(newer), of(older)]
  const isOther = newer.assertion.plain.replace(/\D/g, '') !== older.assertion.plain.replace(/\D/g, '')
  return shareOf(before, next) >= 0.3 && (isOther || shareOf(next, before) < 1 || shareOf(before, next) < 1)
}

const STYLE =
  /^(?:(?:would|also|now) )*(?:wants?|prefers?|likes?|asked for|requested|needs?) (?:(?:to (?:get|have|receive|see)|me to (?:give|send|write|use)) )?(?:my |the |all |only )?(?<how>(?:[a-z-]+ ){0,3}?)(?<what>answers?|replies|reply|responses?|summaries|summary|reminders?|notifications?|messages|e-?mails|updates|explanations?|tone|language|units|format|recipes|reports?|workouts?)\b(?<rest>.*)$/
const CHANGED_NOW = /\b(?:from now on|now|instead|any ?more|no longer|again|rather than|these days)\b/

/** "Wants detailed answers from now on" after "wants short answers". */
export function isOtherStyle(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(({ assertion }) => STYLE.exec(assertion.main.whole)?.groups)
  if (!next || !before || !CHANGED_NOW.test(newer.assertion.plain)) return false
  const styleOf = ({ how, rest }: Record<string, string>) =>
    `${how}${rest}`.replace(CHANGED_NOW, '').replace(/[ ]+/g, ' ').trim()
  const [value, other] = [styleOf(next), styleOf(before)]
  if (stemOf(next.what!) !== stemOf(before.what!) || value === other) return false
  const linkOf = (rest: string) => /^ (?:at|in|by|on|with) /.exec(rest.replace(CHANGED_NOW, ''))?.[0]
  return linkOf(next.rest!) === linkOf(before.rest!)
}

const WISH =
  /^(?:(?:would|also|now) )*(?:wants?|wanted|prefers?|likes?|asked|asks|requests?|requested|needs?|expects?)\b/

/** "Asked for full sentences instead of bullet points" after "wants bullet points": both are wishes. */
export function isOtherWish(newer: Clause, older: Clause): boolean {
  return WISH.test(newer.assertion.main.whole) && WISH.test(older.assertion.main.whole)
}
