import { DESCRIPTIONS } from './lexicon/descriptions.ts'
import { KIN_WORDS_BY_SPELLING, type KinWord, NAME_CHARS_MAX, TITLE_WORDS } from './relation-words.ts'
import { withoutPossessive } from './replace/words.ts'
import { isVerbLike } from './subject.ts'

/*
 * Phrases of a clause that name a person: "Ada Byron", "her older sister Ana", "two children: Emil, who is seven, and
 * Sunniva". Each function reads from one token on, looks ahead a bounded number of tokens, and returns the index of the
 * token after the phrase.
 */

/** A word with inner hyphens and apostrophes, or a punctuation mark. */
export interface Token {
  readonly text: string
  /** Lower case, with plain apostrophes. */
  readonly plain: string
  readonly at: number
  readonly end: number
}

/** Somebody's name, and the word for them if the text says it beside the name, as in "Luna the dog". */
export interface Named {
  readonly name: string
  readonly kin: KinWord | undefined
}

/** Whose relative it is: a pronoun, a name, or the user; `bare` without a possessive, `counted` as in "two sisters". */
export type Owner =
  | { readonly by: 'user' | 'bare' | 'counted' | 'the' }
  | { readonly by: 'her' | 'his' | 'their' }
  | { readonly by: 'name'; readonly name: string }

/**
 * What leads from the word to the name: nothing, "is called", "is", a colon or parenthesis, or a comma as in "her mother,
 * Ruth", which may also be a list.
 */
export type Lead = '' | 'called' | 'is' | ':' | ','

export interface KinPhrase {
  readonly owner: Owner
  readonly kin: KinWord
  /** Empty for a phrase without a name, such as "my boss". */
  readonly named: readonly Named[]
  readonly lead: Lead
  readonly end: number
}

const NAME_WORDS_MAX = 4
/** How far a remark beside a name is read: "Emil, who is seven in June,". */
const REMARK_TOKENS_MAX = 12
const NAMES_MAX = 12

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu
const CAPITAL = /^\p{Lu}/u
const CONTRACTED = /(?:n['’]t|['’](?:ve|ll|d|m|re))$/
const POSSESSIVE = /['’]s$/
const MODIFIER = /^[\p{Ll}\d][\p{Ll}\d-]*$/u

/** Capitalised words that are not names: they begin a sentence or are dates. */
const NOT_NAMES = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august ' +
    'september october november december today tomorrow yesterday this that there it who what where the a an my our ' +
    'her his she their he they we you i user if when while because since although unless until once maybe perhaps ' +
    'how why every some any no not and but or so then'
  ).split(' '),
)
const COUNTS: ReadonlyMap<string, number> = new Map([
  ...['a', 'an', 'one', 'another'].map((word) => [word, 1] as const),
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((word, at) => [word, at + 1] as const),
])
/** Words between "my" and "sister" after which it is no sister any more, or not hers. */
const NOT_MODIFIERS = new Set(
  (
    'former late ex previous future deceased dead past next imaginary and or nor of in at to for with from is are was ' +
    'were has have had not no than as by on'
  ).split(' '),
)
/** Words before a kin word that begins a clause: "Best friend Ana". */
const START_MODIFIERS = new Set('best older elder younger little big oldest youngest eldest twin'.split(' '))

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    text: word,
    plain: word.toLowerCase().replaceAll('’', "'"),
    at: index,
    end: index + word.length,
  }))
}

/** Reads a name at a token: up to four capitalised words, without a possessive. */
export function nameAt(
  text: string,
  tokens: readonly Token[],
  from: number,
): { name: string; end: number } | undefined {
  let end = from
  while (end < from + NAME_WORDS_MAX && isNameWord(tokens, end, from)) end++
  const next = tokens[end]
  if (end === from || (next && CAPITAL.test(next.text) && POSSESSIVE.test(next.text) && follows(tokens, end)))
    return undefined
  const name = text.slice(tokens[from]!.at, tokens[end - 1]!.end)
  return name.length > 1 && name.length <= NAME_CHARS_MAX ? { name, end } : undefined
}

function isNameWord(tokens: readonly Token[], at: number, from: number): boolean {
  const token = tokens[at]
  if (!token || !CAPITAL.test(token.text) || POSSESSIVE.test(token.text) || CONTRACTED.test(token.text)) return false
  if (NOT_NAMES.has(token.plain)) return false
  // "Met Tom": only a verb at the beginning of a clause is capitalised.
  if (at === 0 && isVerbLike(token.plain) && CAPITAL.test(tokens[1]?.text ?? '')) return false
  return at === from || follows(tokens, at)
}

/** Whether one space separates a token from the one before. */
function follows(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.at === tokens[at - 1]!.end + 1
}

