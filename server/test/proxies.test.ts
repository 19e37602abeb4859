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

/** Statuses of wrong sign-ins to one account, each sent with this `X-Forwarded-For`. */
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

test('behind a trusted proxy limits by address know people apart', async () => {
  expect(await tries(proxied, '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2')).toEqual([401, 401, 429, 401])
})

test('of an IPv6 address the network counts, and an IPv4 address in whatever clothes', async () => {
  const network = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::9', '2001:db8:0:1::abcd', '2001:db8:0:2::1']
  expect(await tries(proxied, ...network)).toEqual([401, 401, 429, 401])
  const clothed = ['::ffff:192.0.2.9', '192.0.2.9', '::ffff:c000:209', '::ffff:192.0.2.8']
  expect(await tries(proxied, ...clothed)).toEqual([401, 401, 429, 401])
})

test('of a chain of proxies the last address that is not trusted counts, whatever was made up before it', async () => {
  const chain = (claim: string) => `${claim}, 192.0.2.3, 10.1.2.3`
  expect(await tries(proxied, chain('192.0.2.4'), chain('192.0.2.5'), chain('192.0.2.6'))).toEqual([401, 401, 429])
})

test('a header that nobody trusted has set changes nothing', async () => {
  expect(await tries(direct, '192.0.2.1', '192.0.2.2', '192.0.2.3')).toEqual([401, 401, 429])
})

test('a header of garbage is no fault of ours', async () => {
  for (const header of ['', ',', 'x', '999.1.1.1', '::'.repeat(2000)])
    expect((await proxied.call('GET', '/v1/catalog', { headers: { 'x-forwarded-for': header } })).status).toBe(200)
})
