/** An expression of questions, and the attributes it asks for. */
interface Cue {
  /** Compiled at its first test. */
  expression: RegExp | undefined
  readonly source: string
  readonly attributes: readonly string[]
  /** Of each, the words of one alternative must occur. */
  readonly needs: readonly Need[]
}

/** Alternatives: the words of each. */
type Need = readonly (readonly string[])[]

/** Words of lower-case letters; words of the cues consist of these. */
const WORD = /[a-z]+/g
/** Parts of expressions whose letters are no words of the question: lookaheads, character classes. */
const NO_WORDS = /\(\?[^)]*\)|\\[a-zA-Z]|\[[^\]]*\]/g
/** Words in so many questions that they do not select a cue. */
const FREQUENT = new Set(
  (
    'what which who whom whose where when why how do does did am is are was were i she he we they my her his s our their the a ' +
    'an any to in on at of for with have has had got it that this like name and'
  ).split(' '),
)

/**
 * A list of cues, of which only those are tested whose words occur. A cue is a phrase: `..` stands for up to 40
 * characters between words, `(a|b c)` for alternatives, `(a|b)?` for an optional part.
 */
export class CueList {
  readonly #cues: Cue[] = []
  /** By a word of the rarest need. */
  readonly #byWord = new Map<string, number[]>()

  add(source: string, attributes: readonly string[]): void {
    const needs = needsOf(source)
    const at = this.#cues.push({ expression: undefined, source, attributes, needs }) - 1
    const rarest = needs.reduce((best, need) => (rarity(need) > rarity(best) ? need : best))
    for (const word of new Set(rarest.map(longest))) {
      const cues = this.#byWord.get(word)
      if (cues) cues.push(at)
      else this.#byWord.set(word, [at])
    }
  }

  /** The attributes of the cues that a text in lower case matches, in the order of the list; some may be there twice. */
  attributesIn(lower: string, words: ReadonlySet<string>): string[] {
    const possible = new Set<number>()
    for (const word of words) for (const at of this.#byWord.get(word) ?? []) possible.add(at)
    const found: string[] = []
    for (const at of [...possible].sort((a, b) => a - b)) {
      const cue = this.#cues[at]!
      if (!cue.needs.every((need) => need.some((all) => all.every((word) => words.has(word))))) continue
      cue.expression ??= expressionOf(cue.source)
      if (cue.expression.test(lower)) found.push(...cue.attributes)
    }
    return found
  }
}

function expressionOf(source: string): RegExp {
  const gaps = source.replaceAll('..', '\\b.{0,40}?\\b')
  return new RegExp(`\\b(?:${gaps})(?![a-z\\u00df-\\u00ff-])`)
}

/** What must occur for a cue to match: its words outside of groups, and of each group one alternative. */
function needsOf(source: string): Need[] {
  const needs: Need[] = []
  let outside = ''
  for (const { isGroup, text, isOptional } of partsOf(source.replace(NO_WORDS, ' '))) {
    if (!isGroup) outside += text
    else {
      const alternatives = alternativesOf(text)
      // A group within a group is an alternative of its own words only.
      const words = alternatives.map(wordsOf)
      if (!isOptional && words.every(({ length }) => length)) needs.push(words)
    }
  }
  const fixed = wordsOf(outside)
  if (fixed.length) needs.push([fixed])
  if (!needs.length) throw new Error(`Cue without a word: ${source}`)
  return needs
}

function wordsOf(text: string): string[] {
  return withoutGroups(text).match(WORD) ?? []
}

interface Part {
  readonly isGroup: boolean
  readonly text: string
  readonly isOptional: boolean
}

/** The outermost groups of a cue, and what stands between them. */
function partsOf(source: string): Part[] {
  const parts: Part[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '(' && depth++ === 0) {
      parts.push({ isGroup: false, text: source.slice(start, at), isOptional: false })
      start = at + 1
    } else if (source[at] === ')' && --depth === 0) {
      parts.push({ isGroup: true, text: source.slice(start, at), isOptional: source[at + 1] === '?' })
      start = at + 1
    }
  }
  return [...parts, { isGroup: false, text: source.slice(start), isOptional: false }]
}

function withoutGroups(text: string): string {
  return partsOf(text)
    .map(({ isGroup, text }) => (isGroup ? ' ' : text))
    .join('')
}

function alternativesOf(group: string): string[] {
  const alternatives: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < group.length; at++) {
    if (group[at] === '(') depth++
    else if (group[at] === ')') depth--
    else if (group[at] === '|' && depth === 0) {
      alternatives.push(group.slice(start, at))
      start = at + 1
    }
  }
  return [...alternatives, group.slice(start)]
}

function longest(words: readonly string[]): string {
  return words.reduce((best, word) => (worth(word) > worth(best) ? word : best))
}

/** How rare a word presumably is. */
function worth(word: string): number {
  return FREQUENT.has(word) ? 0 : word.length
}

/** How rare the words of the commonest alternative are. */
function rarity(need: Need): number {
  return Math.min(...need.map((words) => worth(longest(words))))
}
