import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Client, startLoad } from './apart.ts'
import { toldOf } from './apart.ts'
import type { openReceiver } from './receiver.ts'

/* What tests of bad days hold their service to. */

const POLL_MS = 20
const TOLD_MAX_MS = 60_000

/** How a service is started that is to be put under load. */
export const LOADED = {
  SECRET_KEY: 'only for tests, only for tests, only for tests',
  RATE_LIMIT: 'off',
  AUTH_RATE_LIMIT: 'off',
  DEFAULT_USER_PLAN: 'pro',
  DEFAULT_DEVELOPER_PLAN: 'enterprise',
}

/** How long it takes from now until a token's request is answered. */
export async function untilAnswered(client: Client, token: string): Promise<number> {
  const begun = performance.now()
  const answers = () => client.ask('GET', '/v1/memories?limit=1', { token }).then(({ status }) => status === 200)
  while (!(await answers().catch(() => false))) await sleep(POLL_MS)
  return performance.now() - begun
}

/** Everything that was acknowledged is there, and nothing is there twice. */
export async function expectKeptOnce(
  client: Client,
  cookie: string,
  { written }: Pick<ReturnType<typeof startLoad>, 'written'>,
): Promise<void> {
  expect((await client.contents(cookie)).sort()).toEqual([...written.keys()].sort())
}

/** Of everything that was acknowledged the receiver is told, each under one delivery id however often it is. */
export async function expectAllTold(
  { all }: Awaited<ReturnType<typeof openReceiver>>,
  owed: readonly string[],
): Promise<void> {
  const missing = () => {
    const told = new Set(all.flatMap(({ answered, body }) => (answered === 200 ? [toldOf(body)] : [])))
    return owed.filter((id) => !told.has(id)).length
  }
  await expect.poll(missing, { timeout: TOLD_MAX_MS, interval: 100 }).toBe(0)
  const deliveries = new Set(all.map(({ headers, body }) => `${toldOf(body)} ${headers['x-service-delivery']}`))
  expect(deliveries.size).toBe(new Set(all.map(({ body }) => toldOf(body))).size)
}
