import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPasskey } from './authenticator.ts'
import { factorsOf, KINDS } from './factors.ts'
import { MINUTE_MS, openClock } from './hooks.ts'
import { type TestService, testService } from './service.ts'

const clock = openClock()
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock: clock.now })
})
beforeEach(() => clock.set(new Date()))
afterAll(() => service.stop())

const refusal = ({ status, body }: Awaited<ReturnType<TestService['call']>>) => [status, body.error?.code]

describe.each(KINDS)('a passkey of a $kind', ({ kind, base, session }) => {
  const of = () => factorsOf(service, base, clock.now)

  test('signs in alone, without an address', async () => {
    const { signUp, addPasskey, signInWith, factors } = of()
    const person = await signUp()
    const { passkey } = await addPasskey(person, undefined, 'My laptop')
    expect((await factors(person)).passkeys).toMatchObject([{ name: 'My laptop', lastUsedAt: null }])
    const reply = await signInWith(passkey)
    expect(reply.body[kind].id).toBe(person.id)
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] as string
    expect((await service.ok('GET', session, { cookie }))[kind].id).toBe(person.id)
    expect((await factors(person)).passkeys[0].lastUsedAt).toMatch(/Z$/)
  })

  test('completes a sign-in with the password, which alone is not enough any more', async () => {
    const { signUp, addPasskey, logIn, secondStep } = of()
    const person = await signUp()
    const { passkey } = await addPasskey(person)
    const first = await logIn(person)
    expect(refusal(first)).toEqual([403, 'second_factor_required'])
    const [cookie = '', ...others] = first.headers.getSetCookie()
    expect(cookie).toMatch(/^ms_(dev_)?sign_in=msp_\w+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(others).toEqual([])
    const pending = cookie.split(';')[0] as string
    const { methods, expires_at } = first.body.error.details
    expect(methods).toEqual(['passkey', 'recovery_code'])
    expect(Date.parse(expires_at)).toBeGreaterThan(clock.now().getTime())
    const options = await service.ok('POST', `${base}/login/passkey/options`, {
      cookie: pending,
      body: { second_factor: true },
    })
    expect(options.allowCredentials).toHaveLength(1)
    const reply = await secondStep(pending, { passkey: passkey.get(options) })
    expect(reply.body[kind].id).toBe(person.id)
    expect(refusal(await secondStep(pending, { passkey: passkey.get(options) }))).toEqual([401, 'unauthorized'])
  })

  test('completes no sign-in to another account', async () => {
    const { signUp, addPasskey, pending, secondStep } = of()
    const [person, other] = [await signUp(), await signUp()]
    await addPasskey(person)
    const { passkey } = await addPasskey(other)
    const token = await pending(person)
    const options = await service.ok('POST', `${base}/login/passkey/options`, {
      cookie: token,
      body: { second_factor: true },
    })
    expect(refusal(await secondStep(token, { passkey: passkey.get(options) }))).toEqual([401, 'unauthorized'])
    // Nor with a challenge for a sign-in with any passkey.
    const any = await service.ok('POST', `${base}/login/passkey/options`, { body: {} })
    expect(refusal(await secondStep(token, { passkey: passkey.get(any) }))).toEqual([401, 'unauthorized'])
  })

  test.each([
    ['of a page of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without a verified user', { verified: false }],
    ['to a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['that was made for a registration', { type: 'webauthn.create' }],
    ['of another account', { userHandle: 'dXNyX290aGVy' }],
  ])('rejects an answer %s', async (_, given) => {
    const { signUp, addPasskey, signInWith } = of()
    const { passkey } = await addPasskey(await signUp())
    expect(refusal(await signInWith(passkey, given))).toEqual([401, 'unauthorized'])
    expect((await signInWith(passkey)).status).toBe(200)
  })

  test('rejects an unknown passkey and one that was removed', async () => {
    const { signUp, addPasskey, signInWith, factors } = of()
    expect(refusal(await signInWith(newPasskey(service.url), { userHandle: 'dXNy' }))).toEqual([401, 'unauthorized'])
    const person = await signUp()
    const { passkey } = await addPasskey(person)
    const [{ id }] = (await factors(person)).passkeys
    expect(await factors(person)).toMatchObject({ recovery_codes: { left: 10 } })
    await service.ok('DELETE', `${base}/passkeys/${id}`, { cookie: person.cookie })
    expect(refusal(await signInWith(passkey))).toEqual([401, 'unauthorized'])
    expect(await factors(person)).toMatchObject({ passkeys: [], recovery_codes: { left: 0 } })
  })

  test('answers a challenge once, and within five minutes', async () => {
    const { signUp, addPasskey } = of()
    const { passkey } = await addPasskey(await signUp())
    const optionsOf = () => service.ok('POST', `${base}/login/passkey/options`, { body: {} })
    const send = (options: { challenge: string; rpId: string }) =>
      service.call('POST', `${base}/login/passkey`, { body: { passkey: passkey.get(options) } })
    const used = await optionsOf()
    expect([(await send(used)).status, (await send(used)).status]).toEqual([200, 401])
    const old = await optionsOf()
    clock.jump(5 * MINUTE_MS + 1)
    expect((await send(old)).status).toBe(401)
  })

  test('that counts its uses is rejected when its count does not rise, as that of a copy', async () => {
    const { signUp, addPasskey, signInWith } = of()
    const passkey = newPasskey(service.url)
    passkey.count()
    await addPasskey(await signUp(), passkey)
    expect((await signInWith(passkey, { signCount: 5 })).status).toBe(200)
    for (const signCount of [5, 4, 0]) expect((await signInWith(passkey, { signCount })).status).toBe(401)
    expect((await signInWith(passkey, { signCount: 6 })).status).toBe(200)
  })

  test('of one kind of account does not sign in to the other', async () => {
    const { signUp, addPasskey } = of()
    const { passkey } = await addPasskey(await signUp())
    const [other] = KINDS.filter((each) => each.base !== base)
    expect((await factorsOf(service, other!.base).signInWith(passkey)).status).toBe(401)
  })

  test('is registered only with a challenge of the same account, for this origin, with a verified user', async () => {
    const { signUp, factors } = of()
    const [person, other] = [await signUp(), await signUp()]
    const optionsOf = ({ cookie }: typeof person) => service.ok('POST', `${base}/passkeys/options`, { cookie })
    const add = (body: object) => service.call('POST', `${base}/passkeys`, { cookie: person.cookie, body })
    const passkey = newPasskey(service.url)
    const attempts = [
      passkey.create(await optionsOf(other)),
      passkey.create(await optionsOf(person), { origin: 'https://evil.example' }),
      passkey.create(await optionsOf(person), { rpId: 'evil.example' }),
      passkey.create(await optionsOf(person), { verified: false }),
      { ...passkey.create(await optionsOf(person)), id: 'AAAA' },
    ]
    for (const passkey of attempts) expect(refusal(await add({ passkey }))).toEqual([400, 'validation_failed'])
    const options = await optionsOf(person)
    expect((await add({ passkey: passkey.create(options) })).status).toBe(201)
    // The challenge is used up.
    expect((await add({ passkey: newPasskey(service.url).create(options) })).status).toBe(400)
    // The credential is taken.
    expect(refusal(await add({ passkey: passkey.create(await optionsOf(person)) }))).toEqual([409, 'conflict'])
    expect((await factors(person)).passkeys).toHaveLength(1)
  })

  test('is registered whatever its maker says of it: no certificate of an authenticator is followed', async () => {
    const { signUp, signInWith } = of()
    const { cookie } = await signUp()
    const passkey = newPasskey(service.url)
    const options = await service.ok('POST', `${base}/passkeys/options`, { cookie })
    const body = { passkey: passkey.create(options, { attested: true }) }
    await service.ok('POST', `${base}/passkeys`, { cookie, body })
    expect((await signInWith(passkey)).status).toBe(200)
  })

  test('is renamed and removed by its owner only', async () => {
    const { signUp, addPasskey, factors } = of()
    const [person, other] = [await signUp(), await signUp()]
    await addPasskey(person)
    const [{ id }] = (await factors(person)).passkeys
    const rename = ({ cookie }: typeof person, name: string) =>
      service.call('PATCH', `${base}/passkeys/${id}`, { cookie, body: { name } })
    expect((await rename(other, 'Stolen')).status).toBe(404)
    expect((await service.call('DELETE', `${base}/passkeys/${id}`, { cookie: other.cookie })).status).toBe(404)
    expect((await rename(person, 'At home')).body.name).toBe('At home')
    expect((await rename(person, ' ')).status).toBe(400)
  })

  test('an account has at most 20', async () => {
    const { signUp, addPasskey, factors } = of()
    const person = await signUp()
    for (let i = 0; i < 20; i++) await addPasskey(person)
    await expect(addPasskey(person)).rejects.toThrow('409')
    expect((await factors(person)).passkeys).toHaveLength(20)
  })

  test('is added and removed within 15 minutes of a sign-in or confirmation, which a passkey gives too', async () => {
    const { signUp, addPasskey, factors } = of()
    const person = await signUp()
    const { passkey } = await addPasskey(person)
    const { cookie } = person
    const [{ id }] = (await factors(person)).passkeys
    clock.jump(16 * MINUTE_MS)
    const remove = () => service.call('DELETE', `${base}/passkeys/${id}`, { cookie })
    await expect(addPasskey(person)).rejects.toThrow('reauthentication_required')
    expect(refusal(await remove())).toEqual([403, 'reauthentication_required'])
    const options = await service.ok('POST', `${base}/confirm/options`, { cookie })
    const confirm = (given = {}) =>
      service.call('POST', `${base}/confirm`, { cookie, body: { passkey: passkey.get(options, given) } })
    expect(refusal(await confirm({ origin: 'https://evil.example' }))).toEqual([400, 'validation_failed'])
    const again = await service.ok('POST', `${base}/confirm/options`, { cookie })
    await service.ok('POST', `${base}/confirm`, { cookie, body: { passkey: passkey.get(again) } })
    expect((await remove()).status).toBe(200)
  })
})

test('there are no passkeys where BASE_URL is an IP address', async () => {
  const other = await testService()
  try {
    other.ports.config.baseUrl = 'http://192.0.2.7:8787'
    const { cookie } = await other.newPerson()
    expect((await other.ok('GET', '/v1/auth/factors', { cookie })).passkeys_available).toBe(false)
    expect(refusal(await other.call('POST', '/v1/auth/passkeys/options', { cookie }))).toEqual([409, 'conflict'])
    expect(refusal(await other.call('POST', '/v1/auth/login/passkey/options', { body: {} }))).toEqual([409, 'conflict'])
  } finally {
    await other.stop()
  }
})
