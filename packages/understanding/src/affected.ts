import type { Subject } from './statement.ts'

/** What something does to a person by name: "egg white gives Naledi a rash". The substance is the subject of the clause. */
const AFFECTS =
  /^(?!(?:i|we|you|she|he|they)\b)[^.;!?]+? (?:gives?|gave|makes?|made|sends?|sent|brings?|brought|puts?|leaves?|left) (?<name>\p{Lu}\p{Ll}[\p{L}-]*)\b(?<effect>.*)/iu
const EFFECT =
  /\b(?:rash|hives|swell|swells|swollen|puff|sick|ill|itch|itchy|itching|wheez\w*|migraines?|headaches?|sneez\w*|vomit\w*|throw(?:s|ing)? up|cramps?|bloat\w*|attacks?|shock|eczema|asthma|reflux|heartburn|tummy|stomach|nause\w*|dizzy|drowsy|faint|cough\w*|throat|hospital|ambulance|a&e|er|spots|blotch\w*|diarrhoea|runs)\b/i
const CAPITAL = /^\p{Lu}/u

/** Whom a clause says that something makes ill, unless it is the user. Without the user's own names it could be either. */
export function affectedIn(text: string, ownNames: ReadonlySet<string>): Subject | undefined {
  if (!ownNames.size) return undefined
  const { name, effect } = AFFECTS.exec(text)?.groups ?? {}
  if (name === undefined || !CAPITAL.test(name) || !EFFECT.test(effect!)) return undefined
  const plain = name.toLowerCase()
  return ownNames.has(plain) ? undefined : { who: 'other', relation: undefined, name: plain }
}
