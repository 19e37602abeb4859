import { enlarged } from './lists.ts'
import { NAMING } from './row-readings.ts'
import { NO_SCOPE } from './scope-numbers.ts'
import type { CopiesRequest, CopiesResult } from './types.ts'
import { COUNT_BITS, type UserIndex } from './user-index.ts'

/*
 * Proposes rows that may say the same as others: current rows of one scope with nearly the same terms. The work for each
 * row is bounded: only rows that share one of its rarest terms are compared, and terms of very many rows are skipped.
 */

/** Of each row, the rarest terms that other rows contain, too. */
const RARE_TERMS_MAX = 6
/** Terms with more postings are not looked up. */
const POSTINGS_MAX = 5_000
/** Rows compared with each row, those with the most rare terms in common first. */
const COMPARED_MAX = 64
const COPIES_MAX = 10
/** The share of common terms, of all terms of two rows. */
const COMMON_MIN = 0.5

/** By slot: the rare terms in common with the current row; all 0 between rows. */
let shared = new Uint8Array(1024)

/** Finds rows of nearly the same terms as each of some rows. Rows that are not in the index have no copies. */
export function copiesOf(index: UserIndex, version: number, { ids, now }: CopiesRequest): CopiesResult {
  if (shared.length < index.slots) shared = enlarged(shared, index.slots)
  const copies = ids.map((id) => {
    const slot = index.slotsOf(id).find((slot) => isCurrent(index, slot, now))
    return slot === undefined ? [] : copiesOfRow(index, slot, now)
  })
  return { version, copies }
}

function copiesOfRow(index: UserIndex, slot: number, now: number): string[] {
  const terms = termsOf(index, slot)
  const compared = withSharedTerms(index, slot, terms)
    .filter((other) => isCurrent(index, other, now))
    .slice(0, COMPARED_MAX)
  const mine = new Set(terms)
  const found: { id: string; common: number }[] = []
  for (const other of compared) {
    const length = index.terms.read(other)
    let common = 0
    for (let at = 0; at < length; at++) if (mine.has(index.terms.values[at]!)) common++
    const share = common / (mine.size + length - common)
    if (share >= COMMON_MIN) found.push({ id: index.ids[other]!, common: share })
  }
  found.sort((a, b) => b.common - a.common || (a.id < b.id ? 1 : -1))
  return found.slice(0, COPIES_MAX).map(({ id }) => id)
}

/** Slots of the same scope that share rare terms with a row, the most first, the newest first of equal ones. */
function withSharedTerms(index: UserIndex, slot: number, terms: readonly number[]): number[] {
  const { postings, ids, scopes, scopeOf } = index
  const rare = terms
    .map((term) => ({ term, length: postings.length(term) }))
    .filter(({ length }) => length > 1 && length <= POSTINGS_MAX)
    .sort((a, b) => a.length - b.length || a.term - b.term)
    .slice(0, RARE_TERMS_MAX)
  const found: number[] = []
  const scope = scopes.names[scopeOf[slot]!]
  for (const { term, length } of rare) {
    const start = postings.start(term)
    for (let at = start; at < start + length; at++) {
      const other = postings.cells[at]! >>> COUNT_BITS
      if (other === slot || scopes.names[scopeOf[other]!] !== scope) continue
      if (shared[other]!++ === 0) found.push(other)
    }
  }
  found.sort((a, b) => shared[b]! - shared[a]! || (ids[a]! < ids[b]! ? 1 : -1))
  for (const other of found) shared[other] = 0
  return found
}

function termsOf({ terms }: UserIndex, slot: number): number[] {
  return Array.from(terms.values.subarray(0, terms.read(slot)))
}

/** Whether a row is neither removed nor superseded, has not ended or expired, and is read as for the owner. */
function isCurrent({ scopeOf, scopes, validity }: UserIndex, slot: number, now: number): boolean {
  const scope = scopeOf[slot]!
  return (
    scope !== NO_SCOPE &&
    !scopes.isSuperseded[scope] &&
    scopes.namings[scope] !== NAMING.nameless &&
    validity.until(slot) > now &&
    !validity.isExpired(slot, now)
  )
}
