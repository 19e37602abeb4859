import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import type { Subject } from './statement.ts'

/** What something does to a person by name: "egg white gives Naledi a rash". The substance is the subject of the clause. */
const AFFECTS =
  /^(?!(?:i|we|you|she|he|they)\b)[^.;!?]+? (?:gives?|gave|makes?|made|sends?|sent|brings?|brought|puts?|leaves?|left) (?<name>\p{Lu}\p{Ll}[\p{L}-]*)\b(?<effect>.*)/iu
const EFFECT =
  /\b(?:rash|hives|swell|swells|swollen|puff|sick|ill|itch|itchy|itching|wheez\w*|migraines?|headaches?|sneez\w*|vomit\w*|throw(?:s|ing)? up|cramps?|bloat\w*|attacks?|shock|eczema|asthma|reflux|heartburn|tummy|stomach|nause\w*|dizzy|drowsy|faint|cough\w*|throat|hospital|ambulance|a&e|er|spots|blotch\w*|diarrhoea|runs)\b/i
/** "Avocado is poisonous for Fado", "grapes are off limits for the dog". */
const HARMFUL_TO = new RegExp(
  `(?:is|are|can be|would be) (?:\\w+ )?(?<how>poisonous|toxic|poison|deadly|lethal|fatal|dangerous|harmful|unsafe|off[- ]limits|forbidden|taboo|out of bounds|not safe|not allowed|an? (?:absolute |strict )?no-go|bad) (?:for|to) (?:(?:my|our|her|his|the) (?:[\\w-]+ )?(?<kin>${KIN_PATTERN})(?:[ ,]+(?<called>\\p{Lu}[\\p{L}-]+))?(?!')|(?<name>\\p{Lu}\\p{Ll}[\\p{L}-]*))(?=$|[,.;]| (?:and|because|since|as|too)\\b)`,
  'u',
)
/** Said of animals rather than of the user. */
const OF_ANIMALS = /^(?:poisonous|toxic)$/
const CAPITAL = /^\p{Lu}/u

/** Whom a clause says that something makes ill, unless it is the user. Without the user's own names it could be either. */
export function affectedIn(text: string, ownNames: ReadonlySet<string>): Subject | undefined {
  const harmed = / (?:for|to) /.test(text) ? HARMFUL_TO.exec(text)?.groups : undefined
  if (harmed?.kin) {
    const called = harmed.called?.toLowerCase()
    return { who: 'other', relation: KIN_ATTRIBUTES.get(harmed.kin), name: called }
  }
  if (harmed && (ownNames.size || OF_ANIMALS.test(harmed.how!))) {
    const name = harmed.name!.toLowerCase()
    return ownNames.has(name) ? { who: 'self' } : { who: 'other', relation: undefined, name }
  }
  if (!ownNames.size) return undefined
  const { name, effect } = AFFECTS.exec(text)?.groups ?? {}
  if (name === undefined || !CAPITAL.test(name) || !EFFECT.test(effect!)) return undefined
  const plain = name.toLowerCase()
  return ownNames.has(plain) ? undefined : { who: 'other', relation: undefined, name: plain }
}
