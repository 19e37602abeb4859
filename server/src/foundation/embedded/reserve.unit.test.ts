import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isDiskFull, keepReserve, releaseReserve } from './reserve.ts'

test('sets space aside once, gives it up once, and sets it aside again', async () => {
  const home = await mkdtemp(join(tmpdir(), 'memory-service-reserve-'))
  onTestFinished(() => rm(home, { recursive: true }))
  expect(await releaseReserve(home)).toBe(false)
  for (let n = 0; n < 2; n++) {
    await keepReserve(home)
    await keepReserve(home)
    const { size, blocks, ino } = await stat(join(home, 'reserve'))
    expect(size).toBe(32 * 1024 * 1024)
    // Not sparse.
    expect(blocks * 512).toBeGreaterThanOrEqual(size)
    await keepReserve(home)
    expect((await stat(join(home, 'reserve'))).ino).toBe(ino)
    expect(await releaseReserve(home)).toBe(true)
    expect(await readdir(home)).toEqual([])
  }
})

test('recognises an engine that stopped because the disk is full', () => {
  const text =
    'The embedded database stopped: PANIC:  could not write to file "pg_logical/x.tmp": No space left on device'
  expect(isDiskFull(new Error(text))).toBe(true)
  expect(isDiskFull(new Error('The embedded database stopped: exit code 1'))).toBe(false)
})
