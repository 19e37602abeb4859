import type { Assertion } from './assertions.ts'
import { stemsIn, wordsIn } from './values.ts'
import { stemOf } from './words.ts'

const VERBS =
  'eat|eats|drink|drinks|own|owns|have|has|use|uses|wear|wears|watch|watches|play|plays|speak|speaks|cook|cooks|work|works|drive|drives|take|takes|travel|travels|fly|flies'
const NOT = new RegExp(
  `^(?:(?:do|does|can|will) not|never|no longer|not) (?:\\w+ly )?(?<verb>${VERBS}) (?:any |an? )?(?<of>.+)`,
)
const YES = new RegExp(`^(?:(?:now|again|also|actually|sometimes|is|am) )*(?<verb>${VERBS}) (?:an? |some )?(?<of>.+)`)
/** "Stopped playing golf". */
const STOPPED = /^(?:(?:has|have) )?(?:stopped|quit|gave up|given up) (?<verb>[a-z]+ing)(?: (?<of>.+))?$/
/** "Has taken up drinking coffee". */
const BEGUN =
  /^(?:(?:has|have|just|recently|now) )*(?:taken up|took up|started|begun|began|resumed|gone back to|went back to|got into) (?<verb>[a-z]+ing) (?<of>.+)$/
const VERB_STEMS = new Set(VERBS.split('|').map(stemOf))
const ALONE = 'run|jog|swim|ski|knit|paint|dance|hike|climb|meditate|surf|garden|bake|sing|cycle'
/** "Runs every morning". */
const DOES = new RegExp(
  `^(?:(?:now|again|also) )?(?<verb>(?:${ALONE})s?)(?: (?:every|each|on|once|twice|three|daily|again|now|in the|at the|for|with) .*|(?: again| now| daily)?)$`,
)
const ALONE_STEMS = new Set(ALONE.split('|').map(stemOf))
/** Says how much: "two cups of coffee". */
const AMOUNT =
  /^(?:(?:an?|one|two|three|four|five|six|\d+|some|several|a few|a couple of) )?(?:cups?|mugs?|glass(?:es)?|pints?|bottles?|cans?|slices?|bowls?|plates?|pieces?) of /
/** Words that end the object. */
const CUT = new Set(
  'a an completely anymore any now again lately these at all so because but when if and or every with for from in on to by as than after before since until till'.split(
    ' ',
  ),
)
const OBJECT_WORDS_MAX = 2

const FIRST = new Set(
  `${VERBS}|${ALONE.split('|')
    .flatMap((verb) => [verb, `${verb}s`])
    .join(
      '|',
    )}|do|does|can|will|never|no|not|has|have|taken|took|started|begun|began|resumed|gone|went|got|stopped|quit|gave|given|now|again|also|actually|sometimes|is|am`.split(
    '|',
  ),
)

/** Whether its subject does something with something or does not: "eats fish", "doesn't own a bike". */
export function practiceOf({ main, topic }: Assertion): { key: string; value: 'yes' | 'no' } | undefined {
  if (topic.length || !FIRST.has(/^[a-z]+/.exec(main.whole)?.[0] ?? '')) return undefined
  const does = DOES.exec(main.whole)?.groups?.verb
  if (does) return { key: `do ${stemOf(does)}`, value: 'yes' }
  const stopped = STOPPED.exec(main.whole)?.groups
  if (stopped && ALONE_STEMS.has(stemOf(stopped.verb!))) return { key: `do ${stemOf(stopped.verb!)}`, value: 'no' }
  const begun = BEGUN.exec(main.whole)?.groups
  if (begun && !ALONE_STEMS.has(stemOf(begun.verb!)) && !VERB_STEMS.has(stemOf(begun.verb!))) return undefined
  const not = NOT.exec(main.whole)?.groups ?? stopped
  const found = not ?? begun ?? YES.exec(main.whole)?.groups
  if (found?.of === undefined) return undefined
  const words = wordsIn(found.of!.replace(AMOUNT, ''), main.words)
  const end = words.findIndex(({ plain, isAfterPause }, at) => CUT.has(plain) || (at > 0 && isAfterPause))
  const object = [...stemsIn(end < 0 ? words : words.slice(0, end))]
  // "Doesn't eat fish on Fridays" says nothing of other days.
  if (
    !object.length ||
    object.length > OBJECT_WORDS_MAX ||
    (not && end >= 0 && /^(?:on|in|at|with|for|after|before|when|if)$/.test(words[end]!.plain))
  )
    return undefined
  return { key: `do ${stemOf(found.verb!)} ${object.sort().join(' ')}`, value: not ? 'no' : 'yes' }
}

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
const OWNED =
  /^(?:have|has|had|owns?|keeps?)(?: got)? (?:(?:now|only|just) )*(?<count>no|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}) (?<of>child|children|kids?|sons?|daughters?|brothers?|sisters?|siblings?|dogs?|cats?|horses?|hens|chickens|rabbits?|cars?|bikes?|jobs?|grandchildren|grandkids|flatmates?|houses?)(?: now| in total| altogether| again|,.*)?$/

/** How many of something its subject has: "has two dogs". */
export function numberOwned({ main, topic }: Assertion): { of: string; count: string } | undefined {
  const found = topic.length ? undefined : OWNED.exec(main.whole.replace(/^now /, ''))?.groups
  if (!found) return undefined
  const at = NUMBERS.indexOf(found.count!.replace(/^an?$/, 'one'))
  return { of: stemOf(found.of!), count: at < 0 ? found.count! : String(at) }
}
