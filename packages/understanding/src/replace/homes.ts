import { isTool } from '../tools.ts'
import type { Assertion } from './assertions.ts'
import type { Claim } from './claims.ts'
import { textOf } from './predicate.ts'
import type { Clause } from './reading.ts'
import { stemOf, type Word } from './words.ts'

const MOVED_FROM = /\b(?:moved|relocated|switched|transferred) (?:over )?from (?<from>.+?) (?:over )?(?:to|into) /

/** "Moved from Sketch to Figma" is no move from the home, and a street can lie in the city that is known. */
export function isOtherHome({ assertion, cues }: Clause, newer: Claim, older: Claim): boolean {
  if (!newer.key.endsWith('|home')) return false
  const from = MOVED_FROM.exec(assertion.plain)?.groups?.from
  if (from !== undefined && !from.split(/[ ,]+/).some((word) => older.value.has(stemOf(word)))) return true
  const hasNumber = ({ value }: Claim) => [...value].some((stem) => /^\d/.test(stem))
  if (hasNumber(older) && !hasNumber(newer)) return !cues().isChange
  return (
    hasNumber(newer) &&
    !hasNumber(older) &&
    !assertion.words.some(({ isAfterPause, isCapital }) => isAfterPause && isCapital)
  )
}

/** What people live on in the sense of where: "on the coast", "on Elm Street". */
const GROUND =
  /\b(?:streets?|st|roads?|rd|avenue|ave|lane|drive|close|row|square|crescent|terrace|boulevard|highway|quay|embankment|promenade|alley|mews|court|place|plaza|corner|block|coast|coastline|seafront|waterfront|riverside|riverbank|canal|shores?|lakeshore|beach|seaside|bay|cliffs?|islands?|isles?|islet|atoll|peninsula|cape|farm|farmland|homestead|smallholding|croft|ranch|vineyard|plantation|kibbutz|commune|estate|campus|compound|reservation|reserve|base|barracks|site|plot|land|acres?|property|houseboat|narrowboat|boat|barge|yacht|ship|bus|floor|level|side|edge|outskirts|border|fringes?|hills?|hillside|slopes?|mountains?|ridge|moors?|plain|plateau|river|lake|loch|sea|line|north|south|east|west|northern|southern|eastern|western|bank|park|common|green|mainland|continent|steppe|prairie)\b/
const LIVES_ON = /^(?:liv(?:es?|ing)|subsists?|surviv\w+|based|stays?|settled) (?:\p{L}+ly )?on (?<what>.+)/u
/** Words that end the phrase after "lives on". */
const END = /^(?:now|again|since|with|because|these|for|in|near|at|while|until|when|after|together)$/
/** Words of what people live on, anywhere after "lives on". */
const INCOME_OR_DEALS =
  /\b(?:credit|security|allowance|benefits?|pension|welfare|wages?|salary|grant|savings|income|scholarship|stipend|disability|loans?|meals?|deals?)\b/
