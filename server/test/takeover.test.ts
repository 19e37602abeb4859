import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '../src/domain/accounts/factors/totp.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import type { newPasskey } from './authenticator.ts'
import { factorsOf, fromBase32, KINDS } from './factors.ts'
import { DAY_MS, openClock } from './hooks.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import type { Person, TestService } from './service.ts'

/* The owner of an address takes an account over from a stranger who made it, or who changed its address. */

const NEW_PASSWORD = 'an even longer walk'

const clock = openClock()
let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({}, { clock: clock.now }))
})
afterAll(() => service.stop())

describe.each(KINDS)('an account of a $kind', ({ kind, base }) => {
  const factors = () => factorsOf(service, base, clock.now)
  const post = (path: string, body: object, cookie?: string) =>
    service.ok('POST', `${base}/${path}`, { body, ...(cookie ? { cookie } : {}) })
  const tokenTo = async (email: string, subject: RegExp): Promise<string> => {
    await expect.poll(() => smtp.to(email, subject).length).toBeGreaterThan(0)
    return /#(msl_\w+)/.exec(smtp.to(email, subject)[0]?.text ?? '')?.[1] ?? ''
  }
  const newApp = async () => {
    const developer = await service.newDeveloper()
    const token = await tokenTo(developer.email, /confirm/)
    await service.ok('POST', '/v1/dev/auth/email/confirm', { cookie: developer.cookie, body: { token } })
    return service.newApp(developer, ['memory:read:note'])
  }
  const connected = async (person: Person) => service.connect(person, await newApp(), ['memory:read:note'])
  /** Signs in with a passkey alone, and reads with a token. */
  const reached = async (passkey: ReturnType<typeof newPasskey>, token: string | undefined) => [
    (await factors().signInWith(passkey)).status,
    ...(token ? [(await service.call('GET', '/v1/memories', { token })).status] : []),
  ]

  test('whose address was never confirmed has no factor or connection of its maker after a reset', async () => {
    const maker = await factors().signUp()
    await post('email/confirm', { token: await tokenTo(maker.email, /confirm/) }, maker.cookie)
    const token = kind === 'user' ? await connected(maker) : undefined
    // As an earlier release made it, before mail was configured.
    await service.ports.db.count(sql`
      update ${kind === 'user' ? sql`users` : sql`developers`} set email_confirmed_at = null where id = ${maker.id}`)
    const { passkey } = await factors().addPasskey(maker)
    await factors().addTotp(maker)
    await post('password/forgot', { email: maker.email })
    await post('password/reset', { token: await tokenTo(maker.email, /new password/), new_password: NEW_PASSWORD })
    expect(await reached(passkey, token)).toEqual(token ? [401, 401] : [401])
    expect((await factors().logIn(maker, NEW_PASSWORD)).status).toBe(200)
  })

  test('has no code that an ended session has left after a reset', async () => {
    if (kind === 'developer') return
    const owner = await factors().signUp()
    await post('email/confirm', { token: await tokenTo(owner.email, /confirm/) }, owner.cookie)
    const { slug, client_id, client_secret } = await newApp()
    const body = { slug, scopes: ['memory:read:note'] }
    const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: owner.cookie, body })
    await post('password/forgot', { email: owner.email })
    await post('password/reset', { token: await tokenTo(owner.email, /new password/), new_password: NEW_PASSWORD })
    const exchange = await service.call('POST', '/v1/oauth/token', { body: { code, client_id, client_secret } })
    expect([exchange.status, exchange.body.error.code]).toEqual([400, 'invalid_grant'])
  })

  test('whose address was changed has only the factors and connections from before once that is taken back', async () => {
    const owner = await factors().signUp()
    await post('email/confirm', { token: await tokenTo(owner.email, /confirm/) }, owner.cookie)
    const { passkey: own } = await factors().addPasskey(owner, undefined, 'own')
    const before = kind === 'user' ? await connected(owner) : undefined
    clock.jump(3 * DAY_MS)
    // The thief knows the password, and passes the second factor once.
    const signedIn = await factors().signInWith(own)
    const thief = { ...owner, cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] as string }
    const { passkey: stolen } = await factors().addPasskey(thief, undefined, 'thief')
    const token = kind === 'user' ? await connected(thief) : undefined
    await post('recovery-codes', {}, thief.cookie)
    const next = `${randomUUID()}@example.com`
    await post('email', { email: next }, thief.cookie)
    await post('email/confirm', { token: await tokenTo(next, /confirm/) }, thief.cookie)
    clock.jump(DAY_MS)
    await post('email/restore', { token: await tokenTo(owner.email, /was changed/), new_password: NEW_PASSWORD })
    expect(await reached(stolen, token)).toEqual(token ? [401, 401] : [401])
    expect(await reached(own, before)).toEqual(before ? [200, 200] : [200])
    const { error } = (await factors().logIn(owner, NEW_PASSWORD)).body
    expect([error.code, error.details.methods]).toEqual(['second_factor_required', ['passkey']])
  })

  test('whose address was changed twice keeps the link that takes back the first change', async () => {
    const owner = await factors().signUp()
    await post('email/confirm', { token: await tokenTo(owner.email, /confirm/) }, owner.cookie)
    const changed = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`] as const
    for (const email of changed) {
      await post('email', { email }, owner.cookie)
      await post('email/confirm', { token: await tokenTo(email, /confirm/) }, owner.cookie)
    }
    clock.jump(1_000)
    await post('email/restore', { token: await tokenTo(changed[0], /was changed/), new_password: 'of the thief, long' })
    await post('email/restore', { token: await tokenTo(owner.email, /was changed/), new_password: NEW_PASSWORD })
    expect((await factors().logIn(owner, NEW_PASSWORD)).status).toBe(200)
    await expect.poll(() => smtp.to(changed[0], /taken back/)).toHaveLength(1)
  })

  test('whose address was changed has no authenticator that was begun long before', async () => {
    const owner = await factors().signUp()
    await post('email/confirm', { token: await tokenTo(owner.email, /confirm/) }, owner.cookie)
    const { secret } = await post('totp', {}, owner.cookie)
    clock.jump(3 * DAY_MS)
    const { headers } = await factors().logIn(owner)
    const cookie = headers.getSetCookie()[0]?.split(';')[0] as string
    const next = `${randomUUID()}@example.com`
    await post('email', { email: next }, cookie)
    await post('email/confirm', { token: await tokenTo(next, /confirm/) }, cookie)
    await post('totp/confirm', { code: totpCode(fromBase32(secret), totpStep(clock.now().getTime())) }, cookie)
    await post('email/restore', { token: await tokenTo(owner.email, /was changed/), new_password: NEW_PASSWORD })
    expect((await factors().logIn(owner, NEW_PASSWORD)).status).toBe(200)
  })
})
