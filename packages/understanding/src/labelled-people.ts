import type { Clause } from './clauses.ts'
import { conceptsWith } from './concepts.ts'
import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import { isByUser, isOfPerson, isOwnVoice, LABEL_END, roleIn, tellsOfPerson, tellsOfThing } from './label-evidence.ts'
import { ALSO_NAMES, MOSTLY_NAMES, NOT_NAMES, SUBSTANCE_ENDING } from './names.ts'
import { labelledFact } from './patterns/labels.ts'
import type { Subject } from './subject.ts'

/*
 * Whose a labelled note is: "Tom: allergic to penicillin" and "Mum - coeliac" are about Tom and the mother, "Health:
 * allergic to penicillin" and "Humira: every two weeks" about the person. A word that the lexicon lists is never a name, and
 * one that is also a name ("Rose") only before what a person, and no thing, can be. Before a colon, any other word is a name
 * unless what follows is said of a thing, or by the person: a fact of another does less harm than a false one of the user.
 */

const LABEL =
  /^(?:(?:[Nn]otes? )?(?:[Aa]bout|[Oo]n|[Ff]or) )?(?<title>(?:Mrs|Mr|Ms|Miss|Dr|Uncle|Aunt|Auntie|Aunty|Cousin|Gran|Nana?|Grandma|Grandpa|Granddad|Grandad)\.? )?(?<name>\p{Lu}\p{Ll}[\p{L}'’-]*)(?: (?<last>\p{Lu}[\p{L}'’-]*)| (?:and|&) \p{Lu}\p{Ll}[\p{L}-]*)?(?: \((?<beside>[^()]{1,24})\)|, (?:aged? )?\d{1,3})?(?::| -?[-–—])\s+/u
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
    'system assistant agent model bot speaker someone everyone nobody anyone client customer resident ' +
    'me myself vices mobility sizes misc todo todos fyi ps idea ideas seat seats nails jabs back hands mind temper looks voice gait posture ' +
    'star fuel id skate overview spring quirk quirks peeve peeves passion format timezone locale theme font dictation ' +
    // Makers and services that the lexicon does not list.
    'steam bosch siemens miele sony dyson levi nike adidas puma zara uniqlo clarks barclays vodafone monzo revolut lidl aldi ' +
    'duolingo strava garmin fitbit oyster humira ' +
    // Common words that the lexicon does not list.
    'aids aisle bar base basket batch bit bottle box boxes brace brand breath burn cable card carrier chain cheer claim ' +
    'clear cloth clue codes coin comment compare copy corner counter covers credit crew crop crowns custom deal debit ' +
    'deep default denial deputy design despite digits double dozen draft drip drop drugs dye east edge effect elsewhere ' +
    'empty energy engine error estimate evidence exact excuse exit expect fancy fav few fills filter final fine fingers ' +
    'focus folic former formula forward frequent fresh fun fund gear group guess guide handy high hint however hum hunt ' +
    'hybrid implant index input insert instant instead intent interest interval intro iron irregular joints kind lay ' +
    'layout level light limit link lips load log loss lots low loyalty lumps main major makers many mask mat matter ' +
    'maybe mean medium message meter method min minor miss mix mode moment mouse much names national negative nerves ' +
    'network neutral nope normal north odd offer oops ours output pads page paint pale panel paper part patent pattern ' +
    'peace per perfect period phrase pick piece pipe plain plaster plus pocket point policy polite portal positive pour ' +
    'power preview previous primary print pro process product progress prompt proof pump purpose quality queries quick ' +
    'quota quotes rack range rank rate rather raw ready real reality reason recap receipts redirect reference region ' +
    'regular release rep repeat request respite rest reward risks roles root rough rule same sample scale scare scheme ' +
    'second select sense separate service set settings several severe shape sharp sheet shell short shot show sick side ' +
    'sign signal single sink skip slot smells sort sound source south spaces special specs speech spirits splint spray ' +
    'stable staff stage stand standard state stem step stick stiff stings stitches stock stores stories story straight ' +
    'strap stream strict stuff subject such suite suits sum super sure swells tag tank tastes temp terms text theory ' +
    'thing third thoughts tie time title toes token topic total touch track treat triple true truth turn twice type ' +
    'upper usage use usual vacant valid various video vital void want waste ways weird well west wheel whistle wide wild ' +
    'worst wrong yet zero zone'
  ).split(' '),
)
const NO_NAME_END =
  /(?:ing|ment|tion|sion|ness|ship|ism|ology|ologies|iatry|iatrics|aedics|ical|ental|ence|ities|ions|ies|able|ible|less|ous|(?:[dtk]|ful|ous|ual|onal)ly)$|^(?:confirm|report|not|add|diagnos|suspect|check|record|verifi|stat|mention|declar|updat|document|advis|observ|need|list)ed$/
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
    const at = kin[0].length
    const rest = plain.slice(at)
    if (isOfPerson(rest)) return { relation, name: undefined }
    const { name, verb } = NAMED_AFTER_LABEL.exec(text.slice(at))?.groups ?? {}
    if (name && kin[0].includes(':') && isVerb(verb!) && canBeName(name.toLowerCase(), ownNames))
      return { relation, name: name.toLowerCase() }
    return isNoteOfKin(relation, text.slice(at), plain, rest) ? { relation, name: undefined } : undefined
  }
  if (!/[:–—-] /.test(head)) return undefined
  const inNote = NAMED_IN_NOTE.exec(text)
  if (inNote && isOfPerson(plain.slice(inNote[0].length))) {
    const name = inNote.groups!.name!.toLowerCase()
    if (canBeName(name, ownNames)) return { relation: undefined, name }
  }
  const label = LABEL.exec(text)
  if (!label) return undefined
  const { title, beside, last } = label.groups!
  const name = label.groups!.name!.toLowerCase()
  if (!canBeName(name, ownNames) || OF_OWNER.test(last ?? name) || HYPHENED.test(text)) return undefined
  const { kin: role, after } = roleIn(plain.slice(label[0].length))
  const isAct = isVerb(name) && !ALSO_NAMES.has(name)
  const isCertain = (role && !isByUser(after)) || isOfPerson(after) || (!isAct && tellsOfPerson(after))
  const isNameOnly = !isAct && ![name, last?.toLowerCase()].some((word) => word && isWord(word))
  if (!isCertain && !(isNameOnly && isNote(text.slice(label[0].length), plain, after))) return undefined
  const word = [title?.trim(), beside, role].find((each) => each && KIN_ATTRIBUTES.has(each.toLowerCase()))
  return { relation: word && KIN_ATTRIBUTES.get(word.toLowerCase()), name }
}

