import { categoriesOf } from '../category.ts'
import { isDateWord, type Word } from './words.ts'

/*
 * Who employs a person, in sentences that can mean something else: "joined Zoho" and "joined Netflix", "works with Anna",
 * "hired a cleaner", "retired the old phone".
 */

/** What one is a member or a customer of, and does not work for: "joined a choir in the parish hall". */
const GROUP =
  '(?:choir|congregation|church|club|gym|fitness|band|orchestra|team|league|society|association|circle|class|course|workshop|party|group|union|parish|mosque|temple|synagogue|community|communities|movement|campaign|forum|meet-?up|network|server|event|tournament|competition|contest|challenge|race|march|protest|trip|expedition|y[mw]ca(?! \\w+ (?:department|team|staff))|parkrun|leisure cent(?:re|er)|trust|institution|guild|committee|board|council of|library|pool|hall|cent(?:re|er)|box|dojo|academy of|clean-?up|cover|insurance|funds?|scheme|plan|programme|program|membership|waiting list|waitlist|list|queue|app|site|website|platform|service(?<!(?:ambulance|fire|civil|foreign|prison|police|health|postal|diplomatic|probation|forest|park|customs|public|social|secret) service)|newsletter|channel|chat|call|meeting|session|lesson|rehearsal|retreat|cruise|tour|walk|hike|ride|run|game|match|cult|order of|aa|na|scouts|guides|rotary|freemasons|masons|resistance|facebook|instagram|linkedin|whatsapp|tiktok|discord|tinder|bumble|hinge|strava)s?'
const JOINED_GROUP = new RegExp(
  `^(?:joined|joining) (?:(?:an?|the|my|our|her|his|their|some|another) )?(?:(?!to |as |and )[\\w'’.-]+ ){0,5}?${GROUP}\\b(?!.* as )`,
)
/** Joined long ago, or for what a customer gets. */
const OTHERWISE_JOINED =
  / at (?:the age of |age )?(?:\d\d?|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty[\w-]*|school)\b|\bwhen (?:i|he|she) was\b|^\w+ (?:in|at|on|for|after|when|by|via|up|forces|hands|the two|us|me|him|her|them)\b| for (?!(?:an? |my |her |his |the )?(?:new |permanent |full-time )?(?:job|role|position|work|good|internship)\b)/
/** Organisations that employ people and have no members. */
const EMPLOYING =
  /\b(?:firm|compan(?:y|ies)|corporation|start-?up|scale-?up|bank|agency|practice|clinic|hospital|surgery|pharmacy|school|college|university|academy|kindergarten|nursery|studio|authority|council|ministry|department|office|service|brigade|police|army|navy|air force|airline|shop|store|supermarket|restaurant|caf[eé]|kitchen|bakery|brewery|lab|laboratory|institute|newspaper|publisher|press|consultancy|crew|charity|ngo|bureau|factory|plant|mill|mine|railways?|staff|faculty|garage|chain|farm|hotel|business|chambers|ward|unit|employer|manufacturer|warehouse|dealership|contractor|cooperative|co-op|embassy|court|shipyard|depot|salon|job|role|position|offer|payroll|engineering|sales|marketing|trainee|intern|apprentice)\b/
/** A place within one, or what one works with: "at a desk by the window", "out at the gym". */
const NO_EMPLOYER =
  /^(?:(?:an?|the|my|her|his|our|their) )?(?:[\w-]+ )?(?:desk|window|table|bench|computer|screen|counter|till|home|night|nights|pace|height|heights|weekend|weekends|dawn|noon|midnight|times?|hours?|once|first|least|most|all|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|that|this|it|them|me|us|him|her|i)\b(?! (?:stop|rotation))|^\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m)?\b/
const STARTED = /^start(?:s|ed|ing) (?:at|with|for|by) /
const WITH = /^(?:works?|working|worked|starts?|started|starting) (?:.* )?with /
/** What a text is about in which such a name is no employer: "started with Ozempic". */
const ELSEWHERE = ['medicine', 'condition', 'reaction', 'diet', 'food', 'body', 'close'] as const
const ELSEWHERE_MIN = 0.4

/** Words of an organisation as they are written, and the clause that names it. */
interface Named {
  /** The clause from its verb on, in lower case. */
  readonly text: string
  readonly org: string
  readonly words: readonly Word[]
  readonly hasRole: boolean
  readonly isChange: boolean
}

/**
 * Whether an organisation that a clause names employs the person: `vague` if the person may as well be its member or
 * customer, `undefined` if it is none.
 */
