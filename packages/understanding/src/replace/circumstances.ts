import type { Clause, Reading } from './reading.ts'
import { stemsOf } from './words.ts'

/*
 * What ends a circumstance without naming it: who shared the home has moved out, a friend is one no more, who was abroad is back,
 * and what was missing is there.
 */

const SHARES_HOME =
  /^(?:(?:i|we) )?(?:(?:now|still|currently) )?(?:lives?|living|shares? (?:an? |the |my |our )?(?:flat|house|apartment|room|place)|rooms?) (?:together )?with (?<whom>[^,;.]{2,40})$|^my (?:flat|room|house)mate is (?:called |named )?(?<mate>[^,;.]{2,30})$|^(?<who>[^,;.]{2,30}) (?:lives|is living|is staying) (?:with (?:me|us)|at (?:my|our) place|in (?:my|our) spare room)$/u
const MOVED_OUT =
  /^(?<who>[^,;.]{2,30}?) (?:has |have )?(?:just |finally )?(?:moved|gone|went) out\b(?! (?:of\b|(?:to|for|with) (?:dinner|lunch|drinks|me\b)))/u
const IS_FRIEND =
  /^(?:my |her |his )?(?:best|close|closest|oldest|dearest|good) (?:friend|mate) is (?:called |named )?(?<friend>[^,;.]{2,30})$|^(?<named>[^,;.]{2,30}) is (?:my|her|his) (?:best|close|closest|oldest|dearest) (?:friend|mate)$|^(?:(?:i am|is|am) )?(?:best |close |good )?friends with (?<with>[^,;.]{2,30})$/u
const FELL_OUT =
  /\b(?:(?:do|does) not (?:talk|speak) (?:to|with)|no longer (?:talks?|speaks?) (?:to|with)|(?:have|has) (?:fallen|fell) out with|fell out with|lost touch with|broke with|(?:am|is|are) (?:not|no longer) (?:really )?friends with|(?:cut|cut off) (?:all )?(?:contact|ties) with) (?<whom>[^,;.]{2,30}?)(?: (?:any ?more|any longer|now|last .*|in .*|over .*|after .*|since .*|because .*))?$/u
const NAMES_LIGHT = new Set(
  'my our his her their the a an best good old new friend and called named sister-in-law'.split(' '),
)

/** "My sister moved out in May" after "I live with my sister", "fell out with Maya" after "my best friend is Maya". */
export function endsCompany(newer: Reading, older: Reading): boolean {
  const [before, ...others] = older.clauses
  if (!before || others.length || before.cues().isPast || before.cues().isHypothetical) return false
  const known = before.assertion.plain
  return newer.clauses.some((clause) => {
    const { isHypothetical, isTemporary } = clause.cues()
    if (isHypothetical || isTemporary) return false
    const { plain } = clause.assertion
    const gone = MOVED_OUT.exec(plain)?.groups?.who
    const shares = gone && SHARES_HOME.exec(known)?.groups
    if (shares) return areSame(gone, shares.whom ?? shares.mate ?? shares.who)
    const whom = FELL_OUT.exec(plain)?.groups?.whom
    const friend = whom && IS_FRIEND.exec(known)?.groups
    return Boolean(friend && areSame(whom, friend.friend ?? friend.named ?? friend.with))
  })
}

