import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD_COST } from '../src/domain/accounts/passwords.ts'
import { newSecret } from '../src/foundation/auth/secrets.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { openMailServer } from './mail-server.ts'
import { type TestService, testService } from './service.ts'

/* Compares timings over many alternating samples, so that other load on the machine affects both alike. */

const SAMPLES = 200
const SPREAD_MAX = 0.2

let service: TestService
beforeAll(async () => {
  service = await testService({}, { passwordCost: PASSWORD_COST })
})
afterAll(() => service.stop())

/** Runs two requests alternately many times and compares their typical durations. */
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

test('signing in takes as long for an unknown email address as for a known one', async () => {
  const { email } = await service.newPerson()
  const signIn = (email: string) =>
    service.call('POST', '/v1/auth/login', { body: { email, password: 'not the password' } })
  await expectAlike(
    () => signIn(email),
    () => signIn(`${randomUUID()}@example.com`),
  )
}, 300_000)

test('rejecting a nearly correct client secret takes as long as rejecting any other', async () => {
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

test('signing up takes as long for an address with an account as for a new one, where mail is sent', async () => {
  const smtp = await openMailServer()
  const mailing = await testService(smtp.config)
  const { db } = mailing.ports
  const newAddress = () => `${randomUUID()}@example.com`
  const signUp = (email: string) =>
    mailing.call('POST', '/v1/auth/signup', { body: { email, password: 'a long walk home' } })
  const known = Array.from({ length: SAMPLES }, newAddress)
  for (const email of known) await signUp(email)
  await db.count(sql`update users set email = pending_email, pending_email = null, email_confirmed_at = now()`)
  // The counters of mails to an address tell who was sent one within the hour, not who has an account.
  await db.count(sql`delete from throttles`)
  const noneWaiting = () =>
    expect.poll(async () => (await db.one<{ n: number }>(sql`select count(*) as n from mails`)).n).toBe(0)
  await noneWaiting()
  await expectAlike(
    () => signUp(known.pop()!).then(noneWaiting),
    () => signUp(newAddress()).then(noneWaiting),
  )
  await mailing.stop()
  await smtp.close()
}, 300_000)
