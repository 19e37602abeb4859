import { KIN_WORDS, kinOfWord, NAME_CHARS_MAX, type Relationship, USER } from '../vocabulary/relations.ts'

/*
 * Who is what to whom, read out of plain sentences. Precise rather than many: a sentence is read from its start, as a
 * subject and what is said of it, in the present and without a "not"; anything else tells nothing. The person whose
 * memories these are is called `user`.
 */

const READ_CHARS_MAX = 1_000

// The longer first, or "mother" would be read off "mother-in-law".
const KIN = `(?<kin>${KIN_WORDS.split(' ')
  .sort((a, b) => b.length - a.length)
  .join('|')})(?![a-zé-])`
const KIND_OF = '(?:(?:older|elder|younger|little|big|best|good|close|oldest|youngest|eldest|new|current|only) )?'

// A letter is what is no space, digit or mark: told by \p{L}, the patterns would take a tenth of a second to compile.
const LETTER = String.raw`[^\s\d!-/:-@[-\x60{-~‘’“”«»…–—]`
const CAPITALISED = String.raw`\p{Lu}${LETTER}*(?:[-'’]\p{Lu}${LETTER}*)*`
// Not "Tom's", which is something of Tom's.
const WHOLE = `(?!${LETTER}|['’-]${LETTER})`
const NAME = `${CAPITALISED}${WHOLE}(?: ${CAPITALISED}${WHOLE}){0,3}`
const PLACE = `(?:[Tt]he )?${NAME}(?: (?:of|the|and|&|de|van|von|upon) (?:the )?${NAME}){0,2}`
const OF_SOMEBODY = `${CAPITALISED}(?: ${CAPITALISED}){0,2}`
const THE_USER = "(?:[Tt]he )?[Uu]ser(?:['’]s)"
const OWNER = `(?:(?<mine>[Mm]y|[Oo]ur|${THE_USER})|(?<theirs>[Hh]er|[Hh]is|[Tt]heir)|(?<whose>${OF_SOMEBODY})['’]s)`
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

// Names of no one: what begins a sentence or dates it.
const NO_NAME = new Set(
  (
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August ' +
    'September October November December Today Tomorrow Yesterday This That There It Who What Where The A An My Our ' +
    'Her His Their She He They We You I User If When While Because Since Although Unless Until Once Maybe Perhaps ' +
    'Where How Why Every Some Any No Not And But Or So Then'
  ).split(' '),
)

/** The relationships a text states, each once, in its order. */
export function relationsIn(text: string): Relationship[] {
  const found = new Map<string, Relationship>()
  // Whom "she" or "his" could mean beside the user, once somebody else has been told of.
  let other = false
  for (const sentence of sentencesOf(text.slice(0, READ_CHARS_MAX))) {
    const told = readSentence(sentence, other)
    other ||= told.some(({ subject }) => subject !== USER)
    for (const each of told) found.set(Object.values(each).join('\n').toLowerCase(), each)
  }
  return [...found.values()]
}

function sentencesOf(text: string): string[] {
  return text
    .split(/[.!?;](?=\s|$)|\n/u)
    .map((sentence) => sentence.replace(/\s+/gu, ' ').trim())
    .filter(Boolean)
}

function readSentence(sentence: string, other: boolean): Relationship[] {
  const told: Relationship[] = []
  const tell = (subject: string | undefined, relation: string, object: string | undefined) => {
    if (subject && object && subject !== object) told.push({ subject, relation, object })
  }
  const opening = subjectOf(sentence, other)
  if (!opening) return []
  const { subject, kinOf, kin } = opening
  if (kin) tell(subject, kin, kinOf)
  for (let rest = opening.rest; rest; ) {
    const next = predicateOf(rest)
    if (!next) break
    const { groups } = next
    if (groups.has) tell(nameOf(groups.has), kinOfWord(groups.kin), subject)
    else if (next.relation) tell(subject, next.relation, nameOf(groups.name ?? groups.place))
    // "his" beside a named subject is the user only as long as nobody else has been told of.
    else if (subject !== USER) tell(subject, kinOfWord(groups.kin), ownerOf(groups, other))
    rest = next.rest
  }
  return told
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
    return name && kinOf ? { subject: name, rest: rest(kin), kin: kinOfWord(kin.groups.kin), kinOf } : undefined
  }
  const user = SUBJECTS.user.exec(sentence)
  if (user) return { subject: USER, rest: rest(user) }
  const pronoun = SUBJECTS.pronoun.exec(sentence)
  if (pronoun) return other ? undefined : { subject: USER, rest: rest(pronoun) }
  const name = SUBJECTS.name.exec(sentence)
  const called = nameOf(name?.groups?.name)
  if (name && called) return { subject: called, rest: rest(name) }
  // "Works at Acme": notes leave out whom they are about.
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

/** A name as it stands, without the day or month a note ends with; `undefined` when nothing is left of it. */
function nameOf(text: string | undefined): string | undefined {
  const words = (text ?? '').split(' ')
  while (words.length && NO_NAME.has(words.at(-1)!)) words.pop()
  const first = words[0]
  if (!first || (NO_NAME.has(first) && first !== 'The')) return undefined
  const name = words.join(' ')
  return name.length > 1 && name.length <= NAME_CHARS_MAX ? name : undefined
}
