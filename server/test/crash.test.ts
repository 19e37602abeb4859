import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Client, clientAt, toldOf } from './apart.ts'
import { LOADED } from './days.ts'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { freePort, startProcess } from './process.ts'
import { idOf, openReceiver, type Received } from './receiver.ts'

/*
 * Tests at-least-once delivery: the process is repeatedly killed while it accepts writes and sends webhooks. Every
 * acknowledged write must be stored once and be delivered. `npm run test:long` does this for minutes.
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
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-crash-'))
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
