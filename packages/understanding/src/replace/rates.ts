import { type Assertion, keyOf, SELF } from './assertions.ts'
import type { Claim } from './claims.ts'
import { stemOf } from './words.ts'

const COUNT = String.raw`(?:an? |the )?(?:half an? |\d[\d.,/-]*(?: or \d+)? ?|one |two |three |four |five |six |seven |eight |nine |ten |eleven |twelve |fifteen |twenty |a couple of |a few |several )(?:(?:or|to) \w+ )?`
const PER = '(?:a|per|each|every) (?:day|night|morning|evening|week|weekend|month|year)'
/** "Drinks four cups of coffee a day". */
const STATES = new RegExp(
  `^(?:drinks?|drinking|eats?|eating|has|have|having|smokes?|smoking|does|do|works?|walks?|runs?|swims?|cycles?|takes?|gets?|reads?|plays?|spends?|uses?|practi[sc]es?|studies|study|makes?|watches?|buys?|allows? (?:my|her|him)self) (?:about |around |roughly |only |just |at least |up to )?(?<count>${COUNT})(?<of>[a-z][a-z '-]*?) (?<per>${PER})\\b`,
)
/** "Cut down to one cup of coffee a day", "up to three coffees a day". */
const BECOMES = new RegExp(
  `^(?:(?:has|have|is|am|are|just|recently|now|went|gone|got|come|came) )*(?:(?:cut|dropped|gone|went|scaled|dialled|reduced|limited|increased|upped|bumped|moved|switched|weaned|got)(?: (?:it|this|that|(?:my|his|her)?(?:self)?(?: [a-z]+)?))? )?(?:back |down |up )*(?:down to|up to|back to|to) (?:about |around |only |just |at most )?(?<count>${COUNT})(?<of>[a-z][a-z '-]*?) (?<per>${PER})\\b`,
)
const LIGHT = new Set('of the a an my her his small big large about'.split(' '))

/** How much or how often its subject does something in a period: "four cups of coffee a day". */
export function rateOf({ owner, topic, main }: Assertion): Claim | undefined {
  if (topic.length || !/\b(?:a|per|each|every) [a-z]+/.test(main.whole)) return undefined
  const becomes = BECOMES.exec(main.whole)?.groups
  const found = becomes ?? STATES.exec(main.whole)?.groups
  if (!found) return undefined
  const of = found
    .of!.split(' ')
    .filter((word) => !LIGHT.has(word))
    .map(stemOf)
  if (!of.length || of.length > 4) return undefined
  return {
    key: `${keyOf(owner ?? SELF)}|rate ${of.sort().join(' ')} ${found.per!.split(' ').at(-1)}`,
    value: new Set([found.count!.trim()]),
    strength: 'certain',
    needsChange: becomes === undefined,
  }
}

const DISTANCE = String.raw`(?:the |an? )?(?<distance>\d+(?:\.\d+)? ?(?:km|k|miles?|m|metres?|meters?)|(?:half[ -])?marathon)`
const TIME = String.raw`(?<time>\d{1,2}:\d\d(?::\d\d)?|\d+(?:\.\d+)? ?(?:minutes?|mins?|min|hours?|h|seconds?)(?: (?:and )?\d+ ?(?:minutes?|seconds?))?)`
/** "Runs 5 km in 27 minutes", "ran a marathon in 3:49". */
const PACE = new RegExp(`^(?:can )?(?:runs?|ran|swims?|swam|cycles?|cycled) ${DISTANCE} in (?:under )?${TIME}`)

/** How fast its subject covers a distance. */
export function paceOf({ owner, topic, main }: Assertion): Claim | undefined {
  const found = topic.length ? undefined : PACE.exec(main.text)?.groups
  if (!found) return undefined
  const verb = main.words[0]!.plain.replace('ran', 'run').replace('swam', 'swim')
  return {
    key: `${keyOf(owner ?? SELF)}|pace ${stemOf(verb)} ${found.distance!.replace(/ /g, '')}`,
    value: new Set([found.time!]),
    strength: 'series',
    needsChange: false,
  }
}
