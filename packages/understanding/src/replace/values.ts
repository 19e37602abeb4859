import { stemOf, type Word } from './words.ts'

/** Words that belong to no value. */
const STOP = new Set(
  (
    'a an the my our his her their its your and or to of in on at by for from with as is are am was were be been being has have had ' +
    'i we he she they it me him them us this that these those there again now nowadays currently still just also too very really ' +
    'days recently lately finally already so much then than same only about around approximately roughly exactly called named new ' +
    'down up over go goes got get back'
  ).split(' '),
)
/** Words that end a value. */
const ADJUNCT = new Set(
  'since because says said although though when after until till before which who whom as where while if thanks due'.split(
    ' ',
  ),
)
const SMALL = new Set('de la le von van der den du di da del al el upon st the of and'.split(' '))

/** The stems of the words of a value. Equal for values that differ only in function words and what follows it. */
export function stemsIn(words: readonly Word[]): ReadonlySet<string> {
  const value = new Set<string>()
  for (const { plain, isCapital } of words) {
    if (ADJUNCT.has(plain) && value.size) break
    if (!STOP.has(plain) || (isCapital && value.size === 0 && !/^(?:the|an?)$/.test(plain))) value.add(stemOf(plain))
  }
  return value
}

/** The words of the first name of a place: "Lagos" of "a flat in Lagos with his parents". */
export function placeIn(words: readonly Word[]): readonly Word[] {
  const from = words.findIndex(({ isCapital }) => isCapital)
  if (from < 0) return []
  let to = from + 1
  while (
    to < words.length &&
    (words[to]!.isCapital || /^\d/.test(words[to]!.plain) || (SMALL.has(words[to]!.plain) && words[to + 1]?.isCapital))
  )
    to++
  return words.slice(from, to)
}

/** The words whose lower-case texts, joined by spaces, are `written`. */
export function wordsIn(written: string, words: readonly Word[]): readonly Word[] {
  const parts = written.trim().split(' ')
  for (let at = words.length - parts.length; at >= 0; at--)
    if (parts.every((part, offset) => words[at + offset]!.plain === part)) return words.slice(at, at + parts.length)
  return []
}

/** Whether two values are the same, or one says more about the same: "Bergen" and "Bergen, Norway". */
export function isSameValue(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  for (const stem of small) if (!large.has(stem)) return false
  return true
}

/** The share of `of` that is in `others`, 0 to 1; 0 for an empty set. */
export function shareOf(of: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0
  for (const stem of of) if (others.has(stem)) shared++
  return of.size ? shared / of.size : 0
}
