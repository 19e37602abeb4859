import { markRows } from './marked-rows.ts'
import type { ParsedQuery } from './query.ts'
import type { Scores } from './select.ts'
import { Stamps } from './stamps.ts'
import type { SearchRequest } from './types.ts'
import type { View } from './view.ts'

/* "Where do I live": of several homes that the user has stated, the newest is the answer. */

/** Older statements of an attribute that has one value, relative to the newest. */
const OUTDATED_FACTOR = 0.7
/** The newest statement takes the place of the best one if it has at least this share of its score. */
const CURRENT_SHARE_MIN = 0.4
/** A statement that contradicts the user's, relative to it. */
const JUST_BELOW = 0.99

/** What is drunk or smoked: a person has an amount of each, though all of it is one attribute. */
const KIND =
  /^(?:teas?|coffees?|espressos?|cappuccinos?|lattes?|matcha|chai|mate|colas?|cokes?|beers?|ales?|lagers?|stouts?|wines?|ciders?|gins?|rums?|vodkas?|whisk(?:y|ies|ey|eys)|bourbon|sherry|port|sake|cocktails?|spirits|cigarettes?|cigars?|pipes?|vapes?|vaping|shisha|snus)$/

/** The writer of what the user states; no slug is empty. */
const USER = ''

const marked = new Stamps()

/**
 * Puts the newest statement of an attribute with a single value before older ones, but for those that it may not make outdated:
 * the user's count everywhere, those of an app beside its own and in their scope, but for what is pinned. What is dated ahead
 * has not come about. What contradicts the user's newest statement without making it outdated follows it.
 */
export function preferCurrent(
  { now }: Pick<SearchRequest, 'now'>,
  { current, words }: ParsedQuery,
  candidates: readonly number[],
  view: View,
  { values }: Scores,
): void {
  const { occurredAt } = view.index
  const kinds = current.length ? words.flatMap(({ text, term }) => (KIND.test(text) ? (term ?? []) : [])) : []
  for (const term of current) {
    markRows(marked, [term], view)
    const group = candidates.filter((slot) => marked.has(slot) && values[slot]! > 0)
    const top = group.reduce((most, slot) => Math.max(most, values[slot]!), 0)
    const fitting = group.filter((slot) => values[slot]! >= CURRENT_SHARE_MIN * top)
    if (fitting.length < 2) continue
    const { own, over } = newestOf(
      fitting.filter((slot) => occurredAt[slot]! <= now),
      view,
    )
    const namesWhat = openNaming(kinds, fitting, view)
    const laterThan = (slot: number) =>
      [...over(slot)].filter((later) => occurredAt[later]! > occurredAt[slot]! && namesWhat(later, slot))
    const outdated = fitting.filter((slot) => laterThan(slot).length)
    const scores = outdated.map((slot) => values[slot]!)
    const isOutdated = new Set(outdated)
    for (const [at, slot] of outdated.entries()) {
      values[slot] = OUTDATED_FACTOR * scores[at]!
      for (const later of laterThan(slot))
        if (!isOutdated.has(later)) values[later] = Math.max(values[later]!, scores[at]!)
    }
    if (own === undefined || isOutdated.has(own)) continue
    for (const slot of fitting) {
      if (slot === own || isOutdated.has(slot) || !namesWhat(own, slot) || occurredAt[slot]! === occurredAt[own]!)
        continue
      values[own] = Math.max(values[own]!, values[slot]!)
      values[slot]! *= JUST_BELOW
    }
  }
}

/** Whether a row names each of what a query asks about that another names: "drinks coffee" says nothing of "tea drinking". */
function openNaming(terms: readonly number[], slots: readonly number[], view: View) {
  const named = terms.map((term) => {
    markRows(marked, [term], view)
    return new Set(slots.filter((slot) => marked.has(slot)))
  })
  return (later: number, slot: number) => named.every((rows) => !rows.has(slot) || rows.has(later))
}

/** The newest row of the user, and those that may make a row outdated: of the user, of the row's writer and of its scope. */
function newestOf(slots: readonly number[], { index }: View) {
  const { occurredAt, pinned, scopeOf, scopes } = index
  const byWriter = new Map<string, number>()
  const byScope = new Map<string, number>()
  const put = (map: Map<string, number>, key: string, slot: number) => {
    const known = map.get(key)
    if (known === undefined || occurredAt[slot]! > occurredAt[known]!) map.set(key, slot)
  }
  const writerOf = (slot: number) => scopes.writers[scopeOf[slot]!] ?? USER
  const nameOf = (slot: number) => scopes.names[scopeOf[slot]!]!
  for (const slot of slots) {
    put(byWriter, writerOf(slot), slot)
    put(byScope, nameOf(slot), slot)
  }
  return {
    own: byWriter.get(USER),
    over: (slot: number) => {
      const ofScope = pinned.has(slot) ? undefined : byScope.get(nameOf(slot))
      return new Set([byWriter.get(USER), byWriter.get(writerOf(slot)), ofScope].flatMap((at) => at ?? []))
    },
  }
}
