import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import type { Subject } from './subject.ts'
import { isOneOfMany, isTreatedThere } from './third-parties.ts'

/*
 * Subjects of more than one word, other than the person: "Omar from accounts", "Ida and Kofi", "Table 6", "Son: Theo".
 * Whether a capitalised word can be a name is for the caller to decide.
 */

/** A subject as a clause begins with it. `names` are in lower case. */
export interface SubjectPhrase {
  readonly names: readonly string[]
  readonly relation: string | undefined
  /** Whether it is certain that the names are names. */
  readonly isCertain: boolean
}

/** Before a word for kin. */
export const ADJECTIVES =
  '(?:(?:older|elder|younger|little|big|best|good|close|oldest|old|youngest|eldest|new|current|only|late|great|dear|beloved|two|three|twin|business|long-time|childhood) ){0,2}'
const ADVERBS = 'now|already|currently|finally|sometimes|rarely|hardly|really|regularly|only|even|almost|nearly'
const DEPARTMENT =
  '(?:accounts|accounting|sales|finance|hr|HR|it|IT|marketing|legal|payroll|reception|admin|support|operations|logistics|engineering|design|purchasing|procurement|production|dispatch|(?:the|our|my) (?:office|lab|kitchen|warehouse|shop|team|year|class|choir|band|flat|course|squad|group|building|street|block)|(?:room|bed|bay|ward|flat|seat|cabin) [\\w]{1,5})'
/** Nouns of people and places that a number identifies. */
const PEOPLE_WITH_NUMBERS =
  'client|patient|guest|customer|resident|player|visitor|passenger|participant|student|pupil|child|candidate|applicant|tenant|caller|lady|gentleman|woman|man|couple|boy|girl'
const PLACES_WITH_NUMBERS = 'bed|room|bay|table|booth|cabin|suite|cubicle|seat|row'
/** What only a person has or does. */
const OF_PERSON =
  "(?:(?:is|are|has|have|had|was) )?(?:[\\w-]+ ){0,3}?(?:allerg\\w+|intoleran\\w+|vegans?|vegetarians?|diabet\\w+|coeliac|celiac|pregnant|asthma\\w*|epilep\\w*|seizures?|dementia)\\b|(?:cannot|can't|mustn't|must not|doesn't|takes?|eats?|drinks?|suffers?|reacts?|asked|ordered|wants?|prefers?|likes?)\\b"
const ANYONE =
  "(?:is|are|was|has|had|can|can't|cannot|must|mustn't|needs|takes|eats|drinks|hates|likes|loves|wants|prefers|wears|suffers|reacts|asked|does|doesn't|will|won't|should|ordered|called|reports|weighs|lives|works)\\b"
