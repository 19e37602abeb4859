import type { Db } from '../foundation/db.ts'
import { join, raw, type Sql, sql } from '../foundation/sql.ts'
import { named, plainly, type Table } from './tables.ts'

/** Rows on their way: a list of texts for each column, and the key of the last row. */
export interface Batch {
  rows: number
  values: (string | null)[][]
  last: string[]
}

const BATCH_ROWS_MAX = 5_000
const BATCH_ROWS_FIRST = 100
// Bounds the memory of both sides; one row that is longer goes alone.
const BATCH_BYTES_MAX = 2 * 1024 * 1024

const columnsOf = (table: Table) => list(table.columns.map(({ name }) => named(name)))
const list = (pieces: Sql[]) => join(pieces, sql`, `)

/**
 * All rows of a table behind a key, in the order of its key, in batches of bounded size. Every value travels as the
 * text its type has for it, so nothing is lost on the way.
 */
export async function* batchesOf(db: Db, table: Table, after: string[] | null): AsyncGenerator<Batch> {
  let last = after
  let limit = BATCH_ROWS_FIRST
  for (;;) {
    const asked = limit
    const rows = await plainly(db, (db) => db.rows<Row>(nextRows(table, last, asked)), true)
    const end = rows.at(-1)
    if (!end) return
    last = end.key
    yield { rows: rows.length, values: table.columns.map((_, at) => rows.map(({ texts }) => texts[at] ?? null)), last }
    // After a cut by size only about as many are looked at as will fit.
    limit = Math.min(BATCH_ROWS_MAX, 2 * rows.length)
  }
}

interface Row {
  texts: (string | null)[]
  key: string[]
}

function nextRows(table: Table, after: string[] | null, limit: number): Sql {
  const key = list(table.key.map(named))
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const place = after && list(after.map((text, at) => sql`${text}::text::${raw(types.get(table.key[at]!)!)}`))
  const texts = list(table.columns.map(({ name }) => sql`${named(name)}::text`))
  return sql`
    select texts, key from (
      select texts, key, octet_length(texts::text) as bytes,
        sum(octet_length(texts::text)) over (order by place) as so_far, place
      from (
        select array[${texts}] as texts, array[${list(table.key.map((name) => sql`${named(name)}::text`))}] as key,
          row_number() over (order by ${key}) as place
        from ${named(table.name)} ${place ? sql`where (${key}) > (${place})` : sql``}
        order by ${key} limit ${limit}::int
      ) next
    ) measured
    where so_far - bytes < ${BATCH_BYTES_MAX}::int order by place`
}

/** Writes one batch; within a transaction. */
export async function writeBatch(db: Db, table: Table, { values }: Batch): Promise<void> {
  const places = table.columns.map((_, at) => raw(`c${at}`))
  await db.count(sql`
    insert into ${named(table.name)} (${columnsOf(table)}) overriding system value
    select ${list(table.columns.map(({ type }, at) => sql`${places[at]}::${raw(type)}`))}
    from unnest(${list(values.map((texts) => sql`${texts}::text[]`))}) as batch (${list(places)})`)
}
