import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

const ATTEMPTS = 2
let direct: TestService
let proxied: TestService
beforeAll(async () => {
  direct = await testService({ authRateLimit: ATTEMPTS })
  proxied = await testService({ authRateLimit: ATTEMPTS, trustedProxies: ['loopback', '10.0.0.0/8'] })
})
afterAll(() => Promise.all([direct?.stop(), proxied?.stop()]))

/** Statuses of failed sign-ins to one account, each with this `X-Forwarded-For`. */
async function tries(service: TestService, ...headers: string[]): Promise<number[]> {
  const { email } = await service.newPerson()
  const body = { email, password: 'not the password' }
  const statuses: number[] = []
  for (const header of headers) {
    const call = { body, headers: { 'x-forwarded-for': header } }
    statuses.push((await service.call('POST', '/v1/auth/login', call)).status)
  }
  return statuses
}

test('limits by client address behind a trusted proxy', async () => {
  expect(await tries(proxied, '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2')).toEqual([401, 401, 429, 401])
})

test('limits IPv6 by network and unwraps IPv4-mapped addresses', async () => {
  const network = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::9', '2001:db8:0:1::abcd', '2001:db8:0:2::1']
  expect(await tries(proxied, ...network)).toEqual([401, 401, 429, 401])
  const clothed = ['::ffff:192.0.2.9', '192.0.2.9', '::ffff:c000:209', '::ffff:192.0.2.8']
  expect(await tries(proxied, ...clothed)).toEqual([401, 401, 429, 401])
})

test('uses the last untrusted address of a proxy chain', async () => {
  const chain = (claim: string) => `${claim}, 192.0.2.3, 10.1.2.3`
  expect(await tries(proxied, chain('192.0.2.4'), chain('192.0.2.5'), chain('192.0.2.6'))).toEqual([401, 401, 429])
})

test('ignores X-Forwarded-For from an untrusted peer', async () => {
  expect(await tries(direct, '192.0.2.1', '192.0.2.2', '192.0.2.3')).toEqual([401, 401, 429])
})

test('a malformed X-Forwarded-For causes no 5xx', async () => {
  for (const header of ['', ',', 'x', '999.1.1.1', '::'.repeat(2000)])
    expect((await proxied.call('GET', '/v1/catalog', { headers: { 'x-forwarded-for': header } })).status).toBe(200)
})
