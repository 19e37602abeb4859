import { keyOf, SELF } from './assertions.ts'
import { type Clause, presentClauseOf, type Reading } from './reading.ts'
import { stemOf, stemsOf } from './words.ts'

/*
 * Ends that do not name what they end: who can do something again is no longer unable to, what does not scare any
 * more is no fear, and who does a chore now relieves the one who did it.
 */

const DOCTOR =
  /^(?:the |my )?(?:doctor|doc|gp|dieti[ct]ian|cardiologist|nutritionist|hospital|consultant|nurse|specialist|dentist)\b/

function isOfOthers({ assertion: { owner, plain } }: Clause): boolean {
  return owner !== undefined && owner.relation !== 'self' && !DOCTOR.test(plain) && !/^doctor's\b/.test(plain)
}

function singleHabit(reading: Reading): Clause | undefined {
  const habit = presentClauseOf(reading)
  return habit && !habit.isEvent && !habit.ending ? habit : undefined
}

const UNABLE = /^(?:(?:am|is|are) )?(?:still )?(?:cannot|can not|unable to|not able to) (?<what>[^,;]{3,50})$/
const ABLE =
  /^(?:(?:am|is|are) )?(?:(?:now|finally) )?(?:can|able to) (?:(?:now|finally) )?(?<what>[^,;]{3,50}?)(?: (?:again|now|at last|once more|without (?:pain|help|trouble|problems|fear)))+$/
const ONLY_SOME = /\b(?:a little|a bit|some|short|slowly|only|almost|nearly|hardly|half|at least|maybe|sometimes)\b/

/** "I can lift my arm again" after "I can't lift my arm". */
export function canAgain(newer: Reading, older: Reading): boolean {
  const before = presentClauseOf(older)
  const next = presentClauseOf(newer)
  if (!before || !next || keyOf(next.assertion.owner ?? SELF) !== keyOf(before.assertion.owner ?? SELF)) return false
  const what = UNABLE.exec(before.assertion.main.whole)?.groups?.what?.replace(/ (?:any ?more|at all|yet|now)$/, '')
  const can = what && ABLE.exec(next.assertion.main.whole)?.groups?.what
  return Boolean(can) && can === what && !ONLY_SOME.test(next.assertion.plain)
}

const DRIVING =
  /\b(?:(?:takes?|taking|has|have|having) driving lessons|learning to drive|learns to drive|(?:cannot|can not) drive|learner driver|provisional licen[cs]e|no (?:driving |driver's )?licen[cs]e|(?:do|does) not (?:drive|have a (?:driving |driver's )?licen[cs]e))\b/
