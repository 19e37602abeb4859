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
