import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { linkEncryptionContext } from '../src/domain/connectors/link.ts'
import { secretContext } from '../src/domain/webhooks/subscriptions.ts'
import { checkContext } from '../src/foundation/auth/key-check.ts'
import { loadSecretKey } from '../src/foundation/auth/key-files.ts'
import { openVault, type Vault } from '../src/foundation/auth/secrets.ts'
import { openEmbedded } from '../src/foundation/embedded/embedded.ts'
import { type Db, openPostgres, openStream } from '../src/foundation/sql/db.ts'
import { migrate } from '../src/foundation/sql/migrate.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { identifier, listTables } from '../src/upkeep/tables.ts'
import { commandFails, commandSucceeds, runCommand } from './commands.ts'
import { fillTables } from './filling.ts'
import { serviceOn } from './fixture.ts'
import { partition } from './partitioning.ts'
import { freshDatabase } from './postgres.ts'
import { isShared } from './service.ts'

// These tests start processes and create databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const ROWS = 250
const BIG_ROWS = 10_000
const KILLS = 2
const KILL_AFTER_MAX_MS = 2_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-service-move-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Opens the embedded database in a directory and closes it after `work`. */
async function onSource<T>(dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded({ dir })
  const db = openStream(() => embedded.stream())
  return work(db).finally(async () => {
    await db.close()
    await embedded.close()
  })
}

/** Encrypts values that the service stores encrypted, first the checks of the secret key. */
async function encryptSecrets(db: Db, vault: Vault): Promise<void> {
  for (const { id } of await db.rows<{ id: string }>(sql`select fingerprint as id from secret_key_checks`))
    await db.count(sql`
      update secret_key_checks set sealed = ${vault.seal('memory-service', checkContext(id))} where fingerprint = ${id}`)
  for (const { id } of await db.rows<{ id: string }>(sql`select id from webhook_subscriptions`))
    await db.count(sql`
      update webhook_subscriptions set secret = ${vault.seal('whsec_', secretContext(id))} where id = ${id}`)
  for (const { id } of await db.rows<{ id: string }>(sql`select user_id as id from connector_links`))
    await db.count(
      sql`update connector_links set token = ${vault.seal('mcl_', linkEncryptionContext(id))} where user_id = ${id}`,
    )
}

/** All rows of all tables in the database's text form, sorted. */
async function allRows(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const { name } of await listTables(db)) {
    const rows = await db.rows<{ text: string }>(sql`select t::text as text from ${identifier(name)} t`)
    tables[name] = rows.map(({ text }) => text).sort()
  }
  return tables
}

/** The tables that survive a restart of the embedded engine, which empties unlogged ones. */
async function loggedTables(db: Db): Promise<string[]> {
  const tables = await listTables(db)
  const unlogged = await db.rows<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'u'`)
  const emptied = new Set(unlogged.map(({ name }) => name))
  return tables.map(({ name }) => name).filter((name) => !emptied.has(name))
}

if (isShared())
  describe('a move into PostgreSQL', () => {
    const { url } = inject('engine') as { url: string }
    let from: string
    let moved: string
    beforeAll(async () => {
      moved = await freshDatabase(url)
      from = join(folder, 'full')
      await onSource(from, async (db) => {
        await migrate(db)
        await fillTables(db, ROWS)
        await encryptSecrets(db, openVault(loadSecretKey(from)))
        await db.count(sql`
          insert into memories
          select 'n1', 'big' || n, 'fact', 'note', repeat(n::text, 20), 50, 50, false, now(), null, now(), now(), n, n, 0
          from generate_series(1, ${BIG_ROWS}::int) n`)
      })
    })

    const onTarget = async <T>(to: string, work: (db: Db) => Promise<T>) => {
      const db = openPostgres(to)
      return work(db).finally(() => db.close())
    }

    test('copies every row of every table, even if it is killed and repeated', async () => {
      for (let round = 0; round < KILLS; round++) {
        const { status } = await runCommand(
          'move',
          { from, to: moved },
          { kill: sleep(((round + 1) / (KILLS + 1)) * KILL_AFTER_MAX_MS) },
        )
        expect([null, 0]).toContain(status)
      }
      expect(await commandSucceeds('move', { from, to: moved })).not.toContain(loadSecretKey(from))
      const source = await onSource(from, allRows)
      expect(await onTarget(moved, allRows)).toEqual(source)
      const kept = await onTarget(moved, loggedTables)
      expect(kept.filter((name) => source[name]!.length < ROWS)).toEqual([])
      expect(source.memories!.length).toBeGreaterThan(BIG_ROWS)
    })

    test('succeeds again on its own target, and rejects a target with other data without changing it', async () => {
      const output = await commandSucceeds('move', { from, to: moved, 'show-key': true })
      expect(output).toContain('all data was already moved')
      expect(output).toContain(loadSecretKey(from))
      // Identity columns continue behind the copied rows, so this insert does not collide.
      await onTarget(moved, (db) =>
        db.count(sql`insert into vector_models (name, dimension, used_at) values ('new', 1, now())`),
      )
      const before = await onTarget(moved, allRows)
      expect(await commandFails('move', { from, to: moved })).toContain('already contains other data')
      expect(await onTarget(moved, allRows)).toEqual(before)
    })

    test('blocks services while it is unfinished, and detects changes of the source', async () => {
      const to = await freshDatabase(url)
      const dir = join(folder, 'written')
      await cp(from, dir, { recursive: true })
      await runCommand('move', { from: dir, to }, { killAt: /audit_entries: / })
      await expect(serviceOn({ dataDir: dir, databaseUrl: to, secretKey: 'another' })).rejects.toThrow(
        'run the move again',
      )
      await onSource(dir, (db) => db.count(sql`update audit_entries set count = count + 1 where id = 'n7'`))
      expect(await commandFails('move', { from: dir, to })).toContain('Source and target differ in audit_entries')
      await commandSucceeds('move', { from: dir, to, restart: true })
      expect(await onTarget(to, allRows)).toEqual(await onSource(dir, allRows))
    })

    test('copies every row into partitioned tables', async () => {
      const to = await freshDatabase(url)
      await onTarget(to, migrate)
      await partition(to)
      await commandSucceeds('move', { from, to })
      expect(await onTarget(to, allRows)).toEqual(await onSource(from, allRows))
    })

    test('rejects a directory that is in use', async () => {
      const output = await onSource(from, () => commandFails('move', { from, to: moved }))
      expect(output).toContain('in use by another process')
    })

    test('rejects a key that does not decrypt the stored values', async () => {
      const env = { SECRET_KEY: 'not the one it was' }
      expect(await commandFails('move', { from, to: moved }, { env })).toContain('does not decrypt the stored values')
    })
  })

describe('the move command', () => {
  test('reports missing or invalid arguments and prints its usage', async () => {
    const to = 'postgres://unknown@127.0.0.1:1/none'
    const dir = join(folder, 'key alone')
    expect(await commandFails('move', { from: join(folder, 'nothing'), to })).toContain('SECRET_KEY is not set')
    loadSecretKey(dir)
    // Settings of the service on PostgreSQL do not matter to the embedded side.
    const env = { ROLE: 'api', WORKERS: '2' }
    expect(await commandFails('move', { from: dir, to }, { env })).toContain('no embedded database')
    expect(await commandFails('move', { from: dir, to: 'mysql://x' })).toContain('must be a PostgreSQL URL')
    const unset = await commandFails('move', ['--from', dir, '--to', ''], { env })
    expect(unset).toMatch(/^--to is missing/)
    expect(await commandFails('move', { somewhere: to })).toContain('memory-service move')
  })
})
