import type { Reading } from './reading.ts'
import { isSameValue } from './values.ts'
import { stemOf } from './words.ts'

/*
 * What is said of a partner is no longer said of one after the separation: "girlfriend Xinyi studies medicine in Leuven" before "Xinyi and I
 * broke up".
 */

const OWN = 'self|partner'

/** Whether a newer statement says that the person has separated from the partner whom an older one is about. */
export function leavesPartner(newer: Reading, older: Reading): boolean {
  const [about, ...more] = older.clauses
  if (!about || more.length || about.cues().isPast || about.cues().isHypothetical) return false
  const { owner, topic } = about.assertion
  if (owner?.relation !== 'partner' || topic.length || about.partnership || about.ending) return false
  if (older.facts().some(({ attribute }) => attribute.isSafety || attribute.group === 'health')) return false
  const name = owner.name === undefined ? undefined : new Set(owner.name.split(' ').map(stemOf))
  return newer.clauses.some(({ partnership, cues }) => {
    if (partnership?.status !== 'parted' || partnership.key !== OWN || partnership.isOnlyNamed) return false
    if (cues().isHypothetical || cues().isTemporary) return false
    return !partnership.name || (name !== undefined && isSameValue(partnership.name, name))
  })
}

const PARTNER = '(?<who>girlfriend|boyfriend|partner|fianc[eé]e?)'
const NAME = '(?<name>\\p{Lu}[\\p{L}-]+)'
/** "My girlfriend is Thao". */
const IS_NAMED = new RegExp(
  `^(?:[Mm]y |[Hh]er |[Hh]is )?${PARTNER}(?:'s name)?(?: is(?: now)?(?: called| named)?|:| called| named) ${NAME}[.!]?$`,
  'iu',
)
/** "My girlfriend Quyen is a tattoo artist". */
const NAMED = new RegExp(
  `^(?:[Mm]y |[Hh]er |[Hh]is )?(?:new )?${PARTNER},? ${NAME},? (?!and\\b|or\\b|was\\b|had\\b|used\\b)\\p{Ll}+`,
  'iu',
)

/** Whether a newer text calls the partner by another name than the older one, which says no more than the name. */
export function namesOtherPartner(newer: Reading, older: Reading): boolean {
  const before = IS_NAMED.exec(older.text.trim())?.groups
  const next = before && NAMED.exec(newer.text.trim())?.groups
  if (!before || !next || before.who!.toLowerCase() !== next.who!.toLowerCase()) return false
  if (newer.clauses.some(({ cues }) => cues().isPast || cues().isHypothetical)) return false
  const [old, name] = [before.name!, next.name!]
  // "Beth" can be Elizabeth.
  return /^\p{Lu}\p{Ll}/u.test(old) && /^\p{Lu}\p{Ll}/u.test(name) && old.charAt(0) !== name.charAt(0)
}
