import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Db } from './db.ts'
import { raw, sql } from './sql.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
// Any number that nobody else locks on this database: the letters of "memories" as digits.
const LOCK = 6_366_743_7

/** One migration file: its name (`0001_people.sql`), its text, and the SHA-256 of the text. */
interface Migration {
  name: string
  text: string
  sha256: string
}

/** The migrations this build carries, in order. */
function migrations(): Migration[] {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, MIGRATIONS), 'utf8')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Brings the schema up to date, forward only. All that is pending is applied in one transaction under a lock,
 * so any number of processes may start at once, and a crash leaves the old schema whole.
 * @throws when a migration that ran earlier reads differently now: history is not edited.
 */
export async function migrate(db: Db): Promise<string[]> {
  return db.transaction(async (db) => {
    await db.rows(sql`select pg_advisory_xact_lock(${LOCK})`)
    await db.count(sql`
      create table if not exists migrations (
        name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`)
    const done = new Map(
      (await db.rows<Migration>(sql`select name, sha256 from migrations`)).map(({ name, sha256 }) => [name, sha256]),
    )
    const applied: string[] = []
    for (const { name, text, sha256 } of migrations()) {
      if (done.get(name) === sha256) continue
      if (done.has(name)) throw new Error(`the migration ${name} was changed after it had been applied`)
      for (const statement of statementsOf(text)) await db.count(raw(statement))
      await db.count(sql`insert into migrations (name, sha256) values (${name}, ${sha256})`)
      applied.push(name)
    }
    return applied
  })
}

// The extended protocol takes one statement at a time; our DDL has no semicolon inside a literal.
function statementsOf(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}