const NUMBER = `(?:no\\.? ?|number |(?:in|at|on) (?:the )?(?:(?:${PLACES_WITH_NUMBERS}) )?)?(?:the )?#?[a-z]{0,2}\\d{1,4}[a-z]?(?:,? (?:on|in|at|of|by) [^,.;:]{1,40}?)?(?: (?:tonight|today|tomorrow|now))?`
const NUMBERED = new RegExp(
  `^(?:the |our )?(?<phrase>(?:(?:${PEOPLE_WITH_NUMBERS}) ${NUMBER}(?:,? ${ANYONE}|:)|(?:${PLACES_WITH_NUMBERS}) ${NUMBER}(?:,? (?:${OF_PERSON})|(?::| [-–—]) .*\\b(?:allerg|intoleran|coeliac|celiac|vegan|vegetarian|diabet|pregnan))))`,
)
const NUMBERED_NAME = /^\w+ (?:no\.? ?|number |(?:in|at|on) (?:the )?(?:[a-z]+ )?)?(?:the )?#?[a-z]{0,2}\d{1,4}[a-z]?/
const LABELLED_KIN = new RegExp(
  `^(?:my |our )?(?:(?:older|elder|younger|little|big|eldest|oldest|youngest|new) )?(?<kin>${KIN_PATTERN})(?::| [-–—]) (?<name>\\p{Lu}[\\p{L}'’-]+)(?=$|[ ,;(])`,
  'iu',
)
const CAPITAL = /^\p{Lu}/u
/** "Dad: Parkinson's", "Aunt: COPD", "Mum: Tuesdays at the pool". */
const NO_NAME = /['’]s?$|^\p{Lu}{3,}$|days?$/u

/** The first words of {@link NUMBERED} and {@link LABELLED_KIN}. */
const NUMBERED_STARTS: ReadonlySet<string> = new Set(
  `the our ${PEOPLE_WITH_NUMBERS.replaceAll('|', ' ')} ${PLACES_WITH_NUMBERS.replaceAll('|', ' ')}`.split(' '),
)

/** Says how the clause must go on after a subject: by a finite verb. */
export interface Forms {
  readonly qualified: RegExp
  readonly joined: RegExp
}

/** @param finite an alternation of finite verbs in the third person, and adverbs before them. */
export function formsOf(finite: string): Forms {
  return {
    qualified: new RegExp(
      `^(?<name>\\p{Lu}[\\p{L}-]+)(?: \\p{Lu}[\\p{L}-]+)?,? (?:(?:next door|upstairs|downstairs|opposite|${ADVERBS})|(?:(?:from|at|across|opposite|down|over) (?:[\\p{L}\\p{N}'’&-]+ ){0,3}?[\\p{L}\\p{N}'’&-]+|in ${DEPARTMENT})),? (?:${finite})\\b`,
      'u',
    ),
    joined: /^(?<name>\p{Lu}[\p{L}-]+) (?:and|&) (?<other>\p{Lu}[\p{L}-]+) (?<verb>[\p{Ll}']+)(?= |$)/u,
  }
}

const PLURAL = new Set("are aren't were weren't have haven't do don't both expect".split(' '))

/** The subject that a clause begins with, if it has more than one word and is not the person. */
export function subjectPhrase(
  text: string,
  plain: string,
  start: string,
  { qualified, joined }: Forms,
  isVerb: (word: string) => boolean,
): SubjectPhrase | undefined {
  if (NUMBERED_STARTS.has(start) && NUMBERED.test(plain)) {
    const bare = plain.replace(/^(?:the|our) /, '')
    return { names: [NUMBERED_NAME.exec(bare)![0]], relation: undefined, isCertain: true }
  }
  if (/[:–—-] /.test(plain.slice(0, LABEL_CHARS))) {
    const { kin, name } = LABELLED_KIN.exec(text)?.groups ?? {}
    const relation = kin === undefined ? undefined : KIN_ATTRIBUTES.get(kin.toLowerCase())
    if (
      relation &&
      !/(?:s|children)$/.test(kin!.toLowerCase()) &&
      CAPITAL.test(name!) &&
      !NO_NAME.test(name!) &&
      !isVerb(name!.toLowerCase())
    )
      return { names: [name!.toLowerCase()], relation, isCertain: true }
  }
  if (!CAPITAL.test(text)) return undefined
  const found = qualified.exec(text)?.groups
  if (found) return { names: [found.name!.toLowerCase()], relation: undefined, isCertain: false }
  const both = plain.includes(' and ') || plain.includes(' & ') ? joined.exec(text)?.groups : undefined
  if (both && (PLURAL.has(both.verb!) || isVerb(both.verb!) || isVerb(`${both.verb}s`)))
    return { names: [both.name!.toLowerCase(), both.other!.toLowerCase()], relation: undefined, isCertain: false }
  return undefined
}

/** A label is looked for in so many characters. */
const LABEL_CHARS = 40

const PERIOD =
  '(?:morning|afternoon|evening|night|day|week|weekend|month|year|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?(?: (?:morning|afternoon|evening|night)s?)?'
const TIME_START = new RegExp(
  `^(?:these days|(?:this|every|each|that|all|the next|the last) (?:other |second |single )?${PERIOD}|the other (?:day|night|week|evening)|some (?:days|nights|evenings|mornings)),? (?!(?:is|was|are|were|will|has|had|of|to|in|at|on|for|with|when|that|off|out|long|bus|train|class|ticket|pass)\\b)(?=[\\p{L}'])`,
  'u',
)

/** "On Wednesdays at ten Mei teaches", "at work my boss": a time or a place, and another subject. */
const ADVERBIAL_START =
  /^(?:[Oo]n|[Ii]n|[Aa]t|[Dd]uring|[Mm]ost|[Ll]ast|[Nn]ext|[Bb]y) (?!(?:case|order|addition|fact|general|total)\b)(?:[\p{L}\d:.-]+ ){1,5}?(?=\p{Lu}\p{L}+ \p{Ll}|(?:my|our|her|his|their) [\p{L}-]+ [\p{L}]+s\b|(?:she|he|they)\b)/u

/** The number of characters of a time or place before the subject: "These days she paints". */
export function timeBefore(text: string, plain: string): number {
  return TIME_START.exec(plain)?.[0].length ?? ADVERBIAL_START.exec(text)?.[0].length ?? 0
}

/** "Teo and I are engaged", "my husband and I live in", "Teo and she split up": about the user, too. */
export const AND_SELF = /^(?:[\p{L}-]+ and (?:i|she|he)|(?:my|our) (?:[\p{L}-]+ ){1,3}and i)\b/u

/** "Mum and dad live in", "my brother and his wife run": not "my brother and I". */
export const BOTH_KIN = new RegExp(
  `^(?:(?:my|our|her|his|the) )?(?<kin>${KIN_PATTERN}) and (?:(?:my|our|her|his|the) )?(?:${KIN_PATTERN})\\b(?!'|:)(?! and )`,
)

/** What only a person does, by a word for one that is no kin: "my tutu lives in Keaukaha". */
const OF_MINE =
  /^(?:my|our) (?!(?:whole |entire |immediate |extended )?(?:family|household|team|company|firm|shop|school)\b)(?:[\p{L}-]+ ){1,2}(?:lives|works|resides|studies|teaches|smokes|speaks|drinks|cooks|drives)\b/u

const OTHERS = `(?:${KIN_PATTERN}|(?:pupil|student|patient|client|customer|guest|tenant|employee|colleague|player|resident)s?|(?:in-law|relative|teammate|classmate|cousin)s?)`
/** "One of my pupils", "a colleague of mine": another, whom the clause does not name. */
const ONE_OF_OTHERS = new RegExp(
  `^(?:one|two|three|some|many|most|several|none|all|both|a few|a couple|another) of (?:my|our|her|his|their|the|these) (?:[\\w-]+ )?${OTHERS} |^an? (?:[\\w-]+ )?${OTHERS} of (?:mine|ours|his|hers|theirs) `,
)
/** "Her husband's mother", from after the possessive. */
const KIN_OF_KIN = new RegExp(`^ ${ADJECTIVES}(?<kin>${KIN_PATTERN})(?!'s?)(?=$| )(?: is (?:called|named)(?= ))?`)
/** With whom a pet lives in the household of the person. */
const HOUSEHOLD: ReadonlySet<string> = new Set(['partner', 'children'])

/** Another whom a clause names as kin of kin, from `at` after the possessive: "my wife's sister Zoe". */
export function kinOfKin(text: string, plain: string, at: number, of: string): Subject | undefined {
  const found = KIN_OF_KIN.exec(plain.slice(at))
  if (!found) return undefined
  const [named] = /^ \p{Lu}\p{Ll}[\p{L}-]+/u.exec(text.slice(at + found[0].length)) ?? []
  const isPet = KIN_ATTRIBUTES.get(found.groups!.kin!) === 'pet' && HOUSEHOLD.has(KIN_ATTRIBUTES.get(of)!)
  return { who: 'other', relation: isPet ? 'pet' : undefined, name: named?.trim().toLowerCase() }
}

/** Those of whom "the wife", "the dog" is one. */
const ONE_OF_THEM: ReadonlySet<string> = new Set(['pet', 'partner', 'mother', 'father', 'in_law', 'grandchild'])

/** "The dog is allergic to chicken". */
const THE_KIN_IS = /^the (?:[\w-]+ )?[\w-]+ is (?!(?:called|named)\b)/

/** Whether "the wife", "the dog" with a verb begins a clause. */
export function isTheOne(kin: string, text: string): boolean {
  return ONE_OF_THEM.has(KIN_ATTRIBUTES.get(kin)!) && THE_KIN_IS.test(text.toLowerCase())
}

const PERSON =
  '(?:friend|colleague|cousin|aunt|uncle|neighbou?r|pen-?friend|guest|landlord|landlady|client|customer|host|tenant|lodger|hairdresser|barber|dentist|teacher|tutor|coach|trainer|plumber|builder|electrician|scaffolder|cleaner|driver|receptionist|waiter|waitress|barista|student|pupil|intern|apprentice|assistant|secretary|accountant|lawyer|solicitor|vet|therapist|priest|vicar|pastor|rabbi|supplier|contractor|postman|courier|butcher|farmer|gardener|nanny|babysitter|childminder|midwife|surgeon|physio|optician|broker|editor|publisher|producer|presenter|stranger|passenger|acquaintance|gp|doctor|physiotherapist|osteopath|chiropractor|psychologist|psychiatrist|counsell?or|mechanic|pharmacist|au pair|consultant|caretaker|supervisor|mentor)'
/** "Landlord moved to Spain", "vet is Dr Brandt"; in notes, a client or a student may be the user. */
const BARE_PERSON = new RegExp(
  `^(?!(?:client|customer|student|pupil|assistant|guest|tenant|lodger|host|stranger|passenger|intern|apprentice)\\b)${PERSON} (?!(?:is|was) (?:my|his|her|our|an?|the)\\b)`,
)
const PERSON_STARTS: ReadonlySet<string> = new Set(PERSON.match(/(?<=[:|])../g))

/** Whether a clause begins with a word for a person whom the user has to do with, and a verb or an adverb and a verb. */
export function startsWithPerson(plain: string, isVerb: (word: string) => boolean): boolean {
  const person = PERSON_STARTS.has(plain.slice(0, 2)) ? BARE_PERSON.exec(plain) : null
  if (!person) return false
  const [verb = '', next = ''] = plain.slice(person[0].length).split(' ', 2)
  return isVerb(verb) || (verb.endsWith('ly') && isVerb(next))
}

/** "The cardiologist forbade salt": to the user. */
const ORDERS = new RegExp(
  `^the (?:doctor|gp|dentist|dietici?an|dietitian|nutritionist|midwife|nurse|surgeon|specialist|consultant|clinic|hospital|physician|[a-z]+ologist) (?:has |have |had )?(?:forbade|forbidden|banned|ruled out|took|put|struck) (?!(?:my|our|his|her|their|the) )(?!${KIN_PATTERN}\\b)`,
)

/** Whether a clause says what a professional forbade, without saying whom. */
export function forbids(plain: string): boolean {
  return ORDERS.test(plain)
}

/** "Her lunch guest is vegan", "my old school friend is a barrister": what only a person is. */
const PERSON_IS = new RegExp(
  `^(?:(?:my|our|her|his|their|an?) |the [\\w'-]+ )(?:[\\w'-]+ ){0,3}?${PERSON} (?:(?:is|was) (?:now |also |an? |still )*(?!.* (?:called|named) )(?:from |allerg|vegan|vegetarian|pregnant|diabetic|coeliac|celiac|intolerant|married|engaged|divorced|expecting|barrister|nurse|doctor|lawyer|teacher|engineer|actor|chef|pilot|[a-z]+ist\\b|[a-z]+(?:er|or) (?:at|in|for|up|down)\\b)|(?:has|had) (?:an? |two |three |asthma|diabetes|epilepsy|cancer)|(?:lives|resides) in|works (?:as|at|for|in|nights)|(?:takes|eats|drinks|drives|plays|speaks|suffers|collects) )`,
)

/** Whether a clause is about another whom it does not name. */
export function isUnnamedOther(plain: string): boolean {
  return (
    OF_MINE.test(plain) ||
    PERSON_IS.test(plain) ||
    isOneOfMany(plain) ||
    isTreatedThere(plain) ||
    (plain.includes(' of ') && ONE_OF_OTHERS.test(plain))
  )
}

const HER_MAN =
  /^her (?:\w+ )?(?:husband|hubby|boyfriend|fianc[eé]|son|grandson|stepson|brother|stepbrother|father|dad|stepfather|grandfather|grandad|granddad|grandpa|uncle|nephew|brother-in-law|father-in-law|son-in-law|ex-husband|ex-boyfriend)\b/
const HIS_WOMAN =
  /^his (?:\w+ )?(?:wife|girlfriend|fianc[eé]e|daughter|granddaughter|stepdaughter|sister|stepsister|mother|mum|mom|stepmother|grandmother|grandma|gran|aunt|niece|sister-in-law|mother-in-law|daughter-in-law|ex-wife|ex-girlfriend)\b/

/** Whether a pronoun goes back to the user: "her husband eats meat, but she is vegan". */
export function isUserAgain(before: string, plain: string): boolean {
  return plain.startsWith('she') ? HER_MAN.test(before) : plain.startsWith('he') && HIS_WOMAN.test(before)
}

/** "My wife and I are vegan": about the user, too. */
export const KIN_AND_SELF = new RegExp(
  `^(?:my|our|her|his) (?:[\\w-]+ )?(?:${KIN_PATTERN})(?: [\\p{L}-]+)? and (?:i|she|he)\\b(?! (?:is|has|was)\\b)`,
  'u',
)

/** "Big Andy", "old Mr Kerr", "wee Jean": what a name is called by beside it. */
const EPITHET =
  /^(?:Good old|good old|Big|Wee|Old|Auld|Young|Little|Poor|Dear|Tall|Crazy|Mad|Lazy|Sweet|Lovely|Dear old|Poor old|big|wee|old|auld|young|little|poor|dear|Mr\.?|Mrs\.?|Ms\.?|Miss|Frau|Herr|Madame|Monsieur|Señora?|Senhora?|Signora?|Pani?) (?=(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}\p{Ll})/u

/** How many characters before a name describe who has it; 0 for none. */
export function epithetBefore(text: string): number {
  return EPITHET.exec(text)?.[0].length ?? 0
}
