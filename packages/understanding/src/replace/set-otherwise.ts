import { keyOf, SELF } from './assertions.ts'
import { HEALTH_WORDS } from './end-words.ts'
import { lastingClauseOf, type Reading } from './reading.ts'

/*
 * Sentences that differ only in a value of which there is one at a time: how long a habit takes, a size, a fee, a wage, an alarm, a
 * level, a theme, and what one wants to become.
 */

const NOW = / (?:now|nowadays|these days|from now on|instead|already)\b/g
const IS_NOW = /\b(?:now|nowadays|these days|from now on|instead|rather)\b/
const NUMBER_WORD =
  '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|ninety|\\d+(?:[.,]\\d+)?)'
/** "For half an hour": how long. */
const DURATION = new RegExp(
  `(?:\\bfor )?\\b(?:half an hour|an hour and a half|${NUMBER_WORD} (?:and a half )?(?:hours?|hrs?|minutes?|mins?|h))\\b`,
  'gu',
)
const OFTEN =
  /\b(?:a (?:day|night|week)|every (?:day|night|morning|evening|week)|each (?:day|night|morning|evening)|per (?:day|night|week)|daily|nightly|before bed|after (?:work|school|dinner|lunch))\b/
const VALUE = /(?<![\p{L}\d])[€$£]?\d+(?:[.,:]\d+)*(?:[€$£]|\b)/gu
/** Frames of sentences with a number of which one is true at a time. */
const FRAMES: readonly RegExp[] = [
  /^(?:(?:i|my [\p{L}]+|her|his) )?(?:wears?|takes?) (?:an? )?(?:size # ?(?:shoes|trousers|jeans|shirts|dress|clothes|boots|gloves|skates)?|# shoes)$/u,
  /^(?:my |her |his )?(?:ring|shoe|hat|bra|dress|glove|collar|jeans|trouser|font|clothes|skate|helmet) size(?: is|:)? #$/,
  /^(?:i |she |he |we )?pays? # ?(?:euros?|pounds?|dollars?|francs?|a (?:month|week|year))? ?for (?:(?:the |my |our |her |his )[\p{L}-]+(?: [\p{L}-]+)?(?: an? (?:month|week|year))?|(?:an? )?[\p{L}-]+(?: [\p{L}-]+)? an? (?:month|week|year)|rent|childcare|daycare|nursery|electricity|insurance|internet|broadband|parking|water|gas)$/u,
  /^(?:i |she |he )?(?:gets?|earns?|makes?|charges?) # ?(?:euros?|pounds?|dollars?|francs?)? ?(?:an|per|a) (?:hour|day|week|month|lesson|session)$/,
  /^(?:my |the )?alarm(?: clock)?(?: is| set| rings| goes off)*:? (?:at|for) #(?: ?[ap]m)?$/,
  /^(?:(?:i|(?:(?:my|her|his|our) )?(?:son|daughter|boy|girl)) )?(?:am |is )?(?:moved (?:up )?(?:in)?to |in )(?:room|ward|bed|bay|unit|year|grade|class|form|cabin|berth|flat|apartment|dorm|p)\.? #(?: (?:of|at|in) (?:the )?[\p{L} ]{3,30})?$/u,
  /^(?:my )?(?:shift|shifts|working hours|work hours|hours|rota):? (?:is |are )?#-#$/,
  /^(?:my |the )?season ticket:? (?:is )?(?:for )?zones? #(?:-#)?$/,
]

/** Whether a newer text states another value of what an older one states in the same words. */
export function isSetOtherwise(newer: Reading, older: Reading): boolean {
  if (isOtherTheme(newer, older)) return true
  const [next, before] = [lastingClauseOf(newer), lastingClauseOf(older)]
  if (!next || !before || keyOf(next.assertion.owner ?? SELF) !== keyOf(before.assertion.owner ?? SELF)) return false
  const [said, known] = [next.assertion.plain.replace(NOW, ''), before.assertion.plain.replace(NOW, '')]
  if (said === known || HEALTH_WORDS.test(known)) return false
  return isOtherDuration(said, known) || isOtherNumber(said, known) || isOtherLevel(said, known)
}

function isOtherDuration(said: string, known: string): boolean {
  const [next, before] = [said, known].map((text) => text.match(DURATION) ?? [])
  if (next!.length !== 1 || before!.length !== 1 || !OFTEN.test(said) || !OFTEN.test(known)) return false
  const [frame, other] = [said, known].map((text) => text.replace(DURATION, '@'))
  return frame === other && next![0]!.replace('for ', '') !== before![0]!.replace('for ', '')
}

function isOtherNumber(said: string, known: string): boolean {
  const frame = said.replace(VALUE, '#')
  return frame === known.replace(VALUE, '#') && FRAMES.some((each) => each.test(frame))
}

const LEVEL =
  /^(?:(?:i|she|he|we) )?(?:(?:am|is|are|plays?|swims?|dances?|got|was|were|been|moved|promoted|went|switched|up|down|put|relegated) )*(?:in|for|to|into|with) (?:the )?(?<level>beginners?'?|intermediate|improvers?'?|advanced|elementary|first|second|third|fourth|reserve|junior|senior|under-\d+) (?<what>group|class|course|team|squad|league|division|eleven|choir|orchestra)$/

/** "Promoted to the first team" after "plays in the second team". */
function isOtherLevel(said: string, known: string): boolean {
  const [next, before] = [said, known].map((text) => LEVEL.exec(text)?.groups)
  return next !== undefined && before !== undefined && next.what === before.what && next.level !== before.level
}

const THEME =
  /^(?:my |the )?(?<what>theme|colou?r (?:theme|scheme)|appearance|display|layout|view|text size|contrast) (?:is (?:now )?)?(?:set to )?(?<value>light|dark|auto|system|compact|comfortable|wide|narrow|large|small|medium|high|low|default|list|grid)$/u

/** "Theme: dark" after "theme: light". */
function isOtherTheme(newer: Reading, older: Reading): boolean {
  const [next, before] = [newer, older].map((reading) => THEME.exec(reading.normal())?.groups)
  return next !== undefined && before !== undefined && next.what === before.what && next.value !== before.value
}

const WANTS =
  /^(?:(?:i|she|he|we) )?(?:(?:now|rather|is|am) )?(?:wants?|would like|hopes?|plans?|dreams? of|trains? for|training for|sav(?:es?|ing)(?: up)? for)(?<to> (?:to (?:be|become|study|get|buy|adopt|learn|visit)|being|becoming|having))? (?<what>(?:an? )?[^,;]{2,30})$/
const FOR_GOAL = /\b(?:train(?:s|ing)?|sav(?:es?|ing)(?: up)?) for an? /
/** Who wants to be a father may want to be a pilot. */
const IS_BEING =
  /\b(?:be|become|being|becoming) ?(?:(?!an? )|an? (?:\p{L}+ )?(?:dad|mum|mom|mother|father|parent|grand\p{L}+|wife|husband|friend|person|citizen|resident|member|homeowner|millionaire)\b)/u
const LIMIT = /\b(?:for|at|on|in|with|when|if|and|too|as well|some day|first)\b/

/** "Wants a cat instead" after "wants a dog". */
export function wantsOther(newer: Reading, older: Reading): boolean {
  const [[next, ...more], [before, ...others]] = [newer.clauses, older.clauses]
  if (!next || !before || more.length || others.length) return false
  if (keyOf(next.assertion.owner ?? SELF) !== keyOf(before.assertion.owner ?? SELF)) return false
  const { plain } = next.assertion
  if (/\balso\b|\btoo\b/.test(plain)) return false
  const [said, known] = [plain.replace(NOW, ''), before.assertion.plain].map((text) => WANTS.exec(text)?.groups)
  if (!said || !known || said.to !== known.to || said.what === known.what) return false
  if (LIMIT.test(said.what!) || LIMIT.test(known.what!)) return false
  if (said.to !== undefined && [said, known].some(({ what }) => IS_BEING.test(`${said.to}${what}`))) return false
  return (
    /\binstead\b/.test(plain) ||
    (IS_NOW.test(plain) && (FOR_GOAL.test(plain) || /^ (?:to be|to become|being|becoming)$/.test(said.to ?? '')))
  )
}
