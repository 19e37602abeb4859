import { keyOf, SELF } from './assertions.ts'
import { type Clause, isLasting } from './reading.ts'

/*
 * A person who was employed has a shop of their own, or works full-time where they worked part-time.
 */

const PREMISES =
  "shop|store|salon|bakery|caf[eé]|coffee shop|restaurant|bistro|pub|hotel|guest ?house|b&b|butchery|butcher['’]?s|pharmacy|clinic|practice|surgery|barber ?shop|barber['’]?s|boutique|atelier|" +
  "brewery|winery|dairy|nursery|kindergarten|kiosk|food truck|takeaway|pizzeria|ice cream parlour|parlour|repair shop|law firm|consultancy|workshop|smithy|forge|pottery|florist['’]?s|tailor['’]?s|" +
  '(?:repair|car|motor|bike) garage|(?:art|dance|yoga|photo|photography|design|tattoo|pilates|recording|nail|film|hair|beauty|pottery) studio'
/** Has it, and has not had it all along: "opened her own salon", "has his own bike shop". */
const OWN_PREMISES = new RegExp(
  `^(?:(?:now|has|have|just|finally|recently|since) ){0,3}(?:(?:owns?|got|at|in) )?(?:(?:my|her|his|their|our) own (?:(?!(?:at|in|to|for|of|with|from|on|and|the|by|near|key|keys)\\b)[\\p{L}'’-]+ ){0,3}?|an? (?:(?!(?:at|in|to|for|of|with|from|on|and|the|by|near|key|keys)\\b)[\\p{L}'’-]+ ){0,3}?(?=(?:${PREMISES}) of (?:my|her|his|their|our) own\\b))(?:${PREMISES})(?=$| (?:in|at(?! home)|on|near|now|of|since|these|again|by)\\b)`,
  'u',
)
const BESIDES =
  /\b(?:also|too|besides|as well|beside|side|weekends?|evenings?|part[- ]time|still|online|etsy|hobby|spare time|one day|dreams?|wants?|would|plans?|hopes?|next year|soon|saturdays|sundays)\b/
const PART_TIME = /\bpart[- ]time\b/
const FULL_TIME = /\bfull[- ]time\b/
/** Work for others, by the hour. */
const WORKS_AT =
  /^(?:works?|working|employed|(?:an? )?[\p{L} ]{3,24}) (?:part|full)[- ]time (?:at|for|with|in) (?<org>.+)$/u

/** Whether a newer clause says that the person has a shop of their own, and an older one that they were employed. */
export function goesOnOwn(newer: Clause, older: Clause): boolean {
  const { main, owner, plain } = newer.assertion
  if (!OWN_PREMISES.test(main.whole) || BESIDES.test(plain) || !isNow(newer)) return false
  const { work, assertion } = older
  if (!work || work.isOwn || work.isOver || older.cues().isAddition || older.cues().isPast) return false
  if (BESIDES.test(assertion.plain)) return false
  return keyOf(owner ?? SELF) === keyOf(assertion.owner ?? SELF)
}

/** Whether a newer clause names another employer for full-time work, or says "now", after part-time work. */
export function leavesPartTime(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(({ assertion }) => assertion.main.text) as [string, string]
  if (!PART_TIME.test(before) || !isNow(newer) || older.cues().isPast || older.cues().isAddition) return false
  const [org, oldOrg] = [WORKS_AT.exec(next)?.groups?.org, WORKS_AT.exec(before)?.groups?.org]
  if (org === undefined || oldOrg === undefined) return false
  const isNext = FULL_TIME.test(next) || /\b(?:now|these days|instead)\b/.test(next)
  return isNext && !sharesWord(org, oldOrg) && keyOf(newer.assertion.owner) === keyOf(older.assertion.owner)
}

function sharesWord(one: string, other: string): boolean {
  const words = new Set(other.split(' ').filter((word) => word.length > 3))
  return one.split(' ').some((word) => words.has(word))
}

function isNow(clause: Clause): boolean {
  const { isAddition, isHypothetical, isTemporary, isPast } = clause.cues()
  return isLasting(clause) || !(isAddition || isHypothetical || isTemporary || isPast)
}