const MAY_DRIVE =
  /^(?:i |she |he |has |have )*(?:finally |just |now )*(?:passed (?:my|the|her|his) (?:practical )?driving (?:test|exam)|(?:got|has|have) (?:my|her|his|a) (?:driving |driver's |full )?licen[cs]e(?: now| at last)?)\b/

/** "Passed the driving test" after "takes driving lessons" or "cannot drive". */
export function mayDrive(newer: Reading, older: Reading): boolean {
  const [before, next] = [presentClauseOf(older), presentClauseOf(newer)]
  if (!before || !next || [before, next].some(isOfOthers)) return false
  const isLicence = !/\b(?:fishing|hunting|gun|music|trade|boat|pilot)/.test(next.assertion.plain)
  return isLicence && MAY_DRIVE.test(next.assertion.plain) && DRIVING.test(before.assertion.plain)
}

const FEAR =
  /(?:\b(?:scared|afraid|frightened|terrified|fear) of (?:the )?(?<what>[\p{L} -]{3,24})|^(?<by>[\p{L} -]{3,24}) (?:scares?|frightens?|terrif(?:y|ies)) me)$/u
const FEARS_NOT =
  /^(?<what>[\p{L} -]{3,24}?) (?:(?:(?:do|does) not|no longer) (?:scare|scares|frighten|frightens|bother|bothers|terrify|terrifies|worry|worries) me|(?:is|are) (?:no|not a) problem|(?:is|are) nothing to (?:fear|be afraid of))(?: for me)?(?: any ?more| any longer| now| these days| at all)*$/u
const OF_LATE = /\b(?:any ?more|any longer|now|these days|no longer)\b/

/** "Dogs don't scare me any more" after "I'm scared of dogs". */
export function isFearless(newer: Reading, older: Reading): boolean {
  const [before, next] = [presentClauseOf(older), presentClauseOf(newer)]
  if (!before || !next || isOfOthers(before)) return false
  const not = FEARS_NOT.exec(next.assertion.plain)?.groups?.what
  const fear = not && FEAR.exec(before.assertion.plain)?.groups
  const feared = fear && (fear.what ?? fear.by)
  return Boolean(feared) && OF_LATE.test(next.assertion.plain) && stemOf(feared!) === stemOf(not!)
}

const CHORE =
  /\b(?:dish(?:es|washer)|washing(?:-up)?|laundry|ironing|cook(?:s|ing)?|vacuum(?:s|ing)?|hoover(?:s|ing)?|bins?|rubbish|trash|shopping|groceries|clean(?:s|ing)?|bathrooms?|toilets?|lawn|hedge|gutters|taxes|bills|dog|cat|school run|dusting|mop(?:s|ping)?|beds|windows|gardening|watering)\b/
const BY_NOW = / (?:now|nowadays|these days|from now on|instead)$/

const HOW_OFTEN = / (?:weekly|daily|every (?:day|night|week|morning|evening)|at weekends|on (?:weekends|weekdays))$/
const HELPER = /^(?:an?|the|our|my) (?:robot|cleaner|gardener|neighbour|housekeeper|maid|au pair|nanny|caretaker) /

function helperOf({ assertion: { owner, plain } }: Clause) {
  return HELPER.test(plain) ? { relation: 'helper', name: undefined } : owner
}

/** "Rui does the dishes now" after "I do the dishes": one does it for both. */
export function takesChore(newer: Reading, older: Reading): boolean {
  const [before, next] = [presentClauseOf(older), presentClauseOf(newer)]
  if (!before || !next || next.cues().isAddition || before.cues().isAddition) return false
  const [owner, other] = [helperOf(next), before.assertion.owner ?? SELF]
  if (!owner || keyOf(owner) === keyOf(other) || (owner.relation !== 'self' && other.relation !== 'self')) return false
  const { plain, main, topic } = next.assertion
  const said = HELPER.test(plain) ? plain.replace(HELPER, '') : main.whole
  if (!BY_NOW.test(said) || !CHORE.test(said) || (topic.length && !HELPER.test(plain)) || before.assertion.topic.length)
    return false
  const frameOf = (text: string) => stemsOf(text.replace(BY_NOW, '').replace(HOW_OFTEN, ''))
  return frameOf(said) === frameOf(before.assertion.main.whole)
}

const MODES =
  /\b(?:(?:dark|light|night|day|silent|loud|vibrate|normal|flight|airplane|focus|grid|list|portrait|landscape|compact|wide) (?=mode\b|theme\b|view\b|layout\b)|(?:metric|imperial)\b|(?:24|12|24h|12h)[ -]?hour\b|(?:celsius|fahrenheit)\b)|(?<=[\p{L}] )(?:on|off|enabled|disabled)$/gu
const SETTING_WORDS_MAX = 6

/** "Notifications off" after "notifications on", "phone in light mode" after "phone in dark mode". */
export function isOtherMode(newer: Reading, older: Reading): boolean {
  const [before, next] = [presentClauseOf(older), presentClauseOf(newer)]
  if (!before || !next) return false
  const [said, known] = [next, before].map(({ assertion }) => assertion.plain.replace(BY_NOW, ''))
  if (said!.split(' ').length > SETTING_WORDS_MAX || (said!.match(MODES) ?? []).length !== 1 || said === known)
    return false
  const [frame, other] = [said, known].map((text) =>
    text!.replace(MODES, '@').replace(/\b(?:my|the|is|are|i|on) /g, ''),
  )
  return (
    frame === other &&
    /\p{L}{4}/u.test(frame!) &&
    !/\b(?:monday|day|feet|shoes?|hats?|work|way|lights?|heating|oven|tv)\b/.test(frame!)
  )
}

const NIGHT = /\b(?:night owl|evening person|night person)\b/
const MORNING = /\b(?:morning person|early bird|lark|early riser)\b/

/** "Has become a morning person" after "is a night owl". */
export function isOtherChronotype(newer: Reading, older: Reading): boolean {
  const [before, next] = [presentClauseOf(older), presentClauseOf(newer)]
  if (!before || !next || keyOf(next.assertion.owner) !== keyOf(before.assertion.owner)) return false
  const [said, known] = [next.assertion.plain, before.assertion.plain]
  if ([said, known].some((text) => /\b(?:not|never|no|than)\b/.test(text))) return false
  return (
    (NIGHT.test(known) && MORNING.test(said) && !NIGHT.test(said)) ||
    (MORNING.test(known) && NIGHT.test(said) && !MORNING.test(said))
  )
}

const NOTE_GONE =
  /^(?:no more (?<none>[\p{L} -]{3,30})|(?:my |the )?(?<what>[\p{L} -]{3,30}?)(?: (?:is|are|has|have))?(?: (?:now|all|completely|fully|finally|been))* (?:gone|healed|cleared up|cured|better|over))$/u

/** "Back pain gone" after the note "back pain". */
export function noteIsGone(newer: Reading, older: Reading): boolean {
  const note = older.normal().replace(/^(?:i )?(?:have|has|am|with|got) (?:an? |the )?/, '')
  const next = presentClauseOf(newer)
  if (!next || older.clauses.length !== 1 || note.split(' ').length > 3) return false
  const gone = NOTE_GONE.exec(next.assertion.plain)?.groups
  return (gone?.what ?? gone?.none) === note
}

const ACTS =
  'ironing|baking|knitting|sewing|crocheting|painting|drawing|jogging|cycling|climbing|gardening|fishing|hiking|skiing|surfing|vaping|journaling|meditating|fasting|tutoring|babysitting|gambling|whittling|hunting|foraging|blogging|vlogging|streaming|podcasting|driving|swimming'
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|(?:19|20)\\d\\d)'
/** Stopped altogether; what follows says when or why. */
const STOPPED = new RegExp(
  `^(?:(?:has|have) )?(?:(?:stopped|quit|gave up|given up) (?<act>${ACTS})|no longer (?<verb>\\p{L}+)|(?:do|does) not (?<anymore>\\p{L}+) any ?more)(?: (?:now|altogether|completely|for good|at all))?(?:,? (?:since|because|after|due to|thanks to|on (?:the )?(?:advice|doctor)|last (?:year|month|week|${MONTH})|this (?:year|month|week|${MONTH})|in ${MONTH}|(?:\\w+ )?(?:years?|months?|weeks?) ago)\\b.*)?$`,
  'u',
)
const ACT_STEMS: ReadonlySet<string> = new Set(ACTS.split('|').map(stemOf))

/** "I've stopped ironing" after "I iron my shirts", "no longer drives since the stroke" after "drives a Volvo". */
export function stopsActivity(newer: Reading, older: Reading): boolean {
  const [before, next] = [singleHabit(older), presentClauseOf(newer)]
  if (!before || !next || keyOf(next.assertion.owner ?? SELF) !== keyOf(before.assertion.owner ?? SELF)) return false
  const { act, verb: done, anymore } = STOPPED.exec(next.assertion.main.whole)?.groups ?? {}
  const stopped = stemOf(act ?? done ?? anymore ?? '')
  const [verb, object] = before.assertion.main.words
  if (
    !ACT_STEMS.has(stopped) ||
    !verb ||
    object?.plain === 'for' ||
    /\b(?:work|living|job)\b/.test(before.assertion.plain)
  )
    return false
  return stopped === stemOf(verb.plain)
}
