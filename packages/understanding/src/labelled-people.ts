import { conceptsWith } from './concepts.ts'
import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import { ALSO_NAMES } from './names.ts'

/*
 * Whose a labelled note is: "Tom: allergic to penicillin" and "Mum - coeliac" are about Tom and the mother, "Health:
 * allergic to penicillin" and "Humira: every two weeks" about the person. A label is a name only before what a person, and
 * no thing, can be, and only if no list knows it as a word.
 */

const DEGREES =
  '(?:(?:is|has|also|now|severely|severe|mildly|mild|very|highly|slightly|strictly|strict|mostly|newly|bad|serious|an?|type [12]) ){0,4}'
const KEPT_FROM =
  '(?:nuts?|peanuts?|tree nuts|pork|meat|red meat|beef|fish|dairy|milk|cheese|gluten|wheat|shellfish|seafood|eggs?|onions?|garlic|sesame|soya?|prawns|mushrooms|lactose|alcohol)'
/** What only a person has. */
const OF_PERSON = new RegExp(
  `^${DEGREES}(?:(?:allergic|sensitive|intolerant) to (?!it\\b|this\\b|that\\b|them\\b)|(?:vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|halal|kosher|coeliac|celiac|diabetic|asthmatic|epileptic|pregnant|autistic|dyslexic|deaf|blind|teetotal|(?:lactose|gluten|dairy|fructose|histamine)[- ]intoleran\\w+|(?:lactose|gluten|dairy|nut|egg)[- ]free)\\b|(?:can't|cannot|doesn't|does not|won't|must not|mustn't|never) eats? |no ${KEPT_FROM}\\b|(?!(?:severe|mild|known|new|no|serious|an?|possible|suspected|confirmed) allerg)(?:[\\w-]+ ){1,3}(?:allergy|allergies|intolerance)\\b)`,
)
const LABEL =
  /^(?<title>(?:Mrs|Mr|Ms|Miss|Dr|Uncle|Aunt|Auntie|Aunty|Cousin|Gran|Nana?|Grandma|Grandpa|Granddad|Grandad)\.? )?(?<name>\p{Lu}\p{Ll}[\p{L}'’-]*)(?: \p{Lu}[\p{L}'’-]*)?(?: \((?<beside>[^()]{1,24})\))?(?::| [-–—])\s+/u
const KIN_LABEL = new RegExp(
  `^(?:(?:my|our|her|his|the) )?(?:(?:older|elder|younger|little|big|eldest|oldest|youngest|baby) )?(?<kin>${KIN_PATTERN})(?: \\([^()]{1,24}\\))?(?::|,? [-–—]| (?=(?:allergic|(?:lactose|gluten|dairy) intolerant|(?:type [12] )?diabetic|coeliac|celiac|vegan|vegetarian|pregnant|deaf|autistic|asthmatic|epileptic)(?:$|[,;.]| (?:to|since|and|but|in|with|from)\\b)))\\s*`,
)
/** "Guests: Felix is vegan": a name with a verb after any label. */
const NAMED_IN_NOTE = /^[\p{L}' -]{2,40}: (?<name>\p{Lu}\p{Ll}[\p{L}-]+) (?=(?:is|has|can't|cannot|doesn't|won't) )/u
/** "Kids: Leo has a nut allergy": the label says whose people these are. */
const NAMED_AFTER_LABEL = /^(?<name>\p{Lu}\p{Ll}[\p{L}-]+) (?<verb>\p{Ll}[\p{Ll}']*)/u
/** The longest label. */
const LABEL_CHARS_MAX = 48

/** Labels that no concept lists, and ends of words that are no names. */
const NO_NAMES = new Set(
  (
    'medicines foods note notes background summary status info facts personal warning caution alert attention critical key top ' +
    'restrictions restriction intolerances intolerance conditions condition symptoms injuries psych mental physical body eyes ' +
    'ears lungs vaccines supplements acute known reported menu basics about bio context user patient constraint constraints ' +
    'requirement requirements needs triage record records chart intake questionnaire form general other others misc more ' +
    'extra update updated urgent current past present always never remember reminder memo tip fact detail details entry item ' +
    'cardio neuro derm endo gastro ortho resp renal gynae obs uro haem onco ent prefs pref lifestyle habits ' +
    'ingredients substances triggers trigger reactions reaction sensitivities cuisine eating nuts dairy gluten ' +
    'navratri ekadashi shravan karva lent ramadan advent passover yom purim diwali holi onam pongal ' +
    'system assistant agent model bot speaker someone everyone nobody anyone client customer resident'
  ).split(' '),
)
const NO_NAME_END =
  /(?:ing|ment|tion|sion|ness|ship|ism|ology|ologies|iatry|iatrics|aedics|ical|ental|ence|ities|ions|ies)$|^(?:confirm|report|not|add|diagnos|suspect|check|record|verifi|stat|mention|declar|updat|document|advis|observ|need|list)ed$/
/** Whom a label names. */
export interface LabelledPerson {
  readonly relation: string | undefined
  readonly name: string | undefined
}

/** Whom a note with a label is about, if that is another than the person. */
export function labelledPerson(
  text: string,
  plain: string,
  ownNames: ReadonlySet<string>,
  isVerb: (word: string) => boolean,
): LabelledPerson | undefined {
  const head = plain.slice(0, LABEL_CHARS_MAX)
  const kin = KIN_LABEL.exec(head)
  if (kin) {
    const relation = KIN_ATTRIBUTES.get(kin.groups!.kin!)
    const rest = kin[0].length
    if (OF_PERSON.test(plain.slice(rest))) return { relation, name: undefined }
    const { name, verb } = NAMED_AFTER_LABEL.exec(text.slice(rest))?.groups ?? {}
    return name && kin[0].includes(':') && isVerb(verb!) && canBeName(name.toLowerCase(), ownNames)
      ? { relation, name: name.toLowerCase() }
      : undefined
  }
  if (!/[:–—-] /.test(head)) return undefined
  const inNote = NAMED_IN_NOTE.exec(text)
  if (inNote && OF_PERSON.test(plain.slice(inNote[0].length))) {
    const name = inNote.groups!.name!.toLowerCase()
    if (canBeName(name, ownNames)) return { relation: undefined, name }
  }
  const label = LABEL.exec(text)
  if (!label || !OF_PERSON.test(plain.slice(label[0].length))) return undefined
  const { title, beside } = label.groups!
  const name = label.groups!.name!.toLowerCase()
  if (!canBeName(name, ownNames)) return undefined
  const word = [title?.trim(), beside].find((each) => each && KIN_ATTRIBUTES.has(each.toLowerCase()))
  return { relation: word && KIN_ATTRIBUTES.get(word.toLowerCase()), name }
}

function canBeName(word: string, ownNames: ReadonlySet<string>): boolean {
  if (ownNames.has(word) || NO_NAMES.has(word) || KIN_ATTRIBUTES.has(word) || NO_NAME_END.test(word)) return false
  return ALSO_NAMES.has(word) || !conceptsWith(word).length
}
