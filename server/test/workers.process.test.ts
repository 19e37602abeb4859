import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { clientAt } from './apart.ts'
import { LOADED } from './days.ts'
import { freePort } from './free-port.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { startProcess } from './process.ts'

/* `WORKERS`: several processes behind one address, on PostgreSQL. */

const WORKERS = 2
const CLIENTS = 8
const RECALL_MEMORY_MB = '100'

/** A service with two workers; `undefined` with the embedded engine, which has one process. */
let service: Awaited<ReturnType<typeof openWorkers>>
beforeAll(async () => {
  service = await openWorkers()
  return () => service?.close()
})

async function openWorkers() {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') return undefined
  const databaseUrl = await freshDatabase(engine.url, engine.template)
  const port = await freePort()
  const env = { ...LOADED, PORT: String(port), DATABASE_URL: databaseUrl, WORKERS: String(WORKERS), RECALL_MEMORY_MB }
  const running = await startProcess(env, Date.now(), 1)
  const base = `http://127.0.0.1:${port}`
  return {
    ...{ ...running, port, base, client: clientAt(base), workers: () => workersOf(running.pid) },
    async close() {
      running.signal('SIGKILL')
      await running.exited
      await dropDatabase(databaseUrl)
    },
  }
}

/** The process ids of a primary's workers, which are its only children. */
function workersOf(primary: number): number[] {
  try {
    const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8')
    return children.trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

const metric = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

/** Resolves when workers that were killed have been replaced. */
async function allReady(base: string): Promise<void> {
  const ready = async () => metric(await (await fetch(`${base}/metrics`)).text(), 'workers')
  await expect.poll(ready).toBe(WORKERS)
}

test('metrics are those of all workers, and each worker serves requests', async () => {
  const running = service
  if (!running) return
  const { client } = running
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => client.connected()))
  for (const { token } of people) {
    await client.call('POST', '/v1/memories', { token, body: { memories: [{ content: 'Likes tea.', scope: 'note' }] } })
    expect((await client.call('GET', '/v1/memories?query=tea', { token })).memories).toHaveLength(1)
  }
  const text = await (await fetch(`${running.base}/metrics`)).text()
  const counted = metric(text, 'http_requests_total\\{route="findMemories",status="200"\\}')
  expect(counted).toBe(CLIENTS)
  expect(metric(text, 'workers')).toBe(WORKERS)
  expect(metric(text, 'recall_index_bytes_max')).toBe(100 * 1024 * 1024)
  expect(text).toMatch(/^memory_service_build_info\{.*\} 1$/m)
  expect(text.match(/^http_requests_in_flight /gm)).toHaveLength(1)
  // The disk is that of the embedded engine; several workers share PostgreSQL.
  expect(text).toMatch(/^# TYPE data_disk_free_bytes gauge$/m)
  expect(text).not.toMatch(/^data_disk_/m)
})

test('a client that sends nothing or little at first is served, too', async () => {
  const running = service
  if (!running) return
  const socket = connect(running.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  for (const part of ['GET /heal', 'thz HTTP/1.1\r\nhost: localhost\r\n', '\r\n']) {
    socket.write(part)
    await sleep(20)
  }
  await expect.poll(() => answer).toContain('{"status":"ok"}')
  // Another request on the same connection.
  answer = ''
  socket.write('GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(() => answer).toContain('{"status":"ready"}')
  socket.destroy()
  const late = connect(running.port, '127.0.0.1')
  answer = ''
  late.on('data', (chunk) => (answer += chunk))
  await sleep(1_500)
  late.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(() => answer).toContain('{"status":"ok"}')
  late.destroy()
})

test('a killed worker loses no acknowledged write, the other one answers, and it is replaced', async () => {
  const running = service
  if (!running) return
  const { client } = running
  const before = running.workers()
  expect(before).toHaveLength(WORKERS)
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => client.connected()))
  const acknowledged = people.map(() => [] as string[])
  let isOver = false
  let failures = 0
  const writing = people.map(async ({ token }, at) => {
    while (!isOver) {
      const content = `Saved ${randomUUID()}.`
      const body = { memories: [{ content, scope: 'note' }] }
      try {
        const { status } = await client.ask('POST', '/v1/memories', { token, body })
        if (status === 200 || status === 201) acknowledged[at]!.push(content)
        else failures++
      } catch {
        // The connection was to the worker that was killed.
        failures++
      }
    }
  })
  const count = () => acknowledged.reduce((sum, { length }) => sum + length, 0)
  await expect.poll(count).toBeGreaterThan(5 * CLIENTS)
  process.kill(before[0]!, 'SIGKILL')
  const atKill = count()
  // The other worker goes on at once.
  await expect.poll(count).toBeGreaterThan(atKill + 5 * CLIENTS)
  await expect.poll(() => running.workers().length).toBe(WORKERS)
  expect(running.workers()).toContain(before[1])
  isOver = true
  await Promise.all(writing)
  expect(failures).toBeLessThanOrEqual(2 * CLIENTS)
  for (const [at, { cookie }] of people.entries()) {
    const stored = new Set(await client.contents(cookie))
    expect(acknowledged[at]!.filter((content) => !stored.has(content))).toEqual([])
  }
})

test('connections on their way to a worker that is killed are served by another one', async () => {
  const running = service
  if (!running) return
  await allReady(running.base)
  const [worker] = running.workers() as [number]
  // It takes no connection any more.
  process.kill(worker, 'SIGSTOP')
  let answered = 0
  let closed = 0
  const ask = (at: number) => {
    const headers = { authorization: `Bearer unknown${at}` }
    const request = get(`${running.base}/v1/memories`, { agent: false, headers }, (response) => {
      response.resume()
      expect(response.statusCode).toBe(401)
      answered++
    })
    request.on('error', () => closed++)
  }
  const asked = 40
  for (let at = 0; at < asked; at++) ask(at)
  // The other one answers what goes to it.
  await expect.poll(() => answered).toBeGreaterThan(5)
  expect(answered + closed).toBeLessThan(asked)
  process.kill(worker, 'SIGKILL')
  await expect.poll(() => answered + closed).toBe(asked)
  // Only what was sent to it before is not answered.
  expect(closed).toBeLessThanOrEqual(1)
  await expect.poll(() => running.workers().length).toBe(WORKERS)
})

test('SIGTERM lets running requests end, refuses new ones, and ends all processes', async () => {
  const running = service
  if (!running) return
  const { client } = running
  const { token } = await client.connected()
  await allReady(running.base)
  // One that has just been restarted stops, too.
  const [killed] = running.workers() as [number]
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => running.workers().length).toBe(WORKERS - 1)
  await expect.poll(() => running.workers().length).toBe(WORKERS)
  const workers = running.workers()
  // The bodies are sent after the signal.
  const body = JSON.stringify({ memories: [{ content: 'Sent while the service stops.', scope: 'note' }] })
  const head = [
    'POST /v1/memories HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const socket = connect(running.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const inFlight = async () => metric(await (await fetch(`${running.base}/metrics`)).text(), 'http_requests_in_flight')
  // The request for the metrics is one of them.
  await expect.poll(inFlight).toBeGreaterThanOrEqual(2)
  running.signal('SIGTERM')
  const isRefused = () =>
    fetch(`${running.base}/healthz`).then(
      () => false,
      () => true,
    )
  await expect.poll(isRefused).toBe(true)
  socket.write(body)
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 20[01] /)
  const [code] = await running.exited
  expect(code).toBe(0)
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('with the embedded engine, several workers are refused', async () => {
  if (inject('engine').kind === 'postgres') return
  const { readConfig } = await import('../src/foundation/config.ts')
  expect(() => readConfig({ WORKERS: '2' })).toThrow(/^WORKERS must be 1 or auto without DATABASE_URL, .* got "2"\.$/)
  expect(readConfig({ WORKERS: 'auto' }).workers).toBe(1)
})
