import { categoriesOf, type Shares } from '../../category.ts'
import { conceptsWith, widerConcepts } from '../../concepts.ts'
import { KIN_ATTRIBUTES } from '../../kin.ts'
import type { Fact } from '../../statement.ts'
import type { Gist } from '../gist.ts'
import type { Cues, Reading } from '../reading.ts'
import { sentencesOf } from '../sentences.ts'
import { datesOf, isDateWord, stemOf, type Word, withoutPossessive, wordsOf } from '../words.ts'
import { readSequence, type Sequence } from './sequence.ts'
import { isFrequent } from './sequence-network.ts'

/** The direction of a text's meaning, with a length of 1; `undefined` if too few of its words are known. */
export type VectorOf = (text: string) => Float32Array | undefined

/** What kind of value a word can be. */
export type WordKind = 'number' | 'name' | 'date' | 'word'

export interface KindOfWord {
  readonly plain: string
  readonly kind: WordKind
}

/** What two statements are compared by. */
export interface Signs {
  readonly words: readonly KindOfWord[]
  /** The stems with which its sentences begin. */
  readonly starts: ReadonlySet<string>
  /** The stems after prepositions. */
  readonly obliques: ReadonlySet<string>
  /** The stems of what it speaks of as known: "the Golf", "my old flat". */
  readonly definites: ReadonlySet<string>
  /** The stems of what its clauses say is over. */
  readonly ended: ReadonlySet<string>
  readonly gist: Gist
  /** The stems of names. */
  readonly names: ReadonlySet<string>
  /** The names of concepts, wider ones with the number of steps to them. */
  readonly concepts: ReadonlyMap<string, number>
  readonly kin: ReadonlySet<string>
  /** Whom or what its clauses are about, as far as that is not the person whose statement it is. */
  readonly others: ReadonlySet<string>
  readonly facts: readonly Fact[]
  readonly label: string | undefined
  readonly dates: ReadonlySet<string>
  readonly categories: Shares
  /** Yes or no, each 1 or 0. */
  readonly flags: Readonly<Record<Flag, number>>
  /** The direction of its meaning, if that is known. */
  readonly vector: Float32Array | undefined
  /** Read when a statement is first compared with one of the same matter. */
  readonly sequence: () => Sequence
}

