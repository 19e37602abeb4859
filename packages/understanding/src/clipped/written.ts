import { TEXT_CHARS_MAX } from '../clauses.ts'
import type { Clipping } from './clipping.ts'
import { CLIPPED_HOMES } from './homes.ts'
import { CLIPPED_HOUSEHOLDS } from './household.ts'
import { CLIPPED_STUDIES } from './studies.ts'
import { VERDICTS } from './verdicts.ts'
import { CLIPPED_WORK } from './work.ts'

/*
 * Writes the sentences of notes that leave out what everyone knows in full, so that facts and replacements are read from them
 * by the rules for whole sentences: "Bristol since May, a flat on Elm Road" becomes "Lives in Bristol since May, …".
 */

const CLIPPINGS: readonly Clipping[] = [
  ...CLIPPED_HOMES,
  ...CLIPPED_HOUSEHOLDS,
  ...CLIPPED_STUDIES,
  ...CLIPPED_WORK,
  ...VERDICTS,
]
const BY_WORD: ReadonlyMap<string, readonly Clipping[]> = byWord()
const WORD = /[\p{L}]+/gu
/** Between two sentences of one text. */
const BETWEEN = /(?<=[.!;\n])(?<!\b(?:St|Mr|Mrs|Dr|Ms|No|Prof)\.)\s+/u
/** Contractions before which a rule expects a plain verb. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^I['’]m /, 'I am '],
  [/^(She|He)['’]s (?=(?:back|in|on|now|stationed|posted|out|over|up|down|reading)\b)/, '$1 is '],
  [/^We['’]re /, 'We are '],
]

function byWord(): ReadonlyMap<string, readonly Clipping[]> {
  const found = new Map<string, Clipping[]>()
  for (const each of CLIPPINGS) for (const word of each.words) found.set(word, [...(found.get(word) ?? []), each])
  return found
}

/** A text in which clipped sentences are written in full. */
export function writtenInFull(text: string): string {
  if (text.length > TEXT_CHARS_MAX) return text
  let isOther = false
  const sentences = text.split(BETWEEN).map((sentence) => {
    const full = inFull(sentence)
    isOther ||= full !== sentence
    return full
  })
  return isOther ? sentences.join(' ') : text
}

function inFull(sentence: string): string {
  if (sentence.endsWith('?')) return sentence
  const tried = new Set<Clipping>()
  for (const word of sentence.toLowerCase().match(WORD) ?? [])
    for (const each of BY_WORD.get(word) ?? []) tried.add(each)
  if (!tried.size) return sentence
  const plain = CONTRACTIONS.reduce((read, [from, to]) => read.replace(from, to), sentence)
  for (const each of CLIPPINGS) {
    if (!tried.has(each)) continue
    const match = each.says.exec(plain)
    if (match && each.accepts(match.groups ?? {})) return plain.replace(each.says, each.as)
  }
  return sentence
}
