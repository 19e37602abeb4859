import { type Mention, readThings } from './contrast.ts'
import type { Clause } from './reading.ts'
import { stemOf } from './words.ts'

/* Why an estimate replaces no statement for certain, though both are about things of one name. */

/** Where a thing is: "the account at the library". */
const PLACES = new Set(['at', 'in', 'on', 'from'])

/** "Gave up the parking space at the station" after "rents a parking space from the Webers": what is over is elsewhere. */
export function endsElsewhere(newer: Clause, older: Clause): boolean {
  if (newer.ending?.kind !== 'ended') return false
  const [next, before] = [readThings(newer), readThings(older)]
  const isPlaced = ({ preposition, complement }: Mention) => complement.length > 0 && PLACES.has(preposition ?? '')
  return next.named.some(
    (mention) =>
      isPlaced(mention) &&
      before.mentions.some(
        (other) =>
          isPlaced(other) &&
          mention.head === other.head &&
          !mention.complement.some((stem) => before.stems.has(stem)) &&
          !other.complement.some((stem) => next.stems.has(stem)),
      ),
  )
}

const SIDES = [
  ['left', 'right'],
  ['upper', 'lower'],
  ['front', 'rear'],
  ['upstairs', 'downstairs'],
  ['indoor', 'outdoor'],
  ['inside', 'outside'],
] as const

/** "My left knee" after "my right knee": whether each names another one of two sides. */
export function areOfOtherSides(newer: Clause, older: Clause): boolean {
  const [next, before] = [readThings(newer).stems, readThings(older).stems]
  const isApart = (one: string, other: string) =>
    next.has(one) && !next.has(other) && before.has(other) && !before.has(one)
  return SIDES.some(([one, other]) => isApart(stemOf(one), stemOf(other)) || isApart(stemOf(other), stemOf(one)))
}
