import type { Fact } from '../statement.ts'
import type { Reading } from './reading.ts'
import { stemOf } from './words.ts'

/*
 * What was suspected and is not so: "not allergic to peanuts after all" after "might be allergic to peanuts, awaiting the test". A
 * suspicion is no condition, so nothing that is certain ends.
 */

const SUSPECTED =
  /\b(?:might|may (?!\d)|could|possibl[ey]|suspect(?:ed|s)?|perhaps|maybe|query|awaiting|pending|being tested|to be confirmed)\b/
const UNSURE = /\b(?:might|may (?!\d)|could|if|whether|hopes?|hoping|probably|unless)\b/
const CLEARED =
  /\b(?:tests?|biops(?:y|ies)|bloods?|results?|scans?) (?:(?:for|of) [\p{L} ]{2,40}? )?(?:(?:is|are|was|were|came|come|has|have|been|back|all) )*(?:negative|clear|normal)\b|\bruled out\b/u
const KINDS: ReadonlySet<string> = new Set(['allergy', 'intolerance', 'condition'])
/** Say what kind of thing it is, or how sure it is. */
const NO_NAMES: ReadonlySet<string> = new Set(
  'allergy allergic allergies intolerance intolerant disease condition a an the some possible suspected might may be to of for'
    .split(' ')
    .map(stemOf),
)

/** Whether a newer statement says that it is not so, after all, what an older one only suspects. */
export function clearsSuspicion(newer: Reading, older: Reading): boolean {
  if (!SUSPECTED.test(older.normal()) || UNSURE.test(newer.normal())) return false
  const suspected = older.facts().filter(isSuspicion)
  const isCleared = CLEARED.test(newer.normal())
  const denied = newer
    .facts()
    .filter(
      ({ attribute, polarity, subject }) =>
        KINDS.has(attribute.name) && subject.who === 'self' && (isCleared || polarity === 'negated'),
    )
  if (!suspected.length || !denied.length) return false
  return suspected.every((one) => denied.some((other) => isSame(one, other)))
}

function isSuspicion({ attribute, polarity, subject }: Fact): boolean {
  return KINDS.has(attribute.name) && polarity === 'affirmed' && subject.who === 'self'
}

function isSame(one: Fact, other: Fact): boolean {
  const [suspected, denied] = [nameOf(one.value), nameOf(other.value)]
  return suspected.size > 0 && suspected.size === denied.size && [...suspected].every((stem) => denied.has(stem))
}

/** The stems of what it is: "peanuts, awaiting the test", "peanuts after all". */
function nameOf(value: string): ReadonlySet<string> {
  const [named = ''] = value.split(/[,;.]| (?:after all|any ?more|at all|though)\b/)
  return new Set(
    named
      .split(/[^\p{L}-]+/u)
      .filter(Boolean)
      .map(stemOf)
      .filter((stem) => !NO_NAMES.has(stem)),
  )
}
