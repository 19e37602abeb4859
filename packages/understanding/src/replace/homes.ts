import type { Claim } from './claims.ts'
import type { Clause } from './reading.ts'
import { stemOf } from './words.ts'

const MOVED_FROM = /\b(?:moved|relocated|switched|transferred) (?:over )?from (?<from>.+?) (?:over )?(?:to|into) /

/** "Moved from Sketch to Figma" is no move from the home, and a street can lie in the city that is known. */
export function isOtherHome({ assertion, cues }: Clause, newer: Claim, older: Claim): boolean {
  if (!newer.key.endsWith('|home')) return false
  const from = MOVED_FROM.exec(assertion.plain)?.groups?.from
  if (from !== undefined && !from.split(/[ ,]+/).some((word) => older.value.has(stemOf(word)))) return true
  const hasNumber = ({ value }: Claim) => [...value].some((stem) => /^\d/.test(stem))
  if (hasNumber(older) && !hasNumber(newer)) return !cues().isChange
  return (
    hasNumber(newer) &&
    !hasNumber(older) &&
    !assertion.words.some(({ isAfterPause, isCapital }) => isAfterPause && isCapital)
  )
}
