import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPasskey } from './authenticator.ts'
import { factorsOf, KINDS } from './factors.ts'
import { browse, openProvider } from './openid-provider.ts'
import { type Person, type Reply, type TestService, testService } from './service.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
let service: TestService
beforeAll(async () => {
  provider = await openProvider()
  service = await testService({ openId: provider.config })
  provider.serve(service.url)
})
afterAll(() => Promise.all([service.stop(), provider.close()]))

const cookiesOf = ({ headers }: Reply) =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')

describe.each(KINDS)('what a session of a $kind has begun', ({ base }) => {
  const post = (path: string, cookie: string, body: object = {}) =>
    service.ok('POST', `${base}/${path}`, { cookie, body })
  const factors = () => factorsOf(service, base)

  /** An account with two sessions: of its owner, and of the thief of another one. */
  async function twoSessions() {
    const owner = await factors().signUp()
    return { owner, thief: cookiesOf(await factors().logIn(owner)) }
  }

  /** Begins to link a new identity; `finish` comes back from the provider with these further cookies. */
  async function beginLink(cookie: string) {
    provider.use({ sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true, name: 'T' })
    const begun = await service.call('POST', `${base}/openid`, { cookie })
    expect(begun.status).toBe(200)
    return async (session: string) => {
      const callback = await browse(begun.body.url, `${service.url}${base}/openid/callback`)
      const cookies = [cookiesOf(begun), session].filter(Boolean).join('; ')
      const { headers } = await service.call('GET', callback.slice(service.url.length), { cookie: cookies })
      return new URL(headers.get('location') ?? '', service.url).searchParams.get('provider')
    }
  }

  const linksOf = async ({ cookie }: Person) => (await service.ok('GET', `${base}/openid`, { cookie })).items

  const ENDS: [string, (owner: Person, thief: string) => Promise<unknown>][] = [
    ['the end of all other sessions', ({ cookie }) => post('sessions/end-others', cookie)],
    [
      'its end in the list of sessions',
      async ({ cookie }) => {
        const { items } = await service.ok('GET', `${base}/sessions`, { cookie })
        const { id } = items.find(({ current }: { current: boolean }) => !current)
        await service.ok('DELETE', `${base}/sessions/${id}`, { cookie })
      },
    ],
    ['signing out of it', (_, thief) => post('logout', thief)],
    [
      'a change of the password',
      ({ cookie }) =>
        post('change-password', cookie, { current_password: service.password, new_password: 'an even longer walk' }),
    ],
  ]

  test.each(ENDS)('links no identity after %s', async (_, end) => {
    const { owner, thief } = await twoSessions()
    const finish = await beginLink(thief)
    await end(owner, thief)
    expect(await finish(thief)).toBe('failed')
    expect(await linksOf(owner)).toEqual([])
  })

  test.each([
    ['no session', async () => ''],
    ['another session of the account', async (owner: Person) => owner.cookie],
    ['a session of another account', async () => (await factors().signUp()).cookie],
  ])('links no identity in %s', async (_, sessionOf) => {
    const { owner, thief } = await twoSessions()
    const finish = await beginLink(thief)
    expect(await finish(await sessionOf(owner))).toBe('failed')
    expect(await linksOf(owner)).toEqual([])
    expect(await (await beginLink(owner.cookie))(owner.cookie)).toBe('linked')
  })

  test.each(ENDS.slice(0, 2))('adds no passkey after %s', async (_, end) => {
    const { owner, thief } = await twoSessions()
    const options = await post('passkeys/options', thief)
    const body = { passkey: newPasskey(service.url).create(options) }
    await end(owner, thief)
    for (const [cookie, status] of [
      [thief, 401],
      [owner.cookie, 400],
    ] as const)
      expect((await service.call('POST', `${base}/passkeys`, { cookie, body })).status).toBe(status)
  })
})
