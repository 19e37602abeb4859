import { keyOf, SELF } from './assertions.ts'
import { saidIn } from './bare.ts'
import { computedOnce } from './computed-once.ts'
import { HYPOTHETICAL, TEMPORARY } from './cues.ts'
import { GIVEN_UP_TAIL } from './exclusions.ts'
import { areOfOnePerson, ownerKeyOf } from './persons.ts'
import { type Clause, presentClauseOf, type Reading } from './reading.ts'

/*
 * Alcohol and nicotine: who drinks or smokes no more has no habit of it, whatever measure, vessel or name the habit is stated by:
 * "six-pack", "nightcap", "twenty a day".
 */

type Substance = 'alcohol' | 'nicotine'

const IS = '(?:(?:has|have|is|am|are|been|now|just|finally|recently|completely|totally|strictly|i) )*'
const QUIT =
  '(?:stopped|quit|gave up|given up|packed in|jacked in|sworn off|swore off|done with|off|came off|kicked|turned)'
const DOCTOR = '(?:the |my )?(?:doctor|doc|gp|consultant|nurse|specialist|cardiologist|hospital)'
const ORDERED = `${DOCTOR} (?:has )?(?:told|ordered|made) (?:me|her|him) (?:to )?(?:stop|quit|give up)`
const BY_NOW = '(?= (?:any ?more|any longer|now|nowadays|these days|at all|since)\\b)'
const ABSTAINS: readonly (readonly [substance: Substance, says: RegExp])[] = [
  [
    'alcohol',
    new RegExp(
      `^(?:${IS}(?:${QUIT} (?:drinking(?: alcohol| booze)?|(?:the )?(?:alcohol|booze|drink|sauce|bottle))|no longer drinks?(?: alcohol)?|(?:do |does )?not drink(?: alcohol| booze|${BY_NOW})|(?:went |gone |turned )?(?:teetotal|sober|alcohol-free)|on the wagon|an? (?:teetotaller|non-drinker)|not (?:had|touched) (?:an? |any |a drop of )?(?:drink|drop|alcohol|booze)(?= (?:since|for|in)\\b)|drinks? no (?:more )?alcohol)|${ORDERED} (?:drinking|alcohol)|knocked (?:the )?(?:drink|drinking|booze|alcohol) on the head|(?:forbade|forbidden|banned) alcohol|${DOCTOR} (?:has )?(?:forbade|forbidden|banned) (?:me )?(?:alcohol|from drinking)|in recovery(?= from (?:alcohol|drink|drinking|booze)\\b)(?: from \\p{L}+)?|no (?:more )?(?:alcohol|booze)(?: for me)?|(?:alcohol|drinking|drinks): (?:none|no|never|teetotal|quit|stopped|sober))${GIVEN_UP_TAIL}`,
      'u',
    ),
  ],
  [
    'nicotine',
    new RegExp(
      `^(?:${IS}(?:${QUIT} (?:smoking|(?:the |my )?(?:fags|cigs|ciggies|cigarettes|smokes|tobacco|nicotine))|no longer smokes?|(?:do |does )?not smoke(?:${BY_NOW})|${QUIT} (?:using |taking |dipping )?snus|(?:gone |went )?(?:smoke|nicotine|tobacco|cigarette)-free|(?:an? )?(?:non|ex|former)[ -]smoker|not (?:smoked|had an? (?:cigarette|fag|smoke))(?= (?:since|for|in)\\b))|${ORDERED} smoking|(?:smoking|smoker|tobacco): (?:none|no|never|quit|stopped|non-smoker|ex-smoker))${GIVEN_UP_TAIL}`,
      'u',
    ),
  ],
]

const LEAD = '^(?:(?:i|usually|always|often|still|normally|mostly|has to|likes? to|tends? to) )*'
const OFTEN =
  /\b(?:every|each|daily|nightly|(?:a|per) (?:day|night|week|weekend)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|at (?:the )?weekends?|on weekends|weekends|after (?:work|dinner|lunch|training|the \p{L}+)|before (?:bed|dinner|lunch)|with (?:my |his |her |every |most )?(?:dinner|lunch|supper|meals?|food|tea|coffee)|in the (?:evenings?|mornings?|afternoons?)|at (?:night|lunch|bedtime|dinner)|most (?:days|nights|evenings))\b/u
