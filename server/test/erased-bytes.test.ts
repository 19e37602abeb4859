import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { jobs } from '../src/app.ts'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { newDataDirectory } from './data-directory.ts'
import { openClock } from './hooks.ts'
import { findBinaries } from './postgres.ts'
import { testService } from './service.ts'

/*
 * Searches the bytes of the database for texts that were erased. The write-ahead log is left out: it holds recent changes
 * until the database overwrites it.
 */

const ERASED = 20
const DAY_MS = 86_400_000

/** All files below a folder, without the write-ahead log. */
function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'pg_wal') return []
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) return filesIn(path)
    return stat?.isFile() ? [path] : []
  })
}

/** The files of a folder that hold a text. PostgreSQL removes files of its own at any time. */
const holding = (folder: string, text: string) =>
  filesIn(folder).filter((path) => {
    try {
      return readFileSync(path).includes(text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  })

test('the texts of erased memories are in no file of the database and in no dump', async () => {
  const clock = openClock()
  const isShared = inject('engine').kind === 'postgres'
  const dataDir = await newDataDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const service = await testService({ userPlan: 'plus', ...(isShared ? {} : { dataDir }) }, { clock: clock.now })
  let isStopped = false
  onTestFinished(async () => {
    if (!isStopped) await service.stop()
  })
  const { db } = service.ports
  const scopes = ['memory:read:*', 'memory:write:*']
  const { person, token } = await service.connected(scopes)
  const { cookie } = person
  const kept = randomUUID()
  const marks = Array.from({ length: ERASED }, () => randomUUID())
  const markOf = (at: number) => `${marks[at]} is here.`
  const expiresAt = new Date(Date.now() + 40 * DAY_MS).toISOString()
  const ids: string[] = []
  for (let at = 0; at < ERASED; at++) {
    const more = at % 4 === 3 ? { expiresAt } : {}
    const source = { quote: `quoted ${marks[at]}` }
    const memory = {
      content: `First ${markOf(at)}`,
      scope: 'note',
      source,
      metadata: { tag: marks[at] as string },
      ...more,
    }
    const { memoryIds } = await service.remember(token, [memory] as never)
    ids.push(memoryIds[0])
    await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { token, body: { content: `Second ${markOf(at)}` } })
  }
  const [, other] = (
    await service.remember(token, [
      { content: `Stays: ${kept}.`, scope: 'note' },
      { content: 'Another one.', scope: 'note' },
    ])
  ).memoryIds
  for (const id of ids.slice(0, 8))
    await service.ok('POST', `/v1/memories/${id}/supersede`, {
      token,
      body: { by: other },
      headers: { 'idempotency-key': `supersede ${id}` },
    })
  await service.get(`/v1/memories?query=${marks[0]}`, token)

  const folderOf = async () => {
    if (!isShared) return dataDir
    const { folder } = await db.one<{ folder: string }>(sql`
      select current_setting('data_directory') || '/base/' || oid as folder
      from pg_database where datname = current_database()`)
    return folder
  }
  const folder = await folderOf()
  const dump = () =>
    execFileSync(join(findBinaries() ?? '', 'pg_dump'), ['--dbname', service.databaseUrl as string], {
      maxBuffer: 1 << 28,
    })
  // The statistics of the planner hold samples of values.
  await db.count(raw('analyze'))
  await db.count(raw('checkpoint'))
  // The search finds what is there.
  for (const mark of [kept, ...marks]) expect(holding(folder, mark).length).toBeGreaterThan(0)
  if (isShared) expect(dump().includes(marks[0] as string)).toBe(true)

  // At once; from the trash; after 30 days in the trash; and when they expire.
  for (const [at, id] of ids.entries()) {
    if (at % 4 === 0) await service.ok('DELETE', `/v1/memories/${id}?erase=true`, { cookie })
    if (at % 4 === 1 || at % 4 === 2) await service.ok('DELETE', `/v1/memories/${id}`, { token })
    if (at % 4 === 1) await service.ok('DELETE', `/v1/memories/${id}?erase=true`, { cookie })
  }
  clock.jump(41 * DAY_MS)
  for (const name of ['erase old trash', 'erase expired memories', 'erase orphaned revisions'])
    while (await jobs.find((job) => job.name === name)!.run(service.ports));
  // A transaction that began before a deletion, in whatever database, keeps the rows also from `vacuum full`, whose own
  // snapshot begins with the oldest one that runs.
  const { last } = await db.one<{ last: string }>(sql`select pg_current_xact_id()::text as last`)
  const isOld = sql`
    select pg_snapshot_xmin(pg_current_snapshot()) <= ${last}::xid8 or exists (
      select from pg_stat_activity where pid <> pg_backend_pid() and age(backend_xmin) >= age(${last}::xid8::xid)) as old`
  await expect.poll(() => db.one(isOld)).toEqual({ old: false })
  await db.count(raw('vacuum full'))
  for (let twice = 0; twice < 2; twice++) await db.count(raw('checkpoint'))
  if (isShared) {
    const dumped = dump()
    expect(dumped.includes(kept)).toBe(true)
    expect(marks.filter((mark) => dumped.includes(mark))).toEqual([])
  } else {
    await service.stop()
    isStopped = true
  }
  expect(holding(folder, kept).length).toBeGreaterThan(0)
  for (const mark of marks) expect(holding(folder, mark)).toEqual([])
})
