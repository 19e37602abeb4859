import { conceptsWith, widerConcepts } from '../concepts.ts'

/*
 * A medicine whose name no list has: "takes baclofen three times a day", "on dupilumab for eczema". What else is taken so
 * often has a name that the lexicon knows ("takes photos at night"), and what is taken for an illness is a medicine.
 */

const DAY = '(?:day|night|morning|evening|week|month)'
const OFTEN = `(?:(?:once|twice|(?:one|two|three|four|five|six|\\d) times) (?:a|per|each|every) ${DAY}|(?:once |twice |thrice )?daily|nightly|(?:every|each) (?:(?:other|second|few|\\d+|two|three|four|six|eight|twelve) )?(?:hours|days|weeks|months|${DAY})|(?:at|before|around) (?:night|bedtime|bed)|in the (?:morning|evening)s?|(?:with|before|after) (?:food|meals?|breakfast|dinner|lunch)|on an empty stomach|(?:as|when|if) (?:needed|required|necessary))\\b`
const TAKES = '(?:takes?|taking|injects?|swallows?|prescribed)'
/** A part of each text that the patterns match. */
const TAKES_START = /\b(?:tak|inject|swallow|prescribed|started|given|on )/
const WHAT =
  '(?:(?:my|her|his|their|one|two|half an?|some) )?(?<what>[a-z][a-z-]{4,})(?: (?:tablets?|capsules?|pills?|drops|syrup|powder))?'
const HOW_OFTEN = new RegExp(`\\b${TAKES} ${WHAT}(?<often> ${OFTEN}.*)`)
const AGAINST = new RegExp(
  `\\b(?:${TAKES}|on|started|given|put on) ${WHAT}(?<often>(?: ${OFTEN})? (?:for|against|because of|to (?:treat|prevent|control|manage|help with)) (?:my |her |his |their |the |an? )?(?<why>[\\w' -]{3,40}).*)`,
)
const NEVER_TAKEN = new RegExp(
  '^(?:care|part|time|place|action|advantage|attendance|inventory|dictation|stock|notice|heed|offence|offense|control|turns|' +
    'responsibility|ownership|leave|refuge|shelter|precedence|priority|credit|blame|pleasure|pride|exception|possession|' +
    'everything|something|anything|nothing|things|stuff|people|them|advice|money|cover|watch|aboard|medication|medicine)$',
)
/** No name of a single medicine. */
const OTHER_END = /(?:[^a]s|ing|ed|ly)$/
const ILL: readonly string[] = ['condition', 'symptom', 'body_part', 'mental_health', 'pain']

/** The medicine that a clause says is taken; its text as written tells names of people from it. */
export function takenIn(text: string, plain: string): { value: string; at: number } | undefined {
  if (!TAKES_START.test(plain)) return undefined
  const against = AGAINST.exec(plain)
  if (against && isIllness(against.groups!.why!) && isUnknown(against.groups!.what!)) return medicineIn(against)
  const often = HOW_OFTEN.exec(plain)
  if (!often || !isUnknown(often.groups!.what!)) return undefined
  const { what } = often.groups!
  const found = medicineIn(often)
  return text.slice(found.at, found.at + what!.length) === what ? found : undefined
}

function medicineIn({ groups, index, 0: match }: RegExpExecArray): { value: string; at: number } {
  const { what, often } = groups!
  return { value: what! + often!, at: index + match.indexOf(` ${what}`) + 1 }
}

function isUnknown(word: string): boolean {
  return !OTHER_END.test(word) && !NEVER_TAKEN.test(word) && !conceptsWith(word).length
}

function isIllness(why: string): boolean {
  const words = why.split(/[^a-z-]+/).slice(0, 4)
  return words.some((word) =>
    [word, word.replace(/s$/, '')].some((each) =>
      conceptsWith(each).some(({ name }) => ILL.includes(name) || ILL.some((ill) => widerConcepts(name).has(ill))),
    ),
  )
}
