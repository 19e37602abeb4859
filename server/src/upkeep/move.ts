import { type Database, type Db, openPostgres } from '../foundation/db.ts'
import { MOVING, migrate, schemaOf } from '../foundation/migrate.ts'
import { join, raw, sql } from '../foundation/sql.ts'
import { batchesOf, writeBatch } from './batches.ts'
import { type Key, tryKey } from './key.ts'
import { Refusal } from './refusal.ts'
import { onDirectory } from './source.ts'
import { differing, holdsRows, listTables, named, plainly, type Seal, sealAll, type Table } from './tables.ts'

/** What is to be moved, and how. */
export interface Move {
  /** The data directory. */
  from: string
  /** The address of a PostgreSQL database with nothing in it. */
  to: string
  /** What the service was run with. */
  key: Key
  /** Forget what an earlier move brought that was cut off, and begin anew. */
  restart: boolean
  /** Takes a line for the person who waits. */
  say: (line: string) => void
}

const SAY_EVERY_MS = 1_000

const mark = named(MOVING)

/**
 * Copies an embedded database into PostgreSQL and compares both, table by table. It may end at any moment and be
 * called again: a table in the target says how far each table has come, written together with the rows, and as long
 * as it stands no service starts there. The source is only read.
 * @throws Refusal when either side is not what it should be, or when both are not the same in the end.
 */
export async function move({ from, to, key, restart, say }: Move): Promise<Seal[]> {
  return onDirectory(from, async (source) => {
    await refuseOtherSchema(source, `The data directory ${from}`)
    await tryKey(source, key)
    // Without names for its statements, as the address may be a pooler's.
    const target = openPostgres(to, { prepare: false })
    try {
      const seals = await moveInto(target, source, restart, say)
      say(`Start the service with this DATABASE_URL, and with SECRET_KEY as it is in ${key.place}.`)
      return seals
    } finally {
      await target.close()
    }
  })
}

async function moveInto(target: Database, source: Database, restart: boolean, say: Move['say']): Promise<Seal[]> {
  const tables = await listTables(source)
  if (!(await isMarked(target))) {
    if (await holdsRows(target)) return sameAlready(source, target, say)
    await migrate(target)
    await setMark(target, source, tables)
  } else if (restart) {
    await clear(target, source, tables)
  }
  await refuseOtherSchema(target, 'The target')
  await refuseOtherSource(target, source)
  for (const table of tables) await copyTable(source, target, table, say)
  await copySequences(source, target)
  say('comparing')
  const [seals, theirs] = await Promise.all([sealAll(source), sealAll(target)])
  const wrong = differing(seals, theirs)
  if (wrong.length)
    throw new Refusal(
      `Both sides differ in ${wrong.join(', ')}: something wrote to one of them since the move began. ` +
        'Run it again with --restart.',
    )
  for (const { table, rows, checksum } of seals) say(`${table}: ${rows} rows, ${checksum || 'empty'}`)
  await target.count(sql`drop table ${mark}`)
  await plainly(target, (db) => db.count(sql`analyze`))
  return seals
}

// The end may have been reached, and only the word of it lost.
async function sameAlready(source: Database, target: Database, say: Move['say']): Promise<Seal[]> {
  const [seals, theirs] = await Promise.all([sealAll(source), sealAll(target)])
  if (differing(seals, theirs).length)
    throw new Refusal('The target already holds other data. Move into a database with nothing in it.')
  say('everything has been moved already')
  return seals
}

async function refuseOtherSchema(db: Db, what: string): Promise<void> {
  const { lacking, unknown } = await schemaOf(db)
  if (unknown.length)
    throw new Refusal(`${what} is of a later version than this one, which does not know ${unknown[0]}.`)
  if (lacking.length)
    throw new Refusal(
      `${what} is of an earlier version: ${lacking[0]} is missing. Start and stop this version on it once.`,
    )
}

async function isMarked(target: Db): Promise<boolean> {
  return (await target.one<{ marked: boolean }>(sql`select to_regclass(${MOVING}) is not null as marked`)).marked
}

async function setMark(target: Db, source: Db, tables: Table[]): Promise<void> {
  const id = await identify(source)
  await target.transaction(async (db) => {
    await db.count(sql`
      create table ${mark} (
        name text primary key, source text not null, last text[], rows bigint not null, done boolean not null)`)
    await db.count(sql`
      insert into ${mark} select name, ${id}, null, 0, false from unnest(${tables.map(({ name }) => name)}::text[]) name`)
  })
}

async function clear(target: Db, source: Db, tables: Table[]): Promise<void> {
  await target.transaction(async (db) => {
    await db.count(sql`drop table ${mark}`)
    await db.count(
      sql`truncate ${join(
        tables.map(({ name }) => named(name)),
        sql`, `,
      )}`,
    )
    await setMark(db, source, tables)
  })
}

async function refuseOtherSource(target: Db, source: Db): Promise<void> {
  const id = await identify(source)
  if (await target.maybe(sql`select 1 from ${mark} where source <> ${id} limit 1`))
    throw new Refusal('A move from another data directory into this target has not ended. Add --restart to forget it.')
}

async function identify(source: Db): Promise<string> {
  return (await source.one<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`)).id
}

async function copyTable(source: Database, target: Database, table: Table, say: Move['say']): Promise<void> {
  const { name } = table
  const at = await target.one<{ last: string[] | null; rows: number; done: boolean }>(
    sql`select last, rows, done from ${mark} where name = ${name}`,
  )
  if (at.done) return
  const { total } = await source.one<{ total: number }>(sql`select count(*) as total from ${named(name)}`)
  if (at.rows) say(`${name}: continuing after ${at.rows} rows`)
  const progress = openProgress(name, at.rows, total, say)
  for await (const batch of ahead(batchesOf(source, table, at.last))) {
    await plainly(target, async (db) => {
      // Batches may be lost together with their mark; what ends the move is waited for, and all before it.
      await db.rows(sql`select set_config('synchronous_commit', 'off', true)`)
      await writeBatch(db, table, batch)
      await db.count(
        sql`update ${mark} set last = ${batch.last}::text[], rows = rows + ${batch.rows} where name = ${name}`,
      )
    })
    progress(batch.rows)
  }
  await target.count(sql`update ${mark} set done = true where name = ${name}`)
}

/** Fetches what comes next while the last is being worked on. */
async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next()
  for (;;) {
    const { value, done } = await next
    if (done) return
    next = items.next()
    next.catch(() => {})
    yield value
  }
}

function openProgress(name: string, before: number, total: number, say: Move['say']) {
  const began = performance.now()
  let [rows, said] = [before, began]
  return (more: number) => {
    rows += more
    const now = performance.now()
    if (rows < total && now - said < SAY_EVERY_MS) return
    said = now
    const rate = Math.round(((rows - before) * 1_000) / Math.max(now - began, 1))
    say(`${name}: ${rows} of ${total} rows, ${rate} a second`)
  }
}

// Numbers that the database gives out by itself go on where they were.
async function copySequences(source: Db, target: Db): Promise<void> {
  const sequences = await source.rows<{ name: string }>(sql`
    select relname::text as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace`)
  for (const { name } of sequences) {
    const { last, called } = await source.one<{ last: number; called: boolean }>(
      sql`select last_value as last, is_called as called from ${named(name)}`,
    )
    await target.rows(sql`select setval(${raw(`'"${name}"'`)}::regclass, ${last}::bigint, ${called}::boolean)`)
  }
}
