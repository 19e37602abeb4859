import { filtered } from '../../foundation/slices.ts'
import { mayOutdate } from './authority.ts'
import { ofText } from './of-text.ts'
import type { Understood } from './understood.ts'

/*
 * Finds tastes that a later statement about what the user eats and drinks rules out: "Loves cheese", then "Is vegan".
 * Only foods that no kind of which fits the diet count: a pizza, a sausage or an ice cream can be vegan.
 */

const TASTES: ReadonlySet<string> = new Set([
  'like',
  'food_like',
  'drink_like',
  'favourite_food',
  'favourite_drink',
  'alcohol',
  'caffeine',
  'diet',
])
/** Of animals that are also liked alive, the singular: "loves duck", but not "loves ducks". */
const FOODS = {
  meat: 'meat',
  beef: 'beef veal steak steaks brisket',
  lamb: 'lamb mutton venison',
  poultry: 'chicken turkey duck goose poultry',
  pork: 'pork ham bacon gammon prosciutto pancetta salami chorizo',
  fish: 'fish salmon tuna cod haddock trout mackerel herring herrings sardines anchovies sashimi swordfish',
  shellfish:
    'shellfish seafood prawn prawns shrimp shrimps lobster crab oysters mussels clams scallops squid octopus calamari',
  dairy: 'cheese butter milk yoghurt yogurt',
  eggs: 'egg eggs omelette omelettes',
  alcohol:
    'alcohol beer beers lager wine wines whisky whiskey gin vodka rum brandy cognac tequila champagne prosecco cocktail cocktails liqueur sangria schnapps pint',
  caffeine: 'coffee coffees espresso espressos cappuccino latte americano cortado matcha tea teas',
  sugar: 'cola coke soda sodas pop lemonade sweets candy candies chocolate cake cakes pastries doughnuts donuts',
} as const
type Food = keyof typeof FOODS
const FOOD_OF: ReadonlyMap<string, Food> = new Map(
  Object.entries(FOODS).flatMap(([food, words]) => words.split(' ').map((word) => [word, food as Food] as const)),
)
const RED_MEAT = ['beef', 'lamb', 'pork'] as const
const MEAT = ['meat', 'poultry', ...RED_MEAT] as const
/** By word of a diet: what it excludes. */
const EXCLUDED: readonly (readonly [RegExp, readonly Food[]])[] = [
  [/\bvegan\b|\bplant-based\b|\banimal products\b|^plants\b/, [...MEAT, 'fish', 'shellfish', 'dairy', 'eggs']],
  [/\bvegetarian\b/, [...MEAT, 'fish', 'shellfish']],
  [/\bpesc[ae]tarian\b|\b(?:no|not|gave up|stopped eating|given up) meat\b/, MEAT],
  [/\b(?:no|not) red meat\b/, RED_MEAT],
  [/\b(?:dairy|lactose)[- ]free\b|\b(?:no|not|off|without) (?:dairy|lactose)\b/, ['dairy']],
  [/\bhalal\b/, ['pork', 'alcohol']],
  [/\bkosher\b/, ['pork', 'shellfish']],
  [/^(?:no )?(?:refined |added |processed )?sugar\b/, ['sugar']],
]
/** Says that one eats everything, which any diet rules out. */
const OMNIVORE =
  /\b(?:carnivore|omnivor(?:e|ous)|(?:meat|pork|beef)[- ](?:eater|lover)|eats? (?:just about |almost )?(?:anything|everything)|(?:no|without) dietary (?:restrictions|requirements))\b/i
