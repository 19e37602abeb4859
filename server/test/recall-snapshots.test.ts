import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { newDataDirectory } from './data-directory.ts'
import { DAY_MS, openClock } from './hooks.ts'
import { type TestService, testService } from './service.ts'

/* Snapshots of search indexes: what is found with one is what is found without, and erased content is in none. */

const SCOPES = ['memory:read:*', 'memory:write:*']
const QUERIES = ['tea', 'running shoes', 'when did I travel', 'number 7', 'pottery']
const SUBJECTS = ['tea', 'running shoes', 'a trip to Oslo', 'pottery', 'the garden']
const STORED = 30
const BATCH = 15

const contentOf = (n: number) => `Note ${n} is about ${SUBJECTS[n % SUBJECTS.length]} and number ${n % 13}.`
const isFiles = () => inject('engine').kind === 'embedded'

let folder: string
let service: TestService
const clock = openClock()
beforeAll(async () => {
  folder = await newDataDirectory()
  service = await testService(
    { userPlan: 'plus', ...(isFiles() ? { dataDir: folder } : {}) },
    { clock: clock.now, snapshotRowsMin: 10 },
  )
  return async () => {
    await service.stop().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
})

/** A person with so many memories that a snapshot is of use, and a snapshot of them. */
async function withSnapshot() {
  const { person, token } = await service.connected(SCOPES)
  const ids: string[] = []
  for (let at = 0; at < STORED; at += BATCH) {
    const memories = Array.from({ length: BATCH }, (_, n) => ({ content: contentOf(at + n), scope: 'note' }))
    ids.push(...(await service.remember(token, memories)).memoryIds)
  }
  await service.get('/v1/memories?query=tea', token)
  expect(await service.ports.recall.saveSnapshot(person.id)).toBe(true)
  return { person, token, ids }
}

/** What is stored of snapshots: rows, and parts of them. */
async function storedOf(userId: string) {
  const { db } = service.ports
  const rows = await db.rows<{ id: string; version: number }>(sql`
    select id, version from recall_snapshots where user_id = ${userId}`)
  const parts = await db.rows<{ id: string }>(sql`
    select id from recall_snapshot_parts where user_id = ${userId}`)
  const files = isFiles()
    ? readdirSync(join(folder, 'recall-snapshots')).filter((id) => rows.some((row) => row.id === id))
    : []
  return { rows, parts: isFiles() ? files.length : parts.length }
}

const lookups = async (of: { url: string }, result: string) =>
  Number(
    new RegExp(`cache_lookups_total{cache="snapshots",result="${result}"} (\\d+)`).exec(
      await (await fetch(`${of.url}/metrics`)).text(),
    )?.[1] ?? 0,
  )

const findAll = async (of: Pick<TestService, 'get'>, token: string) => {
  const found = []
  for (const query of QUERIES) {
    const { memories, relevance } = await of.get(`/v1/memories?limit=50&query=${encodeURIComponent(query)}`, token)
    found.push({ relevance, memories: memories.map(({ id, score }: { id: string; score: number }) => [id, score]) })
  }
  return found
}

/** Runs the service again on the same data, with and without snapshots, and returns what both find. */
async function findAgain(token: string) {
  await service.stop()
  const found = []
  const results = []
  for (const recallSnapshots of [true, false]) {
    const again = await service.again({ recallSnapshots })
    found.push(await findAll(again, token))
    results.push([await lookups(again, 'hit'), await lookups(again, 'stale')])
    await again.stop()
  }
  Object.assign(service, await service.again({}))
  return { found, results }
}

test('a restarted service finds with a snapshot and later changes what it finds without', async () => {
  const { person, token, ids } = await withSnapshot()
  const { cookie } = person
  const acts = fc.sample(fc.record({ what: fc.nat(3), which: fc.nat(STORED - 1), n: fc.nat(500) }), {
    numRuns: 25,
    seed: 7,
  })
  for (const { what, which, n } of acts) {
    const path = `/v1/memories/${ids[which]}`
    if (what === 0) await service.call('DELETE', path, { token })
    if (what === 1) await service.call('PATCH', path, { token, body: { content: contentOf(n) } })
    if (what === 2) await service.remember(token, [{ content: contentOf(n), scope: 'fitness' }])
    if (what === 3) await service.call('PATCH', path, { cookie, body: { pinned: true } })
  }
  const { found, results } = await findAgain(token)
  expect(found[0]).toEqual(found[1])
  expect(results).toEqual([
    [1, 0],
    [0, 0],
  ])
})

test('a snapshot that was changed is rejected, deleted and not needed', async () => {
  const { person, token } = await withSnapshot()
  const before = await findAll(service, token)
  const { rows } = await storedOf(person.id)
  if (isFiles()) {
    const path = join(folder, 'recall-snapshots', rows[0]!.id)
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(path, bytes)
  } else
    await service.ports.db.count(sql`
      update recall_snapshot_parts set body = set_byte(body, 1000, get_byte(body, 1000) # 1) where user_id = ${person.id}`)
  const { found, results } = await findAgain(token)
  expect(found).toEqual([before, before])
  expect(results[0]).toEqual([0, 1])
  expect((await storedOf(person.id)).rows.filter(({ id }) => id === rows[0]!.id)).toEqual([])
})

test('a snapshot of another person is rejected', async () => {
  const [mine, theirs] = [await withSnapshot(), await withSnapshot()]
  const { db } = service.ports
  const before = await findAll(service, mine.token)
  const [own, other] = [await storedOf(mine.person.id), await storedOf(theirs.person.id)]
  const { id } = own.rows[0]!
  await db.count(sql`
    update recall_snapshots k set salt = o.salt, version = o.version, rows = o.rows from recall_snapshots o
    where k.id = ${id} and o.id = ${other.rows[0]!.id}`)
  if (isFiles()) {
    const at = (name: string) => join(folder, 'recall-snapshots', name)
    writeFileSync(at(id), readFileSync(at(other.rows[0]!.id)))
  } else
    await db.count(sql`
      update recall_snapshot_parts p set body = o.body from recall_snapshot_parts o
      where p.id = ${id} and o.id = ${other.rows[0]!.id} and p.part = o.part`)
  const { found, results } = await findAgain(mine.token)
  expect(found).toEqual([before, before])
  expect(results[0]).toEqual([0, 1])
})

test('erasing a memory deletes the snapshot in the same transaction, and older ones are not stored again', async () => {
  const { person, token, ids } = await withSnapshot()
  const { cookie } = person
  expect(await storedOf(person.id)).toMatchObject({ rows: [{}], parts: 1 })
  // To the trash: the content is still stored.
  await service.ok('DELETE', `/v1/memories/${ids[0]}`, { token })
  expect((await storedOf(person.id)).rows).toHaveLength(1)
  // From the trash, then one that is stored.
  for (const id of ids.slice(0, 2)) {
    await service.ok('DELETE', `/v1/memories/${id}?erase=true`, { cookie })
    await expect.poll(() => storedOf(person.id)).toEqual({ rows: [], parts: 0 })
    // This index is older than the erasure, or as new.
    const { floor } = await service.ports.db.one<{ floor: number }>(sql`
      select snapshot_floor as floor from stores where user_id = ${person.id}`)
    await service.ports.recall.saveSnapshot(person.id)
    for (const { version } of (await storedOf(person.id)).rows) expect(version).toBeGreaterThanOrEqual(floor)
    await service.get('/v1/memories?query=tea', token)
    await service.ports.recall.saveSnapshot(person.id)
    expect((await storedOf(person.id)).rows).toHaveLength(1)
  }
})

test('a snapshot that is being made while a memory is erased does not stay', async () => {
  const { person, token, ids } = await withSnapshot()
  await service.ports.db.count(sql`delete from recall_snapshots where user_id = ${person.id}`)
  for (const id of ids.slice(0, 5)) {
    await service.get('/v1/memories?query=tea', token)
    await Promise.all([
      service.ports.recall.saveSnapshot(person.id).catch(() => false),
      service.ok('DELETE', `/v1/memories/${id}?erase=true`, { cookie: person.cookie }),
    ])
    const { floor } = await service.ports.db.one<{ floor: number }>(sql`
      select snapshot_floor as floor from stores where user_id = ${person.id}`)
    for (const { version } of (await storedOf(person.id)).rows) expect(version).toBeGreaterThanOrEqual(floor)
  }
})

test('sweeps of expired and trashed memories delete the snapshot, and so does closing the account', async () => {
  const expiring = await withSnapshot()
  const expiresAt = new Date(clock.now().getTime() + DAY_MS).toISOString()
  await service.ok('PATCH', `/v1/memories/${expiring.ids[0]}`, { token: expiring.token, body: { expiresAt } })
  const trashed = await withSnapshot()
  await service.ok('DELETE', `/v1/memories/${trashed.ids[0]}`, { token: trashed.token })
  const closing = await withSnapshot()
  await service.ok('DELETE', '/v1/auth/account', {
    cookie: closing.person.cookie,
    body: { password: 'a long walk home' },
  })
  await expect.poll(() => storedOf(closing.person.id)).toEqual({ rows: [], parts: 0 })
  clock.jump(31 * DAY_MS)
  onTestFinished(() => clock.set(new Date()))
  for (const name of ['erase expired memories', 'erase old trash'])
    while (await jobs.find((job) => job.name === name)!.run(service.ports));
  for (const { person } of [expiring, trashed])
    await expect.poll(() => storedOf(person.id)).toEqual({ rows: [], parts: 0 })
})

test('a snapshot from before the tombstones that are left is not used, and swept', async () => {
  const { person, token, ids } = await withSnapshot()
  const kept = await withSnapshot()
  await service.ok('DELETE', `/v1/memories/${ids[0]}`, { token })
  clock.jump(2 * DAY_MS)
  onTestFinished(() => clock.set(new Date()))
  while (await jobs.find(({ name }) => name === 'delete expired tombstones')!.run(service.ports));
  const { found, results } = await findAgain(token)
  expect(found[0]).toEqual(found[1])
  expect(results[0]).toEqual([0, 0])
  if (isFiles()) writeFileSync(join(folder, 'recall-snapshots', 'left-by-a-crash'), 'x')
  const sweep = jobs.find(({ name }) => name === 'delete outdated snapshots')!
  await service.ports.db.transaction<unknown>((db) => sweep.run({ ...service.ports, db }))
  await expect.poll(() => storedOf(person.id)).toEqual({ rows: [], parts: 0 })
  expect(await storedOf(kept.person.id)).toMatchObject({ rows: [{}], parts: 1 })
  if (isFiles()) await expect.poll(() => readdirSync(join(folder, 'recall-snapshots'))).not.toContain('left-by-a-crash')
})
