import { rm } from 'node:fs/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Call, type Client, clientAt, toldOf } from './apart.ts'
import { newDataDirectory } from './data-directory.ts'
import { LOADED } from './days.ts'
import { freePort } from './free-port.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { startProcess } from './process.ts'
import { idOf, openReceiver, type Received } from './receiver.ts'

/*
 * The process is repeatedly killed while it accepts writes and sends webhooks: every acknowledged write must be stored once
 * and be delivered. `npm run test:long` does this for minutes. It is also killed while it changes many memories.
 */

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3)
const ROUND_MS = 30_000
const CLOCK_RATE = 60
const MOMENTS_MAX = 80
const FAILS_EVERY = 5
const SOON_SECONDS = 120

/** Spreads consecutive numbers over 0 to max - 1. */
const spread = (n: number, max: number) => (n * 37) % max

const knownAs = ({ body }: Received) => toldOf(body)

/** A service in a separate process that is killed after given numbers of moments. */
async function openVictim() {
  const engine = inject('engine')
  const folder = await newDataDirectory()
  const databaseUrl = engine.kind === 'postgres' ? await freshDatabase(engine.url, engine.template) : undefined
  const port = await freePort()
  const from = Date.now()
  const env = { ...LOADED, PORT: String(port), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: folder }) }
  const start = () => startProcess(env, from, CLOCK_RATE)
  let running = await start()
  let restarting: Promise<void> | undefined
  let moments = Number.POSITIVE_INFINITY
  let struck = () => {}
  return {
    client: clientAt(`http://127.0.0.1:${port}`),
    now: () => from + (Date.now() - from) * CLOCK_RATE,
    /** Counts a moment at which the process may be killed. */
    moment(): void {
      if (--moments === 0) struck()
    },
    /** Kills the process after this many more moments; resolves when it serves again. */
    async crash(after: number): Promise<void> {
      const strike = new Promise<void>((resolve) => (struck = resolve))
      moments = after
      await strike
      restarting = running.kill().then(async () => {
        running = await start()
      })
      await restarting
    },
    /** Resolves when the process is not being restarted. */
    up: async () => restarting,
    async close(): Promise<void> {
      await running.kill()
      if (databaseUrl) await dropDatabase(databaseUrl)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The requests that cause an event, each with an idempotency key; each returns the id of its event. */
function makersOf(client: Client, token: string, now: () => number): ((n: number) => () => Promise<string>)[] {
  const { call } = client
  return [
    (n) => async () => {
      const memories = [{ content: `Ran along the river ${n} times.`, scope: 'fitness' }]
      const { memoryIds } = await call('POST', '/v1/memories', { token, key: `memory ${n}`, body: { memories } })
      return memoryIds[0]
    },
    (n) => async () => {
      const body = { type: 'workout.completed' }
      const { event_id } = await call('POST', '/v1/signals', { token, key: `signal ${n}`, body })
      return event_id
    },
    (n) => {
      const soon = () => new Date(now() + spread(n, SOON_SECONDS) * 1000).toISOString()
      let fireAt = soon()
      return async () => {
        const set = { token, key: `trigger ${n} ${fireAt}`, body: { fireAt, kind: 'checkin' } }
        const { status, body } = await client.ask('POST', '/v1/schedule', set)
        if (status === 200) return body.id
        // Rejected because its time has passed, so it was not stored by an earlier attempt.
        if (status === 400) fireAt = soon()
        throw new Error(`the trigger was not set: ${status}`)
      }
    },
  ]
}

test(
  `killed ${ROUNDS} times at any moment, it keeps and tells everything it acknowledged, once and under one id each`,
  { timeout: 60_000 + ROUNDS * ROUND_MS },
  async () => {
    const begun = performance.now()
    const victim = await openVictim()
    onTestFinished(victim.close)
    const { client } = victim
    const seen = new Set<string>()
    const shaky = await openReceiver((received) => {
      victim.moment()
      const first = !seen.has(idOf(received))
      seen.add(idOf(received))
      return first && seen.size % FAILS_EVERY === 0 ? 500 : 200
    })
    const steady = await openReceiver(() => {
      victim.moment()
      return 200
    })
    onTestFinished(async () => void (await Promise.all([shaky.close(), steady.close()])))
    const { token, cookie } = await client.connected([shaky.url, steady.url])

    const acknowledged: string[] = []
    let over = false
    let unanswered = 0
    const producing = makersOf(client, token, victim.now).map(async (maker) => {
      for (let n = 0; !over; n++) {
        const make = maker(n)
        for (let made: string | undefined; !made; ) {
          made = await make().catch(async () => {
            // No response: the outcome is unknown, so the same request is retried.
            unanswered++
            await victim.up()
            return undefined
          })
          if (made) acknowledged.push(made)
        }
        victim.moment()
      }
    })
    for (let round = 0; round < ROUNDS; round++) await victim.crash(1 + spread(round + 1, MOMENTS_MAX))
    over = true
    await Promise.all(producing)

    expect(acknowledged.length).toBeGreaterThan(ROUNDS)
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    const contents = await client.contents(cookie)
    const memories = acknowledged.filter((id) => id.startsWith('mem_')).length
    for (const { all, once } of [shaky, steady]) {
      const owed = new Set(acknowledged)
      let at = 0
      await once(() => {
        for (; all[at]?.responded; at++) if (all[at]!.responded === 200) owed.delete(knownAs(all[at]!))
        return owed.size === 0
      })
      for (const id of [idOf, ({ body }: Received): string => body.id]) {
        const pairs = new Set(all.map((received) => `${knownAs(received)} ${id(received)}`))
        expect(pairs.size).toBe(acknowledged.length)
      }
    }
    expect(new Set(contents).size).toBe(contents.length)
    expect(contents.length).toBe(memories)
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
    console.log(
      `killed ${ROUNDS} times in ${minutes} minutes (${inject('engine').kind}): ${acknowledged.length} acknowledged, ` +
        `${unanswered} unanswered and sent again; all stored once, ${shaky.all.length + steady.all.length} delivery attempts`,
    )
  },
)

const SUPERSEDED = 40
const SUPERSEDED_AT_ONCE = 4
const UNDONE = 600
const WRITTEN_AT_ONCE = 100

test(
  'killed while it supersedes memories and takes back what an app did, it leaves none half changed',
  { timeout: 600_000 },
  async () => {
    const victim = await openVictim()
    onTestFinished(victim.close)
    const { client } = victim
    const { token, cookie } = await client.connected()
    const write = async (credential: Call, contents: string[]): Promise<string[]> => {
      const body = { memories: contents.map((content) => ({ content, scope: 'note' })) }
      return (await client.call('POST', '/v1/memories', { ...credential, body })).memoryIds
    }
    const numbered = (count: number, what: string) => Array.from({ length: count }, (_, at) => `${what} ${at}.`)
    const olds = await write({ cookie }, numbered(SUPERSEDED, 'Own'))
    const since = new Date(victim.now()).toISOString()
    const news = await write({ token }, numbered(SUPERSEDED, 'Of the app'))

    const supersede = async (at: number): Promise<void> => {
      const sent = client.call('POST', `/v1/memories/${olds[at]}/supersede`, { token, body: { by: news[at] } })
      // Killed while the request is on its way or runs.
      victim.moment()
      await sent.catch(async () => {
        await victim.up()
        await supersede(at)
      })
    }
    const crashed = victim.crash(SUPERSEDED / 2)
    for (let at = 0; at < SUPERSEDED; at += SUPERSEDED_AT_ONCE)
      await Promise.all(Array.from({ length: SUPERSEDED_AT_ONCE }, (_, index) => supersede(at + index)))
    await crashed
    for (const [at, id] of olds.entries()) {
      const { items } = await client.call('GET', `/v1/memories/${id}/history`, { cookie })
      expect(items.map(({ change }: { change: string }) => change)).toEqual(['superseded', 'created'])
      expect(items[0].memory).toMatchObject({ supersededBy: news[at], validUntil: expect.any(String), revision: 2 })
    }

    for (let n = 0; n < UNDONE; n += WRITTEN_AT_ONCE) await write({ token }, numbered(WRITTEN_AT_ONCE, `Spam ${n} and`))
    const { id } = await client.call('GET', '/v1/connection', { token })
    const undo = () => client.call('POST', `/v1/connections/${id}/undo`, { cookie, body: { since } })
    const trash = async (): Promise<string[]> => {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = cursor && `&cursor=${cursor}`
        const page = await client.call('GET', `/v1/memories/trash?limit=100${query}`, { cookie })
        ids.push(...page.items.map(({ memory }: { memory: { id: string } }) => memory.id))
        cursor = page.next_cursor
      }
      return ids
    }
    const interrupted = victim.crash(1)
    const undoing = undo().catch(() => undefined)
    // The first batch of the undo is in the trash.
    await expect.poll(async () => (await trash()).length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(0)
    victim.moment()
    await Promise.all([interrupted, undoing])
    await undo()
    expect(new Set(await client.contents(cookie))).toEqual(new Set(numbered(SUPERSEDED, 'Own')))
    const deleted = await trash()
    expect(deleted.length).toBe(UNDONE + SUPERSEDED)
    expect(new Set(deleted).size).toBe(deleted.length)
    for (const id of olds) {
      const memory = await client.call('GET', `/v1/memories/${id}`, { cookie })
      expect(memory).toMatchObject({ supersededBy: null, validUntil: null, revision: 3 })
    }
    expect(await undo()).toMatchObject({ created: 0, edited: 0, deleted: 0, skipped: 0 })
  },
)