/** Whom a clause is about if a label says so, or a label before it in the same sentence: "Tom: coeliac; hates rice". */
export function notedIn(clause: Clause, subject: Subject, noted: Subject | undefined): Subject | undefined {
  if (LABEL_END.test(clause.plain)) return subject.who === 'other' ? subject : undefined
  return subject.who === 'self' && clause.continuesNote && !isOwnVoice(clause.plain) ? noted : undefined
}

/** Whether a note after a word for kin says something about that person. */
function isNoteOfKin(relation: string | undefined, written: string, plain: string, rest: string): boolean {
  if (isByUser(rest)) return false
  if (tellsOfPerson(rest)) return true
  return relation !== 'pet' && !NO_NOTE.test(rest) && !labelledFact(plain) && !isName(written)
}

/** Whether a note after a word that no list knows can be about a person of that name. */
function isNote(written: string, plain: string, rest: string): boolean {
  return !tellsOfThing(rest) && !labelledFact(plain) && !isName(written)
}

/** "Crohn's: flare in May", "McDonald's: no pickles". */
/** "No-go: penicillin", unlike "Anne-Marie: vegan". */
const HYPHENED = /^\p{L}+-\p{Ll}/u
const OF_OWNER = /['’]s?$/
/** How many there are, and a child that is not born. */
const NO_NOTE = /^(?:\d|one\b|two\b|three\b|four\b|none\b|not yet\b|due\b|expected\b|expecting\b|on the way\b)/
const CAPITALISED = /^\p{Lu}\p{Ll}[\p{L}-]*(?!['’\p{L}-])/u

/** Whether a text begins with a name: "Boss: Selma Vik", unlike "Mia: Swimming on Tuesdays" and "Dad: Parkinson's". */
function isName(written: string): boolean {
  const word = CAPITALISED.exec(written)?.[0].toLowerCase()
  return word !== undefined && (ALSO_NAMES.has(word) || !isWord(word))
}

function isWord(word: string): boolean {
  return !MOSTLY_NAMES.has(word) && (ALSO_NAMES.has(word) || conceptsWith(word).length > 0)
}

function canBeName(word: string, ownNames: ReadonlySet<string>): boolean {
  if (ownNames.has(word) || KIN_ATTRIBUTES.has(word)) return false
  if (ALSO_NAMES.has(word)) return true
  if (SUBSTANCE_ENDING.test(word) || NO_NAME_END.test(word)) return false
  return ![word, word.replace(/(?<=.{4})s$/, ''), word.replace(/(?<=[osxzh])es$/, '')].some(isListed)
}

function isListed(word: string): boolean {
  return NO_NAMES.has(word) || NOT_NAMES.has(word) || conceptsWith(word).length > 0
}
