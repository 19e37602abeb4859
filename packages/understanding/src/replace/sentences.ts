const TEXT_CHARS_MAX = 600
const SENTENCE_CHARS_MAX = 240
const END =
  /[.!?]+(?=\s|$)|[;\n•]|,? (?:and|but) (?=(?:i|he|she|they|we|my|his|her|our|now|is|are|am|has|have|works?|lives?|moved|started|became|joined|took|got|bought|switched|went|opened|retired|quit|sold|left|no longer|does|do) )/gu
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{Lu}|\p{Lu}\.\p{Lu}|mr|mrs|ms|dr|st|prof|no|vs|jr|sr|inc|co|ltd|vol|e\.g|i\.e|approx)$/iu
const PREFIX = /^(?:\[[^\]]{1,40}\]\s*[-:]?\s*|[-*•]\s+)/u
const CONTRACTED = /['’ʼ]|\bcannot\b/iu
const SENTENCES_MAX = 8

/** A sentence, or a part of one that has a verb of its own. */
export interface Sentence {
  readonly text: string
  readonly isQuestion: boolean
  readonly continues: boolean
}

/** Splits a text, and expands contractions. Not at initials and abbreviations. */
export function sentencesOf(content: string): Sentence[] {
  const read = content
    .slice(0, TEXT_CHARS_MAX)
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim()
    .replace(PREFIX, '')
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
    const text = read.slice(start, end).trim().slice(0, SENTENCE_CHARS_MAX)
    if (text) sentences.push({ text: expanded(text), isQuestion: mark.includes('?'), continues })
    if (sentences.length === SENTENCES_MAX || !match) break
    continues = /\w /.test(mark)
    start = end + mark.length
  }
  return sentences
}

function expanded(text: string): string {
  if (!CONTRACTED.test(text)) return text
  return text
    .replace(/[’‘ʼ]/gu, "'")
    .replace(/\bcannot\b|\bcan't\b/giu, 'can not')
    .replace(/\bwon't\b/giu, 'will not')
    .replace(/n't\b/gu, ' not')
    .replace(/'m\b/giu, ' am')
    .replace(/'ve\b/giu, ' have')
    .replace(/'re\b/giu, ' are')
    .replace(/'ll\b/giu, ' will')
    .replace(/\b(he|she|it|that|there|who)'s\b/giu, '$1 is')
}
