import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressFlow, KINDS, OTHER_PASSWORD, outcome } from './address-flow.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import type { Reply, TestService } from './service.ts'

/* Limits of what succeeds in an account: a stranger who has the password must not keep its owner out. */

const SIGN_INS_PER_HOUR_MAX = 60
const PASSWORD_CHANGES_PER_HOUR_MAX = 5

let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({ authRateLimit: 1_000 }))
})
afterAll(() => service.stop())

describe.each(KINDS)('of a $kind', (each) => {
  const { auth } = each
  const { post, logIn, nextMail, tokenIn, confirmed } = addressFlow(() => ({ service, smtp }), each)
  const limited = (reply: Reply) => [...outcome(reply), reply.body.error?.details.retry_after > 60]

  async function reset(email: string) {
    await post('password/forgot', { email })
    const token = tokenIn(await nextMail(email, /choose a new password/))
    expect((await post('password/reset', { token, new_password: OTHER_PASSWORD })).status).toBe(200)
  }

  test('sign-ins are limited to 60 an hour, on known devices too, until the password is reset', async () => {
    const { email, password } = await confirmed()
    let device = ''
    for (let n = 0; n < SIGN_INS_PER_HOUR_MAX; n++) {
      const reply = await logIn(email)
      expect(reply.status).toBe(200)
      device = reply.headers.getSetCookie().find((each) => /^ms_(dev_)?device=/.test(each)) as string
    }
    expect(limited(await logIn(email))).toEqual([429, 'rate_limited', true])
    expect(limited(await post('login', { email, password }, device.split(';')[0]))).toEqual([429, 'rate_limited', true])
    expect((await logIn(email, 'not the password')).status).toBe(401)
    await reset(email)
    expect((await logIn(email, OTHER_PASSWORD)).status).toBe(200)
  })

  test('changes of the password are limited to 5 an hour, and resets by link are not', async () => {
    const { email, cookie, password } = await confirmed()
    let current_password = password
    const change = (new_password: string) =>
      service.call('POST', `${auth}/change-password`, { cookie, body: { current_password, new_password } })
    expect((await change('short')).status).toBe(400)
    for (let n = 0; n < PASSWORD_CHANGES_PER_HOUR_MAX; n++) {
      const next = `another long walk ${n}`
      expect((await change(next)).status).toBe(200)
      current_password = next
    }
    expect(limited(await change('one walk too many'))).toEqual([429, 'rate_limited', true])
    await reset(email)
    const { headers } = await logIn(email, OTHER_PASSWORD)
    const body = { current_password: OTHER_PASSWORD, new_password: 'the last long walk' }
    const signedIn = headers.getSetCookie()[0]?.split(';')[0] as string
    expect((await post('change-password', body, signedIn)).status).toBe(200)
  })
})
