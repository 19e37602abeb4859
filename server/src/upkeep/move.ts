import { type Database, type Db, openPostgres } from '../foundation/sql/db.ts'
import { compareMigrations, MOVE_MARKER_TABLE, migrate } from '../foundation/sql/migrate.ts'
import { join, raw, sql } from '../foundation/sql/sql.ts'
import { readBatches, writeBatch } from './batches.ts'
import { CliError } from './cli-error.ts'
import { withDatabase } from './data-directory.ts'
import { type Key, verifyKey } from './key.ts'
import {
  checksumAll,
  differingTables,
  hasRows,
  identifier,
  listTables,
  type Table,
  type TableChecksum,
  withFixedFormats,
} from './tables.ts'

export interface MoveOptions {
  /** The data directory. */
  from: string
  /** The address of an empty PostgreSQL database. */
  to: string
  /** The key the service uses. */
  key: Key
  /** Discard the rows of an unfinished move and start over. */
  restart: boolean
  /** Receives progress lines. */
  report: (line: string) => void
}

const REPORT_INTERVAL_MS = 1_000

const progressTable = identifier(MOVE_MARKER_TABLE)

/**
 * Copies an embedded database into PostgreSQL and compares both, table by table. An interrupted move continues when it
 * is called again: a table in the target stores the progress of each table, written in the same transactions as the
 * rows. No service starts on the target while that table exists. The source is only read.
 * @throws CliError when either side is not in the expected state, or when both differ after the copy.
 */
export async function move({ from, to, key, restart, report }: MoveOptions): Promise<TableChecksum[]> {
  return withDatabase(from, async (source) => {
    await requireCurrentSchema(source, `The data directory ${from}`)
    await verifyKey(source, key)
    if (key.previous !== undefined)
      throw new CliError('The secret key is being changed. Run rotate-key until it is complete, then the move.')
    // Without prepared statements, since the address may belong to a pooler.
    const target = openPostgres(to, { prepare: false })
    try {
      const checksums = await moveInto(target, source, restart, report)
      report(`start the service with this DATABASE_URL and with SECRET_KEY as in ${key.source}`)
      return checksums
    } finally {
      await target.close()
    }
  })
}

async function moveInto(
  target: Database,
  source: Database,
  restart: boolean,
  report: MoveOptions['report'],
): Promise<TableChecksum[]> {
  const tables = await listTables(source)
  if (!(await isInProgress(target))) {
    if (await hasRows(target)) return confirmFinished(source, target, report)
    await migrate(target)
    await createProgress(target, source, tables)
  } else if (restart) {
    await startOver(target, source, tables)
  }
  await requireCurrentSchema(target, 'The target')
  await requireSameSource(target, source)
  for (const table of tables) await copyTable(source, target, table, report)
  await copySequences(source, target)
  report('comparing')
  const [checksums, copied] = await Promise.all([checksumAll(source), checksumAll(target)])
  const wrong = differingTables(checksums, copied)
  if (wrong.length)
    throw new CliError(
      `Source and target differ in ${wrong.join(', ')}: one of them was changed during the move. ` +
        'Run the move again with --restart.',
    )
  for (const { table, rows, checksum } of checksums) report(`${table}: ${rows} rows, ${checksum || 'empty'}`)
  await target.count(sql`drop table ${progressTable}`)
  await withFixedFormats(target, (db) => db.count(sql`analyze`))
  return checksums
}

// A finished move may have been interrupted before it reported success.
async function confirmFinished(
  source: Database,
  target: Database,
  report: MoveOptions['report'],
): Promise<TableChecksum[]> {
  const [checksums, copied] = await Promise.all([checksumAll(source), checksumAll(target)])
  if (differingTables(checksums, copied).length)
    throw new CliError('The target already contains other data. Move into an empty database.')
  report('all data was already moved')
  return checksums
}

async function requireCurrentSchema(db: Db, subject: string): Promise<void> {
  const { lacking, unknown } = await compareMigrations(db)
  if (unknown.length)
    throw new CliError(`${subject} has the schema of a later version; this version does not know ${unknown[0]}.`)
  if (lacking.length)
    throw new CliError(
      `${subject} has the schema of an earlier version: ${lacking[0]} is missing. Start and stop this version on it once.`,
    )
}