/** Reads "her older sister Ana" and the like at a token; `undefined` if no such phrase begins there. */
export function kinPhraseAt(text: string, tokens: readonly Token[], from: number): KinPhrase | undefined {
  const start = ownerAt(text, tokens, from)
  const isBare = start.owner.by === 'bare'
  let at = start.end
  for (let modifiers = 0; modifiers < 3 && !KIN_WORDS_BY_SPELLING.has(kinSpelling(tokens[at])); modifiers++, at++)
    if (isBare ? from > 0 || !START_MODIFIERS.has(tokens[at]?.plain ?? '') : !isModifier(tokens[at])) return undefined
  const kin = KIN_WORDS_BY_SPELLING.get(kinSpelling(tokens[at]))
  if (!kin) return undefined
  const { owner, count } = start
  const isCalled = POSSESSIVE.test(tokens[at]!.text)
  at++
  const lead = leadAt(tokens, at, isCalled, kin)
  if (!lead) return { owner, kin, named: [], lead: '', end: at }
  const { named, end } = kin.isPlural ? namesAt(text, tokens, lead.end, count) : oneNameAt(text, tokens, lead.end)
  const isWrong =
    !named.length ||
    (kin.isPlural && named.length < 2 && (lead.by === '' || lead.by === 'is')) ||
    (lead.by === 'is' && (named.every(({ name }) => isDescription(name)) || !isClosed(tokens, end, kin)))
  if (isWrong) return { owner, kin, named: [], lead: '', end: at }
  return { owner, kin, named, lead: lead.by, end }
}

/** "My parents are German", "My sister is CEO". */
function isDescription(name: string): boolean {
  return DESCRIPTIONS.has(name.toLowerCase().split(' ')[0]!) || name === name.toUpperCase()
}

