import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectToHolder, lockDirectory } from '../src/foundation/embedded/directory-lock.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { commandFails, commandSucceeds, runCommand } from './commands.ts'
import { expectSigned, responsesOf, serviceOn, writeFixture } from './fixture.ts'
import { operatorOk } from './operator.ts'
import { openReceiver } from './receiver.ts'
import type { TestService } from './service.ts'

// These tests start processes and create databases, which is slow on a busy machine.
const TIMEOUT_MS = 300_000
vi.setConfig({ testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS })
// Only the limit of the test ends a wait.
const PATIENT = { timeout: TIMEOUT_MS }

// The rows rewritten per round and the minimum number of rounds: together more log than the engine normally retains.
const REWRITE_ROWS = 500
const REWRITE_ROUNDS_MIN = 48

/** Writes memories over HTTP without pause and records the acknowledged ids. */
function writeContinuously(service: TestService, token: string) {
  const acknowledged: string[] = []
  let stopped = false
  const done = (async () => {
    while (!stopped)
      acknowledged.push(...(await service.remember(token, [{ content: 'Noted.', scope: 'note' }])).memoryIds)
  })()
  return {
    acknowledged,
    async stop(): Promise<void> {
      stopped = true
      await done
    },
  }
}

/** Rewrites many pages without pause, so that files change while they are copied. */
function rewriteContinuously({ ports: { db } }: TestService) {
  let [rounds, stopped] = [0, false]
  const done = (async () => {
    await db.count(sql`
      insert into memories
      select 'usr_noise', 'n' || n, 'fact', 'note', (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 100) m),
        50, 50, false, now(), null, now(), now(), 0, n, 0
      from generate_series(1, ${REWRITE_ROWS}::int) n`)
    for (; !stopped || rounds < REWRITE_ROUNDS_MIN; rounds++)
      await db.count(
        sql`update memories set content = reverse(content), version = version + 1 where user_id = 'usr_noise'`,
      )
  })()
  return {
    async stop(): Promise<void> {
      stopped = true
      await done
    },
  }
}

