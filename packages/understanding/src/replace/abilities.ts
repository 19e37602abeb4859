import { computedOnce } from './computed-once.ts'
import type { Clause, Reading } from './reading.ts'

/* How much of something a person can do: "can hold her breath for 95 seconds". Two of them are a series. */

const CAN = /^(?:can|is able to|am able to|manages?(?: to)?) (?:now )?(?:already )?(?<verb>[a-z]+)\b/
/** Verbs of appointments and of dealings with others, of which several are true. */
const NO_SKILL =
  /^(?:be|come|meet|call|take|get|go|attend|arrive|start|offer|pay|see|visit|bring|pick|stay|work|help|seat|fit|not|have|give|use|make|park|reach|wait|babysit|host|deliver|send|lend|find)$/
const NUMBER =
  /\b(?:\d+(?:[.,]\d+)?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|(?:a|one) hundred)\b/g
/** A number after one of these is no amount. */
const NO_AMOUNT = /\b(?:at|on|by|until|till|from|after|before|number|line|bus|route|level|chapter|song|piece|room) #/
const SAID_NOW = / (?:now|again|already|these days|by now|up to|at most|about|around|nearly|almost|up|only|even)\b/g

/** Whether two texts say how much of the same a person can do, and differ in the amount alone. */
export function isAbilityAgain(newer: Reading, older: Reading): boolean {
  const [next, ...more] = newer.clauses
  const [before, ...others] = older.clauses
  if (!next || !before || more.length || others.length) return false
  const frame = abilityIn(next)
  return frame !== undefined && frame === abilityIn(before)
}

/** The words of an ability with "#" for its amount, and whose it is. */
const abilityIn = computedOnce(({ assertion: { main, owner, topic }, cues, isEvent }: Clause): string | undefined => {
  if (isEvent || topic.length || !owner) return undefined
  const said = main.whole.replace(SAID_NOW, '')
  const verb = CAN.exec(said)?.groups?.verb
  if (verb === undefined || NO_SKILL.test(verb) || cues().isPast || cues().isAddition) return undefined
  const frame = said.replace(NUMBER, '#')
  if (frame.split('#').length !== 2 || NO_AMOUNT.test(frame) || !/# [a-z]/.test(frame)) return undefined
  return `${owner.relation ?? ''} ${owner.name ?? ''} ${frame}`
})
