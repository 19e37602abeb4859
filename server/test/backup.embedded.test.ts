import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../src/foundation/sql.ts'
import { commandDone, runCommand } from './commands.ts'
import { openReceiver } from './receiver.ts'
import type { TestService } from './service.ts'
import { answersOf, expectSigned, serviceOn, tellStory } from './story.ts'

// Processes are started and databases made: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

// What one round of the noise writes, and how much there is of it at least: more than the log is usually kept for.
const NOISE_ROWS = 500
const NOISE_ROUNDS_MIN = 48

/** Somebody who writes without a pause, through the front door, and says what was acknowledged. */
function keepWriting(service: TestService, token: string) {
  const acknowledged: string[] = []
  let over = false
  const done = (async () => {
    while (!over)
      acknowledged.push(...(await service.remember(token, [{ content: 'Noted.', scope: 'note' }])).memoryIds)
  })()
  return {
    acknowledged,
    async stop(): Promise<void> {
      over = true
      await done
    },
  }
}

/** Rewrites many pages again and again, so that files change while they are copied; until `enough` is called. */
function keepRewriting({ ports: { db } }: TestService) {
  let [rounds, over] = [0, false]
  const done = (async () => {
    await db.count(sql`
      insert into memories
      select 'usr_noise', 'n' || n, 'fact', 'note', (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 100) m),
        50, 50, false, now(), null, now(), now(), 0, n, 0
      from generate_series(1, ${NOISE_ROWS}::int) n`)
    for (; !over || rounds < NOISE_ROUNDS_MIN; rounds++)
      await db.count(
        sql`update memories set content = reverse(content), version = version + 1 where user_id = 'usr_noise'`,
      )
  })()
  return {
    async stop(): Promise<void> {
      over = true
      await done
    },
  }
}

describe('a backup of an embedded database', () => {
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

  test('taken while it is written to holds all that was acknowledged before, and answers the same once restored', async () => {
    const service = await serviceOn({ dataDir: at('data'), userPlan: 'pro' })
    const story = await tellStory(service, receiver.url)
    const before = await answersOf(service, story)
    const writer = await service.connected(['memory:read:*', 'memory:write:*'])
    const writing = keepWriting(service, writer.token)
    const rewriting = keepRewriting(service)
    await expect.poll(() => writing.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(20)
    const acknowledged = [...writing.acknowledged]
    const said = await commandDone('backup', { from: at('data'), to: at('backup') })
    expect(said).toContain('while the service keeps running')
    const meanwhile = writing.acknowledged.length
    await Promise.all([writing.stop(), rewriting.stop()])
    // It was written to all the while.
    expect(meanwhile).toBeGreaterThan(acknowledged.length)
    await service.stop()

    await commandDone('restore', { from: at('backup'), to: at('restored') })
    const restored = await serviceOn({ dataDir: at('restored') })
    expect(await answersOf(restored, story)).toEqual(before)
    await expectSigned(restored, story)
    const kept = new Set<string>()
    for (let cursor = ''; ; ) {
      const page = await restored.get(`/v1/memories?limit=100${cursor}`, writer.token)
      for (const { id } of page.memories) kept.add(id)
      if (!page.next_cursor) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    // Nothing is half there: the store counts what it holds.
    const { count } = await restored.ports.db.one<{ count: number }>(
      sql`select memory_count as count from stores where user_id = ${writer.person.id}`,
    )
    expect(count).toBe(kept.size)
    await restored.stop()
  })

  test('of a directory nobody serves is the same, and needs no key beside it', async () => {
    await commandDone('backup', { from: at('restored'), to: at('second') })
    expect(await readdir(join(at('second'), 'data'))).toContain('secret.key')
    const said = await commandDone('restore', { from: at('second'), to: at('third') })
    expect(said).toMatch(/done: \d+ tables, \d+ rows, counts and checksums the same/)
  })

  test('is refused where something stands already, and restored only as it was made', async () => {
    const said = async (...call: Parameters<typeof runCommand>) => {
      const { status, said } = await runCommand(...call)
      expect(status, said).toBe(1)
      return said
    }
    expect(await said('backup', { from: at('third'), to: at('second') })).toContain('is not empty')
    expect(await said('restore', { from: at('second'), to: at('third') })).toContain('is not empty')
    expect(await said('backup', { from: at('nothing'), to: at('new') })).toContain('no embedded database')
    expect(await said('restore', { from: at('third'), to: at('new') })).toContain('no complete backup')
    expect(await said('backup', { from: at('third') })).toContain('--to is missing')
    await cp(at('second'), at('changed'), { recursive: true })
    await appendFile(join(at('changed'), 'data/postgres/PG_VERSION'), ' ')
    expect(await said('restore', { from: at('changed'), to: at('new') })).toContain('postgres/PG_VERSION')
    await cp(at('second'), at('other'), { recursive: true })
    const contents = join(at('other'), 'backup.json')
    await writeFile(contents, (await readFile(contents, 'utf8')).replace(/"rows": \d+/, '"rows": 12345'))
    expect(await said('restore', { from: at('other'), to: at('newer') })).toContain('differs from the backup')
  })
})
