import { DAY_MS } from '../../foundation/times.ts'
import type { Reading } from './understood.ts'

/* Finds doses of a medicine that a later statement changes: "Levothyroxine 50 mcg", then "Started levothyroxine 75 mcg". */

const DOSE =
  /(?<!\p{L})(?<drug>\p{L}{4,30}) (?<amount>\d{1,6}(?:[.,]\d{1,3})?) ?(?<unit>mg|mcg|µg|μg|ug|g|ml|iu|units?|micrograms?|milligrams?|grams?|puffs?|tablets?)\b/giu
/** When it is taken: of two doses at different times of a day or week, each is taken. */
const TIME =
  /\b(?:mornings?|breakfast|noon|midday|lunch|afternoons?|evenings?|dinner|supper|nights?|bedtime|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?)\b/gi
/** Is taken beside another dose. */
const BESIDE = /\b(?:also|plus|extra|additional(?:ly)?|on top|as needed|when needed|if needed|prn|emergency|rescue)\b/i

/**
 * Takes a dose for outdated if a statement of a later day names another dose of the same medicine. The memory stays as it
 * is; only bundles and briefs leave it out.
 */
export function leaveDoses(read: readonly Reading[]): void {
  const stated = read.flatMap((each) => {
    if (!each.isCurrent || !each.facts.some(({ attribute }) => attribute.name === 'medicine')) return []
    const doses = [...each.memory.content.matchAll(DOSE)].map(({ groups }) => groups!)
    const [dose] = doses
    // Of several medicines in one statement, the others are still taken.
    if (!dose || doses.length > 1 || BESIDE.test(each.memory.content)) return []
    const times = [...each.memory.content.toLowerCase().matchAll(TIME)].map(([time]) => time.replace(/s$/, ''))
    return [
      { each, drug: dose.drug!.toLowerCase(), dose: `${dose.amount}${dose.unit![0]}`, times: times.sort().join() },
    ]
  })
  // Of each medicine, and of each at one time of day, the newest statement and the newest of another dose.
  const newest = new Map<string, typeof stated>()
  for (const one of stated.toSorted((a, b) => b.each.time - a.each.time))
    for (const key of new Set([one.drug, keyOf(one)])) {
      const known = newest.get(key) ?? []
      if (known.length < 2 && known[0]?.dose !== one.dose) newest.set(key, [...known, one])
    }
  for (const earlier of stated) {
    const later = newest.get(keyOf(earlier))?.find(({ dose }) => dose !== earlier.dose)
    const isChanged = later !== undefined && later.each.time - earlier.each.time >= DAY_MS
    if (isChanged && !earlier.each.memory.pinned) [earlier.each.isOutdated, earlier.each.isCurrent] = [true, false]
  }
}

/** Of a dose without a time of day, every other dose may be the new one. */
const keyOf = ({ drug, times }: { drug: string; times: string }) => (times ? `${drug} ${times}` : drug)
