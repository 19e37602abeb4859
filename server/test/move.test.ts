import { randomInt } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { linkPlace } from '../src/domain/connectors/link.ts'
import { secretPlace } from '../src/domain/webhooks/subscriptions.ts'
import { type Db, openPostgres, openStream } from '../src/foundation/db.ts'
import { openEmbedded } from '../src/foundation/embedded.ts'
import { migrate } from '../src/foundation/migrate.ts'
import { keptSecretKey, openVault, type Vault } from '../src/foundation/secrets.ts'
import { sql } from '../src/foundation/sql.ts'
import { listTables, named } from '../src/upkeep/tables.ts'
import { commandDone, runCommand } from './commands.ts'
import { fillTables } from './filling.ts'
import { freshDatabase } from './postgres.ts'
import { isShared } from './service.ts'
import { serviceOn } from './story.ts'

// Processes are started and databases made: on a busy machine that takes its time.
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

/** Opens the embedded database in a directory for as long as the work takes. */
async function within<T>(dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded({ dir })
  const db = openStream(() => embedded.stream())
  return work(db).finally(async () => {
    await db.close()
    await embedded.close()
  })
}

/** Seals what the service would have sealed. */
async function seal(db: Db, vault: Vault): Promise<void> {
  for (const { id } of await db.rows<{ id: string }>(sql`select id from webhook_subscriptions`))
    await db.count(sql`
      update webhook_subscriptions set secret = ${vault.seal('whsec_', secretPlace(id))} where id = ${id}`)
  for (const { id } of await db.rows<{ id: string }>(sql`select user_id as id from connector_links`))
    await db.count(sql`update connector_links set token = ${vault.seal('mcl_', linkPlace(id))} where user_id = ${id}`)
}

/** All rows of all tables as the database writes them down, in the order of that text. */
async function everything(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const { name } of await listTables(db)) {
    const rows = await db.rows<{ text: string }>(sql`select t::text as text from ${named(name)} t`)
    tables[name] = rows.map(({ text }) => text).sort()
  }
  return tables
}

if (isShared())
  describe('a move into PostgreSQL', () => {
    const { url } = inject('engine') as { url: string }
    let from: string
    let moved: string
    beforeAll(async () => {
      moved = await freshDatabase(url)
      from = join(folder, 'full')
      await within(from, async (db) => {
        await migrate(db)
        await fillTables(db, ROWS)
        await seal(db, openVault(keptSecretKey(from)))
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

    test('killed again and again it ends in the same whole, with every row of every table as it was', async () => {
      for (let round = 0; round < KILLS; round++) {
        const { status } = await runCommand('move', { from, to: moved }, { kill: sleep(randomInt(KILL_AFTER_MAX_MS)) })
        expect([null, 0]).toContain(status)
      }
      expect(await commandDone('move', { from, to: moved })).not.toContain(keptSecretKey(from))
      const source = await within(from, everything)
      expect(await onTarget(moved, everything)).toEqual(source)
      expect(Object.values(source).filter((rows) => rows.length <= ROWS - 1)).toEqual([])
      expect(source.memories!.length).toBeGreaterThan(BIG_ROWS)
    })

    test('of which only the last word was lost is done; a target with other data is refused, and left alone', async () => {
      const again = await commandDone('move', { from, to: moved, 'show-key': true })
      expect(again).toContain('everything has been moved already')
      expect(again).toContain(keptSecretKey(from))
      // What the database numbers by itself goes on behind what was moved.
      await onTarget(moved, (db) =>
        db.count(sql`insert into vector_models (name, dimension, used_at) values ('new', 1, now())`),
      )
      const before = await onTarget(moved, everything)
      const { status, said } = await runCommand('move', { from, to: moved })
      expect(status).toBe(1)
      expect(said).toContain('already holds other data')
      expect(await onTarget(moved, everything)).toEqual(before)
    })

    test('that is cut off keeps services out; what was written to the source meanwhile is noticed', async () => {
      const to = await freshDatabase(url)
      const dir = join(folder, 'written')
      await cp(from, dir, { recursive: true })
      await runCommand('move', { from: dir, to }, { killAt: /audit_entries: / })
      await expect(serviceOn({ dataDir: dir, databaseUrl: to, secretKey: 'another' })).rejects.toThrow(
        'run the move again',
      )
      await within(dir, (db) => db.count(sql`update audit_entries set count = count + 1 where id = 'n7'`))
      const { status, said } = await runCommand('move', { from: dir, to })
      expect(status).toBe(1)
      expect(said).toContain('Both sides differ in audit_entries')
      await commandDone('move', { from: dir, to, restart: true })
      expect(await onTarget(to, everything)).toEqual(await within(dir, everything))
    })

    test('is refused while somebody has the directory, and with another key', async () => {
      const said = async (env = {}) => (await runCommand('move', { from, to: moved }, { env })).said
      expect(await within(from, () => said())).toContain('in use by another process')
      expect(await said({ SECRET_KEY: 'not the one it was' })).toContain('does not decrypt what is stored here')
    })
  })

describe('the command', () => {
  test('says what it lacks, and what it takes', async () => {
    const to = 'postgres://nobody@127.0.0.1:1/none'
    const said = async (...call: Parameters<typeof runCommand>) => {
      const { status, said } = await runCommand(...call)
      expect(status, said).toBe(1)
      return said
    }
    expect(await said('move', { from: join(folder, 'nothing'), to })).toContain('SECRET_KEY is not set')
    keptSecretKey(join(folder, 'key alone'))
    expect(await said('move', { from: join(folder, 'key alone'), to })).toContain('no embedded database')
    expect(await said('move', { from: join(folder, 'key alone'), to: 'mysql://x' })).toContain(
      'takes a PostgreSQL address',
    )
    expect(await said('move', { somewhere: to })).toContain('npm run move')
  })
})
