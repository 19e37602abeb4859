import { NO_NAMES } from './names.ts'
import { type Token, tokensOf } from './phrases.ts'
import { withoutPossessive } from './replace/words.ts'
import { AMBIGUOUS, isFamily, ROLES, type Role } from './roles.ts'

/** The people whom a question names by what they are to the user or to another: "my son's wife", "Ana's children". */
export interface AskedPeople {
  /** Whose relation the first role is: a name in lower case; empty for the user. */
  readonly of: string
  /** The roles one after another: child and partner of "my son's wife". */
  readonly roles: readonly Role[]
  /** The words of the question for the last role, and those before it, in lower case. */
  readonly words: readonly string[]
  readonly before: readonly string[]
  /** Whether they may only be mentioned: "where do I go with the kids". */
  readonly isAside: boolean
}

const QUESTION_CHARS_MAX = 400
const TO_USER = new Set('my our her his their the which what any another whose of with user'.split(' '))
const ADJECTIVE = /^\p{Ll}[\p{Ll}-]*$/u
const NO_ADJECTIVES = new Set(
  'is are was were do does did has have had can could will would should and or to for with in on at from by who what which when where why how that i me she he they we you'.split(
    ' ',
  ),
)
const COMPANY = /^(?:with|without)$/
/** Of questions who the user lives or works with. */
const COMPANY_WORDS = 'live lives living work works working share shares sharing with flat house room apartment'.split(
  ' ',
)
/** Of questions for the one whom the user loves. */
const LOVE_WORDS = 'man woman guy girl lady fella bloke love one loves life heart dreams'.split(' ')
const OLDEST = /^(?:best|oldest|closest)$/
/** Asks for company by a verb. */
const BY_VERB: readonly (readonly [RegExp, string, Role['gender']?])[] = [
  [/\b(?:man|guy|fella|bloke) (?:in|of) (?:my|her) (?:life|heart|dreams)\b/, 'partner', 'm'],
  [/\b(?:woman|girl|lady) (?:in|of) (?:my|his|her) (?:life|heart|dreams)\b/, 'partner', 'f'],
  [/\b(?:love of (?:my|her|his) life|one (?:i|she|he) loves?)\b/, 'partner'],
  [
    /\b(?:works?|working) (?:alongside |together )?with (?:me|us|her|him)\b|\bdo(?:es)? (?:i|she|he) work with\b/,
    'colleague',
  ],
  [
    /\b(?:lives?|living) with (?:me|us|her|him)\b|\bdo(?:es)? (?:i|she|he) (?:live|share \w+ \w+|share) with\b|\bshares? (?:my|our|the|a) (?:flat|house|room|apartment)\b/,
    'roommate',
  ],
]

/** Whom a question names by relation; `undefined` if it names none. `ownNames`: the user's, in lower case. */
export function askedPeople(text: string, ownNames: ReadonlySet<string> = NO_NAMES): AskedPeople | undefined {
  const written = text.slice(0, QUESTION_CHARS_MAX).replace(/\b(in) (law)/gi, '$1-$2')
  // "Working with children" names none of the user's.
  if (/^work(?:ing)? (?:with|for) (?!my\b|our\b|the\b|me\b|us\b)/i.test(written)) return undefined
  const tokens = tokensOf(written)
  for (let at = 0; at < tokens.length; at++) {
    const role = roleAt(tokens, at)
    if (!role) continue
    const found = chainAt(tokens, at, role, ownNames)
    if (found) return found
  }
  const lower = written.toLowerCase()
  for (const [pattern, kind, gender = ''] of BY_VERB)
    if (pattern.test(lower)) {
      const words = kind === 'partner' ? LOVE_WORDS : COMPANY_WORDS
      return { of: '', roles: [{ kind, gender, isPlural: true }], words, before: [], isAside: false }
    }
  return undefined
}

