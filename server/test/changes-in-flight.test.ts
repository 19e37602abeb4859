import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressFlow, KINDS, newAddress, OTHER_PASSWORD, outcome, PASSWORD } from './address-flow.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import type { TestService } from './service.ts'

/* A password is verified, and replaced by its owner before what it proves takes effect. */

const STOLEN_PASSWORD = 'a password of the thief'

let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail())
})
afterAll(() => service.stop())

/** Holds the next request that verifies a password, after that. */
function holdVerified() {
  const { passwords } = service.ports
  const { matches } = passwords
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = new Promise<void>((resolve) => {
    passwords.matches = async (...of) => {
      passwords.matches = matches
      const result = await matches(...of)
      resolve()
      await released
      return result
    }
  })
  return { held, release }
}

describe.each(KINDS)('with the old password of a $kind', (each) => {
  const { kind, auth, session } = each
  const { post, logIn, nextMail, tokenIn, confirmed } = addressFlow(() => ({ service, smtp }), each)

  const CHANGES = {
    'the password is not changed': ['POST', `${auth}/change-password`, { new_password: STOLEN_PASSWORD }],
    'the address is not changed': ['POST', `${auth}/email`, { email: newAddress() }],
    'the account is not erased': ['DELETE', kind === 'user' ? `${auth}/account` : session, {}],
  } as const

  test.each(Object.entries(CHANGES))('%s once the owner has reset it by link', async (_, [method, path, more]) => {
    const { email } = await confirmed()
    const cookie = (await logIn(email)).headers.getSetCookie()[0]?.split(';')[0] as string
    await post('password/forgot', { email })
    const token = tokenIn(await nextMail(email, /choose a new password/))
    const { held, release } = holdVerified()
    const proof = 'new_password' in more ? { current_password: PASSWORD } : { password: PASSWORD }
    const changed = service.call(method, path, { cookie, body: { ...proof, ...more } })
    await held
    expect((await post('password/reset', { token, new_password: OTHER_PASSWORD })).status).toBe(200)
    release()
    expect(outcome(await changed)).toEqual([401, 'unauthorized'])
    const signedIn = await logIn(email, OTHER_PASSWORD)
    expect(signedIn.status).toBe(200)
    expect(signedIn.body[kind]).toMatchObject({ email, pendingEmail: null })
  })

  test('a second change of the password in the same session fails once the first is done', async () => {
    const { email, cookie } = await confirmed()
    const change = (new_password: string) =>
      post('change-password', { current_password: PASSWORD, new_password }, cookie)
    const { held, release } = holdVerified()
    const second = change(STOLEN_PASSWORD)
    await held
    expect((await change(OTHER_PASSWORD)).status).toBe(200)
    release()
    expect(outcome(await second)).toEqual([401, 'unauthorized'])
    expect((await logIn(email, OTHER_PASSWORD)).status).toBe(200)
  })
})
