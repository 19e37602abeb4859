import { NO_NAMES, namesIn } from '../names.ts'
import { signsOf } from './estimate/signs.ts'
import { isSameAnchor } from './gist.ts'
import type { ReplacementContext } from './judge.ts'
import { readingOf } from './reading.ts'

/** The share of the words of an older statement without names that a newer one must contain; of names, all. */
const SHARE_MIN = 0.6

/**
 * Whether a newer statement says that what an older one states is so again: "reads on the Kindle again" after "reads books on a
 * Kindle". What was stated of the same matter between the two is then over.
 */
export function isSoAgain(
  newer: string,
  older: string,
  { ownName, userId, vectorOf }: ReplacementContext = {},
): boolean {
  const ownNames = ownName === undefined ? NO_NAMES : namesIn(ownName)
  const read = (text: string) => signsOf(text, readingOf(text, ownName, userId), ownNames, vectorOf)
  const next = read(newer)
  if (!next?.flags.again || next.flags.negation) return false
  const before = read(older)
  if (!before || before.flags.again) return false
  const { anchors } = before.gist
  const isIn = (anchor: string) => next.gist.anchors.some((other) => isSameAnchor(anchor, other))
  const names = anchors.filter((anchor) => before.names.has(anchor))
  if (names.length) return names.every(isIn)
  return anchors.length > 0 && anchors.filter(isIn).length >= SHARE_MIN * anchors.length
}
