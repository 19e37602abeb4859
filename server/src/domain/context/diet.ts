import { LRUCache } from 'lru-cache'
import { wordingOf } from './likeness.ts'
import type { Understood } from './understood.ts'

/*
 * Finds tastes that a later statement about what the user eats and drinks rules out: "Loves cheese", then "Is vegan". The
 * concepts of the lexicon tell what a dish or drink belongs to.
 */

const CACHE_MAX = 5_000
const TASTES: ReadonlySet<string> = new Set([
  'like',
  'food_like',
  'drink_like',
  'favourite_food',
  'favourite_drink',
  'alcohol',
])
/** By word of a diet: the concepts that it excludes. */
const EXCLUDED: readonly (readonly [RegExp, string])[] = [
  [/\bvegan\b|\bplant-based\b|\banimal products\b/, 'meat poultry fish shellfish seafood dairy egg cheese milk'],
  [/\bvegetarian\b/, 'meat poultry fish shellfish seafood'],
  [/\bpesc[ae]tarian\b|\b(?:no|not|gave up|stopped eating|given up) meat\b/, 'meat poultry'],
  [/\bhalal\b/, 'pork alcohol'],
  [/\bkosher\b/, 'pork shellfish'],
]
/** A statement that one keeps to a diet, and not about some meals, dishes or places of it, or about a wish. */
const KEPT =
  /^(?:(?:i|she|he|they|(?:the )?user|[\p{L}-]+)(?:'m|'s)? )?(?:(?:is|are|am|has|have|been|became|becomes|went|turned|eats|keeps|no longer|does not|doesn't|do not|don't|did not|never|stopped|gave up|quit|vegan|vegetarian|follows|sober|now)\b|[\p{L}-]+'s )/iu
const OF_SOME =
  /\b(?:on|at|during|before|after|mostly|much|spirits|this week|twice|times|thinking|considering|hosting|wants?|tries|trying|food|restaurants?|bakery|guests|was)\b/i
/** What makes a taste one that the diet allows: "vegan cheese". */
const ALLOWED =
  /\b(?:vegan|vegetarian|meatless|plant|plant-based|alcohol-free|non-alcoholic|dairy-free|\w+-free|without|no|not|never|used|miss(?:es)?|halal|kosher|soy|oat|almond|mock|peanut|coconut|rice|cashew|cocoa|beans?|tofu|veggie|falafel|oyster mushrooms?|sorbet|ginger beer|root beer|gums|vinegar)\b/i
/** Ways to cook, which the lexicon lists with what is mostly cooked so. */
const COOKED = /\b(?:roast\w*|barbecue\w*|grill\w*|fried|stew\w*)\b/gi
const NO_ALCOHOL = ['alcohol']

/** Those of the given statements that a later one about diet or alcohol rules out. */
export function ruledOut(understood: readonly Understood[]): Understood[] {
  const rules = understood.flatMap(({ facts, time, isCurrent, memory: { content } }) =>
    isCurrent && KEPT.test(content) && !OF_SOME.test(content)
      ? facts.flatMap(({ attribute: { name }, value, polarity }) => {
          const excluded = excludedBy(name, value, polarity !== 'affirmed')
          return excluded.length ? [{ excluded, time }] : []
        })
      : [],
  )
  if (!rules.length) return []
  const newest = Math.max(...rules.map(({ time }) => time))
  return understood.filter(({ facts, time, isCurrent, memory: { content, pinned } }) => {
    if (!isCurrent || pinned || time >= newest || ALLOWED.test(content)) return false
    if (!facts.some(({ attribute, polarity }) => TASTES.has(attribute.name) && polarity === 'affirmed')) return false
    const concepts = conceptsOf(content)
    return rules.some((rule) => rule.time > time && rule.excluded.some((name) => concepts.has(name)))
  })
}

function excludedBy(attribute: string, value: string, isNegated: boolean): readonly string[] {
  if (attribute === 'alcohol') return isNegated || /^(?:sober|teetotal|no alcohol|off )/.test(value) ? NO_ALCOHOL : []
  if (attribute !== 'diet' || (isNegated && !/^(?:meat|animal products)/.test(value))) return []
  return EXCLUDED.flatMap(([form, concepts]) =>
    form.test(isNegated ? `no ${value}` : value) ? concepts.split(' ') : [],
  )
}

const cache = new LRUCache<string, ReadonlySet<string>>({ max: CACHE_MAX })

function conceptsOf(content: string): ReadonlySet<string> {
  const known = cache.get(content)
  if (known) return known
  const { wider } = wordingOf(content.replace(COOKED, ''), new Set())
  cache.set(content, wider)
  return wider
}
