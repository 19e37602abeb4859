import pg from 'pg'
import type { Db } from '../foundation/sql/db.ts'
import { MOVE_MARKER_TABLE } from '../foundation/sql/migrate.ts'
import { raw, type Sql, sql } from '../foundation/sql/sql.ts'

/** A table as described by the database catalog. */
export interface Table {
  name: string
  /** The stored columns, in order; generated columns are left out. */
  columns: { name: string; type: string }[]
  /** The columns of the primary key, in key order. */
  key: string[]
}

/** A table's row count, and a checksum of its rows that does not depend on their order. */
export interface TableChecksum {
  table: string
  rows: number
  checksum: string
}

// The migration history and the progress of a move are not copied.
const NOT_DATA = ['migrations', MOVE_MARKER_TABLE]

/** A quoted SQL identifier. */
export const identifier = (name: string): Sql => raw(pg.escapeIdentifier(name))

/**
 * Runs a transaction, without a statement timeout, in which both engines write every value in the same text form.
 * @param readOnly whether the transaction may only read.
 */
export function withFixedFormats<T>(db: Db, work: (db: Db) => Promise<T>, readOnly = false): Promise<T> {
  const configured = async (db: Db) => {
    await db.rows(sql`
      select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, MDY', true),
        set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`)
    if (readOnly) await db.rows(sql`select set_config('transaction_read_only', 'on', true)`)
    return work(db)
  }
  return db.transaction(configured, { patient: true })
}

/**
 * All tables with data, ordered so that each follows the tables its foreign keys reference.
 * @throws when a table has no primary key or foreign keys form a cycle: such a schema cannot be copied in order.
 */
export async function listTables(db: Db): Promise<Table[]> {
  const tables = await db.rows<Table & { refers: string[] }>(sql`
    select c.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by attnum)
        from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by k.position), '[]')
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, position)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and indisprimary) as key,
      (select coalesce(json_agg(distinct r.relname), '[]')
        from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and contype = 'f') as refers
    from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and not c.relname = any(${NOT_DATA}::text[])
    order by relname collate "C"`)
  const keyless = tables.filter(({ key }) => key.length === 0)
  if (keyless.length) throw new Error(`tables without a primary key: ${keyless.map(({ name }) => name).join(', ')}`)
  const ordered: Table[] = []
  for (let remaining = tables; remaining.length; ) {
    const names = new Set(remaining.map(({ name }) => name))
    const free = remaining.filter(({ refers }) => !refers.some((name) => names.has(name)))
    if (!free.length) throw new Error(`foreign keys form a cycle: ${[...names].join(', ')}`)
    ordered.push(...free.map(({ name, columns, key }) => ({ name, columns, key })))
    remaining = remaining.filter((table) => !free.includes(table))
  }
  return ordered
}

/** Whether any data table has a row; false for a database without tables. */
export async function hasRows(db: Db): Promise<boolean> {
  for (const { name } of await listTables(db))
    if (await db.maybe(sql`select 1 from ${identifier(name)} limit 1`)) return true
  return false
}

/**
 * Counts and checksums a table, by the same statement on both engines; call it within {@link withFixedFormats}. Each
 * row is hashed as one text, and the two halves of the hashes are summed, so equal sums mean equal multisets of rows.
 */
async function checksumTable(db: Db, { name, columns }: Table): Promise<TableChecksum> {
  const sorted = columns.map(({ name }) => name).sort()
  const row = raw(sorted.map((column) => pg.escapeIdentifier(column)).join(', '))
  const half = (from: number) => raw(`sum(('x' || substr(hash, ${from}, 16))::bit(64)::bigint::numeric)`)
  const { rows, checksum } = await db.one<Omit<TableChecksum, 'table'>>(sql`
    select count(*) as rows, coalesce(${half(1)} || ':' || ${half(17)}, '') as checksum
    from (select encode(sha256(convert_to(row(${row})::text, 'UTF8')), 'hex') as hash from ${identifier(name)}) each`)
  return { table: name, rows, checksum }
}

/** The checksums of all tables, read in one read-only transaction. */
export async function checksumAll(db: Db): Promise<TableChecksum[]> {
  return withFixedFormats(
    db,
    async (db) => {
      const checksums: TableChecksum[] = []
      for (const table of await listTables(db)) checksums.push(await checksumTable(db, table))
      return checksums
    },
    true,
  )
}

/** The tables that differ between two lists, or are missing from one of them. */
export function differingTables(some: TableChecksum[], others: TableChecksum[]): string[] {
  const texts = new Map(others.map(({ table, rows, checksum }) => [table, `${rows} ${checksum}`]))
  const wrong = some.filter(({ table, rows, checksum }) => texts.get(table) !== `${rows} ${checksum}`)
  const missing = others.filter(({ table }) => !some.some((each) => each.table === table))
  return [...wrong, ...missing].map(({ table }) => table)
}
