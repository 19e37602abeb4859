import type { Clause } from './reading.ts'
import { stemOf, type Word } from './words.ts'

/* "I do not give dancing lessons now" after "I give dancing lessons in the hall": the same verb and object, denied. */

const DENIED = /^(?:(?:do|does|will|can|is|am|are) not|no longer)(?: (?:really|actually))? (?<rest>.+)$/
/** Says that it is so from now on: a denial alone may be of some occasion. */
const FROM_NOW = /^(?:now|nowadays|anymore)$/
const NOW_PHRASE = / (?:now|nowadays|these days|any ?more|any longer|at all|at present|at the moment)$/
const NO_OBJECT = new Set('a an the any my our his her their to'.split(' '))
/** Health is not ended by a missing word. */
const OF_HEALTH = /\b(?:allerg\w*|intoleran\w*|medicine|insulin|tablets?|pills?|inhaler|dose|must|may|should)\b/
const OBJECT_MAX = 8

/** Whether a newer clause denies, from now on, the habit that an older one states, of the same verb and object. */
export function deniesHabit(newer: Clause, older: Clause): boolean {
  if (older.cues().isPast || older.cues().isHypothetical || older.isEvent || older.ending) return false
  if (newer.assertion.topic.length || older.assertion.topic.length) return false
  if (OF_HEALTH.test(newer.assertion.plain) || OF_HEALTH.test(older.assertion.plain)) return false
  return isSameDenied(newer, older) || playsNoMore(newer, older)
}

function isSameDenied({ assertion: { main } }: Clause, older: Clause): boolean {
  if (older.assertion.main.hasCopula) return false
  const denied = DENIED.exec(main.whole)?.groups?.rest
  if (denied === undefined || !(NOW_PHRASE.test(denied) || /^no longer\b/.test(main.whole))) return false
  const said = contentOf(denied.replace(NOW_PHRASE, '').split(' '))
  const known = contentOf(older.assertion.main.words.map(({ plain }: Word) => plain))
  if (said.length < 2 || said.length > OBJECT_MAX || said.some((word) => FROM_NOW.test(word))) return false
  return said.every((stem, at) => known[at] === stem) && isWhole(known.slice(said.length))
}

/** Whether what remains of the older clause says where, when or with whom, and is no part of the object. */
function isWhole(rest: readonly string[]): boolean {
  return (
    !rest.length ||
    /^(?:in|at|on|for|with|every|each|on|once|twice|three|as|by|near|from|after|before|during|two|and)$/.test(rest[0]!)
  )
}

function contentOf(plains: readonly string[]): string[] {
  return plains.filter((plain) => !NO_OBJECT.has(plain)).map(stemOf)
}

const GROUP = String.raw`(?<group>(?:[\p{L}'-]+ ){0,3}(?:band|choir|chorus|orchestra|team|club|ensemble|quartet|trio|troupe|squad|side|eleven|brass|crew))`
const PLAYS_NOT = new RegExp(
  String.raw`\b(?:(?:do|does|am|is|are) not|no longer|stopped|quit) (?:play|plays|playing|sing|sings|singing|perform|performs|performing|row|rows|rowing|dance|dances|dancing|march|marching|drum|drums|drumming)(?: [\p{L}]+)? (?:in|for|with) (?:the |our |my |her |his |that )?${GROUP}(?: now| any ?more| any longer| these days)?$`,
  'u',
)
const PLAYER =
  /^(?:is |am )?(?:an? |the |first |second |lead )*(?:[\p{L}-]+ ){0,2}(?:piper|drummer|singer|fiddler|guitarist|bassist|pianist|trumpeter|violinist|cellist|flautist|clarinettist|saxophonist|trombonist|percussionist|keyboardist|soprano|alto|tenor|baritone|goalkeeper|defender|striker|midfielder|winger|prop|rower|dancer|player|horn|member) (?:in|of|with|for) (?<in>.+)$/u
const PLAYS =
  /^(?:plays?|sings?|performs?|rows?|dances?|marches|drums?)(?: (?:the |an? )?[\p{L}-]+){0,3}? (?:in|for|with) (?<in>.+)$/u

/** "I don't play in the band" after "I'm a piper in the Skye band". */
function playsNoMore({ assertion: { main } }: Clause, { assertion: older }: Clause): boolean {
  const group = PLAYS_NOT.exec(main.whole)?.groups?.group
  if (group === undefined) return false
  const known = (PLAYER.exec(older.main.whole) ?? PLAYS.exec(older.main.whole))?.groups?.in
  const words = new Set(known?.split(' ').map(stemOf))
  return group.split(' ').every((word) => NO_OBJECT.has(word) || words.has(stemOf(word)))
}
