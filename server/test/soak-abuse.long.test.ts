import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { clientAt } from './apart.ts'
import { openCluster } from './cluster.ts'
import { LOADED } from './days.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './process.ts'
import { yieldCpu } from './yield-cpu.ts'

/*
 * Twenty people write, search and list for ABUSE_MINUTES (default 10) on each engine with the limits of production; in the
 * second half beside one abusive person, one abusive app and one abusive address. Everybody is answered; how much longer the
 * responses take is printed, because it depends on the machine. ABUSE_KINDS limits the abuse to some kinds, by the names in
 * `abusers.mjs` and with commas in between, to find what delays others.
 */

const MINUTES = Number(process.env.ABUSE_MINUTES ?? 10)
const MINUTE_MS = 60_000
const PEOPLE = 20
const PACE_MS = 500
const WORDS = 'river bread violin snow harbour cedar lantern marathon saffron telescope orchard ferry'.split(' ')

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

async function openEngine(engine: 'embedded' | 'postgres'): Promise<Record<string, string>> {
  if (engine === 'postgres') {
    const cluster = await openCluster()
    onTestFinished(cluster.close)
    return { DATABASE_URL: cluster.url }
  }
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-abuse-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { DATA_DIR: join(folder, 'data') }
}

const ENGINES = ['embedded', 'postgres'] as const
const timeout = (MINUTES + 5) * MINUTE_MS

test.each(ENGINES)('everybody is answered beside abusers, with %s', { timeout }, async (engine) => {
  const port = await freePort()
  const { RATE_LIMIT: _, AUTH_RATE_LIMIT: __, ...env } = { ...LOADED, ...(await openEngine(engine)) }
  // As in production, since the process runs for minutes.
  const service = await startProcess(
    { ...env, NODE_OPTIONS: '', RECALL_WARM_UP: 'on', PORT: String(port) },
    Date.now(),
    1,
  )
  onTestFinished(service.kill)
  const client = clientAt(`http://127.0.0.1:${port}`)
  const app = await client.newApp()
  const people: { token: string; cookie: string }[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await client.newPerson(app))
  const abuser = await client.newPerson(await client.newApp())

  let phase: number[] = []
  let isOver = false
  const wrong: string[] = []
  async function live({ token }: { token: string }, person: number): Promise<void> {
    const word = (n: number) => WORDS[(n + person) % WORDS.length] as string
    for (let n = 0; !isOver; n++) {
      await sleep(PACE_MS)
      const memories = [{ content: `Thought of ${word(n)} and ${word(n * 5)} on day ${n}.`, scope: 'note' }]
      const requests = [
        ['POST', '/v1/memories', { token, body: { memories } }],
        ['GET', `/v1/memories?query=${word(n)}&limit=10`, { token }],
        ['GET', '/v1/memories?limit=20', { token }],
        ['GET', '/v1/context?intent=assistant', { token }],
      ] as const
      const [method, path, call] = requests[n % requests.length]!
      const { status, ms } = await client.ask(method, path, call)
      phase.push(ms)
      if (status >= 300) wrong.push(`${method} ${path}: ${status}`)
    }
  }
  const living = Promise.all(people.map(live))
  await sleep(Math.min(MINUTE_MS / 2, (MINUTES * MINUTE_MS) / 8))
  const before = (phase = [])
  await sleep((MINUTES * MINUTE_MS) / 2)
  let abuse: Record<string, Record<string, number>> = {}
  const kinds = process.env.ABUSE_KINDS?.split(',')
  const abusers = fork(new URL('./abusers.mjs', import.meta.url), { detached: true })
  onTestFinished(() => void abusers.kill('SIGKILL'))
  // Abusers elsewhere do not share the CPU with the service.
  const yielded = yieldCpu(abusers.pid as number)
  abusers.on('message', (statuses: typeof abuse) => (abuse = statuses))
  abusers.send({ url: client.url, cookie: abuser.cookie, token: abuser.token, kinds })
  const beside: number[] = (phase = [])
  await sleep((MINUTES * MINUTE_MS) / 2)
  isOver = true
  await living
  const [quiet, loud] = [percentile(before, 0.99), percentile(beside, 0.99)]
  const shown = (values: number[]) => [0.5, 0.99].map((share) => percentile(values, share).toFixed(0)).join(' / ')
  console.log(
    `${engine}: p50 / p99 of ${before.length} requests ${shown(before)} ms, of ${beside.length} beside abusers ` +
      `${shown(beside)} ms (p99 x ${(loud / quiet).toFixed(2)}); abusers ${yielded ? 'left the CPU to the service' : 'shared the CPU'} ` +
      `and got ${JSON.stringify(abuse)}`,
  )
  expect(wrong).toEqual([])
})
