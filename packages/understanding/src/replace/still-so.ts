import { computedOnce } from './computed-once.ts'
import type { Reading } from './reading.ts'

/*
 * News of what is still so: the statement names what an older one is about, and says that something is over, lost or replaced,
 * but not that: "Biscuit ran off and came back", "finished season 2", "my classmate gave up Notion", "coffee ran out".
 */

const PERSONS =
  'friend|classmate|colleague|co-?worker|workmate|flatmate|roommate|housemate|neighbou?r|apprentice|professor|lecturer|teacher|student|pupil|lad|guy|bloke|girl|boy|woman|man|mate|pal|buddy|team-?mate|cousin|nephew|niece|uncle|aunt|aunty|auntie|sister|brother|mother|mum|mom|mam|father|dad|wife|husband|partner|son|daughter|boyfriend|girlfriend|grandmother|grandma|grandfather|grandpa|boss|manager|client|customer|member|guest'
const ACTS =
  'left|quit|gave up|given up|sold|lost|switched|outgrew|lowered|raised|prefers?|dropped|cancel\\w*|stopped|finished|retired|changed|replaced|swapped|traded|moved(?! in(?: with (?:me|us))?(?:$|[.,;]))|returned|uses?|bought|joined|started|no longer'
/** "My classmate gave up", "A friend of user, Murat, switched", "Ravi, a colleague of user, left". */
const ANOTHER_ACTS = new RegExp(
  `^(?:\\p{L}+, )?(?:(?:my|our|his|her|their|an?|one|the|user's|the user's|\\p{L}+'s) )(?:(?!and |or )[\\p{L}-]+ ){0,2}?(?<who>${PERSONS})s?(?: of (?:user|the user|mine|hers|his|ours))?(?: in [\\p{L} ]{2,20}?)?(?! and\\b),? (?:(?!and |or )[\\p{L}-]+,? ){0,2}?(?:has |have |just |also |recently |finally )?(?:${ACTS})\\b`,
  'iu',
)
const AWAY =
  /\b(?:ran (?:off|away)|lost|got (?:out|loose)|escaped|vanished|disappeared|went missing|flew off|slipped out|stolen)\b/
const CAME_BACK =
  /(?<!\b(?:never|not) )\b(?:came back|come back|came home|returned (?:it|him|her|them|to|by|home|an|a|after|safe|the (?:same|next))|(?:was|were|is|are) (?:all |safely )?(?:back|home|found)|found (?:it|him|her|them)|turned up|got (?:it|him|her|them) back|handed it in)\b/
/** Not what is stored: "the visa ran out". */
const RAN_OUT = /\b(?:ran|run|runs|running|runs) out\b/
const EXPIRES =
  /\b(?:visas?|permits?|contracts?|leases?|insurance|warranty|subscription|membership|licen[cs]es?|passport|money|savings|time|benefits?|payments?|leave|tickets?|pass|policy|funding|grant|trial|tenancy|agreement|season|battery|luck|terms?|mandate|cancel\w*)\b/
const PART =
  /\b(?:finished|completed|done with|read|watched|passed|got through)\b[^,;.]{0,30}\b(?:part|phase|season|unit|chapter|volume|module|level|lap|episode|lesson|section|stage|round|book|week|draft)\b(?: (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))?(?:$| (?:of|in|on|and|with|last|this|today|yesterday)\b)/
const PART_NOUN = /\b(?:parts?|phases?|seasons?|units?|chapters?|volumes?|modules?|levels?|episodes?|drafts?|rounds?)\b/
/** "Finished paying off the solar panels". */
const PAID = /\bfinished paying|\bpaid (?:it )?off\b|\bpaying off\b/
/** "The old one was replaced by a smaller one", "the replacement came by courier". */
const BY_ITS_LIKE =
  /\breplaced (?:by|with) (?:an? )?(?:(?:brand[- ])?new|newer|smaller|bigger|larger|quieter|lighter|better|softer|stronger|similar|fresh|identical)\b(?: (?<name>\p{Lu}[\p{L}\d-]*))?|\b(?:the|a|sent a|got a|my) replacements? (?:came|arrived|is|was|by|card)\b/u
