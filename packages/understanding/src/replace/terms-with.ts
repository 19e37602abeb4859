import type { Clause } from './reading.ts'
import { stemOf } from './words.ts'

/* Whether people who did not talk to each other do so again: "Klara and I are talking again" after "does not talk to Klara". */

const APART =
  /\b(?:(?:do|does|did|have|has|am|is|are) not (?:spoken|speak|speaking|talk|talking|talked|been|see|seen|in touch|in contact|on (?:speaking|good) terms)|no longer (?:speaks?|talks?|sees?|in touch|on speaking terms)|not (?:in touch|in contact|on (?:speaking|good) terms)|(?:fell|fallen) out with|estranged from|no contact with|cut (?:off )?(?:contact|ties) with|not on speaking terms)\b/
const TOGETHER =
  /\b(?:on (?:speaking|good) terms (?:again|now)|(?:talk|talking|speak|speaking|in touch|in contact|friends) (?:to each other |with each other )?(?:again|now|once more)|(?:talk|speak) to .{2,30} again|on (?:speaking|good) terms with .{2,30} again|made (?:it )?up with|(?:have )?made up(?=$|[,.;])|reconciled|buried the hatchet|patched (?:things|it) up)\b/
/** Says of the user that it is so: "Klara and I", "on good terms with Dad", "I made up with her". */
const OWN =
  /^(?:(?:i|we) |(?:\p{L}+ ){1,3}and i |on |back |made |talking |speaking |in touch |in contact |reconciled|buried|patched)/u
const LIGHT =
  /^(?:the|my|our|his|her|and|with|to|again|now|any|more|not|longer|each|other|talk|speak|touch|term|contact|friend|since|on|in|good|speaking)$/

/** Whether a newer clause says that the user is on terms again with the person of whom an older one says the opposite. */
export function isReconciled({ assertion: newer, cues }: Clause, { assertion: older }: Clause): boolean {
  if (!APART.test(older.plain) || !TOGETHER.test(newer.plain) || !OWN.test(newer.plain)) return false
  if (cues().isHypothetical || APART.test(newer.plain)) return false
  const whom = older.plain.split(APART).at(-1)!
  const words = new Set(newer.plain.split(/[^\p{L}'-]+/u).map(stemOf))
  return whom.split(/[^\p{L}'-]+/u).some((word) => word.length > 2 && !LIGHT.test(word) && words.has(stemOf(word)))
}
