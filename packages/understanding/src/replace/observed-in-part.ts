/*
 * Diets and abstinence that hold for a time, on some days or with exceptions: the habits beside them go on.
 */

const OBSERVED =
  /\bdiets?\b|\b(?:low|no|zero)[ -](?:carb|salt|sodium|sugar|fat|alcohol)s?\b|\b[a-z]+-free\b|\b(?:keto|paleo|vegan|plant-based|vegetarian|veggie|halal|kosher|sober|teetotal|wagon|alcohol|booze|(?:stopped|quit|not|gave up|given up|off) (?:drink(?:ing)?|smoking|smoked)|not had an? (?:drink|drop|cigarette|fag|smoke)|(?:gave|given) up)\b/
const FAST = '(?:lent|ramadan|advent|yom kippur|navratri|great lent|passover|dry january|sober october|veganuary)'
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)'
const FOR_A_TIME = new RegExp(
  `\\b(?:for|during|over|until|till|in|on) ${FAST}\\b|\\bfor ${MONTH}\\b|\\b(?:dry january|sober october|veganuary)\\b|\\b(?:during|while|whilst|on antibiotics|as a (?:child|kid|teenager|student))\\b|\\bdiet (?:this|until|till|for (?:the next |a |one |two |three |four |six |\\d+ )(?:days?|weeks?|months?))|\\bfor the next\\b`,
)
const WITH_EXCEPTIONS =
  /\b(?:(?:so|as|that) (?:much|often|heavily)|(?:most|some|many) (?:days|evenings|nights)|(?:no (?:more )?|stopped |quit |off )[^,]{2,30} for (?:an?|one|two|three|four|six|\d+) (?:days?|weeks?|months?)$|cheat (?:days?|meals?)|with exceptions|excepts?|apart from|other than|aside from|but (?:\p{L}+ )?still|still (?:eats?|has|have|drinks?|smokes?)|(?:started|began|begun|took it up|smoking|drinking) again|relapsed|(?:mostly|mainly|largely|nearly|almost|half|part-time|semi|\d+%) (?:vegan|vegetarian|veggie|plant-based)|(?:vegan|vegetarian|veggie|plant-based|keto|halal|kosher|low-carb) (?:(?:on|at|before|until|till|from|during) (?!(?:doctor|medical|advice|the advice|orders|health|last|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|\d{4})\b)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|lunch|trial|challenge)|dreamt|dreamed)/u
/** "Not had a drink since Saturday": not long enough to say more. */
const SINCE_LATELY =
  /\bnot (?:smoked|had an? (?:drink|drop|cigarette|fag|smoke))\b.* (?:since (?:(?:this|last|yesterday|early|late) ?)*(?:morning|night|week|weekend|evening|breakfast|lunch|dinner|noon|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)?$|(?:for|in) (?:an?|one|two|three|four|five|six|\d+|a few|a couple of|some) (?:hours?|days?)$)/
/** "No alcohol in January" says what January is like, and "gave up alcohol in January" when it became so. */
const IN_MONTH = new RegExp(` in (?:early |late )?${MONTH}$`)
const BEGAN =
  /\b(?:went|gone|turned|became|become|started|began|begun|gave|given|cut|stopped|quit|put|diagnosed|switched|moved|swore|sworn|packed|kicked|knocked|came|converted|ordered|told|changed|since|ago|last|now)\b/

/** Whether a text says that a diet or abstinence holds for a time or in part only. */
export function isObservedInPart(text: string): boolean {
  if (!OBSERVED.test(text) && !/\b(?:dry january|sober october|veganuary)\b/.test(text)) return false
  if (FOR_A_TIME.test(text) || WITH_EXCEPTIONS.test(text) || SINCE_LATELY.test(text)) return true
  return IN_MONTH.test(text) && !BEGAN.test(text)
}
