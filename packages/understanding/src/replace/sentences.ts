import { withPlainDose } from './dose-remarks.ts'
import { writtenOut } from './notes.ts'
import { withPlainReading } from './reading-remarks.ts'
import { reworded, rewordedWhole } from './wordings.ts'

const TEXT_CHARS_MAX = 600
const SENTENCE_CHARS_MAX = 240
/** Subjects and possessives that begin a clause. */
const OPENERS = 'i|he|she|they|we|my|his|her|our|now'
/** Verbs that begin a clause after "and" without a subject. */
const VERBS =
  'is|are|am|has|have|works?|lives?|moved|started|became|joined|took|got|bought|switched|went|opened|retired|quit|sold|left|no longer|' +
  'does|do|uses|drives|trains|banks|studies|earns|pays|takes|enrolled|picked up|signed up|found|hired|chose|began|settled|stopped|' +
  'returned|gave up|turned to|cycle|walk|teach|take|go|use|drive|live|work'
const MORE_VERBS =
  'eats?|drinks?|smokes?|sees|goes|teaches|weighs?|runs (?:a|my|her|his) own|founded|launched|set up|emigrated|relocated|retrained|' +
  'qualified|proposed|made|put|cut|dropped|swapped|traded|closed|cancelled|canceled|repairs?|sings?|cooks|writes|sleeps'
const AND = `${OPENERS}|${VERBS}|${MORE_VERBS}`
const END = new RegExp(
  [
    String.raw`[.!?]+(?=\s|$)`,
    '[;\\n•]',
    `,? (?:and|but) (?=(?:${AND}) )`,
    ",? and (?=(?:I |I['’](?:m|ve|d|ll) ))",
    String.raw`,? (?:and|so) (?=(?:the|my|our|her|his) [\p{Ll} -]{3,30} (?:was|is|has been|were|had to be) (?:called off|cancelled|canceled|postponed|moved|stopped|closed|sold)\b)`,
    String.raw`(?:,? and|,) (?=(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{L}+ is (?:now )?(?:my|our|the|her|his) \p{Ll}+(?: \p{Ll}+)? ?(?:now|instead)?[.!]?$)`,
    `,? so (?=(?:I|${AND}) )`,
    String.raw`,? so (?=(?:(?:Dr|Mr|Mrs|Ms)\.? )?\p{Lu}\p{L}+ (?:is|has|looks|takes|took|cuts|does) )`,
    ", (?=(?:now )?(?:I|i|we|he|she|they|it)(?: (?:am|are|is|have|has|go|goes|take|takes|use|uses|drive|drives|live|lives|work|works|eat|eats|smoke|smokes|bank|banks|see|sees|train|trains|prefer|prefers|get|gets|sleep|sleeps|rent|own|call|calls|moved|settled|found|bought) |['’](?:m|re|s|ve) ))",
    ', (?=no (?:more|longer) )',
    String.raw`, (?=(?:the|my|our) (?:old )?[\p{L}-]{2,20} (?:is|are|was|has been) (?:now )?(?:gone|dead|sold|broken|history)[.!]?$)`,
    ', (?=now (?:I|i|we|he|she|they) )',
    ', (?=(?:I|we|he|she) (?:do|does|run|runs|lay|lays|guide|guides|deliver|delivers|clean|cleans|sell|sells|teach|teaches|cook|cooks|manage|manages|share|shares|stay|stays|ride|rides|walk|walks|cycle|cycles|rent|rents|help|helps|make|makes) )',
    String.raw`, (?=(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)? (?:(?:has |have )?(?:retired|resigned|quit|left|died|passed away|stopped|gone|moved (?:away|abroad|back|on)|emigrated|went (?:back|abroad))|is (?:gone|leaving|retiring))\b)`,
    String.raw`, (?:as|because) (?=(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{L}+ (?:has |have )?(?:retired|resigned|quit|left|died|moved|gone)\b)`,
    ', (?=(?:started|switched|joined|retired|took up|began|picked up|dating|now (?:at|with|in|on|dating|seeing|living|working|driving|using)) )',
    ', (?=(?:(?:my|her|his|the) )?(?:new )?favou?rite [a-z]+ is )',
  ].join('|'),
  'gu',
)
/** What such a part after a comma depends on: "when I was a child, I lived in Bonn" is one sentence. */
const DEPENDENT =
  /^(?:when|whenever|while|if|unless|because|since|as|after|before|until|till|once|although|though|even|in|on|at|during|for|last|this|next|from|says?|said|thinks?|like)\b|\b(?:that|whether|which|who|whose)$/iu
