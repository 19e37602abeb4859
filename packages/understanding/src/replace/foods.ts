import { conceptsWith, widerConcepts } from '../concepts.ts'
import { stemsOf } from './words.ts'

/* Which foods and drinks a phrase names, and whether one is a kind of another. */

/** Members that the lexicon lacks, as many of them are names of places, too. */
const LISTS = `
cheese: caerphilly cheshire wensleydale lancashire leicester gloucester dunlop comté comte manchego raclette provolone appenzeller tilsit tilsiter havarti jarlsberg leerdammer reblochon munster limburger taleggio paneer halloumi pecorino cheddar gouda edam emmental gruyère gruyere brunost mimolette asiago cantal beaufort roquefort gorgonzola stilton brie camembert feta mozzarella parmesan
caffeine: espresso espressos cappuccino cappuccinos latte lattes americano americanos macchiato mocha cortado cortados ristretto coffee coffees cola coke pepsi matcha guarana maté mate
alcohol: beer beers lager lagers ale ales stout cider wine wines whisky whiskey rum gin vodka brandy cognac jenever genever schnapps sherry port prosecco champagne cava grappa ouzo raki arak palinka slivovitz aquavit tequila mezcal sake soju vermouth liqueur cocktails mead guinness pint pints palm-wine bourbon
meat: beef pork lamb mutton goat chicken turkey duck bacon ham sausage sausages salami steak steaks burger burgers kebab kebabs biltong mince veal venison schnitzel meatballs boerewurst boerewors chorizo
sweets: chocolate chocolates candy candies toffee toffees fudge gummies liquorice licorice caramels marshmallows nougat truffles pralines lollipops
fried: chips fries doughnuts donuts samosas pakora pakoras fritters tempura crisps bhajis schnitzel puff-puff akara beignets churros
fast: burgers burger pizza pizzas kebab kebabs hotdogs nuggets mcdonalds kfc
junk: burgers burger crisps doughnuts donuts nuggets mcdonalds kfc candy
gluten: bread toast pasta spaghetti bagels baguette croissants rolls pizza noodles couscous chapati naan crumpets
dairy: cheese milk yoghurt yogurt butter cream cheddar brie camembert gouda kefir buttermilk skyr
sugar: sweets candy toffee lollipops cake cakes doughnuts donuts
`
const MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  LISTS.trim()
    .split('\n')
    .map((line) => {
      const [kind, members] = line.split(': ') as [string, string]
      return [kind, new Set(members.split(' '))] as const
    }),
)
/** Kinds of food by how it is made: "fried food", and "fried fish" is of it. */
const MADE =
  /^(?<made>deep-fried|fried|smoked|raw|processed|spicy|fast|junk|cured|grilled) (?:foods?|dishes|things|stuff)$/
/** What follows is no food of the kind: "oat milk", "alcohol-free beer". */
const SUBSTITUTE =
  /\b[a-z]+-free\b|\b(?:decaf\w*|non-\w+|vegan|vegetarian|veggie|plant-based|mock|without|no|not|never|free|substitutes?|instead|less|herbal|rooibos|oat|almond|soya?|coconut|rice|nut|tofu|root|zero|dealcoholi[sz]ed|meatless)\b/
const CONTAINERS =
  /\b(?:cups?|mugs?|glass(?:es)?|pints?|bottles?|cans?|shots?|jugs?|pots?|lit(?:re|er)s?|bowls?|plates?|slices?|pieces?|bars?|blocks?|lumps?|packets?|packs?|bags?|handfuls?|portions?|helpings?|tins?|wedges?|chunks?|hunks?) of\b/g
/** Concepts that say too little of what is eaten. */
const WIDE =
  /^(?:food|drink|allergen|meal|snack|breakfast|lunch|dinner|supper|ingredient|cooking|taste|dish_.*|risky_.*|spicy_.*|cuisine|\w+_food|diet|appetite|straw_cup|fat_nutrient)$/
const PHRASE_MAX = 3

/** The concepts of foods and drinks that a word or phrase names. */
function foodsNamed(phrase: string): readonly string[] {
  return conceptsWith(phrase)
    .map(({ name }) => name)
    .filter((name) => !WIDE.test(name) && ['food', 'drink'].some((top) => widerConcepts(name).has(top)))
}

/** The foods and drinks that a phrase names, the longest names first: "peanut butter" is no butter. */
export function foodsIn(phrase: string): string[] {
  const words = phrase.replace(CONTAINERS, ' ').split(/[ ,]+/).filter(Boolean)
  const found: string[] = []
  for (let at = 0; at < words.length; ) {
    let size = Math.min(PHRASE_MAX, words.length - at)
    while (size > 0 && !isFood(words.slice(at, at + size).join(' '))) size--
    if (size) found.push(words.slice(at, at + size).join(' '))
    at += Math.max(1, size)
  }
  return found
}

function isFood(phrase: string): boolean {
  return foodsNamed(phrase).length > 0 || [...MEMBERS.values()].some((members) => members.has(phrase))
}

/** Whether a word or phrase names a food or drink, or a kind of it. */
export function isFoodOrKind(what: string): boolean {
  return MADE.test(what) || MEMBERS.has(what) || isFood(what) || isFood(singular(what))
}

/** Whether a food is another one, or a kind of it. */
export function isKindOf(food: string, kind: string): boolean {
  if (stemsOf(food) === stemsOf(kind)) return true
  if (MEMBERS.get(singular(kind))?.has(food) || MEMBERS.get(kind)?.has(food)) return true
  const names = new Set([...foodsNamed(kind), ...foodsNamed(singular(kind))])
  return [...foodsNamed(food), ...foodsNamed(singular(food))].some((name) =>
    [...widerConcepts(name).keys()].some((wider) => names.has(wider)),
  )
}

/** Whether all foods and drinks that a phrase names are of a kind, and none is a substitute for it. */
export function areAllOfKind(phrase: string, kind: string): boolean {
  if (SUBSTITUTE.test(phrase)) return false
  const made = MADE.exec(kind)?.groups?.made
  if (made && phrase.split(' ').includes(made)) return !/\b(?:and|or|with)\b(?! (?:every|each|all|most)\b)/.test(phrase)
  const foods = foodsIn(phrase)
  if (made) return foods.length > 0 && foods.every((food) => MEMBERS.get(made.replace('deep-', ''))?.has(food))
  return foods.length > 0 && foods.every((food) => isKindOf(food, kind))
}

function singular(what: string): string {
  return what.replace(/(?<=[a-z]{3})s$/, '')
}