function roleAt(tokens: readonly Token[], at: number): Role | undefined {
  const plain = withoutPossessive(tokens[at]!.plain).replace(/['’]$/, '')
  return ROLES.get(tokens[at + 1]?.plain.startsWith('in-law') ? `${plain}-in-law` : plain) ?? ROLES.get(plain)
}

/** Reads roles from a token on, each of the one before: "son's wife". */
function chainAt(
  tokens: readonly Token[],
  from: number,
  first: Role,
  ownNames: ReadonlySet<string>,
): AskedPeople | undefined {
  const of = ownerBefore(tokens, from, ownNames)
  if (of === undefined) return undefined
  const owner = tokens[from - 1]?.plain ?? ''
  if (of === '' && AMBIGUOUS.has(tokens[from]!.plain) && !/^(?:my|our|her|his|their|the)$/.test(owner)) return undefined
  const roles = [first]
  const before: string[] = []
  let at = from
  for (;;) {
    if (!/['’]s?$/.test(tokens[at]!.plain)) break
    const next = [1, 2].find((step) => tokens[at + step] && roleAt(tokens, at + step))
    if (next === undefined) break
    before.push(spelling(tokens, at))
    at += next
    roles.push(roleAt(tokens, at)!)
  }
  const word = spelling(tokens, at)
  const isOldest = roles.at(-1)!.kind === 'friend' && OLDEST.test(tokens[at - 1]?.plain ?? '')
  if (isOldest) roles.push({ ...roles.pop()!, kind: 'best_friend' })
  const words = [word, ...(isOldest ? [tokens[at - 1]!.plain] : [])]
  if (roles.at(-1)!.kind.endsWith('_in_law')) words.push(...word.split('-'), 'in', 'law')
  const isAside = (owner === 'the' && roles[0]!.isPlural) || COMPANY.test(tokens[from - 2]?.plain ?? '')
  return { of, roles, words, before, isAside }
}

function spelling(tokens: readonly Token[], at: number): string {
  return withoutPossessive(tokens[at]!.plain).replace(/['’]$/, '')
}

/** Whose role begins at a token: a name, or nothing for the user; `undefined` if it is not said. */
function ownerBefore(tokens: readonly Token[], from: number, ownNames: ReadonlySet<string>): string | undefined {
  for (let at = from - 1; at >= 0 && from - at < 4; at--) {
    const { plain, text } = tokens[at]!
    if (TO_USER.has(plain)) return ''
    if (/['’]s?$/.test(text)) {
      const name = withoutPossessive(plain).replace(/['’]$/, '')
      // "What's my", "who's the".
      if (ownNames.has(name) || name === 'user') return ''
      return /^\p{Lu}/u.test(text) && at > 0 ? name : undefined
    }
    if (!ADJECTIVE.test(text) || NO_ADJECTIVES.has(plain)) break
  }
  const { kind } = roleAt(tokens, from)!
  return isFamily(kind) || from === 0 ? '' : undefined
}

const WHO_IS =
  /^(?:who(?:'s| is| was| are| were| exactly is)|how (?:do|does|did) (?:i|we|she|he|\p{L}+) (?:know|meet)|remind me who|tell me who|do i know) (?<name>(?:(?:mr|mrs|ms|miss|dr|prof|uncle|aunt|auntie)\.? )?[\p{L}-]+(?: [\p{L}-]+)?)(?: (?:is|to (?:me|us|her|him)|again|for (?:me|her|him)|from|related to me))*\s*\??$/iu
const NO_NAME = new Set(
  'my our her his their the a an this that these those it i me she he they you we on in at with going coming'.split(
    ' ',
  ),
)

/** The name of whom a question asks who they are, in lower case: "ana" of "who is Ana to me". */
export function whoIsAsked(text: string): string | undefined {
  const name = WHO_IS.exec(text.slice(0, QUESTION_CHARS_MAX).replace(/[’‘ʼ]/gu, "'").trim())?.groups?.name
  if (name === undefined) return undefined
  const words = name.toLowerCase().replaceAll('.', '').split(' ')
  if (words.some((word) => NO_NAME.has(word))) return undefined
  const rest = words.filter((word) => !/^(?:mr|mrs|ms|miss|dr|prof|uncle|aunt|auntie|is|to|again|from)$/.test(word))
  return ROLES.has(rest[0] ?? '') ? undefined : rest[0]
}
