import type { Db } from '../src/foundation/sql/db.ts'
import { join, raw, sql } from '../src/foundation/sql/sql.ts'
import { identifier, listTables, type Table } from '../src/upkeep/tables.ts'

/*
 * Generates rows for every table from the catalog alone, so that future tables are covered too. In row n of each table
 * all key, reference and indexed columns hold `n`, so that references match; other columns hold values that are hard
 * to copy.
 */

const HARD_TEXTS = [
  '',
  ' ',
  "it's",
  '"\\n',
  '\\N',
  'NULL',
  '{a,"b"}',
  '𝒜🏃🏽‍♀️\u2028',
  '\t\r\n',
  '(1,2)',
  '\u0001\u007f',
]
const HARD_JSON = ['null', '{"a": [1, null, "\\"\\\\"], "b": 1.10}', '"text"', '[]', '123456789012345678901234567890.5']
const HARD_NUMBERS = ['0', '0.30000000000000004', '1e-300', '100', '33.333333333333336']
const HARD_LISTS = ['{}', '{"",NULL,"NULL","a,b"}', '{"\\"quoted\\"","\\\\"}']
const HARD_TIMES = ['2026-11-21 12:00:00.123+00', '0001-01-01 00:00:00+00', '9999-12-31 23:59:59.999+14']
const HARD_BYTES = ['\\x', '\\x00', `\\x${Buffer.from(Array.from({ length: 256 }, (_, i) => i)).toString('hex')}`]

interface Column {
  name: string
  type: string
  nullable: boolean
  /** Whether it is part of an index or a foreign key. */
  tied: boolean
  /** The values listed in its check constraints. */
  choices: string[]
}

/** Inserts `count` rows into every table of a fresh schema. */
export async function fillTables(db: Db, count: number): Promise<void> {
  for (const table of await listTables(db)) {
    const columns = await columnsOf(db, table)
    const fits = await fitting(db, table, columns)
    for (let from = 1; from <= count; from += 1_000)
      await insert(db, table, columns, fits, from, Math.min(count, from + 999))
  }
}

/** One attempt to satisfy a table's checks: which choices, and whether nullable columns are null. */
interface Way {
  choice: number
  sparse: boolean
}

// Checks that span columns are satisfied by trying combinations.
async function fitting(db: Db, table: Table, columns: Column[]): Promise<Way> {
  let last: unknown
  for (const sparse of [false, true])
    for (let choice = 0; choice < 6; choice++)
      try {
        await insert(db, table, columns, { choice, sparse }, 0, 0)
        return { choice, sparse }
      } catch (error) {
        last = error
      }
  throw new Error(`no row was found that the checks of ${table.name} take`, { cause: last })
}

async function insert(db: Db, table: Table, columns: Column[], way: Way, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from + 1 }, (_, i) => columns.map((column) => textOf(column, way, from + i)))
  const names = join(
    columns.map(({ name }) => identifier(name)),
    sql`, `,
  )
  const places = columns.map((_, at) => raw(`c${at}`))
  await db.count(sql`
    insert into ${identifier(table.name)} (${names})
    select ${join(
      columns.map(({ type }, at) => sql`${places[at]}::${raw(type)}`),
      sql`, `,
    )}
    from unnest(${join(
      columns.map((_, at) => sql`${rows.map((row) => row[at])}::text[]`),
      sql`, `,
    )})
      as r (${join(places, sql`, `)})`)
}

function textOf({ type, nullable, tied, choices }: Column, { choice, sparse }: Way, n: number): string | null {
  if (choices.length) return choices[choice % choices.length]!
  if (nullable && sparse) return null
  const hard = (values: string[]) => values[n % values.length]!
  if (type === 'boolean') return String(n % 2 === 0)
  if (type === 'bytea') return tied ? `\\x${Buffer.from(`n${n}`).toString('hex')}` : hard(HARD_BYTES)
  if (type === 'jsonb') return hard(HARD_JSON)
  if (type === 'text[]') return hard(HARD_LISTS)
  if (type === 'date') return new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10)
  if (type === 'double precision') return hard(HARD_NUMBERS)
  if (type.startsWith('timestamp')) return type.endsWith('[]') ? `{"${hard(HARD_TIMES)}"}` : hard(HARD_TIMES)
  if (/int|numeric/.test(type)) return String(n % 30_000)
  return tied ? `n${n}` : hard(HARD_TEXTS) + (nullable ? '' : n)
}

async function columnsOf(db: Db, { name }: Table): Promise<Column[]> {
  const columns = await db.rows<Omit<Column, 'choices'> & { checks: string[] }>(sql`
    select a.attname::text as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
      exists (select 1 from pg_index i where i.indrelid = attrelid and attnum = any(i.indkey::int2[]))
        or exists (select 1 from pg_constraint f where f.conrelid = attrelid and contype = 'f' and attnum = any(conkey)) as tied,
      (select coalesce(json_agg(pg_get_constraintdef(k.oid)), '[]') from pg_constraint k
        where k.conrelid = attrelid and contype = 'c' and conkey = array[attnum]) as checks
    from pg_attribute a
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
    order by attnum`)
  return columns.map(({ checks, ...column }) => ({
    ...column,
    choices: checks.flatMap((check) => [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => value!)),
  }))
}
