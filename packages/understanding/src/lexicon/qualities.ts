/** Amounts, measures, sizes, shapes and order. */
export const QUALITIES = `
amount: amount quantity "how many" "how much" number numbers
measure_unit < measure: unit units dimension dimensions
half < amount: half halves "50 percent" midway "half way"
percent < amount: percent percentage proportion
reduce < amount: decrease reduce reduced "cut down" "cut back" "cutting down"
weight_unit < measure: gram grams kg kilogram ounce ounces tonne tons lb
length < measure: length cm centimetre centimetres centimeter inch inches millimetre
volume_amount < measure: litre litres liter liters millilitre gallon gallons teaspoon tablespoon
square_metres < measure home: "square metres" "square meters" "square feet" sqm hectare acre acres
size < measure: size
big < size: big bigger biggest large larger largest huge enormous giant
small < size: small smaller smallest little tiny
heavy < size: heavy heavier weighs
light_weight < size: lightweight "light weight"
new: new newer newest newly "brand new" recent recently latest
old: old older oldest ancient
beautiful: beautiful pretty gorgeous attractive handsome
ugly: ugly hideous
easy: easy easily simple effortless
difficult: difficult difficulty hard tough challenging challenge
important: important importance crucial essential significant priority
urgent < important: urgent urgently asap "as soon as possible" immediately
dangerous: dangerous danger hazard risk risky unsafe
safe: safe safely safety harmless
quiet: quiet quietly silent silence noiseless
loud: loud loudly noise noisy
clean_state: clean spotless hygienic
dirty: dirty filthy stain messy mess
busy: busy hectic "no time" "short of time" "am i busy" "booked up" "tied up" "snowed under" stretch busiest "peak season" "crunch time" swamped
free_time: "free time" "spare time" availability available leisure "am i free" "are we free" "free on" "free in" "have time" "any time" "got time" "around on" "no plans" "nothing planned"
different: different difference differ differs unlike
alone: alone "on my own" "by myself" solo
comfortable: comfortable comfort cosy cozy comfy
strong: strong strength powerful
weak: weak weakness frail
healthy_food < food: "healthy food" "healthy eating" nutritious wholesome superfood
unhealthy: unhealthy "bad for you"
hot_temperature: hot warm lukewarm
cold_temperature: cold cool
wet: wet soaked
dry: dry dried
soft: soft fluffy gentle
allowed: allowed permitted legal
forbidden: forbidden prohibited banned "not allowed" "must not"
near: near nearby "close to" "next to" local
far: far faraway distant "long way"
inside: inside indoor indoors
outside: outside outdoor outdoors
broken: broken faulty damaged defective "not working" "doesn't work" "out of order" "stopped working" dead
spare: spare spares extra extras backup surplus leftover
valuable: valuable valuables worth value valued precious priceless
temporary: temporary temporarily interim "for now" "for the moment" "until further notice"
rare: rare rarity scarce unusual
`
