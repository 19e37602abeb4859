import { KIN_WORDS, kinRelation, NAME_CHARS_MAX, type Relationship, USER } from '../vocabulary/relations.ts'

/*
 * Extracts relationships from plain English sentences by rules. Precision before recall: only sentences that begin with
 * a subject followed by known predicates, in the present and not negated, are parsed. The user is called `user`.
 */

const TEXT_CHARS_MAX = 1_000

// Longer words first; otherwise "mother" would match the beginning of "mother-in-law".
const KIN = `(?<kin>${KIN_WORDS.split(' ')
  .sort((a, b) => b.length - a.length)
  .join('|')})(?![a-zé-])`
const KIND_OF = '(?:(?:older|elder|younger|little|big|best|good|close|oldest|youngest|eldest|new|current|only) )?'

// A letter is anything but spaces, digits and punctuation. With \p{L}, compiling the patterns would take 0.1 s.
const LETTER = String.raw`[^\s\d!-/:-@[-\x60{-~‘’“”«»…–—]`
const CAPITALISED = String.raw`\p{Lu}${LETTER}*(?:[-'’]\p{Lu}${LETTER}*)*`
// Excludes the possessive "Tom's".
const WHOLE = `(?!${LETTER}|['’-]${LETTER})`
const NAME = `${CAPITALISED}${WHOLE}(?: ${CAPITALISED}${WHOLE}){0,3}`
const PLACE = `(?:[Tt]he )?${NAME}(?: (?:of|the|and|&|de|van|von|upon) (?:the )?${NAME}){0,2}`
const OWNER_NAME = `${CAPITALISED}(?: ${CAPITALISED}){0,2}`
const THE_USER = "(?:[Tt]he )?[Uu]ser(?:['’]s)"
const OWNER = `(?:(?<mine>[Mm]y|[Oo]ur|${THE_USER})|(?<theirs>[Hh]er|[Hh]is|[Tt]heir)|(?<whose>${OWNER_NAME})['’]s)`
const IS = "(?: [Ii]s| am| are|['’](?:s|m|re))"

const pattern = (source: string) => new RegExp(`^${source}`, 'u')
const SUBJECTS = {
  kin: pattern(`${OWNER} ${KIND_OF}${KIN}(?:['’]s name is|,? (?:is )?(?:called|named)|,)? (?<name>${NAME}),?`),
  user: pattern("(?:I|[Tt]he [Uu]ser|[Uu]ser)(?= |['’])"),
  pronoun: pattern("(?:She|He|They)(?= |['’])"),
  name: pattern(`(?<name>${NAME})(?= (?:is|are|lives?|works?|studies|study|has|have) )`),
}
const AND = '(?:,? (?:and|but|who))?'
const PREDICATES = [
  { relation: '', of: pattern(`${AND}${IS} ${OWNER} ${KIND_OF}${KIN}(?=$|,| and )`) },
  { relation: 'married to', of: pattern(`${AND}(?:${IS}| got)? [Mm]arried to (?:${OWNER} ${KIN} )?(?<name>${NAME})`) },
  { relation: 'engaged to', of: pattern(`${AND}${IS}? [Ee]ngaged to (?<name>${NAME})`) },
  {
    relation: 'works at',
    of: pattern(`${AND} [Ww]orks?(?: as an? [\\p{Ll} -]{2,40}?)? (?:at|for) (?<place>${PLACE})`),
  },
  { relation: 'studies at', of: pattern(`${AND} (?:[Ss]tud(?:y|ies)|[Gg]o(?:es)? to school) at (?<place>${PLACE})`) },
  { relation: 'lives in', of: pattern(`${AND} [Ll]ives? in (?<place>${PLACE})`) },
  { relation: 'lives with', of: pattern(`${AND} [Ll]ives? with (?:${OWNER} ${KIN} )?(?<name>${NAME})`) },
  { relation: 'comes from', of: pattern(`${AND}(?:${IS}| [Cc]omes?) from (?<place>${PLACE})`) },
  {
    relation: '',
    of: pattern(`${AND} [Hh](?:as|ave) (?:an?|one) ${KIND_OF}${KIN},? (?:called|named) (?<has>${NAME})`),
  },
]

