import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { clientAt } from './apart.ts'
import { LOADED } from './days.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './process.ts'
import { megabytes, memoryOf } from './watched.ts'

/* Ten thousand idle client connections; needs `ulimit -n` of 12,000 or more. */

const IDLE = 10_000
const AT_ONCE = 250
const CALLS = 200
const BYTES_EACH_MAX = 40 * 1024
const CALL_MAX_MS = 1_000
const CLOSED_MAX_MS = 120_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-service-idle-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(name: string, env: Record<string, string> = {}) {
  const port = await freePort()
  // As behind a load balancer, whose connections are not limited by address.
  const settings = { ...LOADED, PORT: String(port), DATA_DIR: join(folder, name), TRUSTED_PROXIES: 'loopback', ...env }
  const service = await startProcess(settings, Date.now(), 1)
  onTestFinished(service.kill)
  return { service, port, client: clientAt(`http://127.0.0.1:${port}`) }
}

/** A connection after its first response; `undefined` if it was rejected. */
function idleAt(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'))
    socket.once('data', () => resolve(socket))
    socket.once('close', () => resolve(undefined))
    socket.on('error', () => {})
  })
}

async function openIdle(port: number, count: number): Promise<Socket[]> {
  const all: Socket[] = []
  while (all.length < count) {
    const more = await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - all.length) }, () => idleAt(port)))
    all.push(...more.filter((socket) => socket !== undefined))
    if (more.includes(undefined)) break
  }
  return all
}

test(
  'ten thousand idle connections cost some memory each, delay no other client, and are closed in time',
  { timeout: 300_000 },
  async () => {
    const { service, port, client } = await open('many')
    const { token } = await client.connected()
    const call = async () => (await client.ask('GET', '/v1/memories?limit=20', { token })).ms
    const measure = async () => {
      const times: number[] = []
      for (let i = 0; i < CALLS; i++) times.push(await call())
      return times.sort((a, b) => a - b)
    }
    await measure()
    const alone = await measure()
    const before = memoryOf(service.pid)
    const sockets = await openIdle(port, IDLE)
    expect(sockets).toHaveLength(IDLE)
    const opened = performance.now()
    await sleep(2_000)
    const each = (memoryOf(service.pid) - before) / IDLE
    const crowded = await measure()
    let closed = 0
    for (const socket of sockets) socket.on('close', () => closed++)
    await expect.poll(() => closed, { timeout: CLOSED_MAX_MS, interval: 500 }).toBe(IDLE)
    const seconds = (performance.now() - opened) / 1_000
    console.log(
      `${IDLE} idle connections: ${(each / 1024).toFixed(1)} KiB each (${megabytes(before)} MB without them); ` +
        `a list takes ${crowded[CALLS / 2]?.toFixed(1)} ms at the median, ${crowded.at(-1)?.toFixed(1)} at most ` +
        `(${alone[CALLS / 2]?.toFixed(1)} and ${alone.at(-1)?.toFixed(1)} without); all closed ${seconds.toFixed(0)} s later`,
    )
    expect(each).toBeLessThan(BYTES_EACH_MAX)
    expect(crowded.at(-1)).toBeLessThan(CALL_MAX_MS)
  },
)

test('rejects connections beyond CONNECTIONS_MAX, and closes idle ones so that a retry succeeds', async () => {
  const { port, client } = await open('few', { CONNECTIONS_MAX: '500' })
  const { token } = await client.connected()
  const sockets = await openIdle(port, IDLE)
  expect(sockets.length).toBeLessThanOrEqual(500)
  await expect
    .poll(() => client.ask('GET', '/v1/memories', { token }).catch(() => undefined))
    .toMatchObject({ status: 200 })
})
