import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecret } from '../src/foundation/secrets.ts'
import { type TestService, testService } from './service.ts'

/* Of time, statistics: many samples, taken in turns so that what else the machine does falls on both alike. */

const SAMPLES = 200
const SPREAD_MAX = 0.2

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

/** Asks two things in turns, many times, and holds the times they mostly take against each other. */
async function expectAlike(...asked: [() => Promise<unknown>, () => Promise<unknown>]): Promise<void> {
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < SAMPLES; i++)
    for (const which of [0, 1] as const) {
      const begun = performance.now()
      await asked[which]()
      times[which].push(performance.now() - begun)
    }
  const [one, other] = times.map((all) => all.sort((a, b) => a - b)[SAMPLES / 2]!) as [number, number]
  expect(Math.abs(one - other) / Math.max(one, other), `${one} ms and ${other} ms`).toBeLessThan(SPREAD_MAX)
}

test('signing in takes as long for an address nobody has as for one somebody has', async () => {
  const { email } = await service.newPerson()
  const signIn = (email: string) =>
    service.call('POST', '/v1/auth/login', { body: { email, password: 'not the password' } })
  await expectAlike(
    () => signIn(email),
    () => signIn(`${randomUUID()}@example.com`),
  )
}, 300_000)

test('a client secret that is nearly right takes as long as one that is not at all', async () => {
  const { app } = await service.connected(['memory:read:note'])
  const near = app.client_secret.slice(0, -1) + (app.client_secret.endsWith('x') ? 'y' : 'x')
  const exchange = (client_secret: string) =>
    service.call('POST', '/v1/oauth/token', {
      body: { code: newSecret('cod'), client_id: app.client_id, client_secret },
    })
  await expectAlike(
    () => exchange(near),
    () => exchange(newSecret('sec')),
  )
}, 300_000)
