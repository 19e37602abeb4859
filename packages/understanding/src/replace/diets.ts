import { keyOf, SELF } from './assertions.ts'
import { bareOf, isNoName, saidIn, withoutEnd } from './bare.ts'
import { computedOnce } from './computed-once.ts'
import { HYPOTHETICAL, TEMPORARY } from './cues.ts'
import { excludedIn, GIVEN_UP_TAIL, habitIn, OFTEN } from './exclusions.ts'
import { areAllOfKind, foodsIn, isKindOf, isSubstitute } from './foods.ts'
import { areOfOnePerson } from './persons.ts'
import { textOf } from './predicate.ts'
import { type Clause, presentClauseOf, type Reading } from './reading.ts'
import { stemOf, stemsOf } from './words.ts'

/* A diet ends the habits of eating and drinking what it leaves out: "keto" ends "a croissant every morning". */

const DOCTORS =
  '(?:the |my )?(?:doctor|doc|gp|dieti[ct]ian|cardiologist|nutritionist|hospital|consultant|nurse|specialist|dentist|clinic)'
const DOCTOR = new RegExp(`^${DOCTORS}\\b`)
/** What a diet leaves out, by its name. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  keto: 'carbs',
  ketogenic: 'carbs',
  atkins: 'carbs',
  dukan: 'carbs',
  banting: 'carbs',
  carnivore: 'carbs',
  paleo: 'carbs',
  carb: 'carbs',
  carbohydrate: 'carbs',
  diabetic: 'sugar',
  sodium: 'salt',
  dash: 'salt',
  cardiac: 'fat',
  'heart-healthy': 'fat',
  cholesterol: 'fat',
  coeliac: 'gluten',
  celiac: 'gluten',
  wheat: 'gluten',
  grain: 'gluten',
  lactose: 'dairy',
  halal: 'pork',
  kosher: 'pork shellfish',
  renal: 'potassium salt',
  kidney: 'potassium salt',
  purine: 'purine',
  fodmap: 'fodmap',
  vegan: 'meat fish dairy egg',
  'plant-based': 'meat fish dairy egg',
  vegetarian: 'meat fish',
  veggie: 'meat fish',
}
const MATTER =
  '(?:salt|sodium|sugar|carb|carbs|carbohydrate|fat|cholesterol|alcohol|dairy|potassium|purine|fodmap|gluten|lactose|wheat|grain|meat|pork|caffeine|red meat)'
const NAME = `(?:(?:low|no|zero|reduced)[ -](?<low>${MATTER})|(?<free>${MATTER})[ -]free|(?<name>keto|ketogenic|atkins|dukan|banting|carnivore|paleo|diabetic|dash|cardiac|heart-healthy|coeliac|celiac|halal|kosher|renal|kidney|vegan|plant-based|vegetarian|veggie))`
const LEADING = new Set(
  'am is are has have been now put me us her him on to started starting follow follows following keep keeps keeping stick sticks sticking went gone go goes going turned became become eat eats eating does do doing switched moved changed living lives a an the my strict strictly only just fully completely new prescribed ordered needs diet: i we she he'.split(
    ' ',
  ),
)
/** "Low-carb diet", "gluten-free", "halal only". */
const DIET = new RegExp(
  `^${NAME}\\b(?: (?:diet|diets|food|foods|eating|meals|plan|lifestyle|only)){0,2}(?: for (?:my|the) (?:heart|kidneys?|liver|gut|stomach|skin|health|diabetes|cholesterol|blood pressure|gout|weight|joints|acne|bowels?|pregnancy))?${GIVEN_UP_TAIL}`,
  'u',
)
const IS_MATTER = new RegExp(`^(?:all )?${MATTER}s?$`, 'u')
/** "Off sugar", "carbs are off the menu". */
const OFF = new RegExp(
  `^(?:(?:off|cut out|gave up|given up|quit) (?:all )?(?<low>${MATTER})|no (?:more )?${MATTER}|(?<out>${MATTER})s? (?:is|are) (?:now )?(?:off the menu|off limits|banned|forbidden|gone|history|out))s?$`,
  'u',
)
/** "Mum's on a diet". */
const IS_SHORT = /^(?:my )?\p{L}{2,12}'s (?=(?:on|gone|off|now|doing) )/u
/** "No carbs for me these days". */
const NONE = new RegExp(`^(?:(?:i|eats?|eating|has|have) )?no (?<more>more )?(?<low>${MATTER})s?$`, 'u')
const SALTS =
  /\b(?:salts|salt (?:on|to|in|everything|all)|(?:add|put|shake|pour|sprinkle)s? (?:\w+ ){0,2}(?:salt|soy sauce)|salted (?:nuts|peanuts|crisps)|salty|instant noodles)\b/
