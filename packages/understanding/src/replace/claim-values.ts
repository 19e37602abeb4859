import type { Claim } from './claims.ts'
import { isSameDose } from './doses.ts'
import { isSameValue } from './values.ts'

/** "Mia's school: 020 555 0108" says where the school can be reached, and "goes to Elm School" which one it is. */
function isPhoneNumber(value: ReadonlySet<string>): boolean {
  const stems = [...value]
  return stems.every((stem) => /^\+?\d[\d()/-]*$/.test(stem)) && stems.join('').replace(/\D/g, '').length >= 7
}

/** Names the value that it has become: a longer name for it is another one. */
export const BECAME = /\b(?:changed|switched|promoted|renamed|raised|lowered|reduced|increased) (?:from .{1,40} )?to\b/

/** A person can own several, and use one. */
const OWNED = /\|kind |\|favourit team$/

/** The share of a long value that another one of the same kind has in common with it. */
const VARIANT_MIN = 0.3

/** Whether a newer claim replaces an older one of the same key. `isExact`: a value that says more or less is another one. */
export function claimReplaces(
  newer: Claim,
  older: Claim,
  isChange: boolean,
  isExact: boolean,
): 'certain' | 'likely' | 'series' | undefined {
  if ((!isExact && isSameValue(newer.value, older.value)) || isSameDose(newer, older)) return undefined
  if (isPhoneNumber(newer.value) !== isPhoneNumber(older.value)) return undefined
  if (newer.strength === 'series' || older.strength === 'series') return 'series'
  // By what a person goes is no full name, and replaces none for certain.
  if (newer.key.endsWith('|name') && newer.value.size < older.value.size) return isChange ? 'likely' : undefined
  if (newer.strength === 'certain' && older.strength === 'certain')
    return isChange || !(newer.needsChange || (older.needsChange && OWNED.test(older.key))) ? 'certain' : undefined
  if (newer.key.includes('~')) return 'likely'
  // "Switched to Lakeside" can be a school, or anything else of a name.
  if (newer.strength === 'likely' && newer.key.endsWith('|school')) return 'likely'
  const shared = [...newer.value].filter((stem) => older.value.has(stem) && stem !== 'every' && stem !== 'each').length
  const isOfOther = newer.key.endsWith('|prefer') && !sharesHead(newer, older)
  const isVariant = !isOfOther && shared > 0 && shared >= Math.min(newer.value.size, older.value.size) * VARIANT_MIN
  if (newer.isFrame)
    return isVariant && (isChange || /\|(?:prefer|pray at|worship at)$/.test(newer.key)) ? 'certain' : undefined
  return isChange ? 'certain' : 'likely'
}

/** "Short answers" and "long answers", unlike "short answers" and "short stories". */
function sharesHead(newer: Claim, older: Claim): boolean {
  return [newer, older].some(({ value }) => {
    const head = [...value].at(-1)!
    return newer.value.has(head) && older.value.has(head)
  })
}

/** "Working hours are 8:00 to 16:30": whether a newer claim states other hours, of which there are one at a time. */
export function isHoursAnew(newer: readonly Claim[], older: readonly Claim[]): boolean {
  return newer.some(
    ({ key, strength, needsChange, value }) =>
      strength === 'certain' &&
      !needsChange &&
      /\|hours /.test(key) &&
      older.some((claim) => claim.key === key && !isSameValue(claim.value, value)),
  )
}
