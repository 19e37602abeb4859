import type { Db } from '../sql/db.ts'
import { nothing, recordset, type Sql, sql } from '../sql/sql.ts'
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

const RESEALED = recordset('t', { id: 'text', was: 'bytea', now: 'bytea' })

/** Where a column is, and how its values were encrypted. */
interface Location<Row> {
  /** `table.column` */
  name: string
  table: Sql
  column: Sql
  /** The column of the row's key: text, or with `keyIsHash` bytes. */
  key: Sql
  keyIsHash?: boolean
  /** Further columns that the context depends on. */
  also?: Sql
  /** The encryption context of a row's value. */
  contextOf(key: string, row: Row): string
}

/** A sealed column of a table whose key is one column; rows without a value are left out. */
export function sealedColumn<Row = unknown>(at: Location<Row>): SealedColumn {
  const { name, table, column, key, also = nothing, contextOf } = at
  const keyOf = (text: Sql) => (at.keyIsHash ? sql`decode(${text}, 'hex')` : text)
  return {
    name,
    async read(db, after, limit) {
      const rows = await db.rows<{ sealed_key: string; sealed: Buffer } & Row>(sql`
        select ${at.keyIsHash ? sql`encode(${key}, 'hex')` : key} as sealed_key, ${column} as sealed ${also} from ${table}
        where ${key} > ${keyOf(sql`${after?.[0] ?? ''}`)} and ${column} is not null order by ${key} limit ${limit}`)
      return rows.map((row) => ({ key: [row.sealed_key], sealed: row.sealed, context: contextOf(row.sealed_key, row) }))
    },
    replace: (db, values) =>
      db.count(sql`
        update ${table} s set ${column} = t.now
        from ${RESEALED(values.map(({ key: [id], sealed, now }) => ({ id, was: sealed, now })))}
        where s.${key} = ${keyOf(sql`t.id`)} and s.${column} = t.was`),
  }
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
