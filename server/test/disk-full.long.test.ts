import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clientAt, startLoad } from './apart.ts'
import { expectAllTold, expectKeptOnce, LOADED } from './days.ts'
import { freePort, startProcess } from './process.ts'
import { openReceiver } from './receiver.ts'

/*
 * The disk of the embedded database fills up under load. It is a small one of memory, which takes root to mount.
 */

const DISK = '400m'
const FULL_MS = 45_000
const CHUNK_BYTES = 64 * 1024

let folder: string
beforeAll(() => {
  if (process.getuid?.() !== 0) throw new Error('a disk of its own is needed for this: run it as root')
  folder = mkdtempSync(join(tmpdir(), 'memory-service-disk-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A disk that can be filled to the last byte, and emptied of what filled it. */
function openDisk(name: string) {
  const path = join(folder, name)
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', path])
  const ballast = join(path, 'ballast')
  return {
    dataDir: join(path, 'data'),
    fill(): void {
      const file = openSync(ballast, 'a')
      try {
        for (let bytes = CHUNK_BYTES; bytes >= 1; ) {
          try {
            writeSync(file, Buffer.alloc(bytes))
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
            bytes = Math.floor(bytes / 2)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast),
    close: () => void execFileSync('umount', ['-l', path]),
  }
}

describe.each(['freed', 'killed at the full moment, then freed'])('a disk that is full and %s', (way) => {
  test('refuses writes, answers reads, and loses nothing that was acknowledged', { timeout: 300_000 }, async () => {
    const disk = openDisk(way.slice(0, 5))
    onTestFinished(disk.close)
    const port = await freePort()
    const env = { ...LOADED, PORT: String(port), DATA_DIR: disk.dataDir }
    let service = await startProcess(env, Date.now(), 1)
    onTestFinished(() => service.kill())
    let ended = false
    const watch = () => service.gone.then(() => (ended = true))
    watch()
    const client = clientAt(`http://127.0.0.1:${port}`)
    const receiver = await openReceiver()
    onTestFinished(receiver.close)
    const { token, cookie } = await client.connected([receiver.url])
    const load = startLoad(client, token, { writers: 16, readers: 1, chars: 4_000 })
    await sleep(5_000)
    const before = load.written.size
    disk.fill()
    const until = performance.now() + FULL_MS
    let reads = 0
    while (performance.now() < until && !ended) {
      const { status } = await client.ask('GET', '/v1/memories?limit=20', { token }).catch(() => ({ status: 0 }))
      if (status === 200) reads++
      await sleep(200)
    }
    const during = load.written.size - before
    const { refused } = load.met
    const diedItself = ended
    if (way !== 'freed' && !ended) await service.kill()
    disk.free()
    if (ended || way !== 'freed') {
      await service.gone
      service = await startProcess(env, Date.now(), 1)
    }
    await sleep(3_000)
    await load.stop()
    const { met, written, triggers } = load
    console.log(
      `disk full, ${way}: ${before} writes acknowledged before, ${during} while full, ${written.size} in all, 0 lost, 0 twice; ` +
        `${refused} refusals and ${reads} reads answered while full; the process ${diedItself ? 'ended by itself' : 'stayed'}`,
    )
    expect(met.wrong).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(reads).toBeGreaterThan(0)
    await expectKeptOnce(client, cookie, load)
    await expectAllTold(receiver, [...written.values(), ...triggers])
    await service.end()
    service = await startProcess(env, Date.now(), 1)
    await expectKeptOnce(client, cookie, load)
  })
})
