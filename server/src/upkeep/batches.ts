import type { Db } from '../foundation/sql/db.ts'
import { join, raw, type Sql, sql } from '../foundation/sql/sql.ts'
import { identifier, type Table, withFixedFormats } from './tables.ts'

/** Rows read from one side, to be written to the other. */
export interface Batch {
  rows: number
  /** One list of values per column, each value as text. */
  values: (string | null)[][]
  /** The key of the last row. */
  last: string[]
}

const BATCH_ROWS_MAX = 5_000
const BATCH_ROWS_FIRST = 100
// Bounds the memory used on both sides; a single longer row is sent alone.
const BATCH_BYTES_MAX = 2 * 1024 * 1024

const list = (pieces: Sql[]) => join(pieces, sql`, `)

/**
 * Reads the rows of a table whose key is greater than `after`, in key order, in batches of bounded size. Values are
 * transferred in the text form of their type, which both engines read back without loss.
 */
export async function* readBatches(db: Db, table: Table, after: string[] | null): AsyncGenerator<Batch> {
  let last = after
  let limit = BATCH_ROWS_FIRST
  for (;;) {
    const query = nextRows(table, last, limit)
    const rows = await withFixedFormats(db, (db) => db.rows<Row>(query), true)
    const end = rows.at(-1)
    if (!end) return
    last = end.key
    yield { rows: rows.length, values: table.columns.map((_, at) => rows.map(({ texts }) => texts[at] ?? null)), last }
    // If the byte limit cut the last batch, read about as many rows as will fit next time.
    limit = Math.min(BATCH_ROWS_MAX, 2 * rows.length)
  }
}

interface Row {
  texts: (string | null)[]
  key: string[]
}

function nextRows(table: Table, after: string[] | null, limit: number): Sql {
  const key = list(table.key.map(identifier))
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const start = after && list(after.map((text, at) => sql`${text}::text::${raw(types.get(table.key[at]!)!)}`))
  const texts = list(table.columns.map(({ name }) => sql`${identifier(name)}::text`))
  return sql`
    select texts, key from (
      select texts, key, octet_length(texts::text) as bytes,
        sum(octet_length(texts::text)) over (order by position) as bytes_so_far, position
      from (
        select array[${texts}] as texts, array[${list(table.key.map((name) => sql`${identifier(name)}::text`))}] as key,
          row_number() over (order by ${key}) as position
        from ${identifier(table.name)} ${start ? sql`where (${key}) > (${start})` : sql``}
        order by ${key} limit ${limit}::int
      ) next
    ) measured
    where bytes_so_far - bytes < ${BATCH_BYTES_MAX}::int order by position`
}

/** Inserts one batch; the caller opens the transaction. */
export async function writeBatch(db: Db, table: Table, { values }: Batch): Promise<void> {
  const aliases = table.columns.map((_, at) => raw(`c${at}`))
  const columns = list(table.columns.map(({ name }) => identifier(name)))
  await db.count(sql`
    insert into ${identifier(table.name)} (${columns}) overriding system value
    select ${list(table.columns.map(({ type }, at) => sql`${aliases[at]}::${raw(type)}`))}
    from unnest(${list(values.map((texts) => sql`${texts}::text[]`))}) as batch (${list(aliases)})`)
}
