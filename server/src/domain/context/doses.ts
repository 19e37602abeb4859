import { DAY_MS } from '../../foundation/times.ts'
import { mayOutdate } from './authority.ts'
import { ofText } from './of-text.ts'
import type { Reading } from './understood.ts'

/* Finds doses of a medicine that a later statement changes: "Levothyroxine 50 mcg", then "Started levothyroxine 75 mcg". */

/** When it is taken: of two doses at different times of a day or week, each is taken. */
const TIME =
  /\b(?:mornings?|breakfast|noon|midday|lunch|afternoons?|evenings?|dinner|supper|nights?|bedtime|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?)\b/gi
/** Is taken beside another dose. */
const BESIDE = /\b(?:also|plus|extra|additional(?:ly)?|on top|as needed|when needed|if needed|prn|emergency|rescue)\b/i
const isBeside = ofText((content) => BESIDE.test(content))
const timesIn = ofText((content) =>
  Array.from(content.toLowerCase().matchAll(TIME), ([time]) => time.replace(/s$/, ''))
    .sort()
    .join(),
)

/**
 * Takes a dose for outdated if a statement of a later day names another dose of the same medicine. The memory stays as it
 * is; only bundles and briefs leave it out.
 */
export function* leaveDoses(read: readonly Reading[]): Generator<undefined, void> {
  const stated: { each: Reading; drug: string; dose: string; times: string }[] = []
  for (const each of read) {
    yield
    const [dose] = each.doses
    // Of several medicines in one statement, the others are still taken.
    if (!each.isCurrent || dose?.owner.relation !== 'self' || each.doses.length > 1 || isBeside(each)) continue
    stated.push({ each, drug: dose.medicine, dose: dose.amount, times: timesIn(each) })
  }
  // Of each medicine, and of each at one time of day, newest first.
  const byKey = new Map<string, typeof stated>()
  for (const one of stated.toSorted((a, b) => b.each.time - a.each.time))
    for (const key of new Set([one.drug, keyOf(one)])) {
      const known = byKey.get(key)
      if (known) known.push(one)
      else byKey.set(key, [one])
    }
  const timesOf = new Map<string, Set<string>>()
  for (const { drug, times } of stated) if (times) timesOf.set(drug, (timesOf.get(drug) ?? new Set()).add(times))
  for (const earlier of stated) {
    // A dose without a time of day may be the new one of any, but not of which of several.
    const hasOneTime = (timesOf.get(earlier.drug)?.size ?? 0) < 2
    yield
    if (earlier.each.memory.pinned) continue
    const isChangedBy = ({ dose, each }: (typeof stated)[0]) =>
      each.time - earlier.each.time >= DAY_MS && dose !== earlier.dose && mayOutdate(each, earlier.each)
    const keys = [keyOf(earlier), ...(hasOneTime ? [earlier.drug] : [])]
    if (keys.some((key) => byKey.get(key)?.some(isChangedBy)))
      [earlier.each.isOutdated, earlier.each.isCurrent] = [true, false]
  }
}

/** Of a dose without a time of day, every other dose may be the new one. */
const keyOf = ({ drug, times }: { drug: string; times: string }) => (times ? `${drug} ${times}` : drug)