const DRINKS = '(?:drinks?|sinks?|downs?|knocks? back|sips?|gets? through|goes through|polishes off|puts? away)'
const LIGHTLY =
  '(?:has|have|enjoys?|takes?|pours?|opens?|likes?|buys?|cracks? open|goes? (?:out )?for|treats? (?:my|her|him)self to)'
const ALCOHOL =
  /\b(?:wines?|beers?|lagers?|ales?|stouts?|guinness|cider|whisk(?:y|ey|ies)|scotch|bourbon|rum|gin|vodka|brandy|cognac|schnapps|sherry|port|prosecco|champagne|cava|ouzo|raki|tequila|mezcal|sake|soju|liqueurs?|cocktails?|martinis?|spritz(?:es)?|mead|booze|alcohol|pints?(?! of)|six-packs?(?! of)|tinn(?:ies|ie|y)|stubb(?:y|ies)|schooners?(?! of)|drams?|nightcaps?|sundowners?|aperitifs?|digestifs?|toddy|bevv(?:y|ies)|g&ts?|baileys|jameson|smirnoff|bacardi|heineken|stella|carlsberg|pimm's|aperol|negronis?|margaritas?|mojitos?|daiquiris?|sangria|mimosas?|bellinis?|palinka|units (?:a|per) (?:day|week)|(?:glass(?:es)?|bottles?|carafes?) of (?:the )?(?:house |good |cheap )?(?:red|white|ros[eé]|bubbly|fizz|plonk)|(?:few|couple of|two|three|four|five|six|\d+) (?:cans|bottles|shots|drinks|jars)(?! of)|a (?:(?:stiff )?drink|stiff shot)(?! of))(?=$|[ ,.])/u
/** Drinks and dishes without alcohol, and what is no drink. */
const OTHERWISE =
  /\b(?:milk|water|juices?|teas?(?! time)|coffees?|espressos?|cola|coke|pepsi|soda|lemonade|squash|smoothies?|shakes?|kombucha|kefir|energy|soft|ginger (?:beer|ale)|root beer|butterbeer|[a-z]+-free|zero|0[.,]0|non-\w+|virgin|mocktails?|no|not|never|without|soup|vinegar|gums?|batter\w*|ice cream|cake|trifle|sauce|bread|exercises?|cellar|shop|bar|collection|fridge|rack|glasses|opener|cabinet|club|course|tastings?|wine list|garden|crisps|smokes?|raisins?|jelly)\b/
const WITH_MEAL = / with (?:my |his |her |a )?(?:tea|coffee)\b/g
const DRINKS_ALCOHOL = new RegExp(
  `${LEAD}(?:${DRINKS} (?<light>.+)|${LIGHTLY} (?<lightly>.+))$|^(?:an? |the |my |one |two |three |four |\\d+ )?(?<note>.+)$`,
  'u',
)
/** A note begins with what is drunk. */
const STARTS_WITH_ALCOHOL = new RegExp(
  `^(?:(?:bottle|glass|can|pint|couple|few|crate|case|half|friday|saturday|sunday|night|evening|cold|large|small|big|weekend|nightly|daily|cheeky|stiff|quick|house|good|red|white|of|a|an) ){0,5}${ALCOHOL.source}`,
  'u',
)
const DRINKS_AT_TIMES =
  /^(?:i )?drinks? (?:heavily|socially|moderately|daily|nightly|too much|a lot|alone|(?:at|on) (?:the )?weekends?|every (?:day|night|evening|weekend|friday|saturday)|most (?:days|nights|evenings))$|^(?:alcohol|drinking|drinks): .*\d/u

const SMOKES =
  /^(?:i )?(?:(?:is|am|still|a|an|heavy|light|social|regular|chain|occasional) )*(?:smoker\b|smokes?(?:$| (?!(?:fish|salmon|meat|ham|bacon|cheese|eels?|trout|brisket|weed|cannabis|shisha|hookah|pot|hash|out|alarm|salmon|mackerel|sausages?|ribs)\b))|chain-smokes)|^(?:i )?(?:on )?(?:an? |one |two |half an? |\d+ |ten |twenty |thirty |forty )?(?:(?:pack(?:et)?s?|cigs?|cigarettes|fags|ciggies)(?: of (?:cigarettes|fags|tobacco))? )?a day$|^(?:i )?(?:has|have|enjoys?|lights?|rolls?|gets? through|goes through|is on|am on|on) .*\b(?:cigarettes?|cigars?|cigarillos?|fags?|ciggies?|ciggy|cigs?|menthols|roll-?ups|rollies|(?:packs?|packets?) a day|(?:ten|twenty|thirty|forty|\d\d) a day)\b|^(?:i )?(?:puffs?|smokes?) (?:on )?(?:a |the |my |his )?pipe\b|^(?:roll-?ups|rollies|cigars?|cigarettes?|fags?|ciggies) (?:after|with|every|before|in the|on)\b|^smoking: (?!no)/u
const CHEWS =
  /^(?:i )?(?:uses?|takes?|chews?|dips?|on) (?:.{0,20} )?(?:snus|snuff|tobacco|chewing tobacco|nicotine pouches)\b/
const VAPES = /^(?:i )?(?:vapes?\b|uses? (?:an? )?(?:vape|e-cig\w*))/

/** What a clause says that its subject, or the user, takes no more. */
export const abstentionIn = computedOnce((clause: Clause): Substance | undefined => {
  const { plain } = clause.assertion
  if (TEMPORARY.test(plain) || HYPOTHETICAL.test(plain)) return undefined
  const said = saidIn(clause).replace(/ since ?$/, '')
  const parts = [said, ...plain.split(', ')]
  return ABSTAINS.find(([, says]) => parts.some((part) => says.test(part)))?.[0]
})

/** Whether a clause states a habit of drinking or smoking, or that there is none any more. */
export const isOfSubstance = computedOnce((clause: Clause): boolean => {
  const said = saidIn(clause)
  return drinksAlcohol(said) || takesNicotine(said, '') || abstentionIn(clause) !== undefined
})

/** "Has stopped drinking" after "has a nightcap before bed". */
export function abstains(newer: Reading, older: Reading): boolean {
  const before = presentClauseOf(older)
  if (!before || before.isEvent || before.ending) return false
  const habit = saidIn(before)
  return newer.clauses.some((clause) => {
    const from = abstentionIn(clause)
    if (!from || !areOfSame(clause, before)) return false
    return from === 'alcohol' ? drinksAlcohol(habit) : takesNicotine(habit, clause.assertion.plain)
  })
}

/** Whether both are about one person: what a doctor orders "me" is about the user. */
function areOfSame(newer: Clause, older: Clause): boolean {
  const isOrder = /^(?:the |my )?(?:doctor|doc|gp|consultant|nurse|specialist|cardiologist|hospital)\b/.test(
    newer.assertion.plain,
  )
  return isOrder ? ownerKeyOf(older.assertion) === keyOf(SELF) : areOfOnePerson(newer, older)
}

function drinksAlcohol(habit: string): boolean {
  if (DRINKS_AT_TIMES.test(habit)) return true
  const what = habit.replace(WITH_MEAL, ' with dinner')
  if (OTHERWISE.test(what)) return false
  const found = DRINKS_ALCOHOL.exec(what)?.groups
  if (found?.light !== undefined) return ALCOHOL.test(found.light)
  if (!OFTEN.test(what)) return false
  if (found?.lightly !== undefined) return ALCOHOL.test(found.lightly)
  return found?.note !== undefined && STARTS_WITH_ALCOHOL.test(found.note)
}

/** "Stopped smoking" ends no snus, and "off nicotine" does; who gave up cigarettes may smoke a pipe. */
function takesNicotine(habit: string, said: string): boolean {
  if (/\bsnus\b/.test(said)) return /\bsnus\b/.test(habit) && CHEWS.test(habit)
  const isOfCigarettes = !/smok|nicotine|tobacco|^$/.test(said)
  if (isOfCigarettes && /\b(?:cigars?|cigarillos?|pipe|shisha|hookah)\b/.test(habit)) return false
  if (/\b(?:crisps|salmon|patch(?:es)?|weed|cannabis|water pipe|shisha|hookah|tablets|pills)\b/.test(habit))
    return false
  if (SMOKES.test(habit)) return true
  return CHEWS.test(habit) ? /nicotine|tobacco|^$/.test(said) : VAPES.test(habit) && /nicotine|^$/.test(said)
}

/** A cheap test that misses no text of which {@link abstains} is true. */
export const MAY_ABSTAIN =
  /\b(?:drink(?:s|ing)?|alcohol|booze|teetotal|sober|wagon|non-drinker|teetotaller|smok(?:es?|ing|er)|smoke-free|nicotine|nicotine-free|tobacco|tobacco-free|ex-smoker|fags|cigs|ciggies|cigarettes?)\b/
