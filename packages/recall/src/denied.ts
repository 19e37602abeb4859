import type { Statement } from '@memory-service/understanding/statement'
import { attributeTerm } from './attribute-terms.ts'
import { markRows } from './marked-rows.ts'
import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import { knownTerm } from './similar-terms.ts'
import { Stamps } from './stamps.ts'
import type { View } from './view.ts'

/*
 * What the user tolerates does not answer what they are allergic to: "not allergic to peanuts after all" comes below "anaphylactic to Brazil
 * nuts", unless peanuts are asked for.
 */

const KINDS = ['allergy', 'intolerance'] as const
/** Goes on with something else, which may be denied or not. */
const SAYS_MORE = /[;:]|\b(?:but|only|just|except|though|although|however|apart)\b/i

/** Terms of the allergies and intolerances of the user that a text only denies. */
export function deniedTerms({ facts }: Statement, content: string): string[] {
  return KINDS.filter((kind) => {
    const own = facts.filter(({ attribute, subject }) => attribute.name === kind && subject.who === 'self')
    return own.length > 0 && own.every(({ polarity }) => polarity === 'negated') && !SAYS_MORE.test(content)
  }).map((kind) => attributeTerm(`denied:${kind}`))
}

/** Rows that only deny, relative to the best row that affirms. */
const BELOW_FACTOR = 0.9
/** Words of a query that name nothing one can be allergic to. */
const GENERAL = /^(?:allerg|intoleran|sensitiv|anaphyla|react|foods?$|things?$|medic|drugs?$|known$|kinds?$|types?$)/
const affirming = new Stamps()
const denying = new Stamps()
const matching = new Stamps()

/** Puts rows that only deny an allergy or intolerance below those that state one, unless they name what is asked for. */
export function lowerDenied(
  { stated, words }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  for (const kind of KINDS) {
    const [asked, denied] = [`self:${kind}`, `denied:${kind}`].map((name) => knownTerm(attributeTerm(name), view))
    if (asked === undefined || denied === undefined || !stated.includes(asked)) continue
    markRows(affirming, [asked], view)
    markRows(denying, [denied], view)
    const named = words.filter(({ text, isContent }) => isContent && !GENERAL.test(text))
    markRows(
      matching,
      named.map(({ term }) => term),
      view,
    )
    const best = candidates.reduce(
      (most, slot) => (affirming.has(slot) && !denying.has(slot) ? Math.max(most, values[slot]!) : most),
      0,
    )
    if (best <= 0) continue
    for (const slot of candidates)
      if (denying.has(slot) && !matching.has(slot)) values[slot] = BELOW_FACTOR * Math.min(values[slot]!, best)
  }
}
