import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clientAt, startLoad } from './apart.ts'
import { openCluster } from './cluster.ts'
import { expectAllDelivered, expectStoredOnce, LOADED } from './days.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './process.ts'
import { openReceiver } from './receiver.ts'

/*
 * The disk of the database fills up under load. It is a small tmpfs; mounting it requires root.
 */

const DISK = '400m'
const FULL_MS = 45_000
const CHUNK_BYTES = 64 * 1024

let folder: string
beforeAll(() => {
  if (process.getuid?.() !== 0) throw new Error('a disk of its own is needed for this: run it as root')
  folder = mkdtempSync(join(tmpdir(), 'memory-service-disk-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A disk that can be filled completely and freed again. */
function openDisk() {
  const path = mkdtempSync(join(folder, 'disk-'))
  chmodSync(path, 0o755)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', path])
  const ballast = join(path, 'ballast')
  return {
    path,
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

type Disk = ReturnType<typeof openDisk>

/** A database on such a disk: the settings for the service, and how to kill and restart a separate server. */
const ENGINES = {
  embedded: async ({ path }: Disk) => ({
    env: { DATA_DIR: join(path, 'data') },
    kill: undefined,
    heal: async () => {},
  }),
  postgres: async ({ path }: Disk) => {
    const cluster = await openCluster({ within: path })
    onTestFinished(cluster.close)
    const heal = async () => {
      if (!cluster.runs()) await cluster.start()
    }
    // It may have exited on its own.
    const kill = async () => {
      if (cluster.runs()) await cluster.kill()
    }
    return { env: { DATABASE_URL: cluster.url }, kill, heal }
  },
}

const DAYS = (['embedded', 'postgres'] as const).flatMap((kind) =>
  (['freed', 'killed at the full moment, then freed'] as const).map((way) => ({ kind, way })),
)

describe.each(DAYS)('$kind on a disk that is full, and $way', ({ kind, way }) => {
  test('rejects writes, serves reads, and loses no acknowledged write', { timeout: 300_000 }, async () => {
    const disk = openDisk()
    onTestFinished(disk.close)
    const engine = await ENGINES[kind](disk)
    const port = await freePort()
    const env = { ...LOADED, PORT: String(port), ...engine.env }
    let service = await startProcess(env, Date.now(), 1)
    onTestFinished(() => service.kill())
    let ended = false
    service.exited.then(() => {
      ended = true
    })
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
    if (way !== 'freed') await (engine.kill ?? service.kill)()
    // A supervisor restarts it even while the disk is full.
    const again = ended ? await startProcess(env, Date.now(), 1).catch(() => undefined) : undefined
    await again?.kill()
    // The reserved space suffices for a start; PostgreSQL has none.
    if (kind === 'embedded' && ended) expect(again).toBeDefined()
    disk.free()
    await engine.heal()
    if (ended) service = await startProcess(env, Date.now(), 1)
    await sleep(3_000)
    await load.stop()
    const { met, written, triggers } = load
    console.log(
      `disk of ${kind} full, ${way}: ${before} writes acknowledged before, ${during} while full, ${written.size} in all, 0 lost, 0 twice; ` +
        `${refused} refusals and ${reads} reads answered while full; the process ${diedItself ? 'ended by itself' : 'stayed'}` +
        (ended ? `; killed and started while full it ${again ? 'serves' : 'does not start'}` : ''),
    )
    expect(met.wrong).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(reads).toBeGreaterThan(0)
    await expectStoredOnce(client, cookie, load)
    await expectAllDelivered(receiver, [...written.values(), ...triggers])
    await service.stop()
    service = await startProcess(env, Date.now(), 1)
    await expectStoredOnce(client, cookie, load)
  })
})
