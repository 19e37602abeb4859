import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { dropDatabase, freshDatabase } from './postgres.ts'
import { freePort, startProcess } from './process.ts'
import { openReceiver, type Received } from './receiver.ts'

/*
 * At least once, put to the test: the process is killed in the middle of taking and telling, again and again, and
 * what it had acknowledged must arrive all the same. `npm run test:long` kills it twenty times.
 */

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3)
const ROUND_MS = 30_000
const CLOCK_RATE = 60
const MOMENTS_MAX = 80
const FAILS_FIRST = 0.2
const SOON_SECONDS = 120
const SCOPES = ['memory:read:*', 'memory:write:*', 'signal:emit']

type Call = { token?: string; cookie?: string; body: unknown }

const idOf = ({ headers }: Received) => headers['x-service-delivery'] as string
// A trigger is known by its own id, everything else by its event's.
const knownAs = ({ body }: Received): string => body.data.trigger?.id ?? body.id

/** A service in a process of its own, which is killed at moments drawn by lot. */
async function openVictim() {
  const engine = inject('engine')
  const folder = await mkdtemp(join(tmpdir(), 'memory-service-crash-'))
  const databaseUrl = engine.kind === 'postgres' ? await freshDatabase(engine.url, engine.template) : undefined
  const port = await freePort()
  const from = Date.now()
  const env = {
    PORT: String(port),
    SECRET_KEY: 'only for tests, only for tests, only for tests',
    RATE_LIMIT: 'off',
    AUTH_RATE_LIMIT: 'off',
    DEFAULT_USER_PLAN: 'pro',
    DEFAULT_DEVELOPER_PLAN: 'enterprise',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: folder }),
  }
  const start = () => startProcess(env, from, CLOCK_RATE)
  let running = await start()
  let restarting: Promise<void> | undefined
  let moments = Number.POSITIVE_INFINITY
  let struck = () => {}

  async function call(method: string, path: string, { token, cookie, body }: Call) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
      },
      body: JSON.stringify(body),
    })
    const reply = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${reply}`)
    return { ...JSON.parse(reply), cookie: response.headers.getSetCookie()[0]?.split(';')[0] }
  }
  return {
    call,
    now: () => from + (Date.now() - from) * CLOCK_RATE,
    /** Something happened: one of the moments at which the process may be killed. */
    moment(): void {
      if (--moments === 0) struck()
    },
    /** Kills the process after so many more moments, and resolves when it serves again. */
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

type Victim = Awaited<ReturnType<typeof openVictim>>

/** A person connected to an app that listens at these addresses; the app's token. */
async function listenAt({ call }: Victim, urls: string[]): Promise<string> {
  const account = (name: string) => ({ body: { email: `${name}@example.com`, password: 'a long walk home' } })
  const { cookie } = await call('POST', '/v1/dev/auth/signup', account('developer'))
  const manifest = { scopes: SCOPES, eventTypes: ['workout.completed'] }
  const { app, client_id, client_secret } = await call('POST', '/v1/dev/apps', {
    cookie,
    body: { name: 'Listener', manifest },
  })
  for (const url of urls) {
    const body = { url, events: ['memory.created', 'signal.created', 'schedule.fired'] }
    await call('POST', `/v1/dev/apps/${app.id}/subscriptions`, { cookie, body })
  }
  const person = await call('POST', '/v1/auth/signup', account('person'))
  const { code } = await call('POST', '/v1/oauth/authorize', {
    cookie: person.cookie,
    body: { slug: app.slug, scopes: SCOPES },
  })
  return (await call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })).connection_token
}

/** The ways to make an event; each gives what it is known as once it is acknowledged. */
function makersOf({ call, now }: Victim, token: string): (() => Promise<string>)[] {
  return [
    async () => {
      const memories = [{ content: 'Runs along the river.', scope: 'fitness' }]
      const { memoryIds } = await call('POST', '/v1/memories', { token, body: { memories } })
      return memoryIds[0].replace('mem_', 'evt_')
    },
    async () => (await call('POST', '/v1/signals', { token, body: { type: 'workout.completed' } })).event_id,
    async () => {
      const fireAt = new Date(now() + randomInt(SOON_SECONDS) * 1000).toISOString()
      return (await call('POST', '/v1/schedule', { token, body: { fireAt, kind: 'checkin' } })).id
    },
  ]
}

test(
  `killed ${ROUNDS} times at any moment, it tells everything it acknowledged, under one id each`,
  { timeout: 60_000 + ROUNDS * ROUND_MS },
  async () => {
    const victim = await openVictim()
    const seen = new Set<string>()
    const shaky = await openReceiver((received) => {
      victim.moment()
      const first = !seen.has(idOf(received))
      seen.add(idOf(received))
      return first && Math.random() < FAILS_FIRST ? 500 : 200
    })
    const steady = await openReceiver(() => {
      victim.moment()
      return 200
    })
    const token = await listenAt(victim, [shaky.url, steady.url])

    const acknowledged: string[] = []
    let over = false
    const producing = makersOf(victim, token).map(async (make) => {
      while (!over)
        try {
          acknowledged.push(await make())
          victim.moment()
        } catch {
          // Nobody answered, so nothing is owed; go on when somebody does.
          await victim.up()
        }
    })
    for (let round = 0; round < ROUNDS; round++) await victim.crash(randomInt(1, MOMENTS_MAX))
    over = true
    await Promise.all(producing)

    expect(acknowledged.length).toBeGreaterThan(ROUNDS)
    for (const { all, once } of [shaky, steady]) {
      const owed = new Set(acknowledged)
      let at = 0
      await once(() => {
        for (; all[at]?.answered; at++) if (all[at]!.answered === 200) owed.delete(knownAs(all[at]!))
        return owed.size === 0
      })
      for (const id of [idOf, ({ body }: Received): string => body.id]) {
        const pairs = new Set(all.map((received) => `${knownAs(received)} ${id(received)}`))
        expect(pairs.size).toBe(new Set(all.map(knownAs)).size)
      }
    }
    await victim.close()
    await Promise.all([shaky.close(), steady.close()])
  },
)
