import { conceptsWith } from '../concepts.ts'
import { contentOf, endsSome, isIntransitive } from './endings.ts'
import { isNoDwelling } from './homes.ts'
import { isNarrower, objectHeads } from './objects.ts'
import { isAboutSame } from './parties.ts'
import { textOf } from './predicate.ts'
import type { Clause } from './reading.ts'
import { shareOf } from './values.ts'
import { isDateWord, stemOf, type Word } from './words.ts'

/** Verbs of habits that do not name the habit: "goes to the gym" after "gave up the gym". */
const HABIT_VERBS = new Set(
  'tak us go do play eat drink hav attend see work liv smok driv rid wear train practis'.split(' '),
)
/** "On Netflix again" after "dropped Netflix for Mubi". */
const AGAIN = /\b(?:again|back)\b/
const PAST_OR_BASE = /(?:ed|n't)$/
const AIMS =
  /^(?:(?:i|we|she|he) )?(?:(?:is|am|are|have|has) )?(?:been )?(?:wants?|wanted|plans?|planning|hopes?|hoping|aims?|aiming|intends?|intending|waiting for|on (?:a|the) waiting list for|thinking (?:of|about)|scheduled for|trying|saving(?: up)?|saves(?: up)?|save(?: up)?|training|trains|preparing|prepares|looking|working|hunting|studying|(?:my |her |his )?(?:goal|aim|dream|plan) is|dreams? of|dreaming of|would like|would love)\b/
export const ACHIEVED =
  /^(?:(?:i|we|she|he) )?(?:(?:have|has|now|finally|just|already|successfully) )*(?:got|bought|found|passed|finished|completed|ran|reached|achieved|enrolled|signed up for|made|landed|received|learned|learnt|graduated|adopted|climbed|published|won|paid off|managed|hit|did|built|visited|earned|obtained|booked|lost|underwent|had|has had|(?:(?:am|is|are|came|come) )?back from|been to|went to|returned from)\b/
const GENERIC = new Set(
  'found enrol do list think sav train prepar look work hunt study goal aim dream plan want hop intend buy get find pass finish reach achiev visit learn run mak climb los wait schedul try underg hav'.split(
    ' ',
  ),
)

/** "Smokes again" after "quit smoking": whether a newer clause says that what an older one says is over is so once more. */
export function resumes(newer: Clause, older: Clause): 'certain' | 'likely' | undefined {
  if ((newer.ending && newer.ending.kind !== 'restored') || newer.isEvent || newer.assertion.topic.length)
    return undefined
  // "Went for a drive in a Prius" happened once.
  if (/^went (?:for|on)\b/.test(newer.assertion.main.text)) return undefined
  if (older.ending?.kind === 'replaced' && AGAIN.test(newer.assertion.plain)) {
    const stated = contentOf(newer.assertion.words)
    return shareOf(older.ending.words, stated) === 1 && shareOf(stated, older.ending.words) >= 0.5
      ? 'certain'
      : undefined
  }
  if (older.ending?.kind !== 'ended' || endsSome(older.assertion)) return undefined
  // "Has a beard again": "has" is no auxiliary.
  const isHaving = /^(?:have|has|got) (?:got )?(?:an?|my|her|his|the) /.test(newer.assertion.main.whole)
  const verb = isHaving ? 'have' : (newer.assertion.main.words[0]?.plain ?? '')
  const stem = stemOf(verb)
  const names = older.ending.words
  if (PAST_OR_BASE.test(verb) || !(names.has(stem) || HABIT_VERBS.has(stem))) return undefined
  const content = contentOf(newer.assertion.words)
  content.add(stem)
  if (shareOf(names, content) < 1 || shareOf(content, names) < 0.3) return undefined
  if (names.size === 1 && names.has(stem) && !isIntransitive(newer.assertion.predicate, stem)) return undefined
  return names.has(stem) || newer.cues().isChange ? 'certain' : 'likely'
}

const RETURNS = /\b(?:again|once more|back to|returned to|as before|like before|as (?:i|she|he|we) used to)\b/
const RETURNING =
  /^(?:(?:i|we|she|he) )?(?:(?:am|is|are|have|has|had|now|just|been|gone|went|got|back|returned|reverted|to) )*/
const ADJUNCT = /^(?:in|at|on|by|before|after|with|from|during|without)$/
const AS_BEFORE = /^(?:again|once|more|as|like|before|now|nowadays)$/
/** What is done at several times and places. */
const DONE_OFTEN =
  /^(?:play|learn|speak|meet|visit|go|see|watch|call|teach|stud|train|help|volunt|eat|cook|hav|be|stay|do|mak|think|feel|look)/

/**
 * "Pays by card again" after "pays in cash", "runs after work again" after "runs before breakfast": the same is done in
 * another way, at another time or at another place, as it was before.
 */
export function returnsTo(newer: Clause, older: Clause): boolean {
  if (!RETURNS.test(newer.assertion.plain) || newer.ending?.kind === 'ended' || older.ending || older.isEvent)
    return false
  if (newer.assertion.topic.length || older.assertion.topic.length) return false
  if (isNoDwelling(newer.assertion.plain) !== isNoDwelling(older.assertion.plain)) return false
  const [next, before] = [mannerOf(newer), mannerOf(older)]
  if (!next || !before || next.verb !== before.verb || DONE_OFTEN.test(next.verb)) return false
  // "Reads to the kids again".
  if (next.object.startsWith('to ')) return false
  const isOther = next.object !== before.object && next.object && before.object
  if (isOther && (next.manner || before.manner)) return false
  const isDated = [newer, older].some(({ assertion }) => assertion.words.some((word) => isDateWord(word)))
  if (isDated) return false
  if (!next.manner && !before.manner) return isOtherSort(next.object, before.object)
  return next.manner !== before.manner && (next.manner !== '' || next.object !== before.object) && before.manner !== ''
}

/** "Printed books" and "e-books", "oat milk" and "whole milk". */
function isOtherSort(one: string, other: string): boolean {
  const [sort, otherSort] = [one, other].map((object) => object.replace(/^e-/, 'e ').split(' '))
  return one !== other && sort!.length === 2 && otherSort!.length === 2 && sort![1] === otherSort![1]
}

/** "Buys | bread | at the supermarket". */
function mannerOf({ assertion }: Clause): { verb: string; object: string; manner: string } | undefined {
  const said = assertion.owner?.relation === 'self' ? assertion.main.whole : assertion.plain
  const words = said
    .replace(RETURNING, '')
    .split(' ')
    .filter((word) => !AS_BEFORE.test(word) || word === 'before')
  if (words.at(-1) === 'before') words.pop()
  const [first, ...rest] = words
  if (!first) return undefined
  const at = rest.findIndex((word) => ADJUNCT.test(word))
  const [object, manner] = at < 0 ? [rest, []] : [rest.slice(0, at), rest.slice(at)]
  return { verb: stemOf(first), object: object.map(stemOf).join(' '), manner: manner.join(' ') }
}

const AIM_TO = /\bto (?<verb>[a-z]+) /
const IS_DONE =
  /^(?:is|are|was|were|has been|have been|got) (?:now |finally |just |already )?(?<done>[a-z]+)\b(?! to\b)/

/** "The boat has been sold" after "wants to sell the boat": whether what was to be done has been done. */
export function isDoneNow(newer: Clause, older: Clause): boolean {
  const { main, words } = newer.assertion
  if (newer.cues().isHypothetical || !AIMS.test(older.assertion.main.whole)) return false
  if (!isAboutSame(newer.assertion, older.assertion)) return false
  const verb = AIM_TO.exec(older.assertion.main.whole)?.groups?.verb
  const done = IS_DONE.exec(main.whole)?.groups?.done
  if (!verb || !done || stemOf(done) !== stemOf(verb)) return false
  const of = (list: readonly Word[]) =>
    new Set([...contentOf(list)].filter((stem) => !GENERIC.has(stem) && stem !== stemOf(verb)))
  const [aim, now] = [of(older.assertion.words), of(words)]
  return aim.size > 0 && shareOf(aim, now) === 1 && shareOf(now, aim) >= 0.5
}

/** "Got the camper van" after "saving up for a camper van": whether a newer clause says that an aim is reached. */
export function achieves(newer: Clause, older: Clause): 'certain' | 'likely' | undefined {
  if (!AIMS.test(older.assertion.main.whole) || !ACHIEVED.test(newer.assertion.main.whole)) return undefined
  if (newer.assertion.topic.length || older.assertion.topic.length) return undefined
  const of = (clause: Clause) => new Set([...contentOf(clause.assertion.words)].filter((stem) => !GENERIC.has(stem)))
  const aim = of(older)
  const done = of(newer)
  if (!aim.size || !done.size || /\d/.test(undated(newer)) !== /\d/.test(undated(older))) return undefined
  if (isNarrower(older.assertion.words, aim, done)) return undefined
  if (aim.size > 1 && shareOf(aim, done) === 1) return 'certain'
  if (shareOf(done, aim) === 1 && shareOf(aim, done) >= 0.5) return 'certain'
  return shareOf(aim, done) === 1 && shareOf(done, aim) >= 0.5 ? 'likely' : undefined
}

/** The text of a clause without days of months and years. */
function undated({ assertion: { plain } }: Clause): string {
  return plain.replace(DAY, '')
}
const DAY =
  /\b(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{1,2}(?:st|nd|rd|th)?)?\b(?:,? (?:19|20)\d\d)?|\b(?:19|20)\d\d\b/g

export const REPAIRED =
  /\b(?:fixed|repaired|mended|unblocked|replaced|sorted(?: out)?|works? (?:again|now|fine)|working again|is (?:fine|ok|okay|back) (?:again|now)|(?:is|are|was|has been|have been) (?:finally )?(?:finished|done|completed|ready))\b/
const DEFECT =
  /\b(?:broken|drips?|dripping|leaks?|leaking|cracked|blocked|clogged|squeaks?|squeaking|out of order|faulty|stuck|dead|(?:broke|broken|is|are|was|were|been|went|gone) down|(?:do|does|is|are) not work(?:ing)?|makes? (?:a )?(?:strange|funny|odd|weird) noises?|being (?:renovated|repaired|redone|painted|built|fixed|rebuilt)|under (?:repair|renovation|construction)|needs? (?:repairing|fixing|a repair|to be (?:fixed|repaired)))\b/
const RECOVERED =
  /\b(?:healed|pain-free|recovered|cleared up|back to normal|(?:is|are|feels?) (?:\w+ )?(?:fine|better|good|ok|okay|healthy)(?: again| now)?|(?:do|does) not hurt|no longer (?:hurts?|in pain|sore|injured|ill|sick)|(?:cast|stitches|crutches|bandage|sling|brace|braces) (?:\w+ )?(?:came|are|is|come) off|got rid of)\b/
const AILING =
  /\b(?:hurts?|aches?|aching|sore|broke|broken|sprain(?:ed|s)?|strain(?:ed)?|fractur(?:ed?|es)|torn|tore|twisted|pulled|injur(?:ed|y)|suffers?|suffering|swollen|inflamed|infect(?:ed|ion)|pain|painful|in (?:a|an) (?:cast|sling|brace)|on crutches|ill|sick|has (?:a|an|the) (?:cold|flu|cough|fever|rash)|wheez\w+)\b/

/** "The tap has been fixed" after "the tap drips": whether a newer clause says that a defect or an injury is over. */
export function mends(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer.assertion.plain, older.assertion.plain]
  const isMended = (REPAIRED.test(next) && DEFECT.test(before)) || (RECOVERED.test(next) && AILING.test(before))
  if (!isMended || DEFECT.test(next.replace(REPAIRED, '')) || /^(?:i |we )?(?:fixed|repaired|mended)\b/.test(before))
    return false
  const light = (stem: string) =>
    !/^(?:fix|repair|mend|plumber|electrician|mechanic|fine|better|good|finish|done|feel|work)$/.test(stem)
  const isNoun = ({ isCapital }: Word, at: number) => !isCapital || at === 0
  const named = new Set([...contentOf(newer.assertion.words.filter(isNoun))].filter(light))
  const of = contentOf(older.assertion.words.filter(isNoun))
  for (const { assertion } of [newer, older])
    for (const part of assertion.owner?.name?.split(' ') ?? [])
      if (!conceptsWith(part).length) named.delete(stemOf(part))
  const sidesOf = (plain: string) => plain.match(/\b(?:left|right|upper|lower|front|back)(?= [a-z]+)/g)?.join(' ')
  const [side, other] = [sidesOf(next), sidesOf(before)]
  return (side === other || !side || !other) && [...named].some((stem) => of.has(stem))
}

