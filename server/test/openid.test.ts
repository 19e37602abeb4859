import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factorsOf, KINDS } from './factors.ts'
import { browse, openProvider, type ProviderAccount } from './openid-provider.ts'
import { type Person, type Reply, type TestService, testService } from './service.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
let service: TestService
beforeAll(async () => {
  provider = await openProvider()
  service = await testService({ openId: provider.config })
  provider.serve(service.url)
})
beforeEach(() => provider.setDown(false))
afterAll(() => Promise.all([service.stop(), provider.close()]))

const cookiesOf = ({ headers }: Reply) =>
  headers
    .getSetCookie()
    .filter((each) => !/=; /.test(each))
    .map((each) => each.split(';')[0])
    .join('; ')
const someone = (more: Partial<ProviderAccount> = {}): ProviderAccount => {
  const sub = randomUUID()
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Ada', ...more }
}

describe.each(KINDS)('a $kind who signs in by the provider', ({ kind, base, session }) => {
  const page = base === '/v1/auth' ? '/login' : '/developers/login'
  const settings = base === '/v1/auth' ? '/settings/sign-in' : '/developers/settings/sign-in'

  /** Goes to the provider and back; returns the response that ends the visit. */
  async function visit(
    account: ProviderAccount | undefined,
    path = `${base}/login/openid`,
    call: object = { body: {} },
  ) {
    provider.use(account)
    const begun = await service.call('POST', path, call)
    expect(begun.status).toBe(200)
    const callback = await browse(begun.body.url, `${service.url}${base}/openid/callback`)
    return { callback, cookie: cookiesOf(begun), finish: () => finish(callback, cookiesOf(begun)) }
  }
  const finish = (callback: string, cookie: string) =>
    service.call('GET', callback.slice(service.url.length), { cookie })
  const signIn = async (account: ProviderAccount) => (await visit(account)).finish()
  const locationOf = (reply: Reply) => reply.headers.get('location')
  const accountOf = async (reply: Reply) => (await service.ok('GET', session, { cookie: cookiesOf(reply) }))[kind]

  test('keeps a name that looks like another one only where no one else sees it', async () => {
    const name = 'G\u043e\u043egle LLC'
    const account = await accountOf(await signIn(someone({ name })))
    expect(account.name).toBe(kind === 'user' ? name : null)
  })

  test('gets an account the first time, and the same one from then on', async () => {
    const ada = someone()
    const begun = await visit(ada, `${base}/login/openid`, { body: { next: '/connect?client=trail' } })
    const first = await begun.finish()
    expect([first.status, locationOf(first)]).toEqual([302, '/connect?client=trail'])
    const account = await accountOf(first)
    expect(account).toMatchObject({ email: ada.email, name: 'Ada', emailConfirmed: true })
    // The address at the provider may change; the subject does not.
    const again = await signIn({ ...ada, email: 'changed@example.com' })
    expect((await accountOf(again)).id).toBe(account.id)
    expect(await service.ok('GET', `${base}/factors`, { cookie: cookiesOf(again) })).toMatchObject({ password: false })
  })

  test('whose address has an account links it only after a sign-in to that account', async () => {
    const { signUp, logIn, pending, secondStep, addTotp } = factorsOf(service, base)
    const person = await signUp()
    const { recovery_codes } = await addTotp(person)
    const identity = someone({ email: person.email.toUpperCase() })
    const reply = await signIn(identity)
    expect(locationOf(reply)).toBe(`${page}?provider=link`)
    const waiting = cookiesOf(reply)
    expect(waiting).toMatch(/^ms_(dev_)?openid=\w+$/)
    const link = (cookie: string) => service.call('POST', `${base}/openid/link`, { cookie })
    expect((await link(waiting)).status).toBe(401)
    // Another account cannot take it, and a half sign-in does not confirm it.
    expect((await link(`${(await signUp()).cookie}; ${waiting}`)).status).toBe(404)
    expect((await logIn(person)).status).toBe(403)
    expect((await link(`${await pending(person)}; ${waiting}`)).status).toBe(401)
    const entered = cookiesOf(await secondStep(await pending(person), { code: recovery_codes[0] }))
    expect((await link(`${entered}; ${waiting}`)).status).toBe(200)
    expect((await link(`${entered}; ${waiting}`)).status).toBe(404)
    const { items } = await service.ok('GET', `${base}/openid`, { cookie: entered })
    expect(items).toMatchObject([{ issuer: provider.issuer, email: person.email }])
    // A second factor is needed after the provider, too.
    const linked = await signIn(identity)
    expect(locationOf(linked)).toBe(`${page}?provider=second_factor`)
    expect((await accountOf(await secondStep(cookiesOf(linked), { code: recovery_codes[1] }))).id).toBe(person.id)
  })

  test.each([
    ['an address the provider does not vouch for', { email_verified: false }],
    ['no address', { email: undefined }],
    ['what is no address', { email: 'nonsense' }],
  ])('with %s gets no account', async (_, more) => {
    expect(locationOf(await signIn(someone(more)))).toBe(`${page}?provider=unverified`)
  })

  test('with an address the provider does not vouch for is not offered an account of that address', async () => {
    const { email } = await factorsOf(service, base).signUp()
    const reply = await signIn(someone({ email, email_verified: false }))
    expect([locationOf(reply), cookiesOf(reply)]).toEqual([`${page}?provider=unverified`, ''])
  })

  test('can link and unlink an identity in the settings, but not remove the last way to sign in', async () => {
    const person = await factorsOf(service, base).signUp()
    const identity = someone()
    const linking = async (owner: Person) => {
      const { callback, cookie } = await visit(identity, `${base}/openid`, { cookie: owner.cookie })
      return finish(callback, `${cookie}; ${owner.cookie}`)
    }
    expect(locationOf(await linking(person))).toBe(`${settings}?provider=linked`)
    expect((await accountOf(await signIn(identity))).id).toBe(person.id)
    // It signs in to one account only.
    expect(locationOf(await linking(await factorsOf(service, base).signUp()))).toBe(`${settings}?provider=taken`)
    const unlink = (cookie: string) =>
      service.call('DELETE', `${base}/openid?issuer=${encodeURIComponent(provider.issuer)}`, { cookie })
    expect((await unlink(person.cookie)).status).toBe(200)
    expect((await unlink(person.cookie)).status).toBe(404)
    const newcomer = cookiesOf(await signIn(identity))
    expect((await unlink(newcomer)).body.error.code).toBe('conflict')
    const password = { new_password: 'an even longer walk' }
    await service.ok('POST', `${base}/change-password`, { cookie: newcomer, body: password })
    expect((await unlink(newcomer)).status).toBe(200)
    // From now on the current password is needed.
    expect((await service.call('POST', `${base}/change-password`, { cookie: newcomer, body: password })).status).toBe(
      400,
    )
  })

  test('comes back in the browser that left, once, and with the answer of the provider', async () => {
    const { callback, cookie } = await visit(someone())
    const failed = `${page}?provider=failed`
    const refused = await finish(callback, '')
    expect([locationOf(refused), refused.headers.get('cache-control')]).toEqual([failed, 'no-store'])
    expect(locationOf(await finish(callback, (await visit(someone())).cookie))).toBe(failed)
    const wrong = await visit(someone())
    expect(locationOf(await finish(wrong.callback.replace(/code=[^&]+/, 'code=wrong'), wrong.cookie))).toBe(failed)
    const other = await visit(someone())
    const mixed = new URL(other.callback)
    mixed.searchParams.set('iss', 'https://other.example')
    expect(locationOf(await finish(mixed.href, other.cookie))).toBe(failed)
    expect(locationOf(await finish(callback, cookie))).not.toContain('provider')
    expect(locationOf(await finish(callback, cookie))).toBe(failed)
  })

  test('gets no account where sign-up is closed or by invitation, but can sign in to an account', async () => {
    const { config } = service.ports
    const { signUp } = config
    const ada = someone()
    const first = await accountOf(await signIn(ada))
    try {
      for (const mode of ['closed', 'invite'] as const) {
        config.signUp = { mode, domains: [] }
        const reply = await signIn(someone())
        expect([locationOf(reply), cookiesOf(reply)], mode).toEqual([`${page}?provider=closed`, ''])
        expect((await accountOf(await signIn(ada))).id).toBe(first.id)
      }
    } finally {
      config.signUp = signUp
    }
  })

  test('may cancel at the provider', async () => {
    expect(locationOf(await (await visit(undefined)).finish())).toBe(`${page}?provider=cancelled`)
  })

  test('is sent back only to pages of this service', async () => {
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'evil', '/\t/evil.example']) {
      const reply = await service.call('POST', `${base}/login/openid`, { body: { next } })
      expect([reply.status, reply.body.error.details[0].path], next).toEqual([400, 'next'])
    }
  })

  test('is sent back with characters that a header cannot have written as a URL', async () => {
    for (const [next, location] of [
      ['/memories\r\nset-cookie: a=b', '/memoriesset-cookie:%20a=b'],
      ['/été?q=日本#ω', '/%C3%A9t%C3%A9?q=%E6%97%A5%E6%9C%AC#%CF%89'],
    ])
      expect(locationOf(await (await visit(someone(), `${base}/login/openid`, { body: { next } })).finish())).toBe(
        location,
      )
  })

  test('is sent back to a long request of an app', async () => {
    const query = new URLSearchParams({
      client: 'trail',
      redirect_uri: `https://trail.example/${'r'.repeat(2_000)}`,
      state: 's'.repeat(2_048),
      resource: `https://trail.example/${'a'.repeat(2_000)}`,
    })
    const next = `/connect?${query}`
    const begin = { body: { next } }
    expect(locationOf(await (await visit(someone(), `${base}/login/openid`, begin)).finish())).toBe(next)
    const back = locationOf(await (await visit(undefined, `${base}/login/openid`, begin)).finish()) as string
    expect(new URL(back, service.url).searchParams.get('next')).toBe(next)
    expect((await service.call('GET', back)).status).toBe(200)
  })

  test('learns of an outage of the provider, in which passwords work', async () => {
    const other = await testService({ openId: { ...provider.config, issuer: `${provider.issuer}/down` } })
    try {
      const down = await other.call('POST', `${base}/login/openid`, { body: {} })
      expect([down.status, down.body.error.code]).toEqual([503, 'provider_unavailable'])
    } finally {
      await other.stop()
    }
    const { callback, cookie } = await visit(someone())
    provider.setDown(true)
    expect(locationOf(await finish(callback, cookie))).toBe(`${page}?provider=unavailable`)
    const { signUp, logIn } = factorsOf(service, base)
    expect((await logIn(await signUp())).status).toBe(200)
  })
})

test('erasing an account frees its identity', async () => {
  provider.use(someone())
  const visit = async () => {
    const begun = await service.call('POST', '/v1/auth/login/openid', { body: {} })
    const callback = await browse(begun.body.url, `${service.url}/v1/auth/openid/callback`)
    return cookiesOf(await service.call('GET', callback.slice(service.url.length), { cookie: cookiesOf(begun) }))
  }
  const cookie = await visit()
  const { user } = await service.ok('GET', '/v1/auth/session', { cookie })
  await service.ok('DELETE', '/v1/auth/account', { cookie, body: {} })
  expect((await service.ok('GET', '/v1/auth/session', { cookie: await visit() })).user.id).not.toBe(user.id)
})

test('without a provider there is nothing to sign in by', async () => {
  const other = await testService()
  try {
    expect((await other.ok('GET', '/v1/auth/methods')).provider).toBeNull()
    expect((await other.call('POST', '/v1/auth/login/openid', { body: {} })).status).toBe(404)
  } finally {
    await other.stop()
  }
  expect(await service.ok('GET', '/v1/auth/methods')).toEqual({ passkeys: true, provider: { name: 'Acme' } })
})
