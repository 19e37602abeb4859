import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { type Database, type Db, openPostgres } from '../src/foundation/sql/db.ts'
import { migrate } from '../src/foundation/sql/migrate.ts'
import { readMigrations } from '../src/foundation/sql/migration-files.ts'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { RELEASED_MIGRATION } from './last-release.ts'
import { defineSteps, runPostgres } from './partitioning.ts'
import { freshDatabase } from './postgres.ts'

/*
 * `deploy/postgres/before-upgrade.sql` on a database of the last release, with plain and with partitioned tables, and on one of
 * a later state.
 */

const PREPARATION = fileURLToPath(new URL('../../deploy/postgres/before-upgrade.sql', import.meta.url))
const PARTITIONED = ['stores', 'memories', 'connections', 'triggers', 'deliveries', 'candidates', 'chats']

const prepare = (databaseUrl: string) =>
  runPostgres('psql', ['-X', databaseUrl, '-v', 'ON_ERROR_STOP=1', '-f', PREPARATION])

/** The indexes of a database, without those of partitions. */
async function indexesOf(db: Db): Promise<string[]> {
  const rows = await db.rows<{ definition: string }>(sql`
    select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class c on c.oid = indexrelid
    where relnamespace = 'public'::regnamespace and indisvalid and not relispartition order by 1`)
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
}

/** A database with the migrations up to this one. */
async function openAt(migration: string): Promise<{ databaseUrl: string; db: Database }> {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('this is about PostgreSQL')
  const databaseUrl = await freshDatabase(engine.url)
  const db = openPostgres(databaseUrl)
  await db.count(
    sql`create table migrations (name text primary key, sha256 text, applied_at timestamptz(3) default now())`,
  )
  for (const { name, statements, sha256 } of readMigrations().filter(({ name }) => name <= migration)) {
    for (const statement of statements) await db.count(raw(statement))
    await db.count(sql`insert into migrations (name, sha256) values (${name}, ${sha256})`)
  }
  return { databaseUrl, db }
}

test.each([
  ['plain', []],
  ['partitioned', PARTITIONED],
])('makes the indexes that the migrations of %s tables then use', { timeout: 120_000 }, async (_, partitioned) => {
  const { databaseUrl, db } = await openAt(RELEASED_MIGRATION)
  if (partitioned.length) {
    await defineSteps(databaseUrl)
    const names = partitioned.map((name) => `'${name}'`).join()
    await runPostgres('psql', ['-X', databaseUrl, '-c', `call partitioning.run(array[${names}])`])
    await db.count(sql`drop schema partitioning, partitioning_old cascade`)
  }
  await prepare(databaseUrl)
  const made = await indexesOf(db)
  // Repeating it changes nothing.
  await prepare(databaseUrl)
  expect(await indexesOf(db)).toEqual(made)
  const { plain } = await db.one<{ plain: number }>(
    sql`select count(*)::int as plain from pg_class where relkind = 'r' and relname = any(${partitioned})`,
  )
  expect(plain).toBe(0)
  const prepared = made.filter((definition) => /ON public\.(memories|deliveries|connections) /.test(definition))
  expect(prepared.length).toBeGreaterThan(15)
  await migrate(db)
  const after = await indexesOf(db)
  const added = after.filter((definition) => !made.includes(definition))
  const onReleased = added.filter((definition) =>
    /ON public\.(memories|deliveries|connections|audit_entries) /.test(definition),
  )
  expect(onReleased).toEqual([])
  expect(await db.rows(sql`select from pg_index where not indisvalid`)).toEqual([])
  await db.close()
})

test('makes the indexes of tables that are newer than the last release, where they exist', async () => {
  const { databaseUrl, db } = await openAt('0044_token_origins.sql')
  await prepare(databaseUrl)
  const made = await indexesOf(db)
  expect(made.filter((definition) => definition.includes('INDEX revisions_by_successor '))).toHaveLength(1)
  await migrate(db)
  expect((await indexesOf(db)).filter((definition) => !made.includes(definition))).toEqual([])
  await db.close()
})