const MOVES = /^(?:(?:has|have|just|now) )*(?:moved|put|relocated|hid|placed) (?:my|the|our|his|her) /

const SWITCHES =
  /^(?:(?:has|have|just|recently|now|finally) )*(?:switched|changed|moved|converted|gone|went|goes|upgraded|downgraded|back|reverted|returned)(?: (?:over|back|up|down))? to (?:an? |the |my |her |his )?(?<to>(?:[a-z'-]+ ){1,3}?)(?<head>[a-z-]{3,})(?: (?:now|instead|again|since .+|because .+|for good))?$/

/** What a person belongs to, of which rules of their own say what replaces it. */
const BELONGED_TO: ReadonlySet<string> = new Set(
  'team job school course class shift club department'.split(' ').map(stemOf),
)

/** "Switched to skimmed milk" after "drinks whole milk": another sort of the same thing. */
export function switchesSort(newer: Clause, older: Clause): boolean {
  const found = older.assertion.topic.length ? undefined : SWITCHES.exec(untilPause(newer))?.groups
  if (!found || newer.assertion.topic.length || BELONGED_TO.has(stemOf(found.head!))) return false
  // "Went to a workshop on oil paint".
  if (/\b(?:on|about|for|with|at|in)\b/.test(found.to!)) return false
  const heads = objectHeads(older.assertion)
  const head = stemOf(found.head!)
  if (heads.at(-1) !== head) return false
  const sort = found.to!.trim().split(' ').map(stemOf)
  return !sort.some((stem) => older.assertion.words.some(({ plain }) => stemOf(plain) === stem))
}

/** A predicate without the remark after a comma: "gone back to rye bread, the white one is all air". */
function untilPause({ assertion: { predicate } }: Clause): string {
  const end = predicate.findIndex(({ isAfterPause }, at) => at > 0 && isAfterPause)
  return textOf(end < 0 ? predicate : predicate.slice(0, end))
}

const RELOCATED =
  /^(?:(?:has|have|is|are|was|were|been|now|got|will|be) )*(?:moved|relocated|shifted|transferred) to (?!the market\b|.*\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|tomorrow|noon|midnight)s?\b|\d{1,2}(?::\d\d| ?[ap]m)\b)(?<to>.+)/
const PLACED_AT = /\b(?:in|at|on|is|are|address)\b/

/** "The talk has been moved to the main hall" after "the talk is in room 4": the same thing is in another place. */
export function relocates(newer: Clause, older: Clause): boolean {
  const { topic, main, owner } = newer.assertion
  const isOwn = [owner, older.assertion.owner].every((each) => !each || each.relation === 'self')
  const to = topic.length && isOwn ? RELOCATED.exec(main.whole)?.groups?.to : undefined
  if (to === undefined || !PLACED_AT.test(older.assertion.plain) || older.isEvent) return false
  const thing = contentOf(topic)
  const before = contentOf(older.assertion.words)
  if (!thing.size || shareOf(thing, before) < 1) return false
  return shareOf(before, contentOf(newer.assertion.words)) < 1
}

/** "Moved the spare key": whether a newer clause says that a thing is no longer where an older one says it is. */
export function movesThing(newer: Clause, older: Clause): boolean {
  const { topic } = older.assertion
  if (!MOVES.test(newer.assertion.main.whole) || !older.claims.some(({ key }) => key.endsWith(' at'))) return false
  return shareOf(contentOf(topic), contentOf(newer.assertion.words)) === 1
}

const CORRECTS =
  /^(?:correction|sorry|oops|my mistake|i was wrong|i (?:got|typed|wrote|said|had) (?:that|this|it) wrong|i made a mistake|i meant|to be precise)\b|\b(?:i (?:actually )?meant|actually|correction)\b/

/** "Correction: I was born in 1985" after "was born in 1984": the same statement with another value. */
export function corrects(newer: Clause, older: Clause): boolean {
  if (!CORRECTS.test(newer.assertion.plain)) return false
  const before = valuedWords(older)
  const next = valuedWords(newer)
  const shared = [...before.frame].filter((word) => next.frame.has(word)).length
  if (!shared || shared / before.frame.size < 0.5 || shared / next.frame.size < 0.5) return false
  const isOther = [...next.values].some((word) => !before.values.has(word))
  return isOther && before.values.size > 0 && [...before.values].some((word) => !next.values.has(word))
}

/** Words of a clause: names and numbers, and the others. */
function valuedWords({ assertion: { words } }: Clause): { frame: Set<string>; values: Set<string> } {
  const frame = new Set<string>()
  const values = new Set<string>()
  for (const [at, { plain, isCapital }] of words.entries()) {
    if (/\d/.test(plain) || NUMBER.test(plain) || (isCapital && at > 0 && plain !== 'i')) values.add(plain)
    else if (plain.length > 3 && !CORRECTS.test(plain)) frame.add(stemOf(plain))
  }
  return { frame, values }
}

const NUMBER = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)$/
const WAS = /^(?:was|were|had|used|died|lived|worked|grew)\b/
const DIED = /^(?:(?:has|have|just|recently|sadly|finally) )*(?:died|passed (?:away|on))\b/
const STEP = /\b(?:step|foster)/
/** Of these, a person can have several. */
const SEVERAL = new Set([
  'sibling',
  'children',
  'friend',
  'relative',
  'grandparent',
  'grandchild',
  'in_law',
  'colleague',
  'pet',
])

/** "Dad passed away" after "Dad lives alone": what an older clause says of a person in the present is over. */
export function hasDied(newer: Clause, older: Clause): boolean {
  const { owner, topic, main, words } = newer.assertion
  if (
    !owner ||
    topic.length ||
    !DIED.test(main.whole) ||
    older.assertion.topic.length ||
    older.isEvent ||
    WAS.test(older.assertion.main.whole)
  )
    return false
  if (newer.cues().isPast || STEP.test(newer.assertion.plain) !== STEP.test(older.assertion.plain)) return false
  if (owner.relation === undefined || owner.relation === 'self' || older.assertion.owner?.relation !== owner.relation)
    return false
  const kin = (all: typeof words) =>
    all.slice(0, 3).find(({ plain }) => plain.length > 2 && !/^(?:the|her|his|our|their)$/.test(plain))?.plain
  return !SEVERAL.has(owner.relation) || (owner.name === undefined && kin(words) === kin(older.assertion.words))
}

/** "Netflix is gone". */
export const THING_IS_GONE =
  /^(?:(?:is|are|was|were|has been|got) (?:now )?(?:no longer|not (?:\w+ )?any ?more|gone|over|history|cancell?ed|sold|stolen|scrapped)|(?:has )?(?:folded|expired|lapsed|closed(?: down)?|went (?:bust|bankrupt)))\b/
const GIVES_UP =
  /\b(?:no longer|any ?more|quit|stopped|gave up|given up|dropped|abandoned|scrapped|shelved|fell through|cancell?ed|called off|(?:is|are) off|decided (?:against|not to)|(?:pulled|backed|dropped|bowed) out|withdrew|not going|changed (?:my|her|his) mind)\b/

/** Whether a clause says that a person no longer wants or plans something. */
export function givesUp({ ending, assertion }: Clause): boolean {
  return ending?.kind === 'ended' && GIVES_UP.test(assertion.plain)
}
