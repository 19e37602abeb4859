import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { openEarlySync } from './early-sync.ts'

const MEGABYTE = 1024 * 1024

async function openSync() {
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-sync-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'table')
  await writeFile(path, 'rows')
  let onIdle = () => {}
  let onFailure = (_: unknown) => {}
  const idle = new Promise<void>((resolve) => (onIdle = resolve))
  const failure = new Promise<unknown>((resolve) => (onFailure = resolve))
  return { folder, path, idle, failure, sync: openEarlySync(onIdle, onFailure) }
}

test('begins after a megabyte, and reports its end', async ({ expect }) => {
  const { path, idle, sync } = await openSync()
  sync.wrote(path, MEGABYTE - 1)
  expect(sync.isBusy()).toBe(false)
  sync.wrote(path, 1)
  expect(sync.isBusy()).toBe(true)
  await idle
  expect(sync.isBusy()).toBe(false)
})

test('goes on with what is written meanwhile, and skips files that cannot be opened', async ({ expect }) => {
  const { folder, path, idle, sync } = await openSync()
  sync.wrote(join(folder, 'dropped'), MEGABYTE)
  sync.wrote(folder, MEGABYTE)
  sync.wrote(path, MEGABYTE)
  await idle
  expect(sync.isBusy()).toBe(false)
})

test('reports a file that cannot be synced', async ({ expect }) => {
  const { failure, sync } = await openSync()
  sync.wrote(devNull, MEGABYTE)
  expect(await failure).toMatchObject({ code: 'EINVAL' })
})