describe('backup and restore of an embedded database', () => {
  let folder: string
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'memory-service-backup-'))
    receiver = await openReceiver()
  })
  afterAll(async () => {
    await receiver.close()
    await rm(folder, { recursive: true, force: true })
  })
  const at = (name: string) => join(folder, name)

  test('a backup taken during writes contains every write acknowledged before it', async () => {
    const service = await serviceOn({ dataDir: at('data'), userPlan: 'pro' })
    const story = await writeFixture(service, receiver.url)
    const before = await responsesOf(service, story)
    const writer = await service.connected(['memory:read:*', 'memory:write:*'])
    const writing = writeContinuously(service, writer.token)
    const rewriting = rewriteContinuously(service)
    await expect.poll(() => writing.acknowledged.length, PATIENT).toBeGreaterThan(0)
    const acknowledged = [...writing.acknowledged]
    const first = (await connectToHolder(at('data')))!
    first.write('copy\n')
    await once(first, 'data')
    const second = await commandFails('backup', { from: at('data'), to: at('twice') })
    expect(second.trim().split('\n').at(-1)).toMatch(/^Another copy .* is in progress; try again later\.$/)
    expect(await readdir(at('twice'))).toEqual([])
    first.destroy()
    const output = await commandSucceeds('backup', { from: at('data'), to: at('backup') })
    expect(output).toContain('while the service keeps running')
    // Writes continued during the backup, or continue now.
    await expect.poll(() => writing.acknowledged.length, PATIENT).toBeGreaterThan(acknowledged.length)
    await Promise.all([writing.stop(), rewriting.stop()])
    await service.stop()

    await commandSucceeds('restore', { from: at('backup'), to: at('restored') })
    const restored = await serviceOn({ dataDir: at('restored') })
    expect(await responsesOf(restored, story)).toEqual(before)
    await expect(operatorOk(restored, 'pauses')).resolves.toMatchObject({ items: [{ name: 'sending' }] })
    await operatorOk(restored, 'resume', 'sending')
    await expectSigned(restored, story)
    const stored = new Set<string>()
    for (let cursor = ''; ; ) {
      const page = await restored.get(`/v1/memories?limit=100${cursor}`, writer.token)
      for (const { id } of page.memories) stored.add(id)
      if (!page.next_cursor) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    // No write was restored partially: the store's count matches its rows.
    const { count } = await restored.ports.db.one<{ count: number }>(
      sql`select memory_count as count from stores where user_id = ${writer.person.id}`,
    )
    expect(count).toBe(stored.size)
    await restored.stop()
  })

  test('a backup beside another command on the same data leaves an empty folder', async () => {
    const lock = await lockDirectory(at('restored'))
    const output = await commandFails('backup', { from: at('restored'), to: at('beside') })
    await lock.release()
    expect(output.trim().split('\n').at(-1)).toMatch(/^The process that uses this data directory made no copy: /)
    expect(await readdir(at('beside'))).toEqual([])
  })

  test('a backup of a stopped service includes its key, and replaces what an interrupted one left', async () => {
    const { status } = await runCommand('backup', { from: at('restored'), to: at('second') }, { killAt: /verifying/ })
    expect([status, await readdir(at('second'))]).toEqual([null, expect.arrayContaining(['unfinished-backup'])])
    await commandSucceeds('backup', { from: at('restored'), to: at('second') })
    expect((await readdir(at('second'))).sort()).toEqual(['backup.json', 'data'])
    expect(await readdir(join(at('second'), 'data'))).toContain('secret.key')
    const output = await commandSucceeds('restore', { from: at('second'), to: at('third') })
    expect(output).toMatch(/done: \d+ tables, \d+ rows, counts and checksums match/)
  })

  test('a backup can leave the key out, and warns of a key inside', async () => {
    expect(await commandSucceeds('backup', { from: at('restored'), to: at('with-key') })).toContain('contains the key')
    await commandSucceeds('backup', { from: at('restored'), to: at('without-key'), 'without-key': true })
    expect(await readdir(join(at('without-key'), 'data'))).not.toContain('secret.key')
  })

  test('a service does not start on a restore that was interrupted', async () => {
    await cp(at('third'), at('interrupted'), { recursive: true })
    await mkdir(join(at('interrupted'), 'unfinished-restore'))
    await expect(serviceOn({ dataDir: at('interrupted') })).rejects.toThrow('did not finish')
    await rm(join(at('interrupted'), 'postgres'), { recursive: true })
    await expect(serviceOn({ dataDir: at('interrupted') })).rejects.toThrow('did not finish')
  })

  test('an interrupted restore is repeated only if nothing but its copy is there', async () => {
    const output = await commandFails('restore', { from: at('second'), to: at('interrupted') })
    expect(output).toContain('contains an interrupted restore; delete the folder and run the command again.')
    await expect(serviceOn({ dataDir: at('interrupted') })).rejects.toThrow('did not finish')
    await mkdir(join(at('half'), 'unfinished-restore'), { recursive: true })
    await cp(join(at('second'), 'data/engine'), join(at('half'), 'unfinished-restore/engine'))
    // A process that was killed leaves its lock.
    await writeFile(join(at('half'), '0.lock'), '')
    await commandSucceeds('restore', { from: at('second'), to: at('half') })
    expect(await readdir(at('half'))).not.toContain('unfinished-restore')
  })

  test('a restore does not disturb another one into the same folder', async () => {
    await mkdir(join(at('twofold'), 'unfinished-restore'), { recursive: true })
    const lock = await lockDirectory(at('twofold'))
    expect(await commandFails('restore', { from: at('second'), to: at('twofold') })).toContain('is in use by another')
    await lock.release()
    expect(await readdir(at('twofold'))).toEqual(['unfinished-restore'])
  })

  test('a backup does not disturb another one into the same folder', async () => {
    await mkdir(join(at('shared'), 'unfinished-backup'), { recursive: true })
    const lock = await lockDirectory(at('shared'))
    expect(await commandFails('backup', { from: at('third'), to: at('shared') })).toContain('is in use by another')
    await lock.release()
    expect(await readdir(at('shared'))).toEqual(['unfinished-backup'])
  })

  test('backup and restore reject a target that is not empty', async () => {
    expect(await commandFails('backup', { from: at('third'), to: at('second') })).toContain('is not empty')
    expect(await commandFails('restore', { from: at('second'), to: at('third') })).toContain('is not empty')
  })

  test('backup requires a target and a source with a database', async () => {
    expect(await commandFails('backup', { from: at('third') })).toContain('--to is missing')
    expect(await commandFails('backup', { from: at('nothing'), to: at('new') })).toContain('no embedded database')
  })

  test('restore rejects an incomplete or changed backup', async () => {
    expect(await commandFails('restore', { from: at('third'), to: at('new') })).toContain('no complete backup')
    await cp(at('second'), at('changed'), { recursive: true })
    await appendFile(join(at('changed'), 'data/postgres/PG_VERSION'), ' ')
    expect(await commandFails('restore', { from: at('changed'), to: at('new') })).toContain('postgres/PG_VERSION')
    await rm(join(at('changed'), 'data'), { recursive: true })
    expect(await commandFails('restore', { from: at('changed'), to: at('new') })).toContain(
      'the folder data is missing',
    )
    await cp(at('second'), at('other'), { recursive: true })
    const manifest = join(at('other'), 'backup.json')
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"rows": \d+/, '"rows": 12345'))
    expect(await commandFails('restore', { from: at('other'), to: at('newer') })).toContain('differs from the backup')
  })
})
