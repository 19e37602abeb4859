import { KIN_ATTRIBUTES } from '../kin.ts'
import { type Assertion, keyOf, type Owner } from './assertions.ts'
import { ENDED, GIVEN_AWAY, GIVES_BIRTH, SETTLED } from './cues.ts'
import { deathReplaces } from './deaths.ts'
import { isOfSuchKind } from './ended-heads.ts'
import { isNarrower, isNounIn, objectHeads } from './objects.ts'
import { shareOf } from './values.ts'
import { datesOf, isDateWord, stemOf, type Word } from './words.ts'

/** What a statement says is over, and the words that name it. */
export interface Ending {
  readonly words: ReadonlySet<string>
  /**
   * `death`: a living being is no more; `restored`: what was avoided is allowed again; `denied`: it is not so;
   * `corrected`: it is something else.
   */
  readonly kind: 'ended' | 'death' | 'restored' | 'replaced' | 'corrected' | 'denied'
}

/** Words that name nothing by themselves. */
const LIGHT = new Set(
  (
    'be hav do get go us use keep tak mak own new old tim thing way lot way giv put a an the my our his her their its your and or but to of in ' +
    'on at by for from with as that this these those there it i we he she they me him them us who which what when where how not no ' +
    'cal nam need any mor longer anymor up off away out over down back again now currently still just also too very really recently finally ' +
    'already so much than same only about around all every each some one two three four five first last next because since after ' +
    'before until whil can could will would may might shall should must has say said call nam user into onto per then long ' +
    'is are was were been being am did does done had having went gone goes going got mr mrs ms dr actually instead rather day completely fully entirely totally altogether entirely'
  ).split(' '),
)
/** Say that something is over, and name nothing. */
const ENDS =
  'abandoned advised any anymore backed bankrupt binned broke bust called came canceled cancelled ceased chopped ' +
  'chucked cleared closed come cured cut deactivated dead decided deleted demolished died disbanded disconnected ' +
  'discontinued dismantled dissolved ditched divorced donated done dropped dumped ended ex expired fell filled fine ' +
  'finished fired flew folded former formerly gave given gives giving gone gotten handed healed jacked kicked laid ' +
  'lapse lapsed left longer lost more moved never nicked off okay outgrew outgrown over packed paid pain-free ' +
  'passed pinched place pulled put quit quitted ran re-homed recovered rehomed resigned retired returned rid scrap ' +
  'scrapped scrapyard sent separated shaved shut skip skips sold split stepped stolen stopped tapered terminated threw ' +
  'told tore torn totaled totalled transferred uninstalled unsubscribed used weaned went withdrew without wore ' +
  'wound written wrote'
/** Stand beside words that say that something is over, and name nothing. */
const BESIDE =
  'against ahead allowed away broken cancels doctor failed full give gp habit happening let mot necessary needed ok repaid ' +
  'required says sleep stick stop take taking thing through up'
/** Say that something is over, and can name what it is: "home", "birth", "the void". */
const TELLS =
  'again alarm back better birth born call calls crossed discharged downgraded euthanised euthanized exchanged ' +
  'favor favour found from got history home instead leaving misdiagnosis no normal not now out rather released ' +
  'replace replaced resigns ruled run runs said say scrapheap settled succeeded swapped traded upgraded void'
export const ENDING_WORDS: ReadonlySet<string> = new Set(`${ENDS} ${BESIDE}`.split(' '))
/** One of these stands in every clause that says something is over. */
const ENDERS: ReadonlySet<string> = new Set(`${ENDS} ${TELLS}`.split(' '))
const ADJUNCT = /^(?:because|since|says|so|due|thanks|though|although|after|according|but)$/
const DEATH =
  /\b(?:died|passed away|passed on|is dead|are dead|(?:put|gave|given) (?:[^ ]+ ){0,5}(?:to sleep|down|away)|flew (?:away|off)|found [^ ]+ a new home|euthani[sz]ed|ran away|no longer with us|(?:was|were|has been|have been) (?:given|rehomed|sold|adopted) (?:away |to |by )|(?:got|was) run over|re-?homed|found (?:a )?new home for|(?:said|say) goodbye to|lost (?:my|our|his|her) (?:dog|cat|rabbit|hamster|horse|pony|parrot|budgie|tortoise|puppy|kitten|bird|pet)|crossed the rainbow bridge)\b/
