import { KIN_ATTRIBUTES } from '../kin.ts'
import { aidKeyOf } from './aids.ts'
import { keyOf, SELF } from './assertions.ts'
import { HYPOTHETICAL } from './cues.ts'
import { HEALTH_WORDS } from './end-words.ts'
import { habitIn } from './exclusions.ts'
import { areAllOfKind, isFoodOrKind, isKindOf, isSubstitute } from './foods.ts'
import { stagesKeyOf } from './life-stages.ts'
import { sideKeyOf } from './manners.ts'
import { purposeKeyOf } from './means.ts'
import { isOnOwn } from './own-business.ts'
import type { Clause, Reading } from './reading.ts'
import { stemOf, withoutPossessive } from './words.ts'

/*
 * Habits, diets and aids that a newer text ends in other words than "no longer": "went plant-based", "haven't touched a tin
 * in two months", "does not need the stick any more", "Saturdays are free since I am with the new firm".
 */

const LASTS =
  /\b(?:now|nowadays|these days|since|every|each|daily|any ?more|any longer|again|finally|from now on|only|always|most)\b/
const AIDS =
  /^(?:sticks?|canes?|walkers?|frames?|zimmer|rollator|crutch(?:es)?|wheelchair|aids?|glasses|spectacles|lenses|braces?|splints?|slings?|casts?|boot|cpap|nappies|diapers|dummy|pacifier|nightlight|stairlift|retainer|insoles?|collar|bandages?|belt|corset)$/
const HAS_AID = /\b(?:walks?|uses?|wears?|needs?|sleeps?|leans?|relies|rely|has|have|gets? around|goes?|on) /
const NEEDS_NOT =
  /\b(?:(?:do|does) not need|no longer needs?|can (?:do|walk|manage) without|threw away|put away|handed back|gave back|got rid of) (?:the |my |his |her |an? |any )?(?<what>[\p{L} -]{3,24}?)(?: (?:any ?more|any longer|now|these days|at all))*(?:$|,| since| because| after)/u
