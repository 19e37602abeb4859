import { type Assertion, keyOf } from './assertions.ts'

/** Whether somebody eats meat, and how far. */
export interface Diet {
  readonly key: string
  readonly kind: string
}

const AUX =
  '(?:(?:has|have|had|been|is|am|are|now|currently|just|recently|again|an?|strict|strictly|mostly|back to being|back to|always|still|gone|went|turned|became|become|goes|going|eating|eats?|follows?|following|on|keeps?|committed|lifelong|switched to) )*'
const KIND = new RegExp(
  `^${AUX}(?<kind>vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|plant-based|omnivore)(?:ism)?(?: (?:diet|food|now|again|these days|since .+|for .+|from .+))*$`,
  'u',
)
const EATS = new RegExp(
  `^${AUX}(?:eats?|eating) (?:meat|everything|anything|all sorts|chicken|beef|pork|steak)\\b`,
  'u',
)
const EATS_NONE =
  /^(?:(?:has|have|now|does|do|is|am|are) )*(?:not eat|no longer eats?|stopped eating|gave up|given up|quit|quit eating|cut out|never eats?|eats? no|avoids?) (?:any )?(?:red )?meat\b(?! for)/u
const NONE_NOW =
  /^(?:(?:has|have|is|am|are|was|been) )*(?:no longer|not|stopped being|gave up being|given up being|quit being) (?:an? )?(?:vegan|vegetarian|veggie|pescatarian|plant-based)\b/u

/** What an assertion says about the meat that its subject eats. */
export function dietOf({ owner, topic, predicate }: Assertion): Diet | undefined {
  if (!owner || (topic.length && !(topic.length === 1 && topic[0]!.plain === 'diet'))) return undefined
  const text = predicate.map(({ plain }) => plain).join(' ')
  const key = `${keyOf(owner)}|diet`
  if (NONE_NOW.test(text)) return { key, kind: 'meat' }
  if (EATS_NONE.test(text)) return { key, kind: 'vegetarian' }
  const kind = KIND.exec(text)?.groups?.kind
  if (kind !== undefined)
    return {
      key,
      kind:
        kind === 'veggie' ? 'vegetarian' : kind === 'pescetarian' ? 'pescatarian' : kind === 'omnivore' ? 'meat' : kind,
    }
  return EATS.test(text) ? { key, kind: 'meat' } : undefined
}