const RESTORED =
  /\b(?:(?:is|are) (?:fine|ok|okay|allowed|safe|all right|alright|no problem|back on the menu) (?:again|now|after all|for (?:me|him|her|us|them))|(?:eats?|drinks?|drinking|eating|having|has|have|take|tolerates?) (?:[^ ]+ ){1,6}(?:again|now)|allows? (?:myself|herself|himself) (?:[^ ]+ ){1,3}(?:again|now)|back on (?:dairy|gluten|bread|milk|sugar|alcohol|coffee))\b/
const AVOIDED =
  /\b(?:avoid\w*|not|no|never|without|free|allergic|allergy|intolerant|intolerance|stopped|quit|gave up|given up|cut out|off|stays? away|sober|teetotal)\b/
const REPLACED =
  /\b(?:(?:switch(?:ed|es)?|mov(?:ed|es)|chang(?:ed|es)|went|upgraded|downgraded|converted|migrated|transferred|gone)(?: (?!to )[\w' ]{1,30}?)? from (?<from>.+?) (?:over )?to |(?:dropped|cancelled|ditched|gave up) (?<forgone>.+?) for (?=an? (?:new |permanent |full-time )?[a-z]+ (?:at|with|in)|[a-z]+ (?:now|instead)|[a-z]+$)|(?:replaced|swapped|traded in|traded|exchanged|ditched|dropped) (?<swapped>.+?) (?:with|for|by) (?!good\b|now\b|the (?:day|weekend|moment|winter|summer)|an? (?:day|week|month|while))|(?:dropped|ditched|abandoned|gave up|left|binned|swapped|cancelled|dumped) (?<favoured>.+?) (?:in favou?r of|and (?:went|switched|moved) (?:with|to|over to)) |(?:instead of|rather than|in place of) (?<instead>.+)|(?:upgraded|downgraded|exchanged) (?:my |his |her |their |our |the )?(?<old>.+?) to (?:an?|the|my|his|her) |(?<gone>.+?) (?:has been|have been|was|were|is|got) replaced (?:by|with) |(?:left|quit|deserted) (?<left>.+?) for (?!good|work|now|the (?:day|weekend))|moved out of (?<moved>.+?) (?:and )?(?:in)?to |after leaving (?<after>.+)$|(?:to replace|(?:has |have )?(?:replaced|taken over from|succeeded)) (?<over>.+?)(?: as (?:my|our|her|his|the) .*)?$|(?:(?:came|is|are|am) (?:back )?home from|discharged from|released from|got out of|(?:is|am|are) (?:now )?out of) (?<out>.+)|, (?:and )?not (?:in |at |on |from |to |with |the |an? )*(?<not>[^,]{2,40})$)/
/** "The piano was left to Rosa" ends nothing of hers. */
const LEFT_TO = /\b(?:was|were|been|is|are|being) left (?:to|for|with)\b/
const DENIED = /^(?:(?:is|am|are|does|do|has|have|can) )?(?:not|never) /
/** A denial of what was so until now, or only seemed so. */
export const NO_LONGER = /\bafter all\b|\bany ?more\b|\bany longer\b|\bturn(?:ed|s) out\b/
const AFTER_INTRANSITIVE = new Set(
  'in at on for with every each one two three four five six seven eight nine ten twenty about around regularly twice once'.split(
    ' ',
  ),
)
const TITLES = new Set('i mr mrs ms dr'.split(' '))
const FEAST = /^(?:christmas|easter|midsummer|thanksgiving|ramadan|whitsun)$/
const BEFORE_FEAST = /^(?:at|before|after|around|over|last|this|since)$/
const MEASURES = new Set('pack packet few couple lot bit mile glass'.split(' '))
const KIN_STEMS: ReadonlySet<string> = new Set([...KIN_ATTRIBUTES.keys()].map(stemOf))

/** The stems of the words that carry the meaning of a clause, without dates. */
export function contentOf(words: readonly Word[]): Set<string> {
  const content = new Set<string>()
  for (const [at, word] of words.entries()) {
    const stem = stemOf(word.plain)
    if (isDateWord(word) || stem.length < 2) continue
    // "The Irish Times" is a name, and not only Irish.
    const isOfName = word.isCapital && at > 1 && words[at - 1]!.isCapital && !TITLES.has(word.plain)
    if (isOfName || !(LIGHT.has(stem) || LIGHT.has(word.plain))) content.add(stem)
  }
  return content
}

/** "Coaches the side when she's off shift": nothing is over. */
const OFF_FOR_A_TIME: ReadonlySet<string> = new Set('shift duty peak season sick school piste road grid'.split(' '))

/** What an assertion says is over; `undefined` if nothing. */
export function endingOf({ plain, words, main }: Assertion): Ending | undefined {
  const ends = ({ plain }: Word, at: number) =>
    plain.startsWith('ex-') ||
    (ENDERS.has(plain) && !(plain === 'off' && OFF_FOR_A_TIME.has(words[at + 1]?.plain ?? '')))
  if (!words.some(ends)) return undefined
  const replaced = REPLACED.exec(plain)?.groups
  if (replaced) {
    const named = (replaced.from ??
      replaced.swapped ??
      replaced.forgone ??
      replaced.favoured ??
      replaced.instead ??
      replaced.old ??
      replaced.gone ??
      replaced.left ??
      replaced.moved ??
      replaced.after ??
      replaced.over ??
      replaced.out ??
      replaced.not)!.split(/[ ,]+/)
    const target = contentOf(words.filter(({ plain }) => named.includes(plain)))
    if (target.size) return { words: target, kind: replaced.not === undefined ? 'replaced' : 'corrected' }
  }
  if (LEFT_TO.test(plain)) return undefined
  if (GIVES_BIRTH.test(plain)) return { words: new Set(['pregnant']), kind: 'ended' }
  const kind = RESTORED.test(plain)
    ? 'restored'
    : DEATH.test(plain) || GIVEN_AWAY.test(plain)
      ? 'death'
      : ENDED.test(plain) || SETTLED.test(plain)
        ? 'ended'
        : DENIED.test(main.whole)
          ? 'denied'
          : undefined
  if (!kind) return undefined
  const enderAt = words.findIndex(({ plain }) => ENDERS.has(plain))
  const isGift =
    /^(?:gave|given|sold|donated|rehomed|passed)$/.test(words[enderAt]?.plain ?? '') &&
    words[enderAt + 1]?.plain !== 'up'
  const cut = words.findIndex(
    ({ plain, isAfterPause }, at) =>
      (at > 0 && ADJUNCT.test(plain)) ||
      (plain === 'to' &&
        isGift &&
        at > enderAt &&
        /^(?:my|our|his|her|their|an?|the)$/.test(words[at + 1]?.isCapital ? 'my' : (words[at + 1]?.plain ?? ''))) ||
      (at > 2 && plain === 'now') ||
      (at > enderAt && isAfterPause && enderAt >= 0 && kind === 'ended'),
  )
  const isLeft = /^(?:left|quit|resigned)$/.test(words[enderAt]?.plain ?? '')
  const purposeAt = isLeft
    ? words.findIndex(({ plain }, at) => plain === 'to' && at > enderAt + 1 && !/ing$/.test(words[at - 1]!.plain))
    : -1
  const isOut = /\bruns? out\b/.test(plain)
  const says = ({ plain }: Word, at: number) =>
    !(FEAST.test(plain) && BEFORE_FEAST.test(words[at - 1]?.plain ?? '')) &&
    !ENDING_WORDS.has(plain) &&
    !(isOut && /^runs?$/.test(plain))
  const target = contentOf(
    words.slice(0, Math.min(...[cut, purposeAt].map((at) => (at < 0 ? words.length : at)))).filter(says),
  )
  return target.size ? { words: withoutGeneric(target), kind } : undefined
}

/** Words for what is over that name nothing by themselves. */
export const GENERIC: readonly string[] =
  'want plan hop intend goal liv resid work trip journey holiday vacation school colleg degre cours class lesson account contract doctor gp follow subscrib member plac hous flat hom apartment room rul'.split(
    ' ',
  )

/** "No longer lives in Utrecht" ends "Resides in Utrecht". */
function withoutGeneric(stems: Set<string>): Set<string> {
  for (const stem of GENERIC) if (stems.size > 1) stems.delete(stem)
  return stems
}

/** What is done: "running" of "go running along the river". */
function activityOf([first, second]: readonly Word[]): string {
  const isGoing = first !== undefined && /^(?:go|goes|going)$/.test(first.plain) && second?.plain.endsWith('ing')
  return (isGoing ? second : first)?.plain ?? ''
}

/** How an ending concerns an older assertion. */
export function endingReplaces(ending: Ending, newer: Assertion, older: Assertion): 'certain' | 'likely' | undefined {
  const content = withoutGeneric(contentOf(older.words))
  if (!content.size || endingOf(older)?.kind === 'ended') return undefined
  const named = shareOf(ending.words, content)
  const covered = shareOf(content, ending.words)
  if (ending.kind === 'death') {
    const found = deathReplaces(newer, older)
    if (found || !/\b(?:away|lost)\b/.test(newer.plain)) return found
  }
  if (ending.kind === 'restored') {
    const isOwn = !newer.owner || newer.owner.relation === 'self' || keyOf(newer.owner) === keyOf(older.owner)
    if (!isOwn || !AVOIDED.test(older.plain)) return undefined
    const shared = [...ending.words].some(
      (word) =>
        !/^(?:eat|drink|hav|tolerat)$/.test(word) && (content.has(word) || older.plain.includes(`${word}-free`)),
    )
    return shared ? (/\ballerg|anaphyl|coeliac|celiac/.test(older.plain) ? 'likely' : 'certain') : undefined
  }
  if ((!isSameParty(newer.owner, older.owner) && !isCostOf(older, ending)) || isOtherDay(newer, older)) return undefined
  // "Lea and Marc got divorced" says nothing else about them.
  const names = newer.owner?.name?.split(' ').map(stemOf) ?? []
  if (
    names.length > 0 &&
    newer.owner?.name === older.owner?.name &&
    [...ending.words].every((word) => names.includes(word) || KIN_STEMS.has(word))
  )
    return undefined
  if (!isOfSuchKind(newer, older)) return undefined
  if (/\b(?:finished|completed)\b/.test(newer.plain) && isNarrower(older.main.words.slice(1), content, ending.words))
    return undefined
  // "Bought a van to replace my old car" says nothing of the car insurance.
  const head = older.topic.length > 1 ? stemOf(older.topic.at(-1)!.plain) : undefined
  const isPart = older.topic.some(({ plain }) => ending.words.has(stemOf(plain)))
  if (ending.kind === 'replaced' && head && isPart && !ending.words.has(head)) return undefined
  if (endsSome(newer)) return undefined
  // "Rent used to be 620 euros" says nothing of a rent of 700.
  if (/\bused to\b/.test(newer.plain) && numberIn(newer) !== numberIn(older)) return undefined
  if (ending.kind === 'replaced') return named === 1 && covered >= 0.25 ? 'certain' : undefined
  if (ending.kind === 'corrected') {
    const rest = new Set([...content].filter((stem) => !ending.words.has(stem)))
    return named === 1 && shareOf(rest, contentOf(newer.words)) >= 0.5 ? 'certain' : undefined
  }
  if (ending.kind === 'denied')
    // "Does not run on Tuesdays" after "runs on Tuesdays": nothing but the denial of it.
    return named === 1 && covered >= 0.6
      ? NO_LONGER.test(newer.plain) || (covered === 1 && !areOtherDates(newer, older))
        ? 'certain'
        : 'likely'
      : undefined
  // "Bank is AIB" has no activity.
  const isName = older.main.hasCopula && older.main.words[0]?.isCapital
  const verb = isName ? '' : stemOf(activityOf(older.main.words))
  if (ending.words.size === 1 && ending.words.has(verb) && POST.test(older.main.text)) return 'certain'
  if (ending.words.size === 1 && ending.words.has(verb) && covered < 1)
    return isIntransitive(older.predicate, verb) && !isNounIn(newer.words, verb) ? 'certain' : undefined
  content.delete(verb)
  const object = shareOf(content, ending.words)
  if (named === 1 && object >= 0.34) return 'certain'
  if (named === 1 && objectHeads(older).some((stem) => ending.words.has(stem))) return 'certain'
  return named >= 0.6 && covered >= 0.6 ? 'certain' : undefined
}

const POST =
  /^(?:treasurer|secretary|captain|president|chair(?:man|woman|person)?|coach|editor|leader|head) (?:of|for|at) /

/** "Sold an old bike" need not be the one that is known. */
const SOME = /\b(?:sold|donated|gave away|got rid of|threw out|lost|returned) (?:an?|some|two|three|several|a few) /

/** Whether one of them names a day that the other does not. */
function areOtherDates(newer: Assertion, older: Assertion): boolean {
  const [next, before] = [datesOf(newer.words), datesOf(older.words)]
  return next.size !== before.size || [...next].some((date) => !before.has(date))
}

function numberIn({ words }: Assertion): string | undefined {
  return words.find(({ plain }) => /\d/.test(plain))?.plain
}

/** Whether what is over is one or some of its kind, which need not be those that are known. */
export function endsSome({ plain }: Assertion): boolean {
  return SOME.test(plain)
}

/** "Hulu costs 11 euros a month", where Hulu is what is over. */
function isCostOf({ owner, main }: Assertion, { words }: Ending): boolean {
  const named = owner?.relation === undefined ? owner?.name : undefined
  return named !== undefined && /^costs?\b/.test(main.text) && named.split(' ').every((part) => words.has(stemOf(part)))
}

/** Whether both name a day, and not the same. */
function isOtherDay(newer: Assertion, older: Assertion): boolean {
  const days = [newer, older].map(({ words }) => [...datesOf(words)].filter((date) => /^\d/.test(date)))
  return days[0]!.length > 0 && days[1]!.length > 0 && !days[0]!.some((day) => days[1]!.includes(day))
}

/** Who quits drinking still drinks these. */
const SOFT =
  /^(?:coffees?|espressos?|lattes?|teas?|litres?|liters?|cups?|mugs?|waters?|juices?|smoothies?|colas?|cokes?|sodas?)$/

/** "Runs every morning", but not "runs a bakery". */
export function isIntransitive(predicate: readonly Word[], verb: string): boolean {
  const at = predicate.findIndex(({ plain }) => stemOf(plain) === verb)
  if (at < 0 || at > 1) return false
  const [next, measure] = predicate.slice(at + 1)
  return (
    !next ||
    isDateWord(next) ||
    (AFTER_INTRANSITIVE.has(next.plain) && !(verb === 'drink' && SOFT.test(measure?.plain ?? ''))) ||
    (next.plain === 'a' && MEASURES.has(measure?.plain ?? ''))
  )
}

/** Whether two assertions can be about the same party: only two different persons cannot. */
export function isSameParty(a: Owner | undefined, b: Owner | undefined): boolean {
  return !a || !b || keyOf(a) === keyOf(b) || (a.name !== undefined && a.name === b.name)
}
