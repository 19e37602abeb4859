import { type Assertion, keyOf } from './assertions.ts'
import { textOf } from './predicate.ts'

/** Whether a person eats meat, and to what extent. */
export interface Diet {
  readonly key: string
  readonly kind: string
  /** Names only foods: it ends diets that exclude them. */
  readonly isBroken?: boolean
}

const RANKS = ['vegan', 'vegetarian', 'pescatarian', 'meat']

/** Whether a newer statement about a diet excludes an older one. */
export function isOtherDiet(newer: Diet, older: Diet): boolean {
  if (newer.key !== older.key || newer.kind === older.kind || older.isBroken) return false
  return !newer.isBroken || (RANKS.includes(older.kind) && RANKS.indexOf(newer.kind) > RANKS.indexOf(older.kind))
}

const LEADING = new Set(
  (
    'a an strict strictly back to being gone went turned became become goes going eat eats eating follow follows following on ' +
    'keep keeps committed lifelong switched very fully completely started'
  ).split(' '),
)
const KIND =
  /^(?<kind>vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|plant-based|omnivore|meat[- ]eater)(?:ism)?(?: diet| food)?(?: again| now| these days)?(?: (?:since|for|from|in|last|this) .+)?$/
const EATS =
  /^(?:meat|everything(?! (?:vegan|vegetarian|veggie|plant-based|but|except|else|that)\b)|anything|all sorts|chicken|beef|pork|steak)\b/
const EATS_NONE =
  /^(?:not eat|no longer eats?|stopped eating|gave up|given up|quit|quit eating|cut out|never eats?|eats? no|avoids?) (?:any )?(?:red )?meat\b(?! for)|^cut (?:all )?meat out\b/
const NONE_NOW =
  /^(?:no longer|not|stopped being|gave up being|given up being|quit being) (?:an? )?(?:vegan|vegetarian|veggie|pescatarian|plant-based)\b/
/** What a clause says is eaten from now on, and the widest diet that it breaks. */
const EATEN: readonly (readonly [kind: string, foods: RegExp])[] = [
  ['meat', /\b(?:meat|chicken|beef|pork|steak|bacon|ham|sausages?|lamb|turkey)\b/],
  ['pescatarian', /\b(?:fish|salmon|tuna|seafood|prawns?)\b/],
  ['vegetarian', /\b(?:eggs?|cheese|dairy|milk|butter|yogh?urt|honey)\b/],
]
const NOW_EATS =
  /^(?:(?:now|again|also) )?(?:eats?|eating|started (?:eating|to eat)|(?:(?:went|gone|go|goes) )?back to eating|began eating|having) (?!no |less |.* over )(?<foods>.+)/
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    veggie: 'vegetarian',
    pescetarian: 'pescatarian',
    omnivore: 'meat',
    'meat eater': 'meat',
    'meat-eater': 'meat',
  }),
)

const DIET_TOPIC =
  /^(?:current )?(?:diet|dietary (?:preference|choice|type|style|requirement|restriction)s?|eating style|food preference)$/
const NO_LIMITS =
  /^(?:none|no (?:restrictions?|limits?|preferences?)|unrestricted|anything|everything|omnivore|omnivorous)\b/

/** "Vegetarian since 2015". */
const NOTE = /^(?:vegan|vegetarian|pescatarian)(?: (?:since|for|from) .+)?$/
const EATS_NO_ANIMALS =
  /^(?:not eat|no longer eats?|stopped eating|cut out|gave up|given up|never eats?|eats? no|avoids?) (?:any )?(?:animal products|anything from animals|anything of animal origin)\b|^(?:(?:now|only) )*(?:eats?|eating|lives?|living)(?: on)? (?:only|nothing but|exclusively|just|purely|solely) (?:plants?|plant(?:-based)? foods?|vegan food)\b(?! (?:at|on|in|with|for|when|if|until|till|before|after)\b)|^(?:only|exclusively) eats? (?:plants?|plant(?:-based)? foods?|vegan food)\b(?! (?:at|on|in|with|for|when|if|until|till|before|after)\b)/

function dietIn(text: string): string | undefined {
  const kind = KIND.exec(text)?.groups?.kind
  return kind === undefined ? undefined : (SAME.get(kind) ?? kind)
}

/** What an assertion says about the meat that its subject eats. */
export function dietOf({ owner, topic, main, words }: Assertion): Diet | undefined {
  if (!owner && NOTE.test(textOf(words))) return { key: 'self|diet', kind: dietIn(textOf(words))! }
  if (!owner || (topic.length && !DIET_TOPIC.test(textOf(topic)))) return undefined
  const key = `${keyOf(owner)}|diet`
  if (topic.length && NO_LIMITS.test(main.text)) return { key, kind: 'meat' }
  if (NONE_NOW.test(main.text)) return { key, kind: 'meat' }
  if (EATS_NO_ANIMALS.test(main.text)) return { key, kind: 'vegan' }
  if (EATS_NONE.test(main.text)) return { key, kind: 'vegetarian' }
  const at = main.words.findIndex(({ plain }) => !LEADING.has(plain))
  const rest = textOf(main.words.slice(Math.max(0, at)))
  const kind = dietIn(rest)
  if (kind !== undefined) return { key, kind }
  const foods = NOW_EATS.exec(main.text)?.groups?.foods
  const eaten = foods === undefined ? undefined : EATEN.find(([, each]) => each.test(foods))?.[0]
  const isHabit = /^(?:been |back to |started |began )(?:having|eating)\b/.test(
    main.whole.replace(/^(?:has|have|is|am) /, ''),
  )
  if (eaten && (eaten !== 'meat' || isHabit) && !/\b(?:no|without|free)\b/.test(foods!))
    return { key, kind: eaten, isBroken: true }
  return /\beat(?:s|ing)?\b/.test(main.text) && EATS.test(rest) ? { key, kind: 'meat' } : undefined
}
