import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clientAt, startLoad } from './apart.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { expectAllDelivered, expectStoredOnce, LOADED, untilAnswered } from './days.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './process.ts'
import { openReceiver } from './receiver.ts'

/*
 * A primary with a synchronous standby, as in deploy/postgres/synchronous.conf, and a service configured with both
 * hosts. The primary is lost under load and the standby is promoted.
 */

const LOAD_MS = 5_000
const DETECTED_MS = 1_000

const WAYS = {
  // A lost machine: connections are reset and new ones refused.
  killed: { strike: (primary: Cluster) => primary.kill(), healMaxMs: 10_000, answerMaxMs: 10_000 },
  // A cut cable: connections stay open, but nothing arrives any more.
  frozen: {
    strike: async (primary: Cluster) => void primary.signal('SIGSTOP', 'all'),
    healMaxMs: 50_000,
    answerMaxMs: 50_000,
  },
}

/** The file's settings for a primary, without standby names: commits must not wait before the standby runs. */
function settingsOf(file: string): Record<string, string> {
  const lines = readFileSync(new URL(`../../deploy/postgres/${file}`, import.meta.url), 'utf8').matchAll(
    /^(\w+) = '?([^'\n]*)'?$/gm,
  )
  const all = Object.fromEntries([...lines].map(([, name, value]) => [name as string, value as string]))
  delete all.synchronous_standby_names
  return all
}

async function openPair(): Promise<{ primary: Cluster; standby: Cluster }> {
  const settings = settingsOf('synchronous.conf')
  const primary = await openCluster({ settings })
  onTestFinished(primary.close)
  const standby = await openCluster({ settings, of: primary })
  onTestFinished(standby.close)
  const admin = new pg.Client({ connectionString: primary.url })
  await admin.connect()
  await admin.query("alter system set synchronous_standby_names = 'standby'")
  await admin.query('select pg_reload_conf()')
  const state = async () => (await admin.query('select sync_state from pg_stat_replication')).rows[0]?.sync_state
  await expect.poll(state, { timeout: 10_000 }).toBe('sync')
  await admin.end()
  return { primary, standby }
}

/** A service on both hosts, and a client to put it under load. */
async function openService({ primary, standby }: Awaited<ReturnType<typeof openPair>>) {
  const port = await freePort()
  const databaseUrl = primary.url.replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`)
  const service = await startProcess({ ...LOADED, PORT: String(port), DATABASE_URL: databaseUrl }, Date.now(), 1)
  onTestFinished(service.kill)
  const client = clientAt(`http://127.0.0.1:${port}`)
  const receiver = await openReceiver()
  onTestFinished(receiver.close)
  return { client, receiver, ...(await client.connected([receiver.url])) }
}

describe.each(Object.entries(WAYS))('a primary that is %s', (way, { strike, healMaxMs, answerMaxMs }) => {
  test('is replaced by its standby, and no acknowledged write is lost', { timeout: 300_000 }, async () => {
    const { primary, standby } = await openPair()
    const { client, receiver, token, cookie } = await openService({ primary, standby })
    const load = startLoad(client, token, { writers: 16, readers: 4 })
    await sleep(LOAD_MS)
    const before = load.written.size
    await strike(primary)
    const struck = performance.now()
    await sleep(DETECTED_MS)
    expect((await client.ask('GET', '/healthz')).status).toBe(200)
    standby.promote()
    const promoted = performance.now()
    await untilAnswered(client, token)
    const healedMs = performance.now() - promoted
    await sleep(LOAD_MS)
    await load.stop()
    const { met, written, triggers } = load
    expect(met.wrong).toEqual([])
    expect(met.cut).toBe(0)
    expect(met.slowestMs).toBeLessThan(answerMaxMs)
    expect(healedMs).toBeLessThan(healMaxMs)
    expect(written.size).toBeGreaterThan(before)
    await expectStoredOnce(client, cookie, load)
    await expectAllDelivered(receiver, [...written.values(), ...triggers])
    console.log(
      `failover, primary ${way}: ${before} writes acknowledged before and ${written.size - before} after, 0 lost, ` +
        `0 twice; ${met.refused} refusals, slowest answer ${Math.round(met.slowestMs)} ms, ` +
        `answered again ${Math.round(healedMs)} ms after the promotion (${Math.round(promoted - struck)} ms after the loss)`,
    )
  })
})

test('rejects writes in time and serves reads while the only standby is away', { timeout: 300_000 }, async () => {
  const pair = await openPair()
  const { client, receiver, token, cookie } = await openService(pair)
  const load = startLoad(client, token, { writers: 3, readers: 2 })
  await sleep(LOAD_MS)
  await pair.standby.kill()
  await sleep(DETECTED_MS)
  const [before, read] = [load.written.size, load.met.answered]
  await expect.poll(() => load.met.refused, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0)
  expect(load.written.size).toBe(before)
  expect(load.met.answered).toBeGreaterThan(read)
  const reads = load.met.answered - read
  await pair.standby.start()
  await expect.poll(() => load.written.size, { timeout: 60_000 }).toBeGreaterThan(before)
  await load.stop()
  const { met, written, triggers } = load
  expect(met.wrong).toEqual([])
  expect(met.slowestMs).toBeLessThan(WAYS.frozen.answerMaxMs)
  await expectStoredOnce(client, cookie, load)
  await expectAllDelivered(receiver, [...written.values(), ...triggers])
  console.log(
    `standby away: ${reads} reads answered and no write, refused after ${Math.round(met.slowestMs)} ms; ` +
      `${written.size} writes in all, 0 lost, 0 twice`,
  )
})
