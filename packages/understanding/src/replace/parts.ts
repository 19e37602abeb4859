/*
 * Parts of the day, the week or the world for which a clause holds. What it says can be otherwise for the other parts.
 * Expressions match a clause in lower case.
 */

/** Parts of the day and the week that come again. */
export const TIME_OF_LIFE =
  /\b(?:(?:on|every|each) (?:other |second )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends?|workdays|school days|days off)|(?:at|by) (?:the )?(?:weekends?|night|noon|lunch(?:time)?)|by day|(?:in|during|over) the (?:(?:early|late) )?(?:mornings?|afternoons?|evenings?|week|day|daytime|night|holidays|school holidays)|(?:before|after|with|at) (?:breakfast|lunch|dinner|meals|bed|noon|midnight|dark|school|classes|training)|(?:before|after) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+(?::\d\d)?(?: ?[ap]m)?)(?! (?:days?|weeks?|months?|years?))|before \w+ing|at bedtime|nights)\b/g
export const TIME_OF_DAY = /\bat \d+(?::\d\d)?(?: ?[ap]m)?\b/g
/** How much of a week or month something takes. */
const SHARE =
  /\b(?:one|two|three|four|half|some|a few|\d) (?:days|mornings|afternoons|evenings|nights|hours|shifts) (?:a|per|each|every) (?:week|month|fortnight)\b/g
const SEASONS = /\b(?:in|during) (?:the )?(?:spring|summer|autumn|fall|winter)\b/g
const DAYS = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/g

/** Places, company and ways of meeting people. */
export const PLACE =
  /\b(?:at (?:the )?(?:work|home|school|church|uni|university|college|sea|parties|weddings|concerts|festivals|meetings|office|weddings)|in (?:the |my |her |his |our )?(?:city|town|countryside|country|village|car|kitchen|bedroom|bathroom|flat|garden|garage|bath|shower|rain|snow|dark|heat|wet|public|private|hotels?|bed|restaurants?|traffic|company|meetings|coffee|tea|cooking|baking)|on (?:the |my |her |his )?(?:train|bus|plane|sofa|couch|balcony|terrace|stage|road|motorway|phone|trips|planes|trains|holidays?|social media)|with (?:(?:the|my|her|his|our) )?(?:friends|family|colleagues|clients|kids|children|parents|grandparents|workmates|mates)|among(?:st)? .+|by (?:(?:the|my|her|his) )?(?:friends|family|colleagues|relatives|mates)|indoors|outdoors|online|offline|abroad|professionally|privately|officially|when .+|while .+|(?:our|my|her|his|the) (?:team|company|firm|office|department|school|class|club|choir)(?= (?:has |have )?(?:switched|moved|changed|migrated|went|uses|replaced|swapped)))\b/g
/** Any place or matter that is named with an article. */
export const SPOT =
  /\b(?:(?:at|in|on|for) (?:the|my|her|his|our|an?) (?:[a-z-]+ ){0,3}?[a-z-]+|(?:on|for) [a-z]+(?: matters| issues| questions| work)?)(?= now$|$)/g

const ARTICLES = / (?:the|my|her|his|our|an?)(?= )/g

/** The parts that a clause names, without articles; empty for none. */
export function partsOf(plain: string, kinds: readonly RegExp[]): string {
  const found = kinds.flatMap((kind) => plain.match(kind) ?? [])
  return [...new Set(found.map((part) => part.replace(ARTICLES, '').replace(/s$/, '')))].sort().join(', ')
}

/** "When the kids are ill", "in August". */
const IN_CASE =
  /\b(?:when|whenever|while) (?:i|it|the|my|his|her|our|she|he)\b|\b(?:remotely|from home)\b.* in (?:january|february|march|april|may|june|july|august|september|october|november|december)$/

/** Whether a clause holds on some days of the week or at some time of the day or the year only. */
export function isOnSomeDays(plain: string): boolean {
  return partsOf(plain, [DAYS, SEASONS, SHARE, TIME_OF_LIFE]) !== '' || IN_CASE.test(plain)
}