const SWEETENS = /\b(?:sweet tooth|sweetens?|fizzy drinks|energy drinks|ice cream|sugars?|sweets)\b/
const FRIED = /\b(?:fried|deep-fried|full english)\b/
/** Words for what is of a kind, besides those that name foods. */
const SIGNS: Readonly<Record<string, RegExp>> = { salt: SALTS, sugar: SWEETENS, fat: FRIED }
const HABIT =
  /^(?:i |we |she |he )?(?:(?:usually|always|often|still|mostly|normally|to) )*(?:eats?|drinks?|(?:has|have)(?! (?:given|gone|cut|stopped|been|had|not|no|quit|become|taken|started|switched|swapped|to)\b)|takes?|puts?|adds?|salts|sugars|sweetens?|snacks? on|lives? on|pours?|sprinkles?|shakes?|cooks?|fries|enjoys?|gets?|orders?|buys?|grabs?|tucks into|scoffs|munch(?:es)?(?: on)?|nibbles(?: on)?|devours|wolfs down|demolishes|treats (?:my|her|him)self to|finish(?:es)? with|starts? (?:the|my|his|her|every) day with|(?:loves?|likes?) to (?:eat|have|drink)|(?:loves?|likes?)(?= .* (?:every|each|on \p{L}+days?)\b))\b ?(?<what>.*)$/u
/** "Has a coffee machine" is no habit. */
const LIGHT =
  /^(?:i )?(?:(?:usually|always|often|still|mostly|normally) )*(?:has|have|gets?|buys?|orders?|enjoys?|takes?)\b/
const AT_TIMES =
  /\b(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|at (?:the )?weekends?|at (?:\d+|one|two|ten|eleven|noon|night)|in (?:my|his|her|the) (?:tea|coffee)|with (?:my|his|her|the|every|each) |after (?:work|dinner|lunch|the \p{L}+)|before bed|always|usually|most)\b/u
