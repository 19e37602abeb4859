import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sql, sql } from '../src/foundation/sql/sql.ts'
import { operator, operatorOk } from './operator.ts'
import { linesOf, many, transfersOf, written } from './portable.ts'
import { type Person, type TestService, testService } from './service.ts'

let service: TestService
let transfers: ReturnType<typeof transfersOf>
beforeAll(async () => {
  service = await testService({ userPlan: 'pro' })
  transfers = transfersOf(service)
})
afterAll(() => service.stop())

describe('an export', () => {
  test('is a header and every memory with all fields, oldest first, as an attachment', async () => {
    const { person, token, app } = await service.connected(['memory:write:*'])
    const { cookie } = person
    await service.ok('POST', '/v1/identities', { cookie, body: { name: 'Ada', personality: { description: 'Warm.' } } })
    const { memoryIds } = await service.remember(token, [
      { content: 'Likes rye bread.', scope: 'preference', kind: 'preference', importance: 70.5, pinned: true },
      { content: 'Ran.\nTwice.', scope: 'fitness.run', occurredAt: '2026-05-03T07:30:00+02:00' },
    ])
    await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content: 'Mine.', scope: 'note' }] } })
    const reply = await transfers.exportStore(person)
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="memories-\d{4}-\d\d-\d\d\.jsonl"$/)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const [header, ...memories] = linesOf(reply.body)
    expect(header).toEqual({
      format: 'memory-service',
      version: 1,
      exportedAt: expect.stringMatching(/Z$/),
      count: 3,
      identity: { name: 'Ada', personality: { description: 'Warm.' } },
    })
    const { memories: listed } = await service.ok('GET', '/v1/memories', { cookie })
    expect(memories).toEqual(listed.reverse())
    expect(memories.map(({ id }) => id).slice(0, 2)).toEqual(memoryIds)
    expect(memories.map(({ sourceApp }) => sourceApp)).toEqual([app.slug, app.slug, null])
  })

  test('of an empty store is only a header', async () => {
    const { header, memories } = await transfers.exported(await service.newPerson())
    expect([header.count, memories]).toEqual([0, []])
  })

  test('recreates the same store in another account, for any content', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((each) => each.trim() !== '')
    const odd = fc.constantFrom('\u2028line\u2029', '"\\n', '𝒜🏃🏽‍♀️', 'é̂', '\u0001\u007f', '\ufeffx', 'النص', '한국어')
    const memory = fc.record(
      {
        content: fc.oneof(text, odd),
        scope: fc.constantFrom('note', 'fitness.trail', 'sleep', 'schedule.calendar'),
        kind: text,
        importance: fc.double({ min: 0, max: 100, noNaN: true }),
        confidence: fc.integer({ min: 0, max: 100 }),
        pinned: fc.boolean(),
        occurredAt: fc.date({ min: new Date('0002-01-01'), max: new Date('9998-01-01'), noInvalidDate: true }),
      },
      { requiredKeys: ['content', 'scope'] },
    )
    const batches = fc.array(fc.array(memory, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(batches, async (batches) => {
        const [ada, twin] = await Promise.all([service.newPerson(), service.newPerson()])
        for (const memories of batches)
          await service.ok('POST', '/v1/memories', { cookie: ada.cookie, body: { memories } })
        const { body } = await transfers.exportStore(ada)
        const count = batches.flat().length
        const answer = { imported: count, skipped: 0, errors: [], errorCount: 0 }
        expect(await transfers.imported(twin, body)).toEqual(answer)
        const { memories } = await transfers.exported(twin)
        expect(memories).toEqual(
          linesOf(body)
            .slice(1)
            .map((line) => ({ ...line, origin: 'import' })),
        )
        expect(await transfers.imported(twin, body)).toEqual({ ...answer, imported: 0, skipped: count })
        // Memories of one batch form one batch again.
        expect(await batchesOf(twin)).toEqual(await batchesOf(ada))
      }),
      { numRuns: 15 },
    )
  })
})

/** The batches of a store's rows and the position of each row in its batch. */
async function batchesOf({ id }: Person) {
  const rows = await service.ports.db.rows<{ born: number; place: number }>(
    sql`select born, place from memories where user_id = ${id} order by id`,
  )
  const batches = [...new Set(rows.map(({ born }) => born))]
  return rows.map(({ born, place }) => [batches.indexOf(born), place])
}

// A page takes milliseconds; after this long without one, reading has stopped.
const SETTLE_MS = 500

/** Records the row count of each page an export reads. */
function watchPages() {
  const { ports } = service
  const { db } = ports
  const pages: number[] = []
  ports.db = {
    ...db,
    async rows<T>(query: Sql) {
      const rows = await db.rows<T>(query)
      if (query.strings.join('').includes('from memories m')) pages.push(rows.length)
      return rows
    },
  }
  /** The number of pages once it no longer grows. */
  async function settled(): Promise<number> {
    for (let before = -1; before !== pages.length; await sleep(SETTLE_MS)) before = pages.length
    return pages.length
  }
  return { pages, settled, stop: () => (ports.db = db) }
}