/** One occasion: "cancelled this week", "closed for two weeks", "instead of the Dacia this time". */
const ONE_OCCASION =
  /\b(?:cancel\w*|called off|closed|shut|skipped|missed|instead of|week off|day off)\b.*\b(?:(?:this|last) (?:week|time|once|mon|tues|wednes|thurs|fri|satur|sun)\w*|for once|for (?:an?|one|two|three|a few|some) (?:hours?|days?|weeks?|months?)\b(?! (?:now|already))|(?:week|day|days|weeks) off from)/
const ENDS_FOR_GOOD = /\b(?:for good|forever|permanently|for ever|any ?more|no longer)\b/
/** "The exam moved to room 204": to another place at the same time. */
const ELSEWHERE =
  /\b(?:moved|moves|relocated|switched|changed) to (?:[\p{L}\d'-]+ ){0,4}?(?:room|hall|building|rink|venue|studio|floor|wing|campus|court|pitch|office on|street|road|premises|edition|seats?|desk)\b/iu
const PLACE =
  /\b(?:room|hall|building|rink|venue|studio|floor|wing|campus|court|pitch|street|road|desk|seat|edition|in \p{Lu}|at \p{Lu})/u
/** "Aviva no longer posts the documents". */
const NO_LONGER_DOES =
  /\bno longer (?!(?:my|our|with|available|there|exists?|practi[sc]\w+|works?|treats?|sees?|here|operat\w+|offers?|teach\w*|coach\w*|lives?|has|have|is|in|at|on|a|an|the|need|needs|want|wants|able|allowed|takes?|drinks?|eats?|smokes?|uses?|goes?|plays?|sings?|runs?|drives?|rents?|owns?)\b)\p{L}+/u
/** "We used to take the tram until we got the bike": what follows "until" is so. */
const USED_TO = /\bused to\b/
const UNTIL = /\b(?:until|till|before) (?<since>[^.;]+)/
/** "Cut down to two a day": a matter of how much. */
const CUT_DOWN = /\bcut(?:ting)? down (?:to|from|on)\b/
const COUNTED =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|dozen|lots?|many|several|full|half|every|daily|heavy|heavily)\b/
const NOT_YET =
  /\b(?:\d+|one|two|three|some|more|still|a few|the rest) (?:[\p{L}]+ )?to go\b|\bon to the next\b|\bwhile (?:waiting|i wait|she waits|he waits)\b|\bgoes on\b|\bcarr(?:y|ies) on\b|\bstill (?:counts?|stands?|mine|hers|his|there)\b/u

/** "Took the sewing machine to the repair shop", "the van went for its MOT", "lent the trailer to Emil", "did not manage to sell". */
const AT_REPAIR =
  /\b(?:took|taken|brought|sent|dropped|went|gone|goes|going|is|in) (?:[^ ]{1,20} ){0,6}?(?:to|at|off at|in for|for|off for) (?:(?:the|an?|its|his|her|my) )?(?:repairs?|repair shop|garage|workshop|mechanic|menders|cleaners?|dry cleaners?|tailor|service|servicing|mot|inspection|check-?up|groomers?|new (?:brakes|tyres|tires|strings|battery|clutch|screen)|oil change|tuning|tune-up)\b/
const LENT = /\b(?:lent|loaned) (?:[a-z]{1,12} )?(?:the|my|our|his|her) /
const KEPT =
  /\b(?:did not|didn't) (?:manage|get round|get around|dare) to |\bpassed (?:its|the|his|her) (?:mot|inspection|check-?up|last inspection|yearly inspection)\b/
const PARTS_WITH_IT = /\b(?:sold|sell|scrap|scrapped|written off|traded|never)\b/
/** "Two hours without a cigarette", "not a single pouch of snus left, must buy some". */
const SHORT_OF =
  /\b(?:an?|one|two|three|four|five|six|\d{1,3}) (?:hours?|minutes?|mins) (?:without|off|into)\b|\b(?:not a single|no) (?:[^ ]{1,20} ){1,4}left\b|\bon (?:special )?offer\b/
/** A thing that belongs to another: "gave the treadmill manual away". */
const ACCESSORY =
  /\b(?<of>\p{L}{3,20}) (?<part>manual|covers?|box|charger|case|lid|cable|remote|receipt|stickers?|helmet|pump|strap|bag|stand|lock|mat|adapter|instructions|trailer)\b/u

type Holds = (older: Reading) => boolean

/** Whether the older of two statements holds in any case, whatever else the newer one says is over. */
export function isStillSo(newer: Reading, older: Reading): boolean {
  return leftBy(newer).some((holds) => holds(older))
}

const lower = ({ text }: Reading) => text.toLowerCase()

/** What a newer statement leaves so: most leave nothing. */
const leftBy = computedOnce((next: Reading): readonly Holds[] => {
  const { text } = next
  const newer = text.toLowerCase().replace(/[’ʼ]/gu, "'")
  const always: Holds = () => true
  const leaves: Holds[] = []
  const another = ANOTHER_ACTS.exec(newer)?.groups?.who
  if (another) leaves.push((older) => !isAbout(another, next, older))
  if (AWAY.test(newer) && CAME_BACK.test(newer)) leaves.push(always)
  if (RAN_OUT.test(newer) && !EXPIRES.test(newer)) leaves.push((older) => !EXPIRES.test(lower(older)))
  if (PART.test(newer)) leaves.push((older) => !PART_NOUN.test(lower(older)))
  if (PAID.test(newer)) leaves.push((older) => !PAYS.test(lower(older)))
  const like = BY_ITS_LIKE.exec(text)
  // "By a new Pixel" tells of another one, unless the older statement names it.
  if (like) leaves.push((older) => lower(older).includes(like.groups?.name?.toLowerCase() ?? ''))
  if (
    NOT_YET.test(newer) ||
    LENT.test(newer) ||
    KEPT.test(newer) ||
    (AT_REPAIR.test(newer) && !PARTS_WITH_IT.test(newer)) ||
    SHORT_OF.test(newer)
  )
    leaves.push(always)
  const accessory = ACCESSORY.exec(newer)?.groups
  if (accessory) leaves.push((older) => lower(older).includes(accessory.of!) && !lower(older).includes(accessory.part!))
  if (ONE_OCCASION.test(newer) && !ENDS_FOR_GOOD.test(newer)) leaves.push((older) => !DATED.test(lower(older)))
  if (ELSEWHERE.test(newer)) leaves.push((older) => !PLACE.test(older.text))
  const isOwn = next.clauses.some(({ assertion: { owner } }) => owner?.relation === 'self')
  if (!isOwn && NO_LONGER_DOES.test(newer)) leaves.push(isProvider)
  if (CUT_DOWN.test(newer)) leaves.push((older) => !COUNTED.test(lower(older)))
  const since = USED_TO.test(newer) ? UNTIL.exec(newer)?.groups?.since : undefined
  if (since !== undefined) leaves.push((older) => sharesWord(since, lower(older)))
  return leaves
})

const PAYS = /\b(?:pay\w*|owes?|debt|loan|mortgage|instal\w*|financ\w*|credit|monthly|euros?|dollars?|\d)\b/
/** "On 14 March": one occasion, which can be called off. */
const DATED = /\b\d{1,2}(?:st|nd|rd|th)?\b|\b(?:today|tonight|tomorrow|next)\b/

/** Whether the older statement is about the person who acts, too, or about what both do. */
function isAbout(who: string, next: Reading, before: Reading): boolean {
  const older = lower(before)
  if (older.includes(who) || /\b(?:we|our|us)\b/.test(older)) return true
  const relations = (reading: Reading) => reading.clauses.map(({ assertion }) => assertion.owner)
  const others = relations(before).filter((owner) => owner && owner.relation !== 'self')
  return relations(next).some(
    (owner) =>
      owner &&
      others.some(
        (other) =>
          (owner.relation !== undefined && owner.relation !== 'self' && owner.relation === other!.relation) ||
          (owner.name !== undefined && owner.name === other!.name),
      ),
  )
}

/** "Car insurance is with Aviva": someone who provides something. */
function isProvider({ clauses }: Reading): boolean {
  return clauses.some(({ assertion: { plain } }) =>
    /\b(?:is with|are with|with|by|from)\b|^(?:bank|my bank|insurance)/.test(plain),
  )
}

function sharesWord(since: string, older: string): boolean {
  const words = new Set(older.match(/\p{L}{4,}/gu))
  return (since.match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word))
}
