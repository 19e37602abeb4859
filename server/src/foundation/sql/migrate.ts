import { setTimeout } from 'node:timers/promises'
import type { Db } from './db.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { locksOf } from './migration-locks.ts'
import { raw, sql } from './sql.ts'

// Advisory lock key: "memories" in phone keypad digits. Any number unused by other applications works.
const LOCK = 6_366_743_7

// Index builds have no time limit, but waiting for a table lock has one: queries would queue behind the waiting DDL.
const LOCK_TIMEOUT_MS = 3_000
const LOCK_TRIES = 40
/**
 * From the first table lock to the last. A request that waits for one table and has locked another is cancelled as a
 * deadlock after one second (`deadlock_timeout`), so this transaction gives up before.
 */
const ALL_LOCKS_MS = 700
const RETRY_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/** A table that exists while another database is being moved into this one; the service refuses to start then. */
export const MOVE_MARKER_TABLE = 'moving_in'

/** This build cannot use the database; the message says why, and what to do. */
export class UnusableDatabase extends Error {}

/**
 * Applies the pending migrations, forward only, and returns their names. They run in one transaction under an advisory
 * lock, so several processes may start at once and a crash changes nothing. Earlier versions may serve meanwhile.
 * Migrations of later versions are accepted unless one declares (`-- needs`) a migration that this build lacks.
 * @throws UnusableDatabase when an applied migration has changed, when a later migration needs a newer build, while another
 * database is being moved into this one, and for a new database that is not in UTF-8
 */
export async function migrate(db: Db): Promise<string[]> {
  const contended: string[] = []
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction((db) => applyPending(db, contended), { patient: true })
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error
      await setTimeout(Math.random() * RETRY_MS)
    }
  }
}

/** `contended` collects the tables that could not be locked in time; the next try locks the last of them first. */
async function applyPending(db: Db, contended: string[]): Promise<string[]> {
  await db.rows(sql`select pg_advisory_xact_lock(${LOCK})`)
  await setLockTimeout(db, LOCK_TIMEOUT_MS)
  const { moving } = await db.one<{ moving: boolean }>(
    sql`select to_regclass(${MOVE_MARKER_TABLE}) is not null as moving`,
  )
  if (moving)
    throw new UnusableDatabase('another database is being moved into this one; run the move again until it is complete')
  await db.count(sql`
    create table if not exists migrations (
      name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`)
  await db.count(sql`alter table migrations add column if not exists needs text`)
  const known = await db.rows<{ name: string; sha256: string; needs: string | null }>(
    sql`select name, sha256, needs from migrations order by name`,
  )
  const done = new Map(known.map((each) => [each.name, each]))
  if (!done.size) await requireUnicode(db)
  const own = readMigrations()
  const names = new Set(own.map(({ name }) => name))
  for (const { name, needs } of done.values())
    if (needs && !names.has(name) && !names.has(`${needs}.sql`))
      throw new UnusableDatabase(
        `the migration ${name} of a later version requires a version with ${needs}; start that version or a later one`,
      )
  const pending = own.filter(({ name, sha256 }) => done.get(name)?.sha256 !== sha256)
  const changed = pending.find(({ name }) => done.has(name))
  if (changed) throw new UnusableDatabase(`the migration ${changed.name} was changed after it had been applied`)
  await lockTables(db, pending, contended)
  for (const { name, statements, sha256, needs } of pending) {
    for (const statement of statements) await db.count(raw(acceptColumns(statement)))
    await db.count(sql`insert into migrations (name, sha256, needs) values (${name}, ${sha256}, ${needs})`)
  }
  return pending.map(({ name }) => name)
}

/** Accepts columns that were added before the upgrade, so that indexes on them could be built without blocking writes. */
const acceptColumns = (statement: string) =>
  statement.replace(/\badd column (?!if not exists )/g, 'add column if not exists ')

// Other encodings cannot store every text, or do not know its letters. Databases in use before this check keep working.
async function requireUnicode(db: Db): Promise<void> {
  const { encoding, owner } = await db.one<{ encoding: string; owner: string }>(
    sql`select current_setting('server_encoding') as encoding, quote_ident(current_user) as owner`,
  )
  if (encoding !== 'UTF8')
    throw new UnusableDatabase(
      `DATABASE_URL must be a database with the encoding UTF8; got ${encoding}. Create another one with the statement ` +
        `create database memory_utf8 owner ${owner} encoding 'UTF8' template template0`,
    )
}

/** Locks all tables that the migrations change before the first statement, or fails with `LOCK_NOT_AVAILABLE`. */
async function lockTables(db: Db, pending: readonly Migration[], contended: string[]): Promise<void> {
  const locks = locksOf(pending.flatMap(({ statements }) => statements))
  const existing = await db.rows<{ name: string }>(sql`
    select name from unnest(${[...locks.keys()]}::text[]) as t (name) where to_regclass(quote_ident(name)) is not null`)
  const names = existing.map(({ name }) => name)
  // The first lock has more time, enough for PostgreSQL to cancel an automatic vacuum of the table.
  const first = contended.at(-1)
  if (first && names.includes(first)) names.unshift(...names.splice(names.indexOf(first), 1))
  let until: number | undefined
  for (const name of names) {
    const left = until === undefined ? LOCK_TIMEOUT_MS : Math.max(1, until - performance.now())
    await setLockTimeout(db, left)
    try {
      await db.count(raw(`lock table ${name} in ${locks.get(name)} mode`))
    } catch (error) {
      contended.push(name)
      throw error
    }
    until ??= performance.now() + ALL_LOCKS_MS
  }
  await setLockTimeout(db, LOCK_TIMEOUT_MS)
}

async function setLockTimeout(db: Db, ms: number): Promise<void> {
  await db.rows(sql`select set_config('lock_timeout', ${String(Math.ceil(ms))}, true)`)
}

/** Compares by name: migrations of this build that the database lacks, and applied ones unknown to this build. */
export async function compareMigrations(db: Db): Promise<{ lacking: string[]; unknown: string[] }> {
  const done = (await db.rows<{ name: string }>(sql`select name from migrations order by name`)).map(({ name }) => name)
  const own = readMigrations().map(({ name }) => name)
  return {
    lacking: own.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !own.includes(name)),
  }
}
