import type { Db } from '../sql/db.ts'
import type { Vault } from './secrets.ts'

/*
 * Sealed columns hold values encrypted with the secret key. Each is a value, like a route: the list of them tells what a
 * change of the key has to seal again, and a test finds columns that are missing from it.
 */

/** A sealed value and its row. */
export interface SealedValue {
  /** The columns of the row's key, in order. */
  key: readonly string[]
  sealed: Buffer
  /** Its encryption context. */
  context: string
}

/** A value and what to replace it with. */
export interface Resealed extends SealedValue {
  now: Buffer
}

/** A column of sealed values. */
export interface SealedColumn {
  /** `table.column` */
  name: string
  /** The values of the next rows after a key, in the order of keys. */
  read(db: Db, after: readonly string[] | null, rows: number): Promise<SealedValue[]>
  /** Replaces values that are still the ones that were read; returns how many. */
  replace(db: Db, values: readonly Resealed[]): Promise<number>
}

/** What a walk over sealed values found. */
export interface ResealCounts {
  /** Values that the current key opened. */
  current: number
  /** Values that the previous key opened; they are sealed with the current one now. */
  resealed: number
  /** Values that neither key opened; they are unchanged. */
  unreadable: number
}

const BATCH_ROWS = 100

/**
 * Seals every value of a column that the previous key opens with the current key, in batches. Other processes may change
 * the same rows meanwhile; their values stay. Can be interrupted at any time and repeated.
 */
export async function resealColumn(db: Db, vault: Vault, column: SealedColumn): Promise<ResealCounts> {
  const counts: ResealCounts = { current: 0, resealed: 0, unreadable: 0 }
  let after: readonly string[] | null = null
  for (;;) {
    const values: SealedValue[] = await column.read(db, after, BATCH_ROWS)
    const last = values.at(-1)
    if (!last) return counts
    after = last.key
    const stale = values.filter(({ sealed, context }) => !vault.isCurrent(sealed, context))
    const resealed = stale.flatMap((value) => reseal(vault, value))
    counts.current += values.length - stale.length
    counts.unreadable += stale.length - resealed.length
    if (resealed.length) counts.resealed += await column.replace(db, resealed)
  }
}

function reseal(vault: Vault, value: SealedValue): Resealed[] {
  const plain = openOrUndefined(vault, value)
  return plain === undefined ? [] : [{ ...value, now: vault.seal(plain, value.context) }]
}

/** The content of a sealed value; `undefined` if no key opens it. */
export function openOrUndefined(vault: Vault, { sealed, context }: Omit<SealedValue, 'key'>): string | undefined {
  try {
    return vault.open(sealed, context)
  } catch {
    return undefined
  }
}
