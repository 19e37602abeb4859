import { ATTRIBUTES } from '@memory-service/understanding/attributes'
import type { Fact } from '@memory-service/understanding/statement'
import { filtered } from '../../foundation/slices.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { mayOutdate } from './authority.ts'
import { ofText } from './of-text.ts'
import { isOfKind } from './ranking.ts'
import type { ScopedField } from './scoped.ts'
import type { Reading } from './understood.ts'

/* Finds earlier homes and jobs that later statements leave behind without naming them as ended. */

const YEAR_MS = 365 * DAY_MS
/** Says where a person lives: "lives with her mother in Graz", "my flat is in Linz", "moved to a farm". */
const HOME =
  /\b(?:[Ll]iv(?:es?|ing)|[Rr]esid(?:es?|ing)) (?:(?:now|alone|together|currently|back) )?(?:with [^,.;]{2,30}? )?(?:in|at|near|outside|on) (?:\p{Lu}|\d|(?:an?|the|her|his|my|our|their) (?:[\p{L}-]+ )?(?:room|flat|house|apartment|studio|cottage|farm|village|town|city)\b)|\b(?:[Ss]har(?:es?|ing)|[Rr]ent(?:s|ing)?) (?:an? |the )(?:[\p{L}-]+ )?(?:room|flat|house|apartment|place) in\b|\b(?:[Mm]y|[Oo]ur|[Hh]er|[Hh]is|[Tt]heir) (?:new )?(?:flat|house|apartment) is in\b|\b(?:[Ss]ettled|put down roots) in \p{Lu}|^(?:(?:(?:[Tt]he )?[Uu]ser|I|[Ww]e|[Ss]he|[Hh]e) )?(?:I['’]m |(?:is|are|am) )?(?:now )?[Bb]ased in \p{Lu}|\b[Rr]elocated to \p{Lu}|(?:^|\b(?:[Mm]y|[Oo]ur|[Hh]er|[Hh]is|[Tt]heir) (?:new )?)(?:[Hh]ome|[Rr]esidence)(?: address)? is\b|\b[Mm]oved? (?:back )?to \p{Lu}|\b[Hh]ome base is|\bat home in \p{Lu}|\b[Cc]alls? \p{Lu}[\p{L} -]{2,30} home\b|\b(?:new|fresh) (?:start|life|home) in \p{Lu}|\b[Bb]ought (?:an? |the |her |his |my |our )?(?:own )?(?:place|house|flat|apartment|home) in \p{Lu}|\b[Mm]oved? (?:in)?to (?:an? |the |her |his |my |our |their )?(?:\p{L}+ )?(?:flat|house|apartment|cottage|studio|city|town|village|farm)\b/u
/** What may be true beside a home: a second place, a place of work, a stay, and a place that is let to others. */
const BESIDE_HOME =
  /\b(?:weekends?|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|part of the (?:week|year)|half the (?:week|year)|every|each|during|when(?:ever)?|while|holidays?|vacation|second|summer|autumn|winter|spring|seasons?|other|also|temporarily|for now|for (?:the|an?|two|three|four|five|six|\d+|some|several) (?:[\p{L}-]+ )?(?:nights?|days?|weeks?|months?|term|semester|festival|fair|conference)|for (?:january|february|march|april|may|june|july|august|september|october|november|december)|until|till|stay(?:s|ing|ed)?|visit(?:s|ing)?|trip|house-?sitting|sublet\w*|airbnb|hotel|lets?|letting|rents? out|rented out|tenants?|work|working|job|office|workshop|atelier|gallery|practice|shop|clients?|desk|shift|club|team|band|department|project|class|hospital|clinic|as an? )\b/iu
const BESIDE_WORK =
  /\b(?:volunteer\w*|unpaid|charity|weekends?|saturdays?|sundays?|evenings?|part-time|side|hobby|club|team|band|also|second)\b/i
/** What a person has one of, how a statement says so beyond doubt, and how much later it must be to count. */
const ONE_OF = [
  oneOf('home', HOME, BESIDE_HOME, 1),
  oneOf(
    'job employer retirement',
    /\b(?:works? (?:as|at|for)|working (?:as|at|for)|started (?:as|at)|new job|employed|hired|joined|promoted|retired|retrained|freelance|(?:is|am) now (?:an?|the)|full[- ]time|for a living|(?:took|taken) (?:over|on) as|these days|nowadays|since the move|day job|(?:heads?|leads?|runs?|manages?|directs?|supervises?|looks? after) the [\p{L}' -]{3,60}? (?:at|of|for) \p{L}+)\b|\bnow\.?$|^(?:\p{L}[\p{L}-]* )?now (?!that|and then|on|it|is|has)/iu,
    BESIDE_WORK,
    1,
    'unread_work',
  ),
  oneOf('job employer business', /\b(?:runs?|owns?|founded|opened) (?:a|an|her|his|their|my|our)\b/i, BESIDE_WORK, 3),
]

function oneOf(attributes: string, certain: RegExp, beside: RegExp, years: number, field?: ScopedField) {
  return {
    names: attributes.split(' '),
    isCertain: ofText((content) => certain.test(content) && !beside.test(content)),
    years,
    field,
  }
}

/**
 * Takes an earlier home or job for outdated if a statement of some years later names another one beyond doubt. The
 * memory stays as it is; only bundles and briefs leave it out.
 */
export function* leaveEarlier(read: readonly Reading[]): Generator<undefined, void> {
  for (const { names, isCertain, years, field } of ONE_OF) {
    const stating = read.filter(
      ({ facts, memory, isCurrent, scopedField }) =>
        isCurrent &&
        !isOfKind('goal', memory) &&
        ((field !== undefined && scopedField === field) ||
          facts.some(({ attribute, polarity }) => names.includes(attribute.name) && polarity === 'affirmed')),
    )
    const certain = yield* filtered(stating, (each) => isCertain(each) && !each.facts.some(isAim))
    const positions = field === 'unread_work' ? yield* filtered(stating, isPosition) : []
    const isLeft = (each: Reading) =>
      certain.some((later) => each.time < later.time - years * YEAR_MS && mayOutdate(later, each)) ||
      positions.some((later) => later.time > each.time && isAtSame(later, each) && mayOutdate(later, each))
    for (const each of stating) {
      if (isLeft(each) && !each.memory.pinned) [each.isOutdated, each.isCurrent] = [true, false]
      yield
    }
  }
}

const PROMOTED =
  /\b(?:heads|heads up|leads|directs|manages|promoted) (?:the |to )(?:[\p{L}-]+ ){0,2}(?:team|department|unit|division|desk|office|ward|section|crew|lab|head|lead|manager)\b/iu
const isPosition = ofText((content) => PROMOTED.test(content))

/** "Heads the lighting team at Kestrel" after "is an animator at Kestrel": whether both name one organisation. */
function isAtSame(one: Reading, other: Reading): boolean {
  const name = organisation(one)
  return name !== null && name === organisation(other)
}

const CAPITAL = /^\p{Lu}/u
const organisation = ofText((content) => {
  const name = (content.split(' at ').at(-1) ?? '').split(/[.,;]/, 1)[0]!
  return CAPITAL.test(name) ? name : null
})

const SWAPS =
  /\b(?:[Ss]wapped|[Tt]raded|[Ee]xchanged|[Ll]eft|[Dd]itched) (?<from>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?) for (?<to>\p{Lu}[\p{L}-]+)/u

const swap = ofText((content) => {
  const { from, to } = SWAPS.exec(content)?.groups ?? {}
  return from === undefined || to === undefined ? null : { from, to }
})

/** "Swapped Valencia for Pamplona" names the home of one who lived in Valencia. */
export function* leaveSwapped(read: readonly Reading[]): Generator<undefined, void> {
  for (const each of read) {
    yield
    const swapped = each.isCurrent && each.isAboutUser ? swap(each) : null
    if (!swapped) continue
    const { from, to } = swapped
    const attribute = ATTRIBUTES.get('home')!
    const left = read.filter(
      (home) =>
        home.time < each.time &&
        home.facts.some((fact) => fact.attribute === attribute && fact.value.includes(from.toLowerCase())) &&
        mayOutdate(each, home),
    )
    if (!left.length) continue
    for (const home of left) [home.isOutdated, home.isCurrent] = [true, false]
    if (!each.facts.some((fact) => fact.attribute === attribute))
      each.facts = [
        ...each.facts,
        { attribute, subject: { who: 'self' }, value: to.toLowerCase(), polarity: 'affirmed' },
      ]
  }
}

function isAim({ attribute }: Fact): boolean {
  return attribute.group === 'goals' || attribute.name === 'job_search'
}
