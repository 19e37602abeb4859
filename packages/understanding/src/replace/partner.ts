import { DESCRIPTIONS } from '../lexicon/descriptions.ts'
import { type Assertion, keyOf } from './assertions.ts'
import { textOf } from './predicate.ts'
import { isSameValue, placeIn, stemsIn, wordsIn } from './values.ts'
import { stemOf } from './words.ts'

/** The partner of a person, and the kind of relationship. */
export interface Partnership {
  readonly key: string
  readonly status: 'together' | 'engaged' | 'married' | 'alone' | 'parted' | 'hoped for' | undefined
  readonly name: ReadonlySet<string> | undefined
  /** A death of one who is only named: a partner if another statement says so. */
  readonly isOnlyNamed?: boolean
}

const PARTED =
  /^(?:broke it off|called it a day|ended (?:it|things)|drifted apart|parted company|history|no more|gone our separate ways|went our separate ways|through|done|broke up|broken up|(?:split(?: up)?|parted(?: ways)?)(?! (?:up |ways )?(?:the|at|our|an?|all|some|my|his|her|their|outside)\b)|divorced|separated|finished(?= with )|called it quits|over|(?:called off|ended|broke off) (?:the|my|his|her|our|their) (?:engagement|relationship|marriage)|(?:no longer|not) (?:dating|married|engaged|together|in a relationship|seeing|with(?= \p{L}+(?: any ?more| any longer| now)?$))|left (?:my|his|her) (?:husband|wife|boyfriend|girlfriend|partner)(?=$| (?:for (?!(?:the|an?|my) (?:day|week|weekend|night|evening|moment|while)\b)|after|last|this|now|again|recently|yesterday|because|since|in (?:(?:19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)\b|(?:an?|a few|two|three|four|five|six|\d+|some|several) (?:years?|months?|weeks?|days?) ago)))(?: (?:with|from|to))?(?: (?<name>.+))?$/u
const ALONE =
  /^(?:single|unattached|unmarried|(?:an? )?bachelor|divorced|widowed|(?:a )?widow(?:er)?|separated|on (?:my|her|his) own since the (?:divorce|split|break-?up|separation)|(?:not|never) (?:been )?(?:married|in a relationship|dating anyone|seeing anyone)(?: yet)?)(?: again| now| since .+| these days| and .+|, .+)?$/
const TOGETHER =
  /^(?:(?<married>married|remarried|tied the knot)|(?<engaged>engaged)|in a (?:new |serious |long-term |long-distance |happy |stable )?relationship|(?:started |begun |been )?(?:dating|seeing)|got together|dates|together|a couple|going out|goes out|involved|(?=with [^ \d]+(?: now)?$))(?: ?(?:with|to))?(?: (?:my|his|her|a|an) (?:[\w-]+ ){0,3}?(?:called|named))?(?: (?<name>.+))?$/
const HAS_PARTNER =
  /^(?:(?:happy|glad|proud|lucky) to have )?(?:an? )?(?:new )?(?<kin>boyfriend|girlfriend|partner|fiancée?|fiancee?|husband|wife)(?:,? (?:an? (?:[^ ,]+ ){1,4}?)?(?:called|named)|,)? (?<name>[^ ,]+(?: [^ ,]+)?)(?: now|, (?:whom?|and) .*)?$/
/** "Lives with her partner Sven". */
const BESIDE =
  /^(?:lives?|living|moved in) (?:together )?with (?:my|his|her|their) (?:new )?(?<kin>boyfriend|girlfriend|partner|fiancée?|fiancee?|husband|wife)(?: called| named)? (?<name>[^ ,]+)/
const PLAINLY_TOGETHER =
  /^(?:married|engaged|in a (?:new |serious |long-term |long-distance |happy |stable )?relationship|(?:started |been )?dating|remarried|tied the knot)\b/
const PLAINLY_PARTED =
  /^(?:called it quits$|divorced|separated|broke up|broken up|split up|left|called off|broke off|no longer|not)\b/
/** "Was married to Rosa before", but not "we were married on Saturday". */
const EARLIER =
  /\b(?:was|were) (?:once |first |briefly )?(?:married|engaged|dating|seeing|together|going out|in a relationship) (?:to|with)?(?!.*\b(?:just|yesterday|today|on|last|this|recently|finally)\b)/
const PARTING = new Set('divorce separation breakup break-up engagement marriage relationship'.split(' '))
/** "The divorce from Omar is final". */
const DIVORCE =
  /^(?:(?:my|our|her|his|the) )?(?:divorce|separation|break-?up|engagement|marriage|relationship)(?: (?:from|with|to) (?<name>(?!(?:the|an?|our) )[^ ]+(?: [^ ]+)?))? (?:came through|went through|ended|fell apart|(?:is|was|has been) (?:off|over|finished)|(?:(?:is|was|has been) )?(?:now )?(?:(?:called|broken) off|annulled|dissolved)|(?:is|was|has been|became) (?:now )?(?:final|finali[sz]ed|granted|official|done))\b/
/** "Has a crush on Linh". */
const HOPED_FOR =
  /^(?:an? )?(?:(?:big|huge|secret|little|small) )?crush on (?<name>[^ ,]+)|^(?:fanc(?:y|ies)|(?:secretly )?in love with) (?<loved>[^ ,]+)$/
/** "(My new boyfriend is) a photographer called Kagiso". */
const CALLED = /^(?:now )?(?:an? (?:[^ ,]+ ){1,4}?)?(?:called|named) /
/** "Divorced myself from the committee", "separated the eggs", "split up the work": no couple. */
const NO_COUPLE =
  /^(?:divorced|separated|broke up|broken up|split(?: up)?|finished|through|done|over)(?: (?:with|from|to))? (?:(?:my|her|him|our|your|them)sel(?:f|ves)|that|these|those|it|them|reality|all|any|some|everything|work|in two|into|(?:the|his|her|my|our|their) (?!(?:[\p{L}-]+ )?(?:husband|wife|spouse|partner|boyfriend|girlfriend|fianc|father|mother|love|man|woman|ex)|(?:same|next|second|first|following) )|an? (?!(?:few |couple |long |short |good )?(?:years?|months?|weeks?|days?|while|decade|of|time)\b)|this (?!(?:year|month|week|summer|winter|spring|autumn|fall|january|february|march|april|may|june|july|august|september|october|november|december)\b))/u
/** "Engaged upon my memoirs", "engaged to speak", "married to the job", "dating a manuscript". */
const NO_PARTNER =
  /^(?:engaged (?:upon|by|as|fully|deeply|enough|(?:in|on|with|at) (?!\d)(?:[a-z]+ing\b|an?\b|my\b|her\b|his\b|our\b|their\b|the (?!(?:spring|summer|autumn|winter|beach)\b)|[a-z]+ (?:with|about|of|on|for|and)\b)|to (?!be\b|my\b|her\b|his\b|an?\b|the\b|someone\b|each\b))|married to (?:the|my|her|his|our|their) (?:job|work|career|business|company|sea|road|mountains?|game|farm|phone|shop|team|club|kitchen|stage|craft|land|army|church|science|ministry|practice|lab|desk|idea)\b|(?:started |been )?dating (?:an?|the|back|from|it|old|these|those) (?!\p{L}*(?:guy|man|woman|girl|boy|doctor|nurse|teacher|colleague|friend|person)\b)(?=.*\b(?:manuscripts?|pots?|pottery|fossils?|rocks?|bones?|finds?|samples?|paintings?|layers?|trees?|letters?|to (?:the )?\d)))/u
/** "Seeing Ana for lunch", "seeing Paul again". */
const MEETING =
  /^seeing .* (?:again$|for (?:an? )?(?:lunch|dinner|breakfast|brunch|coffee|tea|drinks?|chat|session|check-?up)\b|about |at \d|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|tomorrow|tonight|next (?:week|month))/
/** "Involved with Greenpeace" is a cause, and "going out to Faro" a trip. */
const NO_ROMANCE = /^(?:involved|going out to|goes out to|together in|together at)\b/
const BEREAVED = /^(?:(?:has|have|sadly|suddenly) )*(?:died|passed away|passed on|lost (?:his|her) life)\b/
const STATUS_TOPIC = /^(?:relationship|marital) status$/
const STATUS_OF: ReadonlyMap<string, Partnership['status']> = new Map(
  Object.entries({
    husband: 'married',
    wife: 'married',
    spouse: 'married',
    boyfriend: 'together',
    girlfriend: 'together',
    fiance: 'engaged',
    fiancé: 'engaged',
    fiancee: 'engaged',
    fiancée: 'engaged',
  }),
)
const RANK = { together: 1, engaged: 2, married: 3 }

/** What an assertion says about a partner of its subject. */
export function partnershipOf({ owner, topic, main, words, isLabelled }: Assertion): Partnership | undefined {
  const divorce = words.some(({ plain }) => PARTING.has(plain)) ? DIVORCE.exec(textOf(words))?.groups : undefined
  if (divorce) {
    const name = stemsIn(placeIn(wordsIn(divorce.name ?? '', words)).slice(0, 3))
    return { key: 'self|partner', status: 'parted', name: name.size ? name : undefined }
  }
  if (!owner || EARLIER.test(textOf(words))) return undefined
  const key = `${keyOf(owner)}|partner`
  const nameIn = (written: string | undefined) => {
    const found = written ? stemsIn(placeIn(wordsIn(written, main.words)).slice(0, 3)) : undefined
    return found?.size ? found : undefined
  }
  if (owner.relation === 'partner' && !topic.length) {
    if (BEREAVED.test(main.text))
      return {
        key: 'self|partner',
        status: 'parted',
        name: owner.name === undefined ? undefined : new Set(owner.name.split(' ').map(stemOf)),
      }
    // "My husband is Beat", but not "My husband is German and loud".
    const name = nameIn(isLabelled || main.hasCopula ? main.text.replace(CALLED, '') : undefined)
    const [first] = wordsIn(main.text.replace(CALLED, ''), main.words)
    const isNamed =
      name !== undefined && first?.isCapital && owner.name === undefined && !DESCRIPTIONS.has([...name][0]!)
    const kin = words.find(({ plain }) => STATUS_OF.has(plain))?.plain
    return isNamed
      ? { key: 'self|partner', status: kin === undefined ? undefined : STATUS_OF.get(kin), name }
      : undefined
  }
  if (owner.name !== undefined && owner.relation === undefined && !topic.length && BEREAVED.test(main.text))
    return {
      key: 'self|partner',
      status: 'parted',
      name: new Set(owner.name.split(' ').map(stemOf)),
      isOnlyNamed: true,
    }
  const hoped = HOPED_FOR.exec(main.text)?.groups
  const hopedFor = nameIn(hoped?.name ?? hoped?.loved)
  if (hopedFor && !topic.length) return { key, status: 'hoped for', name: hopedFor }
  if (topic.length && !STATUS_TOPIC.test(textOf(topic))) return undefined
  const { text } = main
  if (ALONE.test(text)) return { key, status: 'alone', name: undefined }
  const parted = NO_COUPLE.test(text) ? undefined : PARTED.exec(text)
  if (parted) {
    const name = nameIn(parted.groups!.name)
    return name || (PLAINLY_PARTED.test(text) && !/^(?:no longer|not) with\b/.test(text))
      ? { key, status: 'parted', name }
      : undefined
  }
  const having = HAS_PARTNER.exec(text)?.groups
  if (having && nameIn(having.name)) return { key, status: STATUS_OF.get(having.kin!)!, name: nameIn(having.name) }
  const beside = BESIDE.exec(text)?.groups
  if (beside && nameIn(beside.name)) return { key, status: STATUS_OF.get(beside.kin!)!, name: nameIn(beside.name) }
  const together = MEETING.test(text) || NO_ROMANCE.test(text) ? undefined : TOGETHER.exec(text)?.groups
  // "Seeing Rasmus", but not "seeing the dentist on Friday".
  const isNamed =
    together?.name !== undefined &&
    !/^(?:dr|mr|mrs|ms|miss|prof|professor|father|sister|rabbi|judge)(?: |$)/.test(together.name) &&
    wordsIn(together.name, main.words)[0]?.isCapital
  const name = isNamed ? nameIn(together.name) : undefined
  if (!together || (!name && (!PLAINLY_TOGETHER.test(text) || NO_PARTNER.test(text)))) return undefined
  return { key, status: together.married ? 'married' : together.engaged ? 'engaged' : 'together', name }
}

/** Whether a newer statement about a person's partner replaces an older one. */
export function partnershipReplaces(newer: Partnership, older: Partnership): boolean {
  const areSame = !newer.name || !older.name || isSameValue(newer.name, older.name)
  if (older.status === 'parted' || newer.status === 'hoped for') return false
  if (newer.isOnlyNamed && !older.name) return false
  if (older.status === 'hoped for')
    return newer.name !== undefined && areSame && newer.status !== undefined && newer.status in RANK
  if (newer.status === 'parted') return older.status !== 'alone' && areSame
  if (newer.status === 'alone') return older.status !== 'alone'
  if (older.status === 'alone') return true
  if (!areSame) return true
  if (!newer.status || !older.status) return false
  return (
    RANK[newer.status] > RANK[older.status] ||
    (RANK[newer.status] < RANK[older.status] && newer.name !== undefined && !older.name)
  )
}