/** Food and services that are written as names. */
const FED =
  /^(?:huel|soylent|nescafé|nescafe|deliveroo|doordash|ubereats|instacart|hellofresh|monster|coke|pepsi|medicaid|medicare|jobseeker|jobseeker's)$/

/** "Lives on a research grant", "lives on YT": what a person subsists on or is seen on, and no place. */
function isMeans(text: string, words: readonly Word[]): boolean {
  const what = LIVES_ON.exec(text)?.groups?.what
  if (what === undefined) return false
  const from = words.findIndex(({ plain }, at) => at > 0 && plain === 'on') + 1
  const to = words.findIndex(({ plain, isAfterPause }, at) => at > from && (isAfterPause || END.test(plain)))
  const phrase = words.slice(from, to < 0 ? words.length : to)
  const said = phrase.map(({ plain }) => plain).join(' ')
  if (INCOME_OR_DEALS.test(said)) return true
  if (GROUND.test(said)) return false
  const isName = phrase.every(({ isCapital, plain }) => isCapital || /^(?:the|of|and|de|la|\d.*)$/.test(plain))
  // "Settled on Odin" is a choice; "lives on Skye" is none.
  return !isName || text.startsWith('settled') || phrase.some(({ plain }) => FED.test(plain) || isTool(plain))
}

/** Lower-case text that says that no home is meant. */
const NO_HOME: readonly RegExp[] = [
  // Ways of life, and events that take place live.
  /^liv(?:es?|ing) (?:on in|by (?:the|her|his|my|their) (?!(?:sea|river|lake|coast|beach|canal|park|water|harbour|station|border|old|new)\b)|in (?:fear|hope|hopes|denial|dread|awe|sin|terror|the (?:hope|past|shadow|moment|present|future|fear)|(?:[\p{L}-]+ )?(?:jeans|crocs|birkenstocks|leggings|tracksuits?|trainers|sneakers|hoodies?|docs|uggs)\b))/u,
  /^live (?:at|from|in|on) .* (?:is|was|are|were) (?!in |at |on |near )/,
  // What begins or resumes with "to" and a verb or an activity.
  /^(?:moved|returned|relocated|switched|transferred|went back|gone back|back)(?: back)? (?:in)?to (?:the |her |his |my |their )?(?:work|school|uni|university|college|duty|training|practice|class|classes|lectures|rehab|hospital|treatment|therapy|chemo|physio|court|offices?|headquarters|gym|pool|stage|studio|lab|clinic|pitch|field|track|rink|bench|team|squad|band|choir|show|series|game|league|competition|sport|football|parkrun|faith|church|mosque|synagogue) /,
  /^returned to .* (?:for (?!good|ever|work|love|family|university|uni|college|retirement|(?:a|her|his|my|the) (?:new )?(?:job|post|position|studies|family|parents|children|health)\b)|to (?:visit|see|meet|collect|attend|film|shoot|give|sell|clear|pick|fetch|race|compete|play|perform|present|speak|photograph|record|interview|research|finish|sign|celebrate|bury|vote|hike|climb|ski|dive|fish|hunt|renew|sort|empty)\b|(?:every|each|once|twice|over|during) |on (?:pilgrimage|business|holiday|vacation|assignment|tour|leave|a visit)\b|as (?:an? )?(?:pundit|guest|visitor|tourist|speaker|referee|judge)\b)/,
  // A place that one is given by a nursery, a school or a team.
  /^(?:found|got|gets?|have|has|took|taken|given|offered|won|secured|accepted) (?:[\p{L}'’-]+ ){0,3}?places? (?:at(?! \d)|for|on (?!.*\b(?:street|road|coast|lane|island|avenue|hill|river|lake)\b)|in (?:the )?(?:[\p{L}-]+ ){0,2}(?:team|squad|final|class|choir|course|school|college|university|programme|program|marathon|race|draw|queue|orchestra|cohort|nursery))\b/u,
  /^(?:found|got) (?:[\p{L}'’-]+ ){1,2}(?:an?|the|my|her|his|our|their) (?:[\p{L}'’-]+ ){0,2}place /u,
  /^(?:took|taken|has|have|got|found|booked) (?:an?|the|my|our) (?:[\p{L}-]+ )?rooms? at the /u,
  // Clubs and firms.
  /^moved to .*\b(?:a?fc|cf|ltd|inc|gmbh|plc|llp|llc|on loan)\b/,
  // Holiday dwellings.
  /^(?:got|found|took|taken|have|has) (?:an? |the |my |our |her |his )?(?:[\p{L}-]+ ){0,2}(?:cabin|chalet|caravan|villa|lodge|hut|yurt)s? (?:in|at|near|on|by) (?!.*\b(?:live|lives|living|home)\b)/u,
  /^(?:settled|settling) (?:in|into) (?:at|with|to|well|nicely|(?:the|a|my|her|his|their) (?:[\p{L}-]+ )?(?:job|role|routine|team|class|course|group|work|post|school|position|marriage|retirement|family|rhythm))\b/u,
]
/** Names of hospital wards, departments, faiths and media: none is a place to live. */
const NO_PLACE =
  /^(?:[abc][12]|ux|ui|icu|hdu|nicu|picu|itu|ccu|a&e|er|ed|hr|it|qa|pr|r&d|cid|yt|ig|fb|tv|bst|gmt|cet|ward|islam|christianity|judaism|god|christ|allah|jesus|theatres|paediatrics|pediatrics|oncology|cardiology|maternity|radiology|geriatrics|surgery|dermatology|neurology|orthopaedics|sales|marketing|accounts|finance|logistics|procurement|premiership|bundesliga|\p{L}{3,}ism)$/u
const MOVES = /^(?:moved|relocated|transferred|shifted|returned|switched)$/
/** Teams, shifts, parts of a hospital, and vehicles. */
const GROUPS = new Set(
  (
    'express ward wards team teams shift shifts squad squads crew desk branch department dept division group stream set league list platform gate table ' +
    'seat row bed bay section line route train flight bus ferry tram sleeper carriage schedule rota payroll tier fund pension index calendar channel ' +
    'server database framework format system edition slot stage round final playoffs chapter level grade year class form course theatre clinic lab ' +
    'laboratory committee board unit'
  ).split(' '),
)
const GROUP_AT_MAX = 6
const BEFORE_OTHER = /^(?:in|at|on|near|by|off|with|from|of|and|outside|above|behind|opposite)$/

/** "Moved to the late shift", "to Ward 7", "to the Shalimar Express", but not "to Table View" or "to a unit in Coogee". */
function isGroup([verb, ...rest]: readonly Word[]): boolean {
  const toAt = rest.findIndex(({ plain }) => plain === 'to' || plain === 'into')
  if (!MOVES.test(verb?.plain ?? '') || toAt < 0) return false
  const article = rest[toAt + 1]?.plain
  for (
    let at = toAt + 1;
    at < Math.min(rest.length, toAt + GROUP_AT_MAX) && !BEFORE_OTHER.test(rest[at]!.plain);
    at++
  ) {
    const { plain, isCapital, isAfterPause } = rest[at]!
    const next = rest[at + 1]
    if (isAfterPause) return false
    if (!GROUPS.has(plain) || (plain === 'unit' && article !== 'the')) continue
    if (!isCapital || /^(?:\d+\p{L}?|\p{L})$/u.test(next?.plain ?? '') || (article === 'the' && !next?.isCapital))
      return true
  }
  return false
}

/** "Returned to studying in Morisset", but not "moved to Worthing in May". */
function isActivity([verb, ...rest]: readonly Word[]): boolean {
  const toAt = rest.findIndex(({ plain }) => plain === 'to' || plain === 'into')
  const next = toAt < 0 ? undefined : rest[toAt + 1]
  return MOVES.test(verb?.plain ?? '') && next !== undefined && !next.isCapital && /^[a-z]{2,}ing$/.test(next.plain)
}

const PASSIVE =
  /^(?:was|were|been|being|got|get|is|are|(?:has|have) been) (?:then |now |just |recently )*(?:moved|transferred|shifted|relocated) (?:back |over )?to (?:the|an?|another) /
/** "Tom's team", "Matt's wage", but not "Tom's place". */
const KEPT =
  /^(?:place|home|house|flat|apartment|parents|mum|mom|mother|dad|father|family|sister|brother|farm|old|spare|native|city|village|town)$/

/** Whether a predicate that has the form of one of a home is about something else: an income, a choice, a visit, a ward. */
export function isNoHome({ main, plain }: Assertion, found: readonly Word[]): boolean {
  const { text, words } = main
  const pauseAt = words.findIndex(({ isAfterPause }, at) => at > 0 && isAfterPause)
  const said = pauseAt < 0 ? text : textOf(words.slice(0, pauseAt))
  if (
    isMeans(text, words) ||
    NO_HOME.some((says) => says.test(said)) ||
    isGroup(words) ||
    isActivity(words) ||
    IN_SEASON.test(plain)
  )
    return true
  const [first, next] = found
  if (PASSIVE.test(main.whole) && !GROUND.test(text)) return true
  if (!first) return false
  const named = found.find(({ isCapital }) => isCapital) ?? first
  const after = found[found.indexOf(named) + 1]
  if (NO_PLACE.test(named.plain) && (!after?.isCapital || after.isAfterPause)) return true
  return (
    next !== undefined &&
    named.plain.endsWith("'s") &&
    after !== undefined &&
    !after.isCapital &&
    !after.isAfterPause &&
    /^[a-z]/.test(after.plain) &&
    !KEPT.test(after.plain) &&
    !END.test(after.plain)
  )
}

/** For a part of each year only: a second home. */
const IN_SEASON =
  /\b(?:every|each) (?:(?:other|second) )?(?:summers?|winters?|springs?|autumns?|falls?|seasons?|weekends?|holidays?|christmas|easter|july|august|january|february|march|april|may|june|september|october|november|december)\b|\b(?:weeks?|months?|days?|nights?) (?:a|each|every|per|of the) (?:year|month|week)\b|\b(?:part|most|some|rest|half) of the (?:year|week|month)\b|\b(?:in|out of) season\b|\bover the (?:summer|winter|holidays|weekend)s?\b/

const SUBSISTS =
  /\b(?:liv(?:es?|ing)|subsists?) on (?<what>[^,;.]+)|\b(?:go|goes|went|gone|going) live\b|\blive (?:music|show|stream|version|concert|album|band)\b/

/** "Went live", "live on beans": a text in lower case in which "live" says nothing of a home. */
export function isNoDwelling(plain: string): boolean {
  const found = SUBSISTS.exec(plain)
  return found !== null && (found.groups?.what === undefined || !GROUND.test(found.groups.what))
}