/** Words compared of one text. */
const WORDS_MAX = 40
/** Words of a sentence that count as its beginning. */
const START_WORDS = 4
/** Words after a preposition that depend on it. */
const OBLIQUE_WORDS = 3
const PREPOSITIONS = new Set(
  'with at in on for from of by to about near under after before since over into than like as'.split(' '),
)
/** Words after a determiner that depend on it. */
const DEFINITE_WORDS = 2
const DETERMINERS = new Set('the my our his her their this that its'.split(' '))
const LABEL = /^(\p{L}[\p{L}\p{N} '’/()-]{1,40}?)\s*[:=]\s+\S/u

const PAST_VERBS =
  'went|got|took|gave|left|made|lost|sold|bought|fell|came|found|began|became|chose|broke|sent|told|said|ran|won|met|kept|held|brought|rose|grew|saw|ate'
const PATTERNS = {
  event: new RegExp(
    `^(?:(?:i|we|he|she|they) )?(?:just |finally |recently )?(?:was at|had|did|${PAST_VERBS}|(?!(?:need|feed|speed|seed)\\b)[a-z]{3,}ed)\\b`,
  ),
  past: new RegExp(`\\b(?:was|were|had|did|(?!(?:need|feed|speed|seed|weed|indeed)\\b)[a-z]{3,}ed|${PAST_VERBS})\\b`),
  present:
    /\b(?:is|are|am|has|have|goes|does|lives|works|uses|takes|drives|eats|drinks|plays|prefers|likes|loves|wears|keeps|pays|owns|runs|sees|sleeps|supports|banks|trains|studies|costs|weighs)\b/,
  now: /\b(?:now|nowadays|these days|currently|at the moment|by now|from now on|as of|from (?:this|today|here|next)|since|so far|lately|finally|at last|again|once more|from here on|meanwhile|any ?more|no longer|instead|today)\b/,
  result: /\b(?:so|because|until|after|as long as)\b/,
  over: /\b(?:quits?|stopped|gave up|given up|cancel\w*|sold|left|dropped|no more|any ?more|no longer|over|off|gone|finished|ended|retired|died|dead|passed away|moved out|broke up|split|divorced|separated|deleted|lapsed|expired|handed (?:in|back|over)|returned|swapped|traded|replaced|ditched|scrapped|history|healed|fine again|called it quits|rid of|lost|stolen|shaved|came off|done with|out of)\b/,
  becomes:
    /\b(?:switch\w*|chang\w*|mov(?:ed|ing)|swap\w*|replac\w*|trad(?:ed|ing)|transferr\w*|convert\w*|upgrad\w*|turn(?:ed|s)? (?:to|into)|became|becomes?|new|got|bought|joined|started|starts|went|gone|back|put (?:off|back|forward)|push\w*|postpon\w*|resched\w*|rebook\w*|shift\w*|brought forward|renam\w*|up to|down to|over to|rather than|instead|signed|hired|promoted|settled|relocat\w*|took over|took up|picked up|adopted|came to|rose|climbed|dropped|grew|grown|extended)\b/,
  negation: /\b(?:not|no|never|without|none)\b/,
  again:
    /\b(?:again|once more|(?:is|are|am|went|gone|came|switched|moved|turned|changed) back|back (?:to|on|in|at|with)|returned|as before|like before|as (?:i|we|she|he|they) used to|a second time|re(?:joined|sumed|started|verted)|restored|old days)\b/,
  fate: /\b(?:died|dead|death|buried|ashes|grave|passed|lost|missing|sleep|put down|killed|shot|hit|poisoned|survive|escaped|ran away|flew|gave|given|handed|rehomed|new home|adopters?|kept|keeps|took|taken|collected|lives? with|went to|moved in with|belongs to|sold|empty|freed|returned|stolen|scrap\w*|crashed|wrecked|totall?ed|written off)\b/,
  naming:
    /\b(?:call(?:s|ed|ing)?|nam(?:e|es|ed|ing)|renam\w*|rebrand\w*|christened|rechristened|go(?:es|ne|ing)? (?:by|as|under)|answers to|known as|(?:plays?|trad\w+|performs?|sails?|operates?|registered|listed|competes?|runs) (?:as|under)|sign|logo|title)\b/,
  succession:
    /\b(?:took over|takes over|taken over|has taken|succeed(?:s|ed)|replac\w*|retired|leave|left|hung up|transferred|reassigned|in place|took the place|instead of|filled|stands in|successor|predecessor|(?:switched|changed) to|(?:am|is|are) with|(?:go|goes|went) to|(?:sees?|seen|seeing) )\b/,
  gets: /\b(?:got|bought|purchased|adopted|leas(?:e|es|ed|ing)|acquired|ordered|picked up|found|hired|chose|picked|opened|signed)\b/,
  best: /\b(?:favou?rite|best|fav|beats?|tops?|number one|most|loves?|prefers?|nothing|above|over|rather|wins?|overtaken|unbeatable|pick)\b/,
} as const
const CUES = ['isAddition', 'isHypothetical', 'isTemporary', 'isPast', 'isChange'] as const
export type Flag = keyof typeof PATTERNS | (typeof CUES)[number] | 'isEnding' | 'isEvent' | 'isTemplate'

const known = new WeakMap<Reading, Signs>()

/** Reads what a statement is compared by; `undefined` for a long one, a question and an instruction. */
export function signsOf(
  content: string,
  reading: Reading,
  ownNames: ReadonlySet<string>,
  vectorOf: VectorOf = () => undefined,
): Signs | undefined {
  const gist = reading.clauses.length ? reading.gist() : undefined
  if (!gist) return undefined
  let signs = known.get(reading)
  if (!signs) known.set(reading, (signs = read(content, reading, gist, ownNames, vectorOf)))
  return signs
}

function read(
  content: string,
  { clauses, facts }: Reading,
  gist: Gist,
  ownNames: ReadonlySet<string>,
  vectorOf: VectorOf,
): Signs {
  const sentences = sentencesOf(content).map(({ text }) => wordsOf(text))
  const words = sentences.flatMap((sentence) => sentence.map(kindOfWord)).slice(0, WORDS_MAX)
  const plains = words.map(({ plain }) => withoutPossessive(plain)).filter((plain) => !ownNames.has(plain))
  const concepts = new Map<string, number>()
  for (const [at, plain] of plains.entries())
    for (const member of [plain, `${plain} ${plains[at + 1] ?? ''}`])
      for (const { name } of conceptsWith(member))
        for (const [wider, steps] of widerConcepts(name))
          concepts.set(wider, Math.min(steps, concepts.get(wider) ?? steps))
  const names = new Set<string>()
  const others = new Set<string>()
  for (const { assertion } of clauses) {
    for (const [at, word] of assertion.words.entries())
      if (kindOfWord(word, at).kind === 'name') names.add(stemOf(withoutPossessive(word.plain)))
    const { name, relation } = assertion.owner ?? {}
    const isPerson = name !== undefined && !conceptsWith(name).length
    for (const part of isPerson ? name.split(' ') : []) names.add(stemOf(part))
    const other = isPerson ? `@${name}` : name === undefined ? relation : undefined
    if (other !== undefined && other !== 'self') others.add(other)
  }
  const cues = clauses.map((clause) => clause.cues())
  const text = clauses.map(({ assertion }) => assertion.plain).join('. ')
  let sequence: Sequence | undefined
  return {
    words,
    starts: new Set(sentences.flatMap((sentence) => sentence.slice(0, START_WORDS).map(stemOfWord))),
    obliques: new Set(sentences.flatMap(obliquesOf)),
    definites: new Set(sentences.flatMap(definitesOf)),
    ended: new Set(clauses.flatMap(({ ending }) => (ending && ending.kind !== 'restored' ? [...ending.words] : []))),
    gist,
    names,
    concepts,
    kin: new Set(plains.flatMap((plain) => KIN_ATTRIBUTES.get(plain) ?? [])),
    others,
    facts: facts(),
    label: LABEL.exec(content)?.[1]?.toLowerCase(),
    categories: categoriesOf(content),
    dates: new Set(clauses.flatMap(({ assertion }) => [...datesOf(assertion.words)])),
    flags: {
      ...mapValues(PATTERNS, (pattern) => Number(pattern.test(text))),
      ...(Object.fromEntries(CUES.map((cue) => [cue, Number(cues.some((each: Cues) => each[cue]))])) as Record<
        (typeof CUES)[number],
        number
      >),
      isEnding: Number(clauses.some(({ ending }) => ending)),
      isEvent: Number(clauses.some(({ isEvent }) => isEvent)),
      isTemplate: Number(clauses.some(({ isTemplate }) => isTemplate)),
    },
    vector: vectorOf(content),
    sequence: () => (sequence ??= readSequence(content, ownNames, isFrequent)),
  }
}

function stemOfWord({ plain }: Word): string {
  return stemOf(withoutPossessive(plain))
}

function obliquesOf(sentence: readonly Word[]): string[] {
  return sentence
    .filter((_, at) => sentence.slice(Math.max(0, at - OBLIQUE_WORDS), at).some(({ plain }) => PREPOSITIONS.has(plain)))
    .map(stemOfWord)
}

function definitesOf(sentence: readonly Word[]): string[] {
  const isKnown = ({ plain }: Word) => DETERMINERS.has(plain) || plain.endsWith("'s")
  return sentence.filter((_, at) => sentence.slice(Math.max(0, at - DEFINITE_WORDS), at).some(isKnown)).map(stemOfWord)
}

function kindOfWord(word: Word, at: number): KindOfWord {
  const { plain, isCapital } = word
  if (/\d/.test(plain)) return { plain, kind: 'number' }
  if (isDateWord(word)) return { plain, kind: 'date' }
  return { plain, kind: isCapital && at > 0 && plain !== 'i' ? 'name' : 'word' }
}

function mapValues<Key extends string, From, To>(record: Readonly<Record<Key, From>>, map: (value: From) => To) {
  return Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, map(value)])) as Record<Key, To>
}