const LIVES_WITH =
  /^(?:(?:i|we) )?(?:(?:now|still|currently) )?(?:lives?|living|stays?|staying|rooms?) (?:[^,;.]{1,40} )?(?:with|at) (?:(?:my|her|his|their|our|the) )?(?:[\p{L}-]+ )?(?:in-laws|parents|family|mother|mum|mom|father|dad|grand\p{L}+|aunt|uncle|sister|brother|cousin|friends?|flatmates?|housemates?|room-?mates?|hostel|dorm|halls)(?:'s)?\b/u
const OWN_HOME =
  /^(?:(?:i|we|she|he|they|my \p{L}+ and i) )?(?:(?:now|finally|at last|have|has|am|is|are) ){0,3}(?:have|has|got|rent|rents|renting|moved into|found|bought|live in|lives in|living in) (?:now |finally )?(?:(?:an?|the) (?:[\p{L}-]+ ){0,2}?(?:flat|apartment|house|home|place|studio|room|cottage|condo) of (?:my|our|her|his|their) own|(?:my|our|her|his|their) (?:very )?own (?:[\p{L}-]+ ){0,2}?(?:flat|apartment|house|home|place|studio|cottage|condo))\b(?! (?:for|at) (?:weekends?|holidays?|summer))/u

/** "Has a flat of her own in Kent" after "lives with her in-laws". */
export function livesOnOwn(newer: Clause, older: Clause): boolean {
  const { isHypothetical, isTemporary, isPast } = newer.cues()
  if (isHypothetical || isTemporary || isPast || older.cues().isPast) return false
  const areOwn = [newer, older].every(({ assertion: { owner } }) => !owner || owner.relation === 'self')
  return areOwn && LIVES_WITH.test(older.assertion.plain) && OWN_HOME.test(newer.assertion.plain)
}

/** Whether two texts name the same one person: every word of the one is in the other. */
function areSame(one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [one, other].map(
    (text) => new Set((text ?? '').split(' ').filter((word) => word && !NAMES_LIGHT.has(word))),
  )
  if (!first!.size || !second!.size || / and /.test(`${one} ${other}`)) return false
  const [few, many] = first!.size < second!.size ? [first!, second!] : [second!, first!]
  return [...few].every((word) => many.has(word))
}

const IS_AWAY =
  /^(?:is|am|are|lives?|living|stays?|staying|works?|working|studies|study|studying|spends?)(?: [^ ]+){0,5} in (?<place>[\p{L}'-]+(?: [\p{L}'-]+){0,2})$/u
const IS_BACK =
  /^(?:(?:is|am|are|has|have|now|finally|just|safely|been) )*(?:back(?: home)?|home(?: again)?|returned(?: home)?|(?:came|come|moved|got) (?:back|home)(?: again)?) from (?<place>\p{L}[\p{L} '-]{2,30}?)(?: (?:now|again|for good|in .*|on .*|last .*|this .*|since .*|yesterday))?$/u

/** "My brother is back from Australia" after "my brother is in Australia". */
export function isBackFrom({ assertion: newer }: Clause, { assertion: older }: Clause): boolean {
  const place = IS_BACK.exec(newer.main.whole)?.groups?.place
  return place !== undefined && place === IS_AWAY.exec(older.main.whole)?.groups?.place
}

const LACKS =
  /^(?:(?:(?:do|does) not (?:yet )?(?:have|own)|(?:have|has|owns?) (?:still )?no|have not got|has not got|(?:am|is|are|lives?) (?:still )?without) (?:an? |any |my own |her own |his own |our own )?)(?<what>[\p{L}-]+(?: [\p{L}-]+)?)(?: (?:yet|at home|at the moment))?$/u
const GETS =
  /^(?:(?:have|has|now|finally|just|since) )*(?:got|bought|have|has|own|owns|found|ordered|been given|treated (?:myself|ourselves) to) (?:now )?(?:an? |our first |my first |our own |my own |her own |his own )(?:(?:new|used|second-hand|small|big|proper|little|tiny|cheap|nice) )?(?<what>[\p{L}-]+(?: [\p{L}-]+)?)(?: (?:now|at last|in .*|last .*|for .*|from .*|since .*))?$/u
const CANNOT =
  /^(?:cannot|can not|never learn(?:ed|t) to|(?:do|does) not know how to) (?<verb>[\p{L}]+(?: [\p{L} ]{2,20})?)$/u
const LEARNED =
  /^(?:(?:have|has|now|finally|just) )*(?:(?:learned|learnt) (?:how )?to|can(?: now| finally)?|(?:know|knows) how to) (?<verb>[\p{L}]+(?: [\p{L} ]{2,20}?)?)(?: (?:now|at last|this \p{L}+|last \p{L}+|in .*|on .*))?$/u
/** Of these, a person may have got one and still lack another, or own one only for a time. */
const NOT_LASTING = new Set('time money idea problem cold fever headache reason chance clue energy appetite'.split(' '))

/** "We got a dishwasher" after "we have no dishwasher", "learned to swim" after "cannot swim". */
export function gains({ assertion: newer }: Clause, { assertion: older }: Clause): boolean {
  const lacked = older.topic.length ? undefined : LACKS.exec(older.main.whole)?.groups?.what
  const got = lacked && GETS.exec(newer.main.whole)?.groups?.what
  if (got) return !NOT_LASTING.has(lacked) && stemsOf(got) === stemsOf(lacked)
  const verb = CANNOT.exec(older.main.whole)?.groups?.verb
  return verb !== undefined && verb === LEARNED.exec(newer.main.whole)?.groups?.verb
}
