import { conceptsWith, widerConcepts } from '../concepts.ts'
import { stemsOf } from './words.ts'

/* Which foods and drinks a phrase names, and whether one is a kind of another. */

/** Members that the lexicon lacks, as many of them are names of places, too. */
const LISTS = `
cheese: caerphilly cheshire wensleydale lancashire leicester gloucester dunlop comté comte manchego raclette provolone appenzeller tilsit tilsiter havarti jarlsberg leerdammer reblochon munster limburger taleggio paneer halloumi pecorino cheddar gouda edam emmental gruyère gruyere brunost mimolette asiago cantal beaufort roquefort gorgonzola stilton brie camembert feta mozzarella parmesan
caffeine: espresso espressos cappuccino cappuccinos latte lattes americano americanos macchiato mocha cortado cortados ristretto coffee coffees cola coke pepsi matcha guarana maté mate
alcohol: beer beers lager lagers ale ales stout cider wine wines whisky whiskey rum gin vodka brandy cognac jenever genever schnapps sherry port prosecco champagne cava grappa ouzo raki arak palinka slivovitz aquavit tequila mezcal sake soju vermouth liqueur cocktails mead guinness pint pints palm-wine bourbon
meat: beef pork lamb mutton goat chicken turkey duck bacon ham sausage sausages salami steak steaks burger burgers kebab kebabs biltong mince veal venison schnitzel meatballs boerewurst boerewors chorizo gammon fry-up fry-ups spam salami prosciutto pepperoni brisket ribs wings pastrami oxtail tripe liver haggis goulash
sweets: chocolate chocolates candy candies toffee toffees fudge gummies liquorice licorice caramels marshmallows nougat truffles pralines lollipops
fried: chips fries doughnuts donuts samosas pakora pakoras fritters tempura crisps bhajis schnitzel puff-puff akara beignets churros
fast: burgers burger pizza pizzas kebab kebabs hotdogs nuggets mcdonalds kfc
junk: burgers burger crisps doughnuts donuts nuggets mcdonalds kfc candy
gluten: bread breads toast pasta spaghetti bagels bagel baguette baguettes croissant croissants roll rolls pizza pizzas noodles couscous chapati chapatis naan naans roti rotis crumpet crumpets pastry pastries pie pies cake cakes biscuit biscuits cookie cookies cereal cereals muesli weetabix barley seitan sandwich sandwiches wrap wraps pitta pita focaccia ciabatta sourdough lasagne lasagna macaroni ramen dumplings gnocchi pancakes waffles muffins scones bulgur semolina lager beer flapjacks doughnut doughnuts donut donuts baps butty butties toastie toasties
carbs: bread breads toast pasta spaghetti macaroni lasagne lasagna noodles ramen rice risotto biryani jollof sushi couscous bulgur potato potatoes spuds mash chips fries crisps pizza pizzas bagel bagels baguette baguettes croissant croissants roll rolls pastry pastries sandwich sandwiches butty butties toastie toasties wrap wraps burrito burritos tortilla tortillas taco tacos chapati chapatis roti rotis naan naans pitta pita injera ugali fufu garri eba posho sadza nshima pap banku kenkey porridge oatmeal oats cereal cereals muesli granola cornflakes weetabix pancakes waffles muffin muffins crumpet crumpets scone scones biscuit biscuits cookie cookies cake cakes pie pies doughnut doughnuts donut donuts gnocchi polenta dumplings pierogi arepas plantain plantains cassava yams idli dosa dosas paratha parathas focaccia ciabatta sourdough grits baps
dairy: cheese milk yoghurt yogurt yoghurts yogurts butter cream cheddar brie camembert gouda kefir buttermilk skyr mozzarella feta halloumi parmesan paneer ghee custard latte lattes cappuccino cappuccinos quark labneh lassi milkshake milkshakes
sugar: sugar sweets candy candies toffee lollipops cake cakes doughnut doughnuts donut donuts dessert desserts pudding puddings chocolate chocolates biscuit biscuits cookie cookies pastry pastries croissant croissants brownie brownies muffin muffins soda sodas lemonade cola coke pepsi fanta jam honey syrup nutella fudge baklava gulab tiramisu cheesecake ice-cream
salt: crisps pretzels bacon ham salami sausages anchovies olives pickles soy-sauce ramen fries chips jerky biltong pringles popcorn
fat: cake cakes pizza pizzas bacon butter cream sausage sausages burger burgers chips fries crisps fry-up fry-ups doughnut doughnuts donut donuts kebab kebabs lard crackling salami chorizo pastry pastries samosas fritters
pork: pork bacon ham gammon salami chorizo sausage sausages prosciutto pancetta pepperoni spam lardons crackling hotdog hotdogs
shellfish: prawn prawns shrimp shrimps lobster crab crabs mussels oysters clams scallops crayfish squid calamari cockles whelks
potassium: banana bananas orange oranges potato potatoes tomato tomatoes avocado avocados spinach apricots dates raisins coconut chips crisps
purine: beer beers lager liver kidneys sardines anchovies mussels herring herrings scallops sweetbreads mackerel pate
fodmap: onion onions garlic apples pears lentils beans chickpeas cauliflower mushrooms watermelon
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
  /\b[a-z]+-free\b|\b(?:decaf\w*|non-\w+|vegan|vegetarian|veggie|plant-based|mock|without|no|not|never|free|substitutes?|instead|less|herbal|rooibos|oat|almond|soya?|coconut|rice(?= (?:milk|cream|drink|cakes?)\b)|nut|tofu|root|ginger(?= (?:beer|ale)\b)|zero|dealcoholi[sz]ed|meatless|cauliflower(?= (?:rice|pizza|mash|steaks?))|seitan|tempeh|jackfruit|chickpea|beyond|impossible|diet(?= (?:cola|coke|soda|drinks?|pepsi))|light(?= (?:cola|coke|soda|drinks?))|(?:turkey|beef|chicken)(?= (?:bacon|ham|sausages?|hot dogs?))|courgette|zucchini|konjac|shirataki|keto|(?:black )?bean|lentil|mushroom|low-\w+)\b/
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

/** Whether a phrase names something that is eaten or drunk in place of what it is named after: "oat milk". */
export function isSubstitute(phrase: string): boolean {
  return SUBSTITUTE.test(phrase)
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