/** "Bread with every meal". */
const NOTE =
  /^(?!(?:i|we|he|she|they|my|our|the|his|her|no|not|on)\b)(?<what>[\p{L}\d' -]{3,40}?) (?:(?:with|for|at|before|after) (?:\p{L}+ )?(?:meals?|breakfast|lunch|dinner|supper)|every|most|each|daily|(?:once|twice|three times) a)\b/u
/** "Usual breakfast: porridge". */
const MEAL = /^(?:(?:usual|standard|go-to|typical|daily|favou?rite) )?(?:breakfast|lunch|dinner|supper|snacks?)$/
/** Where what is eaten ends. */
const REST =
  / (?:with|for|at|in|on|from|after|before|during|every|each|most|daily|twice|once|three times|several times|a (?:day|week)|when|while|to|by|almost|now|these days|nearly)\b.*$/
/** "Cheese and onion crisps", "ham and cheese sandwich": one dish. */
const ONE_DISH =
  / and (?=\p{L}+ (?:crisps|sandwich(?:es)?|rolls?|butty|butties|toasties?|pies?|pizzas?|curry|omelettes?|pasta|bake|soup)\b)| (?:and|with) (?:an? )?(?:black |strong |milky )?(?:coffee|tea|juice|orange juice|water|espresso)(?=$| )|(?<=\bfish) and (?=chips)|(?<=\b(?:toast|bread|scones?|crackers|bagel)) and (?=jam|butter|marmalade|honey|dripping|vegemite|marmite|peanut butter|cheese)|(?<=\bmac) and (?=cheese)|(?<=\bbacon) and (?=eggs?)/gu
const FOR_OTHERS =
  / for (?:(?:the|my|his|her|our) )?(?:kids|children|family|husband|wife|son|daughter|guests|customers|clients|a living|neighbours?|cats?|dogs?|birds?|hedgehogs?|chickens|clan|team|flatmates?|friends?|whole \w+)\b/
/** Supplements, and what is fetched: "takes fish oil", "gets eggs from the neighbour". */
const NOT_EATEN =
  /\b(?:takes?|taking)\b.*\b(?:oil|capsules?|tablets?|pills?|supplements?|vitamins?|powder|drops)\b|^(?:i |we |she |he )?(?:gets?|buys?|orders?)\b.* from (?:the |a |my |his |her |our )?(?:\p{L}+ )?(?:neighbou?rs?|farm(?:er)?s?|market|allotment|hens|co-?op)\b|^salts (?:the|my|his|her) (?!food|meals?|pasta|meat|soup|chips|eggs?)/u
const PUTS = /^(?:i |we |she |he )?(?:\p{L}+ly )?(?:puts?|adds?|pours?|sprinkles?|shakes?)\b(?<what>.*)$/u
const ONTO =
  / (?:in|on|to|over|into|out) (?:(?:my|his|her|the|all|every|most|hot|morning) )*(?<place>\p{L}+)(?: \p{L}+)?/u
const EDIBLE = /^(?:everything|anything|all|it|them|food|meals?|dinners?|dishes|drinks?)$/

/** "Puts cheese in the mousetraps", "puts milk out for the hedgehog". */
function isPutElsewhere(plain: string): boolean {
  const what = PUTS.exec(plain)?.groups?.what
  const place = what === undefined ? undefined : ONTO.exec(what)?.groups?.place
  return place !== undefined && !EDIBLE.test(place) && !foodsIn(place).length
}

/** "Doctor's orders: no more pizza", "low-fat diet since March, no bacon". */
const ORDERED =
  /\b(?:(?:doctor|doc|gp|dieti[ct]ian|cardiologist|nutritionist|nurse|consultant)(?:'s)? (?:orders|advice|says|said|wants)|diet)\b[^.;]{0,40}?\bno (?:more )?(?<what>\p{L}{2,20}(?: \p{L}{2,20})?)(?= ?(?:$|[,;.]|so |now |any ?more|for me))/u

/** The kinds of food that a clause says its subject, or the user, leaves out by a diet. */
export const leftOutIn = computedOnce((clause: Clause): readonly string[] => {
  const { plain } = clause.assertion
  const said = saidIn(clause)
  if (TEMPORARY.test(plain) || HYPOTHETICAL.test(plain)) return []
  const parts = [plain.replace(DOCTOR, '').trim(), said.replace(IS_SHORT, '')].flatMap((text) => text.split(', '))
  const none = NONE.exec(withoutEnd(said))?.groups
  const isNone = none !== undefined && (none.more !== undefined || withoutEnd(said) !== said)
  const named = parts.map((part) => DIET.exec(bareOf(part, LEADING))?.groups).find(Boolean)
  const off =
    parts
      .map((part) => OFF.exec(bareOf(part))?.groups)
      .map((found) => found?.low ?? found?.out)
      .find(Boolean) ?? excludedIn(clause.assertion, true)
  const first =
    (isNone ? none.low : undefined) ??
    named?.low ??
    named?.free ??
    named?.name ??
    (off && IS_MATTER.test(off) ? off : undefined)
  return first === undefined ? [] : ((LEFT_OUT[first.replace(/s$/, '')] ?? LEFT_OUT[first])?.split(' ') ?? [first])
})

/** Whether a newer text is about a diet or an order that ends the habit of an older one. */
export function startsDiet(newer: Reading, older: Reading): boolean {
  const before = presentClauseOf(older)
  if (!before || before.isEvent || before.ending || !newer.clauses.length) return false
  const said = newer.clauses.map(({ assertion }) => assertion.plain).join(', ')
  if (TEMPORARY.test(said) || HYPOTHETICAL.test(said)) return false
  if (!newer.clauses.every((clause) => areOfSame(clause, before))) return false
  const eaten = eatenIn(before)
  if (eaten === undefined) return false
  if (newer.clauses.flatMap(leftOutIn).some((kind) => isOfKind(eaten, kind))) return true
  const what = ORDERED.exec(said)?.groups?.what
  const habit = what && habitIn(before.assertion)
  if (!habit || / and | or |,/.test(habit)) return false
  const habitStems = stemsOf(habit).split(' ')
  return what.split(' ').every((word) => habitStems.includes(stemOf(word))) || areAllOfKind(habit, what)
}

/** Whether both are about one person: what doctors say is about the user. */
function areOfSame(newer: Clause, older: Clause): boolean {
  const { plain } = newer.assertion
  const isOrder = DOCTOR.test(plain) || /^doctor's\b/.test(plain)
  return isOrder ? keyOf(older.assertion.owner ?? SELF) === keyOf(SELF) : areOfOnePerson(newer, older)
}

/** What a clause says is eaten or drunk by habit, with what is put on it. */
const eatenIn = computedOnce((clause: Clause): string | undefined => {
  const { plain, owner } = clause.assertion
  if (FOR_OTHERS.test(plain) || NOT_EATEN.test(plain) || isPutElsewhere(plain)) return undefined
  const { topic, main } = clause.assertion
  if (topic.length && MEAL.test(textOf(topic)))
    return main.whole.replace(/^(?:(?:is|are|usually|always|mostly|often|normally) )+/, '')
  const said = saidIn(clause)
  if (HABIT.test(said)) return LIGHT.test(said) && !OFTEN.test(said) && !AT_TIMES.test(said) ? undefined : said
  return owner && !isNoName(owner.name) ? undefined : NOTE.exec(plain)?.groups?.what
})

function isOfKind(eaten: string, kind: string): boolean {
  const dish = eaten.replace(ONE_DISH, ' ')
  const what = (HABIT.exec(dish)?.groups?.what ?? dish).replace(REST, '')
  if (isSubstitute(eaten)) return false
  if (SIGNS[kind]?.test(eaten)) return true
  const foods = foodsIn(what)
  const words = what.split(' ')
  const isOf = (food: string) => isKindOf(food, kind)
  const areSeveral = / and | or |,|&/.test(what)
  if (areSeveral) return foods.length > 0 && foods.every(isOf)
  return foods.some(isOf) || (!foods.some((food) => food.includes(' ')) && words.some(isOf))
}

/** Whether a clause states a diet, or what is eaten or drunk by habit, in a short note. */
export function isOfDiet(clause: Clause): boolean {
  return leftOutIn(clause).length > 0 || (eatenIn(clause) !== undefined && foodsIn(clause.assertion.plain).length > 0)
}

/** A cheap test that misses no text of which {@link startsDiet} is true. */
export const MAY_BE_DIET =
  /\bdiets?\b|\b(?:low|no|zero|reduced)[ -]|-free\b|\b(?:keto|ketogenic|atkins|dukan|banting|carnivore|paleo|halal|kosher|vegan|plant-based|vegetarian|veggie)\b/