// Capitalised words that are not names: they begin a sentence or are dates.
const NOT_NAMES = new Set(
  (
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August ' +
    'September October November December Today Tomorrow Yesterday This That There It Who What Where The A An My Our ' +
    'Her His Their She He They We You I User If When While Because Since Although Unless Until Once Maybe Perhaps ' +
    'Where How Why Every Some Any No Not And But Or So Then'
  ).split(' '),
)

/** Extracts the relationships that a text states, each once, in the order of the text. */
export function relationsIn(text: string): Relationship[] {
  const found = new Map<string, Relationship>()
  // Whether another person was mentioned, whom "she" or "his" could refer to instead of the user.
  let other = false
  for (const sentence of sentencesOf(text.slice(0, TEXT_CHARS_MAX))) {
    const relations = parseSentence(sentence, other)
    other ||= relations.some(({ subject }) => subject !== USER)
    for (const each of relations) found.set(Object.values(each).join('\n').toLowerCase(), each)
  }
  return [...found.values()]
}

function sentencesOf(text: string): string[] {
  return text
    .split(/[.!?;](?=\s|$)|\n/u)
    .map((sentence) => sentence.replace(/\s+/gu, ' ').trim())
    .filter(Boolean)
}

function parseSentence(sentence: string, other: boolean): Relationship[] {
  const relations: Relationship[] = []
  const add = (subject: string | undefined, relation: string, object: string | undefined) => {
    if (subject && object && subject !== object) relations.push({ subject, relation, object })
  }
  const opening = subjectOf(sentence, other)
  if (!opening) return []
  const { subject, kinOf, kin } = opening
  if (kin) add(subject, kin, kinOf)
  for (let rest = opening.rest; rest; ) {
    const next = predicateOf(rest)
    if (!next) break
    const { groups } = next
    if (groups.has) add(nameOf(groups.has), kinRelation(groups.kin), subject)
    else if (next.relation) add(subject, next.relation, nameOf(groups.name ?? groups.place))
    // "his" after a named subject refers to the user only if no other person was mentioned.
    else if (subject !== USER) add(subject, kinRelation(groups.kin), ownerOf(groups, other))
    rest = next.rest
  }
  return relations
}

interface Opening {
  subject: string
  rest: string
  kin?: string
  kinOf?: string | undefined
}

function subjectOf(sentence: string, other: boolean): Opening | undefined {
  const rest = (match: RegExpExecArray) => sentence.slice(match[0].length)
  const kin = SUBJECTS.kin.exec(sentence)
  if (kin?.groups) {
    const name = nameOf(kin.groups.name)
    const kinOf = ownerOf(kin.groups, other)
    return name && kinOf ? { subject: name, rest: rest(kin), kin: kinRelation(kin.groups.kin), kinOf } : undefined
  }
  const user = SUBJECTS.user.exec(sentence)
  if (user) return { subject: USER, rest: rest(user) }
  const pronoun = SUBJECTS.pronoun.exec(sentence)
  if (pronoun) return other ? undefined : { subject: USER, rest: rest(pronoun) }
  const name = SUBJECTS.name.exec(sentence)
  const called = nameOf(name?.groups?.name)
  if (name && called) return { subject: called, rest: rest(name) }
  // "Works at Acme": a note may omit the user as its subject.
  return name || other ? undefined : { subject: USER, rest: ` ${sentence}` }
}

function predicateOf(rest: string) {
  for (const { relation, of } of PREDICATES) {
    const match = of.exec(rest)
    if (match) return { relation, groups: match.groups ?? {}, rest: rest.slice(match[0].length) }
  }
  return undefined
}

function ownerOf(groups: Record<string, string | undefined>, other: boolean): string | undefined {
  if (groups.mine) return USER
  if (groups.theirs) return other ? undefined : USER
  return nameOf(groups.whose)
}

/** Removes trailing words that are not names, such as a day; `undefined` if nothing is left. */
function nameOf(text: string | undefined): string | undefined {
  const words = (text ?? '').split(' ')
  while (words.length && NOT_NAMES.has(words.at(-1)!)) words.pop()
  const first = words[0]
  if (!first || (NOT_NAMES.has(first) && first !== 'The')) return undefined
  const name = words.join(' ')
  return name.length > 1 && name.length <= NAME_CHARS_MAX ? name : undefined
}