/** Whether a name after "is" ends its part of the clause; not in "my brother is Head of Sales". */
function isClosed(tokens: readonly Token[], end: number, { isPlural }: KinWord): boolean {
  return isPlural || !tokens[end] || /^(?:,|and|who|\()$/.test(tokens[end]!.plain)
}

function kinSpelling(token: Token | undefined): string {
  return withoutPossessive(token?.plain ?? '')
}

function isModifier(token: Token | undefined): boolean {
  return token !== undefined && MODIFIER.test(token.text) && !NOT_MODIFIERS.has(token.plain)
}

/** The number that a word says: 1 for "a", 2 for "two". */
export function countOf(token: Token | undefined): number | undefined {
  const { plain = '' } = token ?? {}
  return COUNTS.get(plain) ?? (/^\d{1,2}$/.test(plain) ? Number(plain) : undefined)
}

/** A name without trailing words that are not part of it, such as a day; `undefined` if nothing is left. */
export function withoutDates(name: string): string | undefined {
  const words = name.split(' ')
  while (words.length && NOT_NAMES.has(words.at(-1)!.toLowerCase())) words.pop()
  const [first] = words
  if (!first || (NOT_NAMES.has(first.toLowerCase()) && first.toLowerCase() !== 'the')) return undefined
  const rest = words.join(' ')
  return rest.length > 1 && rest.length <= NAME_CHARS_MAX ? rest : undefined
}

function ownerAt(text: string, tokens: readonly Token[], from: number): { owner: Owner; count?: number; end: number } {
  const own = possessiveAt(text, tokens, from)
  const token = tokens[own?.end ?? from]
  const count = countOf(token)
  if (own) return count === undefined ? own : { ...own, count, end: own.end + 1 }
  if (count !== undefined) return { owner: { by: 'counted' }, count, end: from + 1 }
  return token?.plain === 'the' ? { owner: { by: 'the' }, end: from + 1 } : { owner: { by: 'bare' }, end: from }
}

/** Reads a possessive at a token: "my", "her", "the user's", "Ada Byron's". */
export function possessiveAt(
  text: string,
  tokens: readonly Token[],
  from: number,
): { owner: Owner; end: number } | undefined {
  const plain = tokens[from]?.plain
  if (plain === 'my' || plain === 'our' || plain === "user's") return { owner: { by: 'user' }, end: from + 1 }
  if (plain === 'the' && tokens[from + 1]?.plain === "user's") return { owner: { by: 'user' }, end: from + 2 }
  if (plain === 'her' || plain === 'his' || plain === 'their') return { owner: { by: plain }, end: from + 1 }
  for (let at = from; at < from + NAME_WORDS_MAX; at++) {
    const token = tokens[at]
    if (!token || !CAPITAL.test(token.text) || NOT_NAMES.has(kinSpelling(token))) return undefined
    if (POSSESSIVE.test(token.text))
      return { owner: { by: 'name', name: text.slice(tokens[from]!.at, token.end - 2) }, end: at + 1 }
  }
  return undefined
}

function leadAt(
  tokens: readonly Token[],
  from: number,
  isCalled: boolean,
  kin: KinWord,
): { by: Lead; end: number } | undefined {
  const words = [0, 1, 2].map((offset) => tokens[from + offset]?.plain)
  // "My sister's name is", "her kids' names are".
  const named = words[0] === "'" || words[0] === '’' ? 1 : 0
  if (isCalled || named) {
    const isName = /^names?$/.test(words[named] ?? '') && /^(?:is|are)$/.test(words[named + 1] ?? '')
    return isName ? { by: 'called', end: from + named + 2 } : undefined
  }
  if (words[0] === 'called' || words[0] === 'named') return { by: 'called', end: from + 1 }
  if (words[0] === ',' && (words[1] === 'called' || words[1] === 'named')) return { by: 'called', end: from + 2 }
  if (words[0] === 'is' || words[0] === 'are') {
    if (words[1] === 'called' || words[1] === 'named') return { by: 'called', end: from + 2 }
    return TITLE_WORDS.has(kin.word) ? undefined : { by: 'is', end: from + 1 }
  }
  if (words[0] === ',') return { by: ',', end: from + 1 }
  if (words[0] === ':' || words[0] === '(' || words[0] === '–' || words[0] === '—') return { by: ':', end: from + 1 }
  return { by: '', end: from }
}

function oneNameAt(text: string, tokens: readonly Token[], from: number): { named: Named[]; end: number } {
  const found = nameAt(text, tokens, from)
  return found ? { named: [{ name: found.name, kin: undefined }], end: found.end } : { named: [], end: from }
}

/** Reads a list of names, each with or without a remark, up to the one after "and". */
export function namesAt(text: string, tokens: readonly Token[], from: number, max = NAMES_MAX) {
  const named: Named[] = []
  let end = from
  let isLast = false
  for (let at = from; named.length < max; ) {
    const found = nameAt(text, tokens, at)
    if (!found) break
    const remark = remarkAt(tokens, found.end)
    named.push({ name: found.name, kin: remark.kin })
    end = remark.end
    if (isLast) break
    const next = coordinationAt(tokens, end)
    if (next === end) break
    isLast = tokens[next - 1]!.plain !== ','
    at = next
  }
  return { named, end }
}

/** The index after a comma, "and" or both; the same index if there is none. */
export function coordinationAt(tokens: readonly Token[], from: number): number {
  const at = tokens[from]?.plain === ',' ? from + 1 : from
  const { plain } = tokens[at] ?? {}
  return plain === 'and' || plain === '&' ? at + 1 : at
}

const PLACE_TOKENS_MAX = 4

/** Reads what is said beside a name: "the dog", "(7)", ", who is seven,", ", 7,". */
function remarkAt(tokens: readonly Token[], from: number): { kin?: KinWord | undefined; end: number } {
  const [first, second] = [tokens[from]?.plain, tokens[from + 1]?.plain]
  if (first === 'the') {
    const kin = KIN_WORDS_BY_SPELLING.get(second ?? '')
    return kin ? { kin, end: from + 2 } : { end: from }
  }
  if (first === '(') {
    const close = indexOf(tokens, from, (plain) => plain === ')')
    const kin = close === from + 2 ? KIN_WORDS_BY_SPELLING.get(second!) : undefined
    return close < 0 ? { end: from } : { kin, end: close + 1 }
  }
  const isRemark = (word: string | undefined) => /^(?:who|which|aged?|now|the|\d{1,3})$/.test(word ?? '')
  if (first === ',' && isRemark(second)) {
    const close = indexOf(tokens, from + 2, (plain) => plain === ',' || plain === 'and')
    return { end: close < 0 ? Math.min(tokens.length, from + REMARK_TOKENS_MAX) : close }
  }
  // "Martin in Leeds and Stephen in Auckland".
  if (first === 'in' || first === 'from') {
    const close = indexOf(tokens, from + 1, (plain) => plain === ',' || plain === 'and')
    return { end: close < 0 || close > from + PLACE_TOKENS_MAX ? from : close }
  }
  if (first === 'who' || first === 'aged') {
    const close = indexOf(tokens, from + 1, (plain) => plain === ',' || plain === 'and')
    return close < 0 ? { end: from } : { end: close }
  }
  return { end: from }
}

function indexOf(tokens: readonly Token[], from: number, is: (plain: string) => boolean): number {
  for (let at = from; at < Math.min(tokens.length, from + REMARK_TOKENS_MAX); at++) if (is(tokens[at]!.plain)) return at
  return -1
}
