import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { clientAt, PASSWORD } from './apart.ts'
import { openCluster } from './cluster.ts'
import { LOADED } from './days.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './process.ts'
import { openReceiver } from './receiver.ts'
import { cpuOf, megabytes, memoryOf } from './watched.ts'

/*
 * Users sign up, write, search and delete their accounts for SOAK_MINUTES (default 30) on both engines at once, at about
 * a fifth of a core each. Process memory and database bookkeeping must not grow over time.
 */

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
const MINUTE_MS = 60_000
const PEOPLE = 60
const SEATS = 4
const PACE_MS = 80
const VISIT_MEMORIES = 25
const VISIT_QUESTIONS = 12
const SAMPLER = new URL('./sampler.mjs', import.meta.url).href
// Tolerance for random variation, such as allocator pages or one more pooled connection.
const GROWTH_MAX = 0.12
const GROWTH_MAX_BYTES = 12 * 1024 * 1024
const HANDLES_MORE_MAX = 15
// The number of current users varies, so a sample may count a few more.
const ROWS_GROWTH_MAX = 1.3
const BOOKS = [
  'sessions',
  'idempotency_keys',
  'deliveries',
  'triggers',
  'audit_entries',
  'audit_reads',
  'memories',
  'stores',
  'connections',
]

interface Sample {
  at: number
  rss: number
  heapUsed: number
  external: number
  resources: Record<string, number>
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T

/** Simulates users until stopped; counts them and collects every failed response. */
async function live(url: string, webhooks: string, isOver: () => boolean) {
  const client = clientAt(url)
  const app = await client.newApp([webhooks])
  const people: { token: string; cookie: string }[] = []
  const wrong: string[] = []
  let came = 0
  let calls = 0
  const ask = async (method: string, path: string, options: object) => {
    await sleep(PACE_MS)
    calls++
    const { status, body } = await client.ask(method, path, options)
    if (status >= 300) wrong.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  async function visit(): Promise<void> {
    const person = await client.newPerson(app)
    const { token } = person
    const visitor = came++
    for (let n = 0; n < VISIT_MEMORIES; n++) {
      const content = `Visitor ${visitor} thought of ${pick(WORDS)} and ${pick(WORDS)} on day ${n}.`
      await ask('POST', '/v1/memories', { token, key: `${n}`, body: { memories: [{ content, scope: 'note' }] } })
    }
    const fireAt = new Date(Date.now() + 2_000).toISOString()
    await ask('POST', '/v1/schedule', { token, key: 'trigger', body: { fireAt, kind: 'checkin' } })
    await ask('POST', '/v1/signals', { token, body: { type: 'workout.completed' } })
    people.push(person)
    for (let n = 0; n < VISIT_QUESTIONS; n++) {
      const back = pick(people)
      await ask('GET', `/v1/memories?query=${pick(WORDS)}&limit=10`, { token: back.token })
      if (n % 3 === 0) await ask('GET', '/v1/context?intent=assistant', { token })
      if (n % 4 === 0) await ask('GET', '/v1/memories?limit=20', { token })
    }
    if (people.length <= PEOPLE) return
    // A user who is about to be deleted gets no more requests.
    const [leaving] = people.splice(0, 1)
    await sleep(1_000)
    await ask('DELETE', '/v1/auth/account', { cookie: leaving?.cookie, body: { password: PASSWORD } })
  }
  const seats = Array.from({ length: SEATS }, async () => {
    while (!isOver()) await visit()
  })
  await Promise.all(seats)
  return { came, calls, wrong }
}

const WORDS = 'river bread violin snow harbour cedar lantern marathon saffron telescope orchard ferry'.split(' ')

/** Runs a service under that load and returns its measurements. */
async function soak(
  name: string,
  env: Record<string, string>,
  folder: string,
  count: () => Promise<Record<string, number>>,
) {
  const port = await freePort()
  const samples = join(folder, `${name}.jsonl`)
  const settings = { ...LOADED, ...env, PORT: String(port), RECALL_MEMORY_MB: '16', SAMPLES: samples }
  const service = await startProcess({ ...settings, NODE_OPTIONS: `--import ${SAMPLER}` }, Date.now(), 1)
  onTestFinished(service.kill)
  const receiver = await openReceiver()
  onTestFinished(receiver.close)
  const begun = performance.now()
  const ends = begun + MINUTES * MINUTE_MS
  const cpu = cpuOf(service.pid)
  const living = live(`http://127.0.0.1:${port}`, receiver.url, () => performance.now() > ends)
  // Caches and pools fill up during the first third.
  await sleep((MINUTES * MINUTE_MS) / 3)
  const booksBefore = await count()
  const { came, calls, wrong } = await living
  const booksAfter = await count()
  const seconds = (performance.now() - begun) / 1_000
  const all: Sample[] = readFileSync(samples, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const early = all.slice(Math.floor(all.length / 3), Math.floor(all.length / 2))
  const late = all.slice(-early.length)
  const grown = (what: 'rss' | 'heapUsed' | 'external') => ({
    from: mean(early.map((sample) => sample[what])),
    to: mean(late.map((sample) => sample[what])),
  })
  const handles = (of: Sample[]) => mean(of.map(({ resources }) => Object.values(resources).reduce((a, b) => a + b, 0)))
  const memory = { rss: grown('rss'), heapUsed: grown('heapUsed'), external: grown('external') }
  const growth = Object.entries(memory).map(
    ([what, { from, to }]) => `${what} ${megabytes(from)} -> ${megabytes(to)} MB`,
  )
  console.log(
    `soak of ${MINUTES} minutes, ${name}: ${came} people, ${calls} calls, ${wrong.length} failed, ` +
      `${Math.round(((cpuOf(service.pid) - cpu) / seconds) * 100)} % CPU; ${growth.join(', ')}; ` +
      `handles ${handles(early).toFixed(0)} -> ${handles(late).toFixed(0)}; rows ${JSON.stringify(booksBefore)} -> ${JSON.stringify(booksAfter)}; ` +
      `now ${megabytes(memoryOf(service.pid))} MB`,
  )
  await service.kill()
  return { wrong, memory, handles: handles(late) - handles(early), booksBefore, booksAfter }
}

function expectFlat({ wrong, memory, handles, booksBefore, booksAfter }: Awaited<ReturnType<typeof soak>>): void {
  expect(wrong).toEqual([])
  for (const [what, { from, to }] of Object.entries(memory))
    expect(to - from, what).toBeLessThan(Math.max(from * GROWTH_MAX, GROWTH_MAX_BYTES))
  expect(handles).toBeLessThan(HANDLES_MORE_MAX)
  for (const [table, rows] of Object.entries(booksAfter))
    expect(rows, table).toBeLessThan(booksBefore[table]! * ROWS_GROWTH_MAX)
}

test(`memory stays flat over ${MINUTES} minutes on both engines`, { timeout: (MINUTES + 5) * MINUTE_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-soak-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cluster = await openCluster()
  onTestFinished(cluster.close)
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  const count = async () => {
    const parts = BOOKS.map((table) => `(select count(*)::int from ${table}) as ${table}`)
    return (await admin.query(`select ${parts.join(', ')}`)).rows[0] as Record<string, number>
  }
  const [embedded, postgres] = await Promise.all([
    soak('embedded', { DATA_DIR: join(folder, 'data') }, folder, async () => ({})),
    soak('postgres', { DATABASE_URL: cluster.url }, folder, count),
  ])
  await admin.end()
  expectFlat(embedded)
  expectFlat(postgres)
})