export function employmentBy({ text, org, words, hasRole, isChange }: Named): 'sure' | 'vague' | undefined {
  if (NO_EMPLOYER.test(org)) return undefined
  const isJoined = /^join(?:ed|ing)\b/.test(text)
  if (isJoined && (JOINED_GROUP.test(text) || (!hasRole && OTHERWISE_JOINED.test(text)))) return undefined
  if (STARTED.test(text) && !isNamed(words)) return undefined
  const isWith = WITH.test(text)
  if (hasRole || (!isJoined && !isWith)) return 'sure'
  if (isWith ? !isChange || !isNameAlone(words) : !EMPLOYING.test(org) && !isNameAlone(words)) return undefined
  if (!isWith && EMPLOYING.test(org)) return 'sure'
  const shares = categoriesOf(text)
  return ELSEWHERE.some((category) => shares[category] >= ELSEWHERE_MIN) ? undefined : 'vague'
}

/** "Started at Bosch", but not "at the gym" or "at Anna's choir". */
export function isNamed([first, second]: readonly Word[]): boolean {
  return first?.isCapital === true && !(/['’]s$/.test(first.plain) && second !== undefined && !second.isCapital)
}

/** A name and no noun after it: "Deloitte", "the Rotterdam Taxi Centrale in May", but not "L'Oréal colours" or "Dr. Okoye". */
function isNameAlone(words: readonly Word[]): boolean {
  const from = words[0]?.plain === 'the' ? 1 : 0
  if (!words[from]?.isCapital || /^(?:dr|doctor|prof|professor|mr|mrs|ms)$/.test(words[from]!.plain)) return false
  const next = words.slice(from).find(({ isCapital }) => !isCapital)
  return next === undefined || isDateWord(next) || AFTER_NAME.test(next.plain)
}
const AFTER_NAME =
  /^(?:in|at|as|since|from|on|last|this|next|now|today|yesterday|recently|to|full-time|part-time|permanently|again|and|of|after|because|two|three|a|\d+)$/

/** Begins with no verb of a trade: "pays into a pension plan at Aviva", "our business banking at HDFC", "drove for Uber". */
const NO_TRADE = new Set(
  (
    'a an the my our her his their in on at to for with by from up out off not no never kept made did ran drove sold wrote built led ' +
    'taught went came saw met ate got gets do does is was had has have having own owns hold holds keep keeps find finds found pay pays ' +
    'vote votes voting save saves saving invest invests use uses using like likes love loves want wants need needs live lives order ' +
    'orders park parks swim swims sing sings pray prays dance dances look looks hope hopes care cares cheer cheers root roots ski skis ' +
    'climb climbs hire hired joined join rallied'
  ).split(' '),
)

/** Whether a clause may say what a person does for a living, by its first word. */
export function canBeTrade(text: string): boolean {
  const [first = '', second = ''] = text.split(' ', 2)
  if (/^work/.test(first) && second === 'out') return false
  return !NO_TRADE.has(first) && (!first.endsWith('ed') || first === 'embed')
}

/** "Hired a cleaner", "hired Oksana", but not "hired as a clerk" or "hired by Bosch". */
export function hires(text: string, words: readonly Word[]): boolean {
  return /^hired /.test(text) && (hasDeterminer(text.slice('hired '.length)) || words[1]?.isCapital === true)
}

/** "Retired the old phone", "fired Giorgio", "laid off two people", but not "retired in May" or "retired last year". */
export function isDoneToOther(text: string, words: readonly Word[]): boolean {
  const verb = /^(?:retired|fired|sacked|laid off|let go(?: of)?|retrenched|made redundant) /.exec(text)?.[0]
  if (verb === undefined) return false
  const next = words[verb.trim().split(' ').length]
  return (
    hasDeterminer(text.slice(verb.length)) || (next?.isCapital === true && !isDateWord(next) && next.plain !== 'may')
  )
}

const DETERMINER =
  /^(?:the|my|our|his|her|their|an?|some|all|both|that|those|these|this|another|one|two|three|four|five|six|several|\d+) /
const TIME =
  /^(?:[\w-]+ ){1,3}?(?:days?|weeks?|months?|years?|spring|summer|autumn|fall|winter|morning|afternoon|time|decades?)\b/

function hasDeterminer(rest: string): boolean {
  return DETERMINER.test(rest) && !TIME.test(rest)
}

/** "The bakery", "a hospital": which one it is, or that there is one, but not its name. */
export function isUnnamed(words: readonly Word[]): boolean {
  return /^(?:the|my|her|his|our|their|an?)$/.test(words[0]?.plain ?? '') && !words.some(({ isCapital }) => isCapital)
}