const NOT_TOUCHED =
  /\b(?:have|has) not (?:touched|had|smoked|drunk|eaten|bitten|opened|used|played|chewed|lit|ordered|watched|bought) (?:an? |any |the |my |his |her |one |a single )*(?<what>[\p{L} '-]{2,30}?) (?:in|since|for) /u
const DELETED =
  /\b(?:deleted|uninstalled|deactivated|logged out of|am off|is off|are off|quit|left|closed) (?:my |the |his |her )?(?<what>(?!(?:shift|duty|work|school|sick|season|peak|campus|site|call|home|today|tomorrow)\b)[\p{L}\d]{2,20})(?: (?:account|app|profile))?(?: (?:from|off) (?:my|the|his|her) phone)?(?: for good)?(?:$|,)/u
const ON_APP = /\b(?:on|scrolls?|uses?|checks?|opens?|watch(?:es)?|browses?) (?<what>[\p{L}\d]{4,20})\b/u
const MEAT_FREE =
  /\b(?:went|gone|turned|is|am|are|became|become|eats?|living|lives?|switched to|on) (?:(?:a|an|fully|strictly|completely|entirely|now|all) )*(?<diet>plant-based|vegan|vegetarian|veggie)\b(?!-| (?:restaurant|place|cheese|burger|option|friend|dish))/
const BUT_NO = /,? (?:but|and|though|without)(?: (?:no|not|never|without|any))* /
/** "The restaurant has gone vegan". */
const OF_THING = /^(?:the|this|that|our) (?!doctor|gp|dieti|cardio|hospital|consultant|nurse|specialist)/
const FORBIDDEN =
  /\b(?:doctor|gp|dentist|nurse|dietician|dietitian|cardiologist|consultant|specialist|hospital) (?:has |have )?(?:forbid|forbade|forbidden|banned|prohibited|took|taken) (?:(?<whom>me|us|him|her|them) )?(?:from (?:eating |drinking )?|off )?(?:the |any |all )?(?<what>[\p{L} -]{3,30}?)(?:$|,| for | because| and )/u
const TOLD_OFF =
  /\btold to (?:leave out|avoid|cut out|stop(?: eating| drinking)?|give up|drop|skip) (?:the |any |all )?(?<what>[\p{L} -]{3,24}?) and (?:now )?(?:does|do|did|has|is doing|follows)\b/u
const FASTS =
  /\bfast(?:s|ing)?\b(?! (?:food|(?:blood )?(?:sugar|glucose)|blood|insulin|levels?|tests?|readings?|values?|cholesterol|lipids?|forward)\b)/
const FASTS_NOT =
  /\b(?:freed|excused|exempted|released|dispensed|let) (?:me |him |her |us )?(?:off |from )?(?:the |all )?fast(?:ing|s)?\b|\b(?:stopped|quit|gave up|given up|broke off|ended) (?:the |my |his |her )?fast(?:ing)?\b|\bnot (?:allowed|have) to fast\b|\bmust not fast\b|\bno (?:more )?fasting\b|\b(?:forbade|forbids|forbidden|banned|prohibited|ruled out|advised against|said no to) (?:me |him |her |us )?(?:from )?(?:the |any )?fasting\b/
const DAYS = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/g
const WORKS_ON =
  /^(?:i |he |she |we )?(?:do |does |work |works |working |have |has )?(?:.{0,20}\b)?(?:work|works|extra hours|overtime|shifts?|extra shifts?)\b.* (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/
const IS_FREE =
  /\bday off is now (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:free|off) (?:on |every )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:is|are|off)\b(?: (?:free|off))?|\b(?:do|does) not work (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/
/** "Stopped sweetening hot drinks". */
const SWEETENS_NOT =
  /\b(?:stopped|quit|gave up|given up|no longer|(?:do|does) not) sweeten(?:s|ing)?\b(?! (?:the (?:cake|dough|jam)|desserts?)\b)/
/** "Meat only on Sundays". */
const ONLY_ON = /^(?:\p{L}+ )?(?:now )?(?:eats?|drinks?|have|has) (?:now )?(?<what>\p{L}+) only (?:on|at|once|twice)\b/u
const ALWAYS = /\b(?:every (?:day|meal|morning|night|evening)|daily|each day|most (?:days|nights)|a day)\b/
const SWEETENED = /\b(?:sugars?|honey|sweetener)\b.* (?:in|to|with) (?:my |his |her |the )?(?<drink>tea|coffee)\b/
const WHITENED = /\b(?:milk|cream)\b.* (?:in|to|with) (?:my |his |her |the )?(?<drink>tea|coffee)\b/
const BLACK =
  /\b(?<drink>tea|coffee) (?:is |are )?(?:now )?(?:black|without (?:any )?(?:milk|cream))\b|\bblack (?<black>tea|coffee)\b|\bno (?:more )?(?:milk|cream) in (?:my |his |her |the )?(?<none>tea|coffee)\b/
const SUGARS = /\b(?:spoons?|lumps?|cubes?|teaspoons?) of sugar\b|\bsugar in (?:everything|all)\b/
const NO_SUGAR =
  /\b(?:uses?|takes?|eats?|has|have|puts?|adds?) no (?:more )?sugar\b|\bno (?:more )?sugar (?:for (?:me|him|her)|at all|since|any ?more|now)\b/
const UNSWEETENED =
  /\b(?<drink>tea|coffee) (?:is |are )?(?:now )?(?:black|plain|bitter|unsweetened|without (?:any )?(?:sugar|honey))\b|\b(?:unsweetened|black) (?<black>tea|coffee)\b|\bno (?:more )?(?:sugar|honey) in (?:my |his |her |the )?(?<none>tea|coffee)\b/
const BOUGHT_FOOD =
  /\b(?:lives? on|eats?|orders?|ordering|gets?|having|has|have) (?:.{0,20})?\b(?:takeaways?|take-?outs?|fast food|ready meals|instant noodles|microwave meals|delivery|frozen pizzas?|canteen food|burgers|kebabs?|pizzas?|chips|crisps|sandwiches)\b|^(?:takeaways?|take-?outs?|fast food|ready meals|instant noodles|frozen pizzas?)\b/
const COOKS =
  /\bcooks?(?:ing)? (?:(?:for (?:myself|himself|herself|ourselves)|at home|myself|himself|herself|fresh|properly|from scratch|real food) )*(?:every|each|daily|now|nearly every|almost every)\b|\bcooks? (?:for (?:myself|himself|herself)|at home|fresh|from scratch)\b/
const EATS_ALL = /\beats? (?:everything|anything)\b/
const EATS_SOFT =
  /\b(?:food|meals?) (?:must|has to|have to|needs? to) be (?:mashed|pureed|puréed|blended|minced|soft|liquid|chopped|thickened)\b|\bonly (?:eats? )?(?:mashed|pureed|puréed|blended|minced|soft|liquid)\b/
const SKIPS =
  /\b(?:skips?|no|never (?:eats?|has|have)|(?:do|does) not (?:eat|have)) (?<meal>breakfast|lunch|dinner|supper)\b/
const GIVES_UP =
  /\b(?:(?:swapped|replaced|traded|exchanged|switched) (?:from )?(?:the |my |his |her |all |all the )?(?<swapped>[\p{L}' -]{3,30}?) (?:for|with|by|to)|(?:quit|gave up|given up|cut out|ditched|dropped|stopped|done with|no more) (?:eating |drinking |smoking |chewing )?(?:the |my |his |her |all |all the )?(?<quit>[\p{L}' -]{3,30}?)(?=$|,| for | since | and | because ))/u
/** "Truck stop burgers most days": a habit without a verb. */
const NOTE_OF_HABIT =
  /^(?!(?:i|we|he|she|they|my|our|the)\b)(?<what>[\p{L}\d' -]{3,50}?) (?:every|most|each|daily|almost every|twice|three times|an?) (?:day|days|morning|mornings|night|nights|evening|evenings|week|lunch|dinner|meal|shift|match|game|practice|training|session|weekend)\b/u
const REASON = / (?:with|because|since|due to|on account of|thanks to) .*$/
/** "No more coffee after noon". */
const HAS_LIMIT =
  /\bfor (?:lent|ramadan|advent|an?|the|now|one|two|january)\b|\b(?:after|before|at|on|in|during|until|except|unless|when) /
const NUMBER = /^(?:half|one|two|three|four|five|six|eight|ten)$/
const APP = /^(?:insta|fb|face|tik|snap|twit|red|you|whats|tele|tinder|pint|linked|disc|twitch|thread|bluesky|netfl)/
const PREFIX_MIN = 4

/** A cheap test that misses no text for which {@link endsHabit} is true. */
export function mayEndHabit(plain: string): boolean {
  return MAY_END.some((says) => says.test(plain))
}
const MAY_END = [
  NEEDS_NOT,
  NOT_TOUCHED,
  DELETED,
  MEAT_FREE,
  FORBIDDEN,
  TOLD_OFF,
  FASTS_NOT,
  IS_FREE,
  UNSWEETENED,
  BLACK,
  NO_SUGAR,
  SWEETENS_NOT,
  ONLY_ON,
  COOKS,
  EATS_SOFT,
  GIVES_UP,
  /\b(?:breakfast|lunch|dinner|supper)\b/,
]

/** Keys that a habit and what ends it have in common, where they share no word. */
export function habitKeys(clause: Clause): string[] {
  const { assertion } = clause
  const { plain, owner } = assertion
  const keys: string[] = []
  if (WORKS_ON.test(plain) || IS_FREE.test(plain))
    keys.push(...(plain.match(DAYS) ?? []).map((day) => `works ${stemOf(day)}`))
  if (COOKS.test(plain) || BOUGHT_FOOD.test(plain)) keys.push('cooks')
  if (EATS_ALL.test(plain) || EATS_SOFT.test(plain)) keys.push('texture of food')
  if (
    MEAT_FREE.test(plain) ||
    isAnimal(ONLY_ON.exec(plain)?.groups?.what ?? '') ||
    habitIn(assertion)
      ?.split(' ')
      .some((word) => isAnimal(word))
  )
    keys.push('eats animals')
  if (FASTS.test(plain)) keys.push('fasts')
  if (SWEETENED.test(plain) || SWEETENS_NOT.test(plain)) keys.push('sweetens')
  if (isOnOwn(clause)) keys.push('work')
  const stages = stagesKeyOf(clause)
  if (stages !== undefined) keys.push(stages)
  const purpose = purposeKeyOf(clause)
  if (purpose !== undefined) keys.push(purpose)
  const aid = aidKeyOf(clause)
  if (aid !== undefined) keys.push(aid)
  const side = sideKeyOf(plain)
  if (side !== undefined) return [`self|${side}`]
  const app = DELETED.exec(plain)?.groups?.what ?? ON_APP.exec(plain)?.groups?.what
  if (app !== undefined && APP.test(app)) keys.push(`app ${app.slice(0, PREFIX_MIN)}`)
  return keys.slice(0, 2).map((key) => `${keyOf(owner ?? SELF)}|${key}`)
}

const OF_ANIMALS = ['meat', 'fish', 'dairy', 'egg']

function isAnimal(word: string, kinds = OF_ANIMALS): boolean {
  return kinds.some((kind) => isKindOf(word, kind)) || OTHER_MEATS.test(word)
}

/** Whether a newer text says that a habit, a diet or an aid that an older one states is over. */
export function endsHabit(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length || before.isEvent || before.ending) return false
  const { isPast, isHypothetical: isPlanned, isTemporary, isAddition } = before.cues()
  if (
    isPast ||
    isPlanned ||
    isTemporary ||
    (isAddition && !WORKS_ON.test(before.assertion.plain)) ||
    HEALTH_WORDS.test(before.assertion.plain)
  )
    return false
  const said = newer.clauses.map(({ assertion }) => assertion.plain).join(', ')
  return newer.clauses.some((clause) => {
    // "Doctor wants it" is a reason.
    const isHypothetical = HYPOTHETICAL.test(clause.assertion.plain.split(',')[0]!)
    if (
      isHypothetical ||
      EXCEPT.test(clause.assertion.plain) ||
      clause.cues().isAddition ||
      !isOfSame(clause, before, said)
    )
      return false
    const [next, last] = [clause.assertion.plain, before.assertion.plain]
    // "With the new tablets" is a reason.
    if (HEALTH_WORDS.test(next.replace(REASON, ''))) return false
    return RULES_OF_HABITS.some((ends) => ends(next, last, before))
  })
}

type Ends = (next: string, last: string, older: Clause) => boolean
const RULES_OF_HABITS: readonly Ends[] = [
  (next, last) => {
    const what = NEEDS_NOT.exec(next)?.groups?.what
    return what !== undefined && AIDS.test(what.split(' ').at(-1)!) && HAS_AID.test(`${last} `) && hasAll(last, what)
  },
  (next, last) => {
    const what = NOT_TOUCHED.exec(next)?.groups?.what
    return what !== undefined && hasAll(last, what.replace(/^drop of /, ''))
  },
  (next, last) => {
    const [app, known] = [DELETED, ON_APP].map((says, at) => says.exec(at ? last : next)?.groups?.what)
    if (app === undefined || known === undefined) return false
    return app === known || (app.length >= PREFIX_MIN && known.startsWith(app))
  },
  (next, _, older) => {
    const diet = MEAT_FREE.exec(next)?.groups?.diet
    const habit = diet && habitIn(older.assertion)
    // "Fish but no meat" is no substitute.
    if (
      !habit ||
      /\b(?:oil|capsules?|supplements?)\b/.test(habit) ||
      OF_THING.test(next) ||
      isSubstitute(habit.split(BUT_NO)[0]!)
    )
      return false
    const kinds = /^(?:vegan|plant)/.test(diet) ? OF_ANIMALS : ['meat', 'fish']
    return habit.split(' ').some((word) => isAnimal(word, kinds))
  },
  (next, last, older) => {
    const found = FORBIDDEN.exec(next)?.groups ?? TOLD_OFF.exec(next)?.groups
    const habit = found && habitIn(older.assertion)
    return habit !== undefined && (hasAll(last, found!.what!) || areAllOfKind(habit, found!.what!))
  },
  (next, last, older) => {
    const found = GIVES_UP.exec(next)?.groups
    const what = found?.swapped ?? found?.quit
    const habit = habitIn(older.assertion) ?? NOTE_OF_HABIT.exec(last)?.groups?.what
    if (what === undefined || habit === undefined || HAS_LIMIT.test(next.split(',')[0]!)) return false
    return !/ and | or |,/.test(habit) && (hasAll(habit, what) || areAllOfKind(habit, what))
  },
  (next, last) => FASTS_NOT.test(next) && FASTS.test(last) && !/\bnot\b|\bno\b/.test(last),
  (next, last) => {
    if (!IS_FREE.test(next) || !LASTS.test(next) || !WORKS_ON.test(last)) return false
    const free = new Set(next.match(DAYS)?.map(stemOf))
    const worked = last.match(DAYS)?.map(stemOf) ?? []
    return worked.length > 0 && worked.every((day) => free.has(day))
  },
  (next, last) => isDrinkWithout(next, last, UNSWEETENED, SWEETENED),
  (next, last) => isDrinkWithout(next, last, BLACK, WHITENED),
  (next, last) => SWEETENS_NOT.test(next) && SWEETENED.test(last) && !/\bno (?:sugar|honey)\b/.test(last),
  (next, last, older) => {
    const what = ONLY_ON.exec(next)?.groups?.what
    const habit = what && ALWAYS.test(last) ? habitIn(older.assertion)?.replace(ALWAYS, '').trim() : undefined
    return habit !== undefined && !/ and | or |,/.test(habit) && (hasAll(habit, what!) || areAllOfKind(habit, what!))
  },
  (next, last) => NO_SUGAR.test(next) && LASTS.test(next) && SUGARS.test(last) && !/\bno sugar\b/.test(last),
  (next, last) => COOKS.test(next) && LASTS.test(next) && BOUGHT_FOOD.test(last),
  (next, last) => EATS_SOFT.test(next) && EATS_ALL.test(last),
  (next, last) => {
    const meal = SKIPS.exec(last)?.groups?.meal
    if (meal === undefined || SKIPS.test(next) || !LASTS.test(next)) return false
    const at = next.indexOf(meal)
    if (at < 0) return false
    return /\b(?:eats?|has|have|having|eating)\b/.test(next) || next.slice(0, at).split(' ').some(isFoodOrKind)
  },
]
/** "Has given up cheese, except on Sundays". */
const EXCEPT = /\b(?:except|unless|other than|apart from)\b/
const OTHER_MEATS =
  /^(?:spam|salami|sucuk|sujuk|pastrami|jerky|ribs?|wings|nuggets|hotdogs?|sushi|tuna|salmon|prawns?|shrimps?|anchovies)$/

/** Whether a newer text has the same drink, tea or coffee, without what the older has it with. */
function isDrinkWithout(next: string, last: string, without: RegExp, having: RegExp): boolean {
  const had = having.exec(last)?.groups?.drink
  const now = without.exec(next)?.groups
  return had !== undefined && now !== undefined && had === (now.drink ?? now.black ?? now.none)
}

/** "Has not lit up", "stopped coming": particles and verbs that name no habit. */
const NAMES_NOTHING =
  /^(?:of|the|my|a|an|any|up|out|off|on|in|down|away|back|over|it|that|them|this|coming|going|doing|being|having|getting|working|talking|trying|asking|calling)$/

/** Whether all that a phrase names is in a text, but for measures. */
function hasAll(text: string, what: string): boolean {
  const known = new Set(text.split(/[^\p{L}\p{N}'-]+/u).map(stemOf))
  const words = what.split(' ').filter((word) => word && !NAMES_NOTHING.test(word))
  return words.length > 0 && words.every((word) => known.has(stemOf(word)))
}

/** Whether two clauses are about one person: a clause of which another acts can be about the user. */
function isOfSame({ assertion: newer }: Clause, { assertion: older }: Clause, said: string): boolean {
  // "Two spoons of sugar".
  const whose = NUMBER.test(older.owner?.name ?? '') ? SELF : (older.owner ?? SELF)
  // "Grandpa" and "grandma" are read as one relation.
  const [kin, known] = [newer, older].map(({ words }) =>
    words
      .slice(0, 3)
      .flatMap(({ plain }) => (KIN_ATTRIBUTES.has(withoutPossessive(plain)) ? withoutPossessive(plain) : [])),
  )
  if (kin!.length && known!.length && !kin!.some((word) => known!.includes(word))) return false
  if (keyOf(newer.owner ?? SELF) === keyOf(whose))
    return !newer.topic.slice(0, 3).some(({ plain }) => KIN_ATTRIBUTES.has(plain))
  if (whose.name !== undefined) return whose.name.split(' ').every((part) => said.includes(part))
  return whose === SELF && newer.owner?.relation === undefined && /\b(?:me|my|us|i)\b/.test(said)
}
