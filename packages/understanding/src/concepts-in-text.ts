import { CONCEPTS, widerConcepts } from './concepts.ts'

/** The concepts that a text names. */
export interface TextConcepts {
  readonly named: ReadonlySet<string>
  /** The named concepts and the wider ones close to them. */
  readonly wider: ReadonlySet<string>
}

const TEXT_CHARS_MAX = 600
const PHRASE_WORDS_MAX = 4
/** A concept further up says too little: everything is somehow food or health. */
const STEPS_MAX = 2
const WORD = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu

let concepts: Map<string, string[]> | undefined

/** Finds the concepts of the words and phrases of a text. Linear in its length, which is cut at 600 characters. */
export function conceptsIn(text: string): TextConcepts {
  concepts ??= byMember()
  const words = text.slice(0, TEXT_CHARS_MAX).toLowerCase().replace(/[’‘ʼ]/g, "'").match(WORD) ?? []
  const named = new Set<string>()
  for (let at = 0; at < words.length; at++) {
    for (const name of concepts.get(words[at]!) ?? concepts.get(singularOf(words[at]!)) ?? []) named.add(name)
    for (let count = 2; count <= PHRASE_WORDS_MAX && at + count <= words.length; count++)
      for (const name of concepts.get(words.slice(at, at + count).join(' ')) ?? []) named.add(name)
  }
  const wider = new Set<string>()
  for (const name of named) for (const [each, steps] of widerConcepts(name)) if (steps <= STEPS_MAX) wider.add(each)
  return { named, wider }
}

/** Whether two texts name the same concept, or one a kind of what the other names: penicillin and antibiotics. */
export function shareConcept(one: TextConcepts, other: TextConcepts): boolean {
  for (const name of one.named) if (other.wider.has(name)) return true
  for (const name of other.named) if (one.wider.has(name)) return true
  return false
}

function byMember(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, words, phrases } of CONCEPTS)
    for (const member of [...words, ...phrases]) {
      const names = found.get(member)
      if (names) names.push(name)
      else found.set(member, [name])
    }
  return found
}

function singularOf(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, '')
}
