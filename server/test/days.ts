import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Client, startLoad } from './apart.ts'
import { toldOf } from './apart.ts'
import type { openReceiver } from './receiver.ts'

/* Assertions shared by the tests of failure modes. */

const POLL_MS = 20
const DELIVERED_WITHIN_MS = 60_000

/** The environment of a service under load. */
export const LOADED = {
  SECRET_KEY: 'only for tests, only for tests, only for tests',
  RATE_LIMIT: 'off',
  AUTH_RATE_LIMIT: 'off',
  DEFAULT_USER_PLAN: 'pro',
  DEFAULT_DEVELOPER_PLAN: 'enterprise',
}

/** Milliseconds until a request with this token succeeds. */
export async function untilAnswered(client: Client, token: string): Promise<number> {
  const begun = performance.now()
  const answers = () => client.ask('GET', '/v1/memories?limit=1', { token }).then(({ status }) => status === 200)
  while (!(await answers().catch(() => false))) await sleep(POLL_MS)
  return performance.now() - begun
}

/** Expects every acknowledged write to be stored exactly once. */
export async function expectStoredOnce(
  client: Client,
  cookie: string,
  { written }: Pick<ReturnType<typeof startLoad>, 'written'>,
): Promise<void> {
  expect((await client.contents(cookie)).sort()).toEqual([...written.keys()].sort())
}

/** Expects a delivery for every acknowledged write, all attempts of one under the same delivery id. */
export async function expectAllDelivered(
  { all }: Awaited<ReturnType<typeof openReceiver>>,
  owed: readonly string[],
): Promise<void> {
  const missing = () => {
    const acknowledged = new Set(all.flatMap(({ responded, body }) => (responded === 200 ? [toldOf(body)] : [])))
    return owed.filter((id) => !acknowledged.has(id)).length
  }
  await expect.poll(missing, { timeout: DELIVERED_WITHIN_MS, interval: 100 }).toBe(0)
  const deliveries = new Set(all.map(({ headers, body }) => `${toldOf(body)} ${headers['x-service-delivery']}`))
  expect(deliveries.size).toBe(new Set(all.map(({ body }) => toldOf(body))).size)
}
