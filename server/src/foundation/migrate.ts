import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Db } from './db.ts'
import { raw, sql } from './sql.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
// Any number that nobody else locks on this database: the letters of "memories" as digits.
const LOCK = 6_366_743_7

// What a build must know, to go on with a schema that has come to lack something: `-- needs 0012_name`.
const NEEDS = /^-- needs (\w+)$/m
// A building of indexes may take its time, but nobody waits behind a change that cannot get at its table.
const LOCK_TIMEOUT_MS = 3_000
const LOCK_TRIES = 20
const LOCK_NOT_AVAILABLE = '55P03'

/** A table that stands in a database while another is moved into it, which nobody may serve meanwhile. */
export const MOVING = 'moving_in'

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
 * so any number of processes may start at once, and a crash leaves the old schema whole. Earlier versions may be
 * serving meanwhile. Migrations of later versions are left as they are: a schema only grows, until one of them says
 * what a build must know to go on without what it took away.
 * @throws when a migration that ran earlier reads differently now (history is not edited), when a later version has
 * taken away what this one needs, and while another database is being moved in.
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
  const { moving } = await db.one<{ moving: boolean }>(sql`select to_regclass(${MOVING}) is not null as moving`)
  if (moving) throw new Error('another database is being moved into this one; run the move again until it has ended')
  await db.count(sql`
    create table if not exists migrations (
      name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`)
  await db.count(sql`alter table migrations add column if not exists needs text`)
  const known = await db.rows<{ name: string; sha256: string; needs: string | null }>(
    sql`select name, sha256, needs from migrations order by name`,
  )
  const done = new Map(known.map((each) => [each.name, each]))
  const own = migrations()
  const names = new Set(own.map(({ name }) => name))
  for (const { name, needs } of done.values())
    if (needs && !names.has(name) && !names.has(`${needs}.sql`))
      throw new Error(`the schema has gone on: since ${name} it needs a version that knows ${needs}; start a later one`)
  const applied: string[] = []
  for (const { name, text, sha256 } of own) {
    if (done.get(name)?.sha256 === sha256) continue
    if (done.has(name)) throw new Error(`the migration ${name} was changed after it had been applied`)
    for (const statement of statementsOf(text)) await db.count(raw(statement))
    const needs = NEEDS.exec(text)?.[1] ?? null
    await db.count(sql`insert into migrations (name, sha256, needs) values (${name}, ${sha256}, ${needs})`)
    applied.push(name)
  }
  return applied
}

/** What a database lacks of this build's migrations, and what it has that this build does not know. */
export async function schemaOf(db: Db): Promise<{ lacking: string[]; unknown: string[] }> {
  const done = (await db.rows<{ name: string }>(sql`select name from migrations order by name`)).map(({ name }) => name)
  const own = migrations().map(({ name }) => name)
  return {
    lacking: own.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !own.includes(name)),
  }
}

// The extended protocol takes one statement at a time; our DDL has no semicolon inside a literal.
function statementsOf(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}
