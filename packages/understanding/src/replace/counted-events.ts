import { computedOnce } from './computed-once.ts'
import { RECORD } from './cues.ts'
import type { Clause, Reading } from './reading.ts'

/*
 * What was done once and is counted, measured or dated: "ran 8 km", "paid 32 euros at the pharmacy", "dinner with Mia cost 41 euros".
 * Two of these are both true: each is an entry of a log of sports, sleep or expenses.
 */

/** An amount, or a day or month on which it was done. */
const NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|dozen|half|couple|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|in may)\b/
/** Verbs of what is done and then over, not of what begins, ends or changes a state. */
const DONE =
  'ran|jogged|swam|cycled|biked|rode|hiked|walked|climbed|rowed|skied|skated|danced|sailed|paddled|surfed|drove|flew|travelled|traveled|trained|exercised|stretched|' +
  'lifted|benched|squatted|slept|napped|dozed|rested|fasted|meditated|prayed|drank|ate|snacked|smoked|cooked|baked|grilled|brewed|picked(?! up)|caught|fished|' +
  'planted|harvested|watered|mowed|painted|drew|sewed|knitted|wrote|read|practised|practiced|rehearsed|recorded|studied|revised|learned|learnt|taught|tutored|' +
  'played|won(?= .*\\b(?:against|vs|by|in)\\b)|lost(?= .*\\b(?:against|vs|to|at)\\b)|beat|watched|listened|attended|visited|called|talked|chatted|waited|queued|' +
  'worked|babysat|volunteered|cleaned|ironed|washed|hoovered|vacuumed|bought|paid(?! (?:back|off|down))|spent|earned|sold|donated|gave(?! (?:up|away|back|birth))|lent|borrowed|tipped(?! the scales)|' +
  'withdrew|deposited|transferred|filled up|refuelled|refueled|charged|burned|burnt|counted|saw|collected|delivered|carried|' +
  'took (?:an? |the )?(?:taxi|cab|uber|lift|walk|nap|bath|bus|train|ferry|flight)|(?:had|did|made)(?= (?:\\d|two|three|four|five|six|seven|eight|nine|ten|a (?:couple|dozen)|half))'
const HAS_DONE = new RegExp(
  `^(?:(?:i|we|he|she|they) )?(?:have |has |had )?(?:just |only |already |also |then |finally )?(?:${DONE})(?= |$)`,
)
/** What was done to a thing, once. */
const WAS_DONE =
  /^(?:[\p{L}'’-]+ ){1,6}(?:was|were|got|has been|have been) (?:serviced|repaired|mended|cleaned|washed|painted|polished|inspected|checked|tested|fed|walked|groomed|bathed|brushed|vaccinated|dewormed|watered|mowed|pruned|fertilised|fertilized|weeded|sharpened|tuned|refilled|emptied|charged|delivered|picked up|donated|sold|bought|paid)(?= |$)/u
/** What something cost, and how long it took. */
const WAS_SPENT =
  /^(?!.*\p{L}s cost\b)(?:[\p{L}'’-]+ ){1,8}(?:cost(?= (?:[\p{L}]+ ){0,2}[€$£¥₹]?\d)|came to(?= [€$£¥₹]?\d)|(?:took|lasted|went on for)(?= (?:[\p{L}]+ ){0,2}(?:\d|two|three|four|five|six|seven|eight|nine|ten|half|an? ))|(?:was|arrived|came|left) \d+ (?:minutes?|mins?|hours?) (?:late|early))/u
/** Entries of a log that begin with what was done or paid. */
const OCCASION =
  /^(?:(?:morning|evening|afternoon|lunchtime|late|long|short|easy|quick|team|business|family|sunday|saturday) )?(?:breakfast|brunch|lunch|dinner|supper|snacks?|meal|drinks|coffee|beers?|taxi|cab|uber|groceries|shopping|petrol|fuel|tickets?|cinema|concert|museum|run|jog|ride|swim|row|hike|walk|workout|training session|session|practice|nap|haircut|repair|donation|tip|gift|present|match|game|trip|excursion|book|book shop|bookshop|bakery|pharmacy|supermarket|market|restaurant|takeaway|flowers)(?= |$)/
/** Entries of a log that begin with when or for what they were written. */
const ENTRY =
  /^(?:(?:today|yesterday|tonight)(?:['’]s)? )?(?:breakfast|brunch|lunch|dinner|supper|snacks?|workout|training session|gratitude|grateful for|thankful for|dream|nightmare|highlight|shopping(?: list)?|groceries|errands?|journal|diary)$/
const CLOCK = /\d ?(?::\d\d|(?:am|pm|o['’]clock)\b)/
const AMOUNT =
  /(?:[€$£¥₹] ?\d|\d ?(?:[€$£¥₹]|(?:k?m|miles?|kg|litres?|liters?|l|hours?|hrs?|h|minutes?|mins?|min|laps|lengths|steps|reps|sets|kcal|calories|pages|euros?|eur|dollars?|pounds?|quid|francs?|chf|yen|kroner|kronor|złoty|zloty|rupees?|pesos?|reais|rand|lira|gbp|usd|sek|nok|dkk|pln|czk|inr|jpy|aud|cad|nzd|brl|zar|try|mxn)(?![\p{L}\d])))/u
/** So again and again: a statement about a habit. */
const HABIT =
  /\b(?:every|each|daily|weekly|monthly|yearly|nightly|usually|always|often|normally|regularly|typically|generally|per|on average|at most|at least|(?<!\b(?:on|for|in|within|after) )an? (?:day|night|week|fortnight|month|year|time|session|visit|person|hour)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|weekends|weekdays)\b/
/** The newer statement corrects another, or says what is so from now on. */
const CORRECTS =
  /\b(?:correction|actually|sorry|wrong|mistake|mistaken|miscounted|misread|meant|typo|in fact|rather|instead|not \d|now|nowadays|these days|no longer|any ?more|from now on|chang(?:e|ed|es)|quit|stopped|switched|swapped|gave up|given up|cut out|off|no more|without|started|refunded|update)\b/

/** Whether two statements tell of two events that are counted, measured or dated, and the newer one does not correct the other. */
export function areCountedEvents(newer: Reading, older: Reading): boolean {
  return isCountedEvent(newer) && isCountedEvent(older) && !CORRECTS.test(newer.normal())
}

/** Whether a statement tells of an event with an amount or a date, and of nothing that lasts. */
export const isCountedEvent = computedOnce((reading: Reading): boolean => {
  const [first, ...others] = reading.clauses
  return first !== undefined && isCounted(first) && others.every(isRemark) && !RECORD.test(reading.normal())
})

function isCounted({ assertion: { plain, main, isLabelled, topic } }: Clause): boolean {
  if (HABIT.test(plain)) return false
  if (isLabelled) {
    const label = topic.map((word) => word.plain).join(' ')
    return ENTRY.test(label) ? !CLOCK.test(plain) : OCCASION.test(label) && AMOUNT.test(plain)
  }
  if (!NUMBER.test(plain)) return false
  return HAS_DONE.test(plain) || HAS_DONE.test(main.whole) || WAS_DONE.test(plain) || WAS_SPENT.test(plain)
}

/** Whether a clause states nothing that another could replace: "felt great". */
function isRemark({ claims, states, work, partnership, diet }: Clause): boolean {
  return !claims.length && !states.length && !work && !partnership && !diet
}
