import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import type { TestService } from './service.ts'

/* What a request with an idempotency key counts, it counts outside of the transaction that a failure rolls back. */

const LIMIT = 3
const CONSENTS_PER_MINUTE = 30

let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({ authRateLimit: LIMIT, rateLimit: 600 }))
})
afterAll(() => service.stop())

const keyed = () => ({ 'idempotency-key': randomUUID() })

test('a wrong password stays counted, although the request fails', async () => {
  const [owner, stranger] = [await service.newPerson(), await service.newPerson()]
  await expect.poll(() => smtp.to(owner.email, /confirm/).length).toBe(1)
  const token = /#(msl_\w+)/.exec(smtp.to(owner.email, /confirm/)[0]!.text)![1]
  const guess = async () => {
    const body = { token, password: 'not the password' }
    const { cookie } = stranger
    return (await service.call('POST', '/v1/auth/email/confirm', { cookie, body, headers: keyed() })).status
  }
  const statuses: number[] = []
  for (let n = 0; n <= LIMIT; n++) statuses.push(await guess())
  expect(statuses).toEqual([...Array(LIMIT).fill(400), 429])
})

test('a consent that fails stays counted', async () => {
  const { cookie } = await service.newPerson()
  const body = { slug: 'no-such-app', decision: 'deny' }
  const consent = async () =>
    (await service.call('POST', '/v1/oauth/authorize', { cookie, body, headers: keyed() })).status
  const statuses: number[] = []
  for (let n = 0; n <= CONSENTS_PER_MINUTE; n++) statuses.push(await consent())
  expect(statuses).toEqual([...Array(CONSENTS_PER_MINUTE).fill(404), 429])
})