async function isInProgress(target: Db): Promise<boolean> {
  return (await target.one<{ started: boolean }>(sql`select to_regclass(${MOVE_MARKER_TABLE}) is not null as started`))
    .started
}

async function createProgress(target: Db, source: Db, tables: Table[]): Promise<void> {
  const id = await systemIdentifier(source)
  await target.transaction(async (db) => {
    await db.count(sql`
      create table ${progressTable} (
        name text primary key, source text not null, last text[], rows bigint not null, done boolean not null)`)
    await db.count(sql`
      insert into ${progressTable}
      select name, ${id}, null, 0, false from unnest(${tables.map(({ name }) => name)}::text[]) name`)
  })
}

async function startOver(target: Db, source: Db, tables: Table[]): Promise<void> {
  const names = join(
    tables.map(({ name }) => identifier(name)),
    sql`, `,
  )
  await target.transaction(async (db) => {
    await db.count(sql`drop table ${progressTable}`)
    await db.count(sql`truncate ${names}`)
    await createProgress(db, source, tables)
  })
}

async function requireSameSource(target: Db, source: Db): Promise<void> {
  const id = await systemIdentifier(source)
  if (await target.maybe(sql`select 1 from ${progressTable} where source <> ${id} limit 1`))
    throw new CliError(
      'The target contains an unfinished move from another data directory. Add --restart to discard it.',
    )
}

async function systemIdentifier(source: Db): Promise<string> {
  return (await source.one<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`)).id
}

async function copyTable(
  source: Database,
  target: Database,
  table: Table,
  report: MoveOptions['report'],
): Promise<void> {
  const { name } = table
  const state = await target.one<{ last: string[] | null; rows: number; done: boolean }>(
    sql`select last, rows, done from ${progressTable} where name = ${name}`,
  )
  if (state.done) return
  const { total } = await source.one<{ total: number }>(sql`select count(*) as total from ${identifier(name)}`)
  if (state.rows) report(`${name}: continuing after ${state.rows} rows`)
  const progress = openProgress(name, state.rows, total, report)
  for await (const batch of prefetch(readBatches(source, table, state.last))) {
    await withFixedFormats(target, async (db) => {
      // A crash may lose batches, but always together with their progress. The commit that ends the move is
      // synchronous and also flushes these.
      await db.rows(sql`select set_config('synchronous_commit', 'off', true)`)
      await writeBatch(db, table, batch)
      await db.count(sql`
        update ${progressTable} set last = ${batch.last}::text[], rows = rows + ${batch.rows} where name = ${name}`)
    })
    progress(batch.rows)
  }
  await target.count(sql`update ${progressTable} set done = true where name = ${name}`)
}

/** Requests the next item while the caller works on the current one. */
async function* prefetch<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next()
  for (;;) {
    const { value, done } = await next
    if (done) return
    next = items.next()
    // Avoids an unhandled rejection when the caller stops before it awaits this item.
    next.catch(() => {})
    yield value
  }
}

function openProgress(name: string, before: number, total: number, report: MoveOptions['report']) {
  const began = performance.now()
  let [rows, reportedAt] = [before, began]
  return (added: number) => {
    rows += added
    const now = performance.now()
    if (rows < total && now - reportedAt < REPORT_INTERVAL_MS) return
    reportedAt = now
    const rate = Math.round(((rows - before) * 1_000) / Math.max(now - began, 1))
    report(`${name}: ${rows} of ${total} rows, ${rate} rows/s`)
  }
}

// Identity columns continue numbering behind the copied rows.
async function copySequences(source: Db, target: Db): Promise<void> {
  const sequences = await source.rows<{ name: string }>(sql`
    select relname::text as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace`)
  for (const { name } of sequences) {
    const { last, called } = await source.one<{ last: number; called: boolean }>(
      sql`select last_value as last, is_called as called from ${identifier(name)}`,
    )
    await target.rows(sql`select setval(${raw(`'"${name}"'`)}::regclass, ${last}::bigint, ${called}::boolean)`)
  }
}