test('an export of 5,000 memories streams in pages with backpressure and stops when the client disconnects', async () => {
  const person = await service.newPerson()
  const memories = many(5_000, 'x'.repeat(4_000))
  expect((await transfers.imported(person, written(memories))).imported).toBe(5_000)
  const watch = watchPages()
  const slow = request(`${service.url}/v1/export`, { headers: { cookie: person.cookie } }).end()
  const [response] = await once(slow, 'response')
  await once(response, 'readable')
  // Of 25 pages, some fill the buffers between the service and a client that does not read.
  expect(await watch.settled()).toBeLessThan(20)
  response.destroy()
  expect(await watch.settled()).toBeLessThan(25)
  watch.pages.length = 0
  const whole = await transfers.exported(person)
  expect(whole.header.count).toBe(5_000)
  expect(whole.memories.map(({ id }) => id)).toEqual(memories.map(({ id }) => id))
  expect(Math.max(...watch.pages)).toBeLessThanOrEqual(200)
  watch.stop()
})

test('an export holds each memory that exists throughout exactly once, despite concurrent writes', async () => {
  const person = await service.newPerson()
  const { cookie } = person
  const memories = many(1_000)
  await transfers.imported(person, written(memories))
  let over = false
  const busy = async () => {
    for (let i = 0; !over; i++) {
      await service.ok('POST', '/v1/memories', { cookie, body: { memories: [{ content: `new ${i}`, scope: 'note' }] } })
      await service.ok('DELETE', `/v1/memories/${memories[i * 7]?.id}`, { cookie })
      await service.ok('PATCH', `/v1/memories/${memories[i * 7 + 1]?.id}`, { cookie, body: { pinned: true } })
    }
  }
  const work = busy()
  const before = new Set((await transfers.exported(person)).memories.map(({ id }) => id))
  const ids = (await transfers.exported(person)).memories.map(({ id }) => id)
  over = true
  await work
  const after = new Set((await transfers.exported(person)).memories.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  const stayed = [...before].filter((id) => after.has(id))
  expect(ids).toEqual(expect.arrayContaining(stayed))
})

describe('what the operator brings back from a backup', () => {
  test('is carried by an encrypted file, which must be whole', async () => {
    const { person, token } = await service.connected(['memory:read:*', 'memory:write:*'])
    const { cookie } = person
    const { memoryIds } = await service.remember(token, [{ content: 'Bakes on Saturdays.', scope: 'general' }])
    const folder = await mkdtemp(join(tmpdir(), 'memory-service-person-'))
    const file = join(folder, 'person')
    expect(await operatorOk(service, 'people', 'export', person.email, file)).toMatchObject({ memories: 1 })
    expect(await readFile(file, 'utf8')).not.toContain('Bakes')
    expect((await operator(service, 'people', 'export', person.id, file)).output).toContain('cannot be created')
    expect((await operator(service, 'people', 'import', person.id, 'person')).output).toContain(
      'absolute path; got person',
    )
    const missing = await operator(service, 'people', 'import', 'unknown@example.com', file)
    expect(missing).toEqual({ output: 'No person has the address or id unknown@example.com.', status: 3 })

    await service.ok('DELETE', `/v1/memories/${memoryIds[0]}?erase=true`, { cookie })
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const damaged = join(folder, 'damaged')
    for (const wrong of [
      lines.slice(0, -1),
      lines.toSpliced(1, 1),
      [...lines, lines[1]],
      lines.slice(1),
      lines.slice(0, 1),
    ]) {
      await writeFile(damaged, `${wrong.join('\n')}\n`)
      const { status, output } = await operator(service, 'people', 'import', person.email, damaged)
      expect([status, output]).toEqual([2, expect.stringMatching(/is incomplete|is not a file of people export/)])
    }
    expect((await service.ok('GET', '/v1/memories', { cookie })).memories).toEqual([])

    const counts = { imported: 1, skipped: 0, rejected: 0 }
    expect(await operatorOk(service, 'people', 'import', person.email, file)).toMatchObject(counts)
    const again = { imported: 0, skipped: 1, rejected: 0 }
    expect(await operatorOk(service, 'people', 'import', person.email, file)).toMatchObject(again)
    const { memories } = await service.ok('GET', '/v1/memories', { cookie })
    expect(memories).toMatchObject([{ id: memoryIds[0], content: 'Bakes on Saturdays.' }])
    const { items } = await service.ok('GET', '/v1/audit?limit=4', { cookie })
    expect(items.slice(1).map(({ actor, action }: { actor: string; action: string }) => [actor, action])).toEqual([
      ...[
        ['operator', 'operator.import'],
        ['operator', 'memories.write'],
        ['user', 'memory.erase'],
      ],
    ])
    await rm(folder, { recursive: true })
  })
})