/** "Tom and I": one subject. */
const SUBJECT = /^(?:(?:[Mm]y|[Oo]ur|[Tt]he) \p{Ll}+(?: \p{Lu}\p{L}*)?|\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*){0,2}),?$/u
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{Lu}|\p{Lu}\.\p{Lu}|mr|mrs|ms|dr|st|prof|rev|fr|sr|sra|hon|capt|sgt|lt|mme|mlle|no|vs|jr|sr|inc|co|ltd|vol|e\.g|i\.e|approx)$/iu
const PREFIX = /^(?:\[[^\]]{1,40}\]\s*[-:]?\s*|[-*•]\s+)/u
const CONTRACTED = /['’ʼ]|\bcannot\b/iu
const SENTENCES_MAX = 8

/** A sentence, or a part of one that has a verb of its own. */
export interface Sentence {
  readonly text: string
  readonly isQuestion: boolean
  readonly continues: boolean
}

/** The last text and its sentences: a statement is split for its clauses and for its gist. */
let last: { content: string; sentences: readonly Sentence[] } | undefined

/** Splits a text, and expands contractions. Not at initials and abbreviations. */
export function sentencesOf(content: string): readonly Sentence[] {
  if (last?.content !== content) last = { content, sentences: split(content) }
  return last.sentences
}

function split(content: string): Sentence[] {
  const written = writtenOut(
    content
      .slice(0, TEXT_CHARS_MAX)
      .replace(/[\s\u00a0]+/gu, ' ')
      .trim()
      .replace(PREFIX, ''),
  )
  const read = rewordedWhole(withPlainDose(withPlainReading(written)))
  const sentences: Sentence[] = []
  let start = 0
  let continues = false
  for (const match of [...read.matchAll(END), undefined]) {
    const end = match?.index ?? read.length
    const mark = match?.[0] ?? ''
    if (mark.startsWith('.') && match && end + mark.length < read.length) {
      const next = read[end + mark.length + 1] ?? ''
      if (ABBREVIATED.test(read.slice(Math.max(start, end - 8), end)) || (mark === '.' && /\p{Ll}/u.test(next)))
        continue
    }
    if (/ and $/.test(mark) && /^I\b/.test(read.slice(end + mark.length)) && SUBJECT.test(read.slice(start, end)))
      continue
    if (mark === ', ' && DEPENDENT.test(read.slice(start, end).trim())) continue
    const text = read.slice(start, end).trim().slice(0, SENTENCE_CHARS_MAX)
    if (text) sentences.push({ text: reworded(expanded(text)), isQuestion: mark.includes('?'), continues })
    if (sentences.length === SENTENCES_MAX || !match) break
    continues = /\w /.test(mark) || mark === ', '
    start = end + mark.length
  }
  return sentences
}

const USER = /\buser(?:['’]s)?\b/iu
/** Before what a test or another person has found: "the test showed that I am not allergic". */
const REPORTED =
  /^(?:(?:an?|the|my|her|his|our|latest|new|another) )*(?:[\p{Ll}-]+ )?(?:tests?|results?|scans?|doctor|letter|x-ray) (?:has |have )?(?:shows?|showed|shown|confirm(?:s|ed)|found|says?|said|reveal(?:s|ed)) (?:that )?(?=(?:i|we|my|she|he|her|his|the) )/iu

/** Introduces what a person says about themselves: "Nadia told me she lives in Varna", "the user reported a weight of 74 kg". */
const SAID =
  /^((?:(?:[Tt]he )?[Uu]ser|I|we|s?he|\p{Lu}[\p{L}-]{1,30}(?: \p{Lu}[\p{L}-]{1,30})?) )(?:has |have |had |just |also |recently |now ){0,2}(?:told (?:me|us)|mention(?:s|ed)|sa(?:ys|id)|state[sd]|report(?:s|ed)|note[sd]|share[sd]|explain(?:s|ed)|confirm(?:s|ed)|reveal(?:s|ed)|announce[sd]|clarif(?:ies|ied))(?: to (?:me|us))?(?: that)? (?:(?:s?he|they|I) (?=\p{Ll})|(an? )(?=(?:[\p{Ll}-]+ ){1,3}(?:of|: ?)|(?:[\p{Ll}-]+ ){0,2}[\p{Ll}-]+: ))/u

/** Says "I" and "my" of the user, and leaves out who found it. */
function asOwn(written: string): string {
  const text = written.replace(SAID, (_, who: string, article?: string) => who + (article ? `has ${article}` : ''))
  const own = USER.test(text)
    ? text
        .replace(/\b(?:the )?user['’]s\b/giu, (_, at: number) => (at ? 'my' : 'My'))
        .replace(/^[Tt]he user and (\p{Lu}[\p{L}-]*) /u, '$1 and I ')
        .replace(/\bthe user (?=(?:and|to|with|on|in|at|by|from)\b)/giu, 'me ')
        .replace(/\bthe user\b/giu, 'I')
    : text
  return own.replace(REPORTED, '').replace(/\bnow that\b/u, 'now because')
}

function expanded(written: string): string {
  const text = written.includes(' over ')
    ? written.replace(/(?<![\d:.,])(\d{2,3}) over (\d{2,3})(?![\d:.,k])/gu, '$1/$2')
    : written
  const plain = asOwn(text.includes(' these days ') ? text.replace(/ these days (?=(?:is|are)\b)/u, ' ') : text)
  if (!CONTRACTED.test(plain)) return plain
  return plain
    .replace(/[’‘ʼ]/gu, "'")
    .replace(/\bcannot\b|\bcan't\b/giu, 'can not')
    .replace(/\bwon't\b/giu, 'will not')
    .replace(/n't\b/gu, ' not')
    .replace(/^(\p{Lu}\p{L}+)'s (?=had\b)/u, '$1 has ')
    .replace(
      /\b(brother|sister|mum|mom|dad|mother|father|son|daughter|wife|husband|partner|boyfriend|girlfriend|boss)'s (?=(?:visiting|coming|living|working|staying|moving|leaving|going|studying|expecting|not|now|back|in|at|moved|married|pregnant|retired)\b)/giu,
      '$1 is ',
    )
    .replace(
      /\b(husband|wife|partner|boyfriend|girlfriend|fianc[ée]e?|boss|flatmate|roommate|landlord|teacher|doctor)'s (?=\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?[.!]?$)/gu,
      '$1 is ',
    )
    .replace(/'m\b/giu, ' am')
    .replace(/'ve\b/giu, ' have')
    .replace(/'re\b/giu, ' are')
    .replace(/'ll\b/giu, ' will')
    .replace(/\b(he|she|it|that|there|who)'s\b/giu, '$1 is')
    .replace(
      /^(\p{Lu}\p{L}+)'s (?=(?:back|now|been|got|moved|living|working|in|at|not|no|retired|pregnant|single|married|just)\b)/u,
      '$1 is ',
    )
}
