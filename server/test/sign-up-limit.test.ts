import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceWithMail } from './mail-service.ts'

let started: Awaited<ReturnType<typeof serviceWithMail>>
beforeAll(async () => {
  started = await serviceWithMail({ authRateLimit: 100 })
})
afterAll(() => started.service.stop())

test('an address gets twenty new accounts an hour, each of which causes a mail', async () => {
  const { service } = started
  const signUp = async (n: number, kind = 'auth') => {
    const body = {
      email: `new-${kind.replace('/', '-')}-${n}@example.com`,
      password: 'correct horse battery',
      name: 'New',
    }
    return service.call('POST', `/v1/${kind}/signup`, { body })
  }
  for (let n = 0; n < 20; n++) expect((await signUp(n)).status).toBe(201)
  for (const kind of ['auth', 'dev/auth']) {
    const { status, body, headers } = await signUp(20, kind)
    expect([status, body.error.code, Number(headers.get('retry-after')) > 60]).toEqual([429, 'rate_limited', true])
  }
})
