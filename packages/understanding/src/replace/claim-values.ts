import type { Claim } from './claims.ts'
import { isSameValue } from './values.ts'

/** Names the value that it has become: a longer name for it is another one. */
export const BECAME = /\b(?:changed|switched|promoted|renamed|raised|lowered|reduced|increased) (?:from .{1,40} )?to\b/

/** A person can own several, and use one. */
const OWNED = /\|kind |\|favourit team$/

/** Whether a newer claim replaces an older one of the same key. `isExact`: a value that says more or less is another one. */
export function claimReplaces(
  newer: Claim,
  older: Claim,
  isChange: boolean,
  isExact: boolean,
): 'certain' | 'likely' | 'series' | undefined {
  if (!isExact && isSameValue(newer.value, older.value)) return undefined
  if (newer.strength === 'series' || older.strength === 'series') return 'series'
  if (newer.strength === 'certain' && older.strength === 'certain')
    return isChange || !(newer.needsChange || (older.needsChange && OWNED.test(older.key))) ? 'certain' : undefined
  if (newer.key.includes('~')) return 'likely'
  const isVariant = [...newer.value].some((stem) => older.value.has(stem) && stem !== 'every' && stem !== 'each')
  if (newer.isFrame) return isVariant && (isChange || newer.key.endsWith('|prefer')) ? 'certain' : undefined
  return isChange ? 'certain' : 'likely'
}
