import pg from 'pg'
import type { Db } from '../foundation/db.ts'
import { MOVING } from '../foundation/migrate.ts'
import { raw, type Sql, sql } from '../foundation/sql.ts'

/** A table as the catalog has it. */
export interface Table {
  name: string
  /** Those that are stored, with their types, in their order. */
  columns: { name: string; type: string }[]
  /** The columns of the primary key, in its order. */
  key: string[]
}

/** How many rows a table has, and a sum over all of them that does not depend on their order. */
export interface Seal {
  table: string
  rows: number
  checksum: string
}

// The schema's own history, and the mark of a move, are not data.
const NOT_DATA = ['migrations', MOVING]

/** A name in SQL's quotes. */
export const named = (name: string): Sql => raw(pg.escapeIdentifier(name))

/**
 * A transaction in which both engines write every value alike, and for as long as it takes. With `untouched` it may
 * only read.
 */
export function plainly<T>(db: Db, work: (db: Db) => Promise<T>, untouched = false): Promise<T> {
  const plain = async (db: Db) => {
    await db.rows(sql`
      select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, MDY', true),
        set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`)
    if (untouched) await db.rows(sql`select set_config('transaction_read_only', 'on', true)`)
    return work(db)
  }
  return db.transaction(plain, { patient: true })
}

/**
 * Every table with data of ours, each after those its foreign keys name.
 * @throws when one has no primary key, or when foreign keys run in a circle: such a schema cannot be copied in order.
 */
export async function listTables(db: Db): Promise<Table[]> {
  const tables = await db.rows<Table & { refers: string[] }>(sql`
    select c.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by attnum)
        from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by k.place), '[]')
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, place)
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
  if (keyless.length) throw new Error(`no primary key: ${keyless.map(({ name }) => name).join(', ')}`)
  const ordered: Table[] = []
  for (let left = tables; left.length; ) {
    const later = new Set(left.map(({ name }) => name))
    const free = left.filter(({ refers }) => !refers.some((name) => later.has(name)))
    if (!free.length) throw new Error(`foreign keys in a circle: ${[...later].join(', ')}`)
    ordered.push(...free.map(({ name, columns, key }) => ({ name, columns, key })))
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/** Whether any of our tables has a row; a database without tables has none. */
export async function holdsRows(db: Db): Promise<boolean> {
  for (const { name } of await listTables(db))
    if (await db.maybe(sql`select 1 from ${named(name)} limit 1`)) return true
  return false
}

/**
 * Counts and sums up a table, by the same statement on both engines; within {@link plainly}. Each row is hashed with
 * all its values in one text; the sums of both halves of the hashes tell one multiset of rows from another.
 */
async function sealTable(db: Db, { name, columns }: Table): Promise<Seal> {
  const texts = columns.map(({ name }) => name).sort()
  const row = raw(texts.map((column) => pg.escapeIdentifier(column)).join(', '))
  const half = (from: number) => raw(`sum(('x' || substr(hash, ${from}, 16))::bit(64)::bigint::numeric)`)
  const { rows, checksum } = await db.one<Omit<Seal, 'table'>>(sql`
    select count(*) as rows, coalesce(${half(1)} || ':' || ${half(17)}, '') as checksum
    from (select encode(sha256(convert_to(row(${row})::text, 'UTF8')), 'hex') as hash from ${named(name)}) each`)
  return { table: name, rows, checksum }
}

/** The seals of all tables, changing nothing. */
export async function sealAll(db: Db): Promise<Seal[]> {
  return plainly(
    db,
    async (db) => {
      const seals: Seal[] = []
      for (const table of await listTables(db)) seals.push(await sealTable(db, table))
      return seals
    },
    true,
  )
}

/** The tables of which two lists of seals do not say the same. */
export function differing(some: Seal[], others: Seal[]): string[] {
  const texts = new Map(others.map(({ table, rows, checksum }) => [table, `${rows} ${checksum}`]))
  const wrong = some.filter(({ table, rows, checksum }) => texts.get(table) !== `${rows} ${checksum}`)
  const missing = others.filter(({ table }) => !some.some((seal) => seal.table === table))
  return [...wrong, ...missing].map(({ table }) => table)
}
