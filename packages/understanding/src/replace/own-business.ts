import { keyOf, SELF } from './assertions.ts'
import { bareOf } from './bare.ts'
import { isOfEarlierYear } from './persons.ts'
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
const BUSINESS =
  '(?:shop|store|salon|bakery|caf[eé]|coffee shop|restaurant|bistro|pub|bar|hotel|guest ?house|butchery|pharmacy|clinic|practice|surgery|barbershop|boutique|brewery|winery|nursery|kiosk|food truck|takeaway|pizzeria|workshop|smithy|forge|pottery|' +
  'business|company|firm|enterprise|agency|start-?up|studio|garage|farm|consultancy|outfit|factory|gym|academy|school|stall|franchise|dealership|taxi firm|practice|bureau|publishing house|label|plumbing|landscaping)'
const WORD_BETWEEN = "(?!(?:at|in|to|for|of|with|from|on|and|the|by|near|key|keys)\\b)[\\p{L}'’&-]+ "
const OWNERS = '(?:my|her|his|their|our)'
const FROM_NOW =
  '(?: (?:in|on|near|now|since|these days|again|full[- ]time|for good|from home|called|with (?:my|her|his|two|three|a)|selling|last|this)\\b.*)?$'
/** "Runs his own tyre shop", "set up a garage of her own". */
const RUNS_OWN = new RegExp(
  `^(?:(?:now|has|have|just|finally|recently|since|is|am) ){0,3}(?:runs?|running|owns?|manages|started|set up|opened|founded|launched|bought|got|has|have) (?:up )?(?:${OWNERS} own (?:${WORD_BETWEEN}){0,3}?${BUSINESS}|an? (?:${WORD_BETWEEN}){0,3}?${BUSINESS} of ${OWNERS} own)${FROM_NOW}`,
  'u',
)
/** "Is self-employed", "works for herself now", "went freelance". */
const BECAME_FREELANCE =
  /\b(?:became|become|now) (?:work(?:s|ing) as )?an? freelance(?:r|(?: \p{L}+){1,3})(?: (?:now|in \p{L}+|last \p{L}+))?$/u
const WORKS_ALONE = new RegExp(
  `^(?:self-employed|freelance|a freelancer|an? sole trader|${OWNERS} own boss|in(?:to)? business for (?:my|her|him)self|(?:out |struck out |set up |branched out |strikes out )on ${OWNERS} own|set up (?:in business )?(?:on ${OWNERS} own|for (?:my|her|him)self|as an? (?:sole trader|freelancer))|works? for (?:my|her|him)self|freelances full[- ]time|in private practice|working for (?:my|her|him)self)(?: as an? .{3,30})?$`,
  'u',
)
const LEADING = new Set(
  'i is am are has have been now just finally fully recently become became turned went gone going'.split(' '),
)
const BEGUN =
  /\b(?:became|become|went|gone|turned|opened|set up|started|founded|launched|bought|now|these days|since|full[- ]time)\b/
const BESIDES =
  /\b(?:also|too|besides|as well|beside|side|weekends?|evenings?|part[- ]time|still|online|etsy|hobby|spare time|after work|nights|off-season|one day|dreams?|wants?|would|plans?|hopes?|next year|soon|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|days off|mornings?|days? a week|holidays?|during|while|in (?:the )?(?:spring|summer|autumn|winter|season)|(?:that|which) (?:my|his|her|our) \p{L}+ runs)\b/u
/** "Has her own workshop": a room, a kit or a place for oneself as well as a business. */
const IS_SPACE =
  /\b(?:has|have|got|owns?|bought) (?:(?:my|her|his|their|our) own (?:workshop|studio|gym|garage|pottery|nursery|label|stall|forge|smithy)\b|an? (?:workshop|studio|gym|garage|pottery|nursery|label|stall|forge|smithy) of (?:my|her|his|their|our) own\b)/
/** "Is self-employed as a photographer": of another trade than the job, it may be beside it. */
const AS_TRADE = /^(?:i )?(?:is |am )?(?:self-employed|freelance|an? freelancer) as an? /
const PART_TIME = /\bpart[- ]time\b/
const FULL_TIME = /\bfull[- ]time\b/
/** Work for others, by the hour. */
const WORKS_AT =
  /^(?:works?|working|employed|(?:an? )?[\p{L} ]{3,24}) (?:part|full)[- ]time (?:at|for|with|in) (?<org>.+)$/u

/** Whether a newer clause says that the person has a shop of their own, and an older one that they were employed. */
export function goesOnOwn(newer: Clause, older: Clause, olderYear?: number): boolean {
  const { main, owner, plain } = newer.assertion
  const isPremises = OWN_PREMISES.test(main.whole)
  if ((!isPremises && !isOnOwn(newer)) || BESIDES.test(plain) || !isNow(newer)) return false
  if (IS_SPACE.test(plain) || isOfEarlierYear(newer, olderYear)) return false
  const { work, assertion } = older
  if (!work || work.isOwn || work.isOver || older.cues().isAddition || older.cues().isPast) return false
  // A baker with a bakery is a baker still.
  const hasEmployer = work.organisation !== undefined && !work.isPlace && !work.isSome
  if (!hasEmployer && (!isPremises || work.isBare)) return false
  if (isOnOwn(older) || work.role?.has('student') || work.role?.has('volunt')) return false
  // Beside a job of which only the firm is known, a studio may be run in the evenings.
  if (!isPremises && !work.role && !BEGUN.test(plain) && !WORKS_ALONE.test(bareOf(said(newer), LEADING))) return false
  if (BESIDES.test(assertion.plain) || (AS_TRADE.test(said(newer)) && !BEGUN.test(plain))) return false
  return keyOf(owner ?? SELF) === keyOf(assertion.owner ?? SELF)
}

/** Whether a clause says that the person has a business of their own, or works on their own account. */
export function isOnOwn(clause: Clause): boolean {
  if (BECAME_FREELANCE.test(said(clause))) return true
  return RUNS_OWN.test(said(clause)) || WORKS_ALONE.test(bareOf(said(clause), LEADING))
}

function said({ assertion: { owner, main, plain } }: Clause): string {
  return owner && main.whole ? main.whole : plain
}

/** Whether a newer clause names another employer for full-time work, or says "now", after part-time work. */
export function leavesPartTime(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(({ assertion }) => assertion.main.text) as [string, string]
  if (!PART_TIME.test(before) || !isNow(newer) || older.cues().isPast || older.cues().isAddition) return false
  if (BESIDES.test(next.replace(PART_TIME, ''))) return false
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
