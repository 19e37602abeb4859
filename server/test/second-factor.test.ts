import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factorsOf, KINDS } from './factors.ts'
import { MINUTE_MS, openClock } from './hooks.ts'
import { type TestService, testService } from './service.ts'

const CODES_PER_HOUR = 20
const ANSWERS = 10
const CONFIRMING_CODES = 5

const clock = openClock()
let service: TestService
let guarded: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
  guarded = await testService({ authRateLimit: 1000, trustedProxies: ['loopback'] })
})
beforeEach(() => clock.set(new Date()))
afterAll(() => Promise.all([service.stop(), guarded.stop()]))

const refusal = ({ status, body }: Awaited<ReturnType<TestService['call']>>) => [status, body.error?.code]

describe.each(KINDS)('the authenticator app of a $kind', ({ kind, base, session }) => {
  const of = () => factorsOf(service, base, clock.now)

  test('completes a sign-in with the password, which alone is not enough any more', async () => {
    const { signUp, addTotp, logIn, pending, secondStep, factors } = of()
    const person = await signUp()
    const { codeAt } = await addTotp(person)
    expect((await logIn(person)).body.error.details.methods).toEqual(['totp', 'recovery_code'])
    expect(refusal(await logIn(person, 'not the password'))).toEqual([401, 'unauthorized'])
    const reply = await secondStep(await pending(person), { code: codeAt(1) })
    expect(reply.body[kind].id).toBe(person.id)
    const [cookie = '', , cleared] = reply.headers.getSetCookie()
    expect(cleared).toMatch(/^ms_(dev_)?sign_in=; .*Expires=Thu, 01 Jan 1970/)
    expect((await service.ok('GET', session, { cookie: cookie.split(';')[0] as string }))[kind].id).toBe(person.id)
    expect((await factors(person)).totp.lastUsedAt).toMatch(/Z$/)
  })

  test('accepts each code once, also when it is sent twice at the same time', async () => {
    const { signUp, addTotp, pending, secondStep } = of()
    const person = await signUp()
    const { codeAt } = await addTotp(person)
    // The first code confirmed the app.
    expect(refusal(await secondStep(await pending(person), { code: codeAt() }))).toEqual([401, 'unauthorized'])
    const cookies = [await pending(person), await pending(person)]
    const replies = await Promise.all(cookies.map((cookie) => secondStep(cookie, { code: codeAt(1) })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('accepts codes of the neighbouring 30 seconds only, however they are spaced', async () => {
    const { signUp, addTotp, pending, secondStep } = of()
    const person = await signUp()
    const { codeAt } = await addTotp(person)
    const cookie = await pending(person)
    for (const wrong of [codeAt(2), codeAt(-2), '000', 'abcdef'])
      expect((await secondStep(cookie, { code: wrong })).status).toBe(401)
    const code = codeAt(1)
    expect((await secondStep(cookie, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(200)
  })

  test('is in use only once its first code was entered', async () => {
    const { signUp, logIn, factors } = of()
    const person = await signUp()
    const { cookie } = person
    const { uri, secret } = await service.ok('POST', `${base}/totp`, { cookie })
    expect(uri).toContain(`secret=${secret}`)
    expect((await factors(person)).totp).toBeNull()
    expect((await logIn(person)).status).toBe(200)
    expect(refusal(await service.call('POST', `${base}/totp/confirm`, { cookie, body: { code: '000000' } }))).toEqual([
      ...[400, 'validation_failed'],
    ])
    expect((await logIn(person)).status).toBe(200)
  })

  test('is replaced only after it was removed', async () => {
    const { signUp, addTotp, logIn, factors } = of()
    const person = await signUp()
    await addTotp(person)
    await expect(addTotp(person)).rejects.toThrow('409')
    await service.ok('DELETE', `${base}/totp`, { cookie: person.cookie })
    expect(await factors(person)).toMatchObject({ totp: null, recovery_codes: { left: 0 } })
    expect((await logIn(person)).status).toBe(200)
    expect((await service.call('DELETE', `${base}/totp`, { cookie: person.cookie })).status).toBe(404)
  })

  test('a sign-in waits five minutes and ten answers for it', async () => {
    const { signUp, addTotp, pending, secondStep } = of()
    const person = await signUp()
    const { codeAt } = await addTotp(person)
    const tried = await pending(person)
    for (let i = 0; i < ANSWERS; i++) await secondStep(tried, { code: '000000' })
    expect(refusal(await secondStep(tried, { code: codeAt(1) }))).toEqual([401, 'unauthorized'])
    const late = await pending(person)
    clock.jump(5 * MINUTE_MS + 1)
    expect(refusal(await secondStep(late, { code: codeAt() }))).toEqual([401, 'unauthorized'])
    expect((await secondStep(await pending(person), { code: codeAt() })).status).toBe(200)
  })

  test('a change of the password ends the sign-ins that wait', async () => {
    const { signUp, addTotp, pending, secondStep } = of()
    const person = await signUp()
    const { codeAt } = await addTotp(person)
    const waiting = await pending(person)
    await service.ok('POST', `${base}/change-password`, {
      cookie: person.cookie,
      body: { current_password: service.password, new_password: 'an even longer walk' },
    })
    expect(refusal(await secondStep(waiting, { code: codeAt(1) }))).toEqual([401, 'unauthorized'])
  })

  test('confirms a sign-in that is older than 15 minutes', async () => {
    const { signUp, addTotp } = of()
    const person = await signUp()
    const { cookie } = person
    const { codeAt, recovery_codes } = await addTotp(person)
    clock.jump(16 * MINUTE_MS)
    const confirm = (body: object) => service.call('POST', `${base}/confirm`, { cookie, body })
    expect(refusal(await confirm({}))).toEqual([403, 'reauthentication_required'])
    expect(refusal(await confirm({ code: '000000' }))).toEqual([400, 'validation_failed'])
    expect(refusal(await confirm({ code: codeAt(), password: service.password }))).toEqual([400, 'validation_failed'])
    expect(refusal(await service.call('POST', `${base}/recovery-codes`, { cookie }))).toEqual([
      ...[403, 'reauthentication_required'],
    ])
    expect((await confirm({ code: codeAt() })).status).toBe(200)
    expect((await confirm({})).status).toBe(200)
    clock.jump(16 * MINUTE_MS)
    expect((await confirm({ code: recovery_codes[0] })).status).toBe(200)
    expect(refusal(await confirm({ code: recovery_codes[0] }))).toEqual([400, 'validation_failed'])
  })

  test('erases the account, with all its factors', async () => {
    const { signUp, addTotp, addPasskey, signInWith } = of()
    const person = await signUp()
    const { codeAt } = await addTotp(person)
    const { passkey } = await addPasskey(person)
    const erase = (body: object) =>
      service.call('DELETE', base === '/v1/auth' ? '/v1/auth/account' : '/v1/dev/auth/me', {
        cookie: person.cookie,
        body,
      })
    expect(refusal(await erase({}))).toEqual([400, 'validation_failed'])
    expect((await erase({ code: codeAt(1) })).status).toBe(200)
    expect((await signInWith(passkey)).status).toBe(401)
  })
})

describe.each(KINDS)('the recovery codes of a $kind', ({ base }) => {
  const of = () => factorsOf(service, base, clock.now)

  test('stand in for the second factor, once each, however they are typed', async () => {
    const { signUp, addTotp, pending, secondStep, factors } = of()
    const person = await signUp()
    const { recovery_codes } = await addTotp(person)
    expect(new Set(recovery_codes).size).toBe(10)
    const [first = '', second = ''] = recovery_codes
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
    expect((await secondStep(await pending(person), { code: first })).status).toBe(200)
    expect((await secondStep(await pending(person), { code: first })).status).toBe(401)
    expect((await secondStep(await pending(person), { code: second.toUpperCase().replace('-', ' ') })).status).toBe(200)
    expect((await factors(person)).recovery_codes).toEqual({ left: 8 })
  })

  test('are made with the first factor, and replaced on request', async () => {
    const { signUp, addTotp, addPasskey, pending, secondStep } = of()
    const person = await signUp()
    const { cookie } = person
    expect(refusal(await service.call('POST', `${base}/recovery-codes`, { cookie }))).toEqual([409, 'conflict'])
    const { recovery_codes: old } = await addTotp(person)
    expect((await addPasskey(person)).recovery_codes).toBeNull()
    const { recovery_codes } = await service.ok('POST', `${base}/recovery-codes`, { cookie })
    expect((await secondStep(await pending(person), { code: old[0] })).status).toBe(401)
    expect((await secondStep(await pending(person), { code: recovery_codes[0] })).status).toBe(200)
  })

  test('of one account are of no use for another', async () => {
    const { signUp, addTotp, pending, secondStep } = of()
    const [person, other] = [await signUp(), await signUp()]
    await addTotp(person)
    const { recovery_codes } = await addTotp(other)
    expect((await secondStep(await pending(person), { code: recovery_codes[0] })).status).toBe(401)
  })
})

describe('guessing codes', () => {
  test('is limited to 20 an hour for an account over all addresses, however often the password is entered', async () => {
    const { signUp, addTotp } = factorsOf(guarded, '/v1/auth')
    const person = await signUp()
    const { recovery_codes } = await addTotp(person)
    const guess = async (i: number, code = '000000') => {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` }
      const first = await guarded.call('POST', '/v1/auth/login', {
        body: { email: person.email, password: guarded.password },
        headers,
      })
      const cookie = first.headers.getSetCookie()[0]?.split(';')[0] as string
      return (await guarded.call('POST', '/v1/auth/login/second-factor', { cookie, body: { code }, headers })).status
    }
    // The code that confirmed the app was right, so it does not count.
    for (let i = 0; i < CODES_PER_HOUR; i++) expect(await guess(i)).toBe(401)
    expect(await guess(100)).toBe(429)
    expect(await guess(101, recovery_codes[0])).toBe(429)
  })

  test('in a session that is to be confirmed is limited to five until one is right, and the password still confirms it', async () => {
    const { signUp, addTotp } = factorsOf(guarded, '/v1/auth')
    const person = await signUp()
    const { recovery_codes } = await addTotp(person)
    const confirm = async (body: object) =>
      (await guarded.call('POST', '/v1/auth/confirm', { cookie: person.cookie, body })).status
    for (let i = 0; i < CONFIRMING_CODES - 1; i++) expect(await confirm({ code: '000000' })).toBe(400)
    expect(await confirm({ code: recovery_codes[0] })).toBe(200)
    for (let i = 0; i < CONFIRMING_CODES; i++) expect(await confirm({ code: '000000' })).toBe(400)
    expect(await confirm({ code: recovery_codes[1] })).toBe(429)
    expect(await confirm({ password: guarded.password })).toBe(200)
  })

  test('in a session that is to be confirmed is possible again after a sign-in with the second factor', async () => {
    const { signUp, addTotp, pending, secondStep } = factorsOf(guarded, '/v1/auth')
    const person = await signUp()
    const { recovery_codes } = await addTotp(person)
    const confirm = (code: string) =>
      guarded.call('POST', '/v1/auth/confirm', { cookie: person.cookie, body: { code } })
    for (let i = 0; i < CONFIRMING_CODES; i++) expect((await confirm('000000')).status).toBe(400)
    const refused = await confirm(recovery_codes[0]!)
    expect(refusal(refused)).toEqual([429, 'rate_limited'])
    expect(refused.body.error.message).toContain('sign in again')
    expect(refused.body.error.details).toMatchObject({ limit: 'confirming_codes', retry_after: expect.any(Number) })
    expect((await secondStep(await pending(person), { code: recovery_codes[1] })).status).toBe(200)
    expect((await confirm(recovery_codes[0]!)).status).toBe(200)
  })
})

test('an account gets new recovery codes ten times an hour', async () => {
  const { signUp, addTotp } = factorsOf(guarded, '/v1/auth')
  const person = await signUp()
  await addTotp(person)
  const replace = () => guarded.call('POST', '/v1/auth/recovery-codes', { cookie: person.cookie })
  // The first ones were made with the authenticator.
  for (let n = 1; n < 10; n++) expect((await replace()).status).toBe(201)
  expect(refusal(await replace())).toEqual([429, 'rate_limited'])
})

test('factors, their use and their removal are in the security log', async () => {
  const { signUp, addTotp, addPasskey, pending, secondStep, factors } = factorsOf(service, '/v1/auth', clock.now)
  const person = await signUp()
  const { cookie } = person
  const { recovery_codes } = await addTotp(person)
  await addPasskey(person)
  await secondStep(await pending(person), { code: recovery_codes[0] })
  await service.ok('POST', '/v1/auth/recovery-codes', { cookie })
  const [{ id }] = (await factors(person)).passkeys
  await service.ok('DELETE', `/v1/auth/passkeys/${id}`, { cookie })
  await service.ok('DELETE', '/v1/auth/totp', { cookie })
  const { items } = await service.ok('GET', '/v1/audit', { cookie })
  expect(items.map(({ action }: { action: string }) => action)).toEqual([
    ...['account.totp_remove', 'account.passkey_remove', 'account.recovery_codes_replace', 'account.sign_in'],
    ...['account.recovery_code_use', 'account.passkey_add', 'account.totp_add'],
  ])
})

describe('a new password', () => {
  const signUp = (body: object) => service.call('POST', '/v1/auth/signup', { body })

  test.each([
    ['is one of the most common', 'iloveyou1', 'most common'],
    ['is made of the e-mail address', 'grace.hopper99', 'your name or e-mail'],
    ['is made of the name', 'Murray-1906', 'your name or e-mail'],
  ])('is rejected when it %s', async (_, password, reason) => {
    const reply = await signUp({ email: 'grace.hopper@example.com', name: 'Grace Murray', password })
    expect(refusal(reply)).toEqual([400, 'validation_failed'])
    expect(reply.body.error.details[0]).toMatchObject({ path: 'password', message: expect.stringContaining(reason) })
  })

  test('is checked when it is changed, too', async () => {
    const person = await service.newPerson()
    const reply = await service.call('POST', '/v1/auth/change-password', {
      cookie: person.cookie,
      body: { current_password: service.password, new_password: person.email },
    })
    expect(reply.body.error.details[0]).toMatchObject({ path: 'new_password' })
  })
})