const GIVEN_UP = /^(?:no|off|without|cut out|gave up|given up|quit|stopped|avoids?)\b/
/** A statement that one keeps to a diet, and not about some meals, dishes or places of it, or about a wish. */
const KEPT =
  /^(?:(?:i|she|he|they|(?:the )?user|[\p{L}-]+)(?:'m|'s|'ve)? )?(?:(?:is|are|am|has|have|been|gone|cut|became|becomes|went|turned|eats?|keeps?|hasn't|haven't|no longer|does not|doesn't|do not|don't|did not|never|stopped|gave up|quit|vegan|vegetarian|(?:dairy|lactose)-free|follows|sober|now)\b|[\p{L}-]+'s )/iu
const OF_SOME =
  /\b(?:(?<!\bliv(?:es?|ing) )on(?! (?:\p{L}+ ){0,2}\p{L}+['’]s (?:orders|advice))|at|during|before|after (?!the (?:move|diagnosis|biopsy|scare|birth|operation|heart attack)\b)|mostly|much|spirits|this week|twice|times|thinking|considering|hosting|wants?|tries|trying|food|restaurants?|bakery|guests|was)\b/iu
/** What makes a taste one that the diet allows: "vegan cheese". */
const ALLOWED =
  /\b(?:vegan|vegetarian|veggie|meatless|plant|plant-based|alcohol-free|non-alcoholic|dairy-free|\w+-free|without|no|not|never|used|miss(?:es)?|halal|kosher|soy|oat|almond|mock|fake|jackfruit|seitan|tofu|peanut|nut|coconut|rice|cashew|cocoa|shea|ginger beer|root beer|virgin|herbal|decaf|decaffeinated|rooibos|peppermint|chamomile|camomile|mint|fruit)\b/i
/** What is done with an animal or a bottle besides having it: "likes keeping fish". */
const NOT_TASTED =
  /\b(?:watch|keep|paint|feed|photograph|rais|breed|draw|catch|collect|sell|mak|brew|bak|cook|serv|spot|hunt)ing\b|\bto (?:fish|watch|keep|paint|feed|catch|collect|brew)\b/i
/** A steak or a fillet of these is none of meat. */
const OTHER_STEAKS = new Set('tuna salmon swordfish cod cauliflower mushroom celeriac cabbage'.split(' '))
const DISHES = new Set(
  'sandwich sandwiches wrap wraps dish dishes chop chops fillet fillets soup soups curry curries stew stews pie pies roll rolls wing wings breast breasts salad salads taco tacos nuggets tikka skewers casserole omelette omelettes rashers tartare belly cutlet cutlets legs thighs shanks loin steak steaks ribs risotto platter platters board boards toastie toasties fondue dinner dinners'.split(
    ' ',
  ),
)
/** Words after which what is liked is still the thing before them. */
const FOLLOWING = new Set(
  'with in on at by during while when since for after before from every most best very so too a again more now daily per'.split(
    ' ',
  ),
)
/** "Has bacon for breakfast", "eats steak every Sunday". */
const EATS =
  /^(?:[\p{L}-]+ )?(?:has|have|eats?|drinks?|orders?|fries|grills?|cooks?|(?:could |can )?lives? on|goes? out for|gets? through) /iu
const AT_MEALS =
  /\b(?:(?:for|at|with) (?:every |each )?(?:breakfast|lunch|dinner|supper|tea)|most (?:days|mornings|evenings|nights)|daily|(?:once|twice|\w+ times) a (?:day|week)|a (?:day|week)$|(?:every|each) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)?day|morning|evening|night|week|meal))\b/i
/** Separates what is liked: one of several can be allowed. */
const SEVERAL = /[.,;!(&]| (?:and|or|plus|but|as well as) /
const WORD = /[\p{L}\p{N}'’-]+/gu

const saysKept = ofText((content) => KEPT.test(content) && !OF_SOME.test(content))
const isOmnivore = ofText((content) => OMNIVORE.test(content))
const isAllowed = ofText((content) => ALLOWED.test(content) || NOT_TASTED.test(content))
const isEaten = ofText((content) => EATS.test(content) && AT_MEALS.test(content))
/** The words of each part of a text. A capital within it begins a name: "likes Turkey". */
const partsOf = ofText((content) =>
  `${content.slice(0, 1).toLowerCase()}${content.slice(1)}`
    .split(SEVERAL)
    .flatMap((part): (readonly string[])[] => [part.match(WORD) ?? []].filter(({ length }) => length > 0)),
)
/** Kinds of the foods that a statement names: "no longer eats pork and beef". */
const namedIn = ofText((content) =>
  (content.toLowerCase().match(WORD) ?? []).flatMap((word) => FOOD_OF.get(word) ?? []),
)

/** Those of the given statements that a later one about diet or alcohol rules out; yields after each. */
export function* ruledOut(understood: readonly Understood[]): Generator<undefined, Understood[]> {
  // Of rules that exclude the same, the newest.
  const rules = new Map<string, { excluded: readonly Food[]; by: Understood[] }>()
  for (const each of understood) {
    yield
    if (!each.isCurrent || !saysKept(each)) continue
    for (const { attribute, value, polarity } of each.facts) {
      const excluded = excludedBy(attribute.name, value, polarity !== 'affirmed', each)
      if (!excluded.length) continue
      const known = rules.get(excluded.join())
      if (known) known.by.push(each)
      else rules.set(excluded.join(), { excluded, by: [each] })
    }
  }
  if (!rules.size) return []
  return yield* filtered(understood, (each) => {
    const { facts, isCurrent, isAboutUser, memory } = each
    if (!isCurrent || memory.pinned) return false
    const ruling = [...rules.values()].filter(({ by }) =>
      by.some((later) => later.time > each.time && mayOutdate(later, each)),
    )
    if (!ruling.length) return false
    if (isOmnivore(each)) return true
    if (isAllowed(each)) return false
    const isTaste = facts.some(({ attribute, polarity }) => TASTES.has(attribute.name) && polarity === 'affirmed')
    if (!isTaste && !(isAboutUser && isEaten(each))) return false
    return ruling.some(({ excluded }) => isOf(excluded, each))
  })
}

function excludedBy(attribute: string, value: string, isNegated: boolean, each: Understood): readonly Food[] {
  if (attribute === 'alcohol') return isNegated || /^(?:sober|teetotal|no alcohol|off )/.test(value) ? ['alcohol'] : []
  if (attribute === 'caffeine')
    return /\bcaffeine\b/.test(value) && (isNegated || GIVEN_UP.test(value)) ? ['caffeine'] : []
  if (attribute !== 'diet') return []
  const excluded = EXCLUDED.flatMap(([form, foods]) => (form.test(isNegated ? `no ${value}` : value) ? foods : []))
  return excluded.length || !isNegated ? excluded : namedIn(each)
}

/** Whether all that a taste names is one of the foods. */
function isOf(foods: readonly Food[], each: Understood): boolean {
  return partsOf(each).every(isFood)

  function isFood(words: readonly string[]): boolean {
    return words.some((word, at) => {
      const food = FOOD_OF.get(word)
      if (!food || !foods.some((each) => each === food)) return false
      if (word.startsWith('steak') && OTHER_STEAKS.has(words[at - 1] ?? '')) return false
      let end = at + 1
      while (DISHES.has(words[end] ?? '')) end++
      const next = words[end]
      return next === undefined || FOLLOWING.has(next)
    })
  }
}
