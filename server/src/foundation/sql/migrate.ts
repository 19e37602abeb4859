import type { Db } from './db.ts'
import { readMigrations } from './migration-files.ts'
import { raw, sql } from './sql.ts'

// Advisory lock key: "memories" in phone keypad digits. Any number unused by other applications works.
const LOCK = 6_366_743_7

// Index builds have no time limit, but waiting for a table lock has one: queries would queue behind the waiting DDL.
const LOCK_TIMEOUT_MS = 3_000
const LOCK_TRIES = 20
const LOCK_NOT_AVAILABLE = '55P03'

/** A table that exists while another database is being moved into this one; the service refuses to start then. */
export const MOVE_MARKER_TABLE = 'moving_in'

/**
 * Applies the pending migrations, forward only, and returns their names. They run in one transaction under an advisory
 * lock, so several processes may start at once and a crash changes nothing. Earlier versions may serve meanwhile.
 * Migrations of later versions are accepted unless one declares (`-- needs`) a migration that this build lacks.
 * @throws Error when an applied migration has changed, when a later migration needs a newer build, and while
 * another database is being moved into this one.
 */
export async function migrate(db: Db): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(applyPending, { patient: true })
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error
    }
  }
}

async function applyPending(db: Db): Promise<string[]> {
  await db.rows(sql`select pg_advisory_xact_lock(${LOCK})`)
  await db.rows(sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`)
  const { moving } = await db.one<{ moving: boolean }>(
    sql`select to_regclass(${MOVE_MARKER_TABLE}) is not null as moving`,
  )
  if (moving) throw new Error('another database is being moved into this one; run the move again until it is complete')
  await db.count(sql`
    create table if not exists migrations (
      name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`)
  await db.count(sql`alter table migrations add column if not exists needs text`)
  const known = await db.rows<{ name: string; sha256: string; needs: string | null }>(
    sql`select name, sha256, needs from migrations order by name`,
  )
  const done = new Map(known.map((each) => [each.name, each]))
  const own = readMigrations()
  const names = new Set(own.map(({ name }) => name))
  for (const { name, needs } of done.values())
    if (needs && !names.has(name) && !names.has(`${needs}.sql`))
      throw new Error(
        `the migration ${name} of a later version requires a version with ${needs}; start that version or a later one`,
      )
  const applied: string[] = []
  for (const { name, statements, sha256, needs } of own) {
    if (done.get(name)?.sha256 === sha256) continue
    if (done.has(name)) throw new Error(`the migration ${name} was changed after it had been applied`)
    for (const statement of statements) await db.count(raw(statement))
    await db.count(sql`insert into migrations (name, sha256, needs) values (${name}, ${sha256}, ${needs})`)
    applied.push(name)
  }
  return applied
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
