/**
 * Groups of synonyms for everyday life, one group per line. A query word adds the rest of its groups at a small weight:
 * enough to find other wordings, too little to outrank the same wording.
 */
const GROUPS = `
mum mom mother mommy mummy
dad father daddy papa
parent mother father
grandma grandmother granny nana
grandpa grandfather granddad
kid child son daughter
sibling brother sister
husband wife spouse partner
girlfriend boyfriend partner
friend buddy pal mate
baby infant newborn
dog puppy pup
cat kitten kitty
pet dog cat
film movie cinema
bike bicycle cycling
car vehicle automobile
plane flight airplane aircraft fly
train rail railway
flat apartment
house home
job work career profession occupation
company firm employer business
boss manager supervisor
colleague coworker teammate
doctor physician gp
hospital clinic
ill sick unwell
illness disease sickness
medicine medication drug pill
allergic allergy intolerance
diet vegetarian vegan
food meal dish
dinner supper meal
lunch meal
breakfast meal
drink beverage
sweet dessert cake
trip travel journey vacation holiday visit
hike trek walk
jog run
exercise workout gym fitness training
swim pool
game match
hobby pastime interest
picture photo photograph image
painting art drawing
music song
instrument guitar piano violin
concert gig show
book novel reading
author writer
school college university
teacher instructor tutor
class course lesson
learn study
exam test
phone mobile smartphone cellphone
computer laptop pc
tv television
email mail
money cash
salary wage pay income
cheap inexpensive affordable
buy purchase
sell sale
price cost
gift present
begin start
end finish
quit stop
stay live reside
city town
country nation
sea ocean
beach coast seaside
forest wood
afraid scared fear frightened
happy glad joyful
sad unhappy upset
angry mad furious
tired exhausted
nervous anxious worried
love adore
like enjoy
favourite favorite preferred
favorite favourite
colour color
big large huge
small little tiny
fast quick
hard difficult tough
beautiful pretty gorgeous
funny amusing hilarious
help assist support
charity donation volunteering
volunteer charity
wedding marriage
marry wedding
birthday born
party celebration
celebrate party
meeting appointment
talk speak chat discuss
tell say mention
think believe
want wish
goal aim dream plan
store shop
garden yard
plant flower
clothes clothing outfit
shoe sneaker boot
religion faith church
god faith
`

/** From a word to the other words of its groups. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = collect()

function collect(): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const line of GROUPS.trim().split('\n')) {
    const group = line.split(' ')
    for (const word of group) {
      const others = found.get(word) ?? new Set<string>()
      for (const other of group) if (other !== word) others.add(other)
      found.set(word, others)
    }
  }
  return new Map([...found].map(([word, others]) => [word, [...others]]))
}
