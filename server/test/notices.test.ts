import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { factorsOf } from './factors.ts'
import { HOUR_MS, openClock } from './hooks.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import { openReceiver } from './receiver.ts'
import { type Person, type Reply, type TestService, testService } from './service.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/604.1'

const clock = openClock()
let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({ userPlan: 'pro' }, { clock: clock.now }))
})
afterAll(() => service.stop())

const cookiesOf = ({ headers }: Reply) => headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
const outcome = ({ status, body }: Reply) => [status, body.error?.code]
const mailsTo = (email: string, subject: RegExp) => smtp.to(email, subject).length

const KINDS = [
  { kind: 'user' as const, auth: '/v1/auth' as const, table: raw('users') },
  { kind: 'developer' as const, auth: '/v1/dev/auth' as const, table: raw('developers') },
]

/** A new account that has confirmed its address. */
async function confirmedAccount(kind: 'user' | 'developer'): Promise<Person> {
  const account = await (kind === 'user' ? service.newPerson() : service.newDeveloper())
  await service.ports.db.count(sql`
    update ${raw(kind === 'user' ? 'users' : 'developers')}
    set email = pending_email, pending_email = null, email_confirmed_at = now() where id = ${account.id}`)
  return account
}

describe.each(KINDS)('a $kind', ({ kind, auth }) => {
  const logIn = (email: string, userAgent: string, cookie?: string) =>
    service.call('POST', `${auth}/login`, {
      body: { email, password: service.password },
      headers: { 'user-agent': userAgent, ...(cookie ? { cookie } : {}) },
    })
  const sessions = async (cookie: string) => (await service.ok('GET', `${auth}/sessions`, { cookie })).items

  test('sees its sessions with device and network, and ends one or all others', async () => {
    const { email, cookie } = await confirmedAccount(kind)
    const [firefox = ''] = cookiesOf(await logIn(email, FIREFOX))
    const [safari = ''] = cookiesOf(await logIn(email, SAFARI))
    const listed = await sessions(firefox)
    expect(listed[0]).toEqual({
      id: expect.stringMatching(/^ses_[0-9a-f]{24}$/),
      device: 'Firefox on Linux',
      network: '127.0.0.*',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      current: true,
    })
    expect(listed.map(({ device }: { device: string }) => device)).toContain('Safari on iPhone')
    expect(listed).toHaveLength(3)
    const phone = listed.find(({ device }: { device: string }) => device === 'Safari on iPhone')
    await service.ok('DELETE', `${auth}/sessions/${phone.id}`, { cookie: firefox })
    expect((await service.call('GET', `${auth}/sessions`, { cookie: safari })).status).toBe(401)
    expect(outcome(await service.call('DELETE', `${auth}/sessions/${phone.id}`, { cookie: firefox }))).toEqual([
      404,
      'not_found',
    ])
    expect(await service.ok('POST', `${auth}/sessions/end-others`, { cookie: firefox, body: {} })).toEqual({ ended: 1 })
    expect(await sessions(firefox)).toHaveLength(1)
    expect((await service.call('GET', `${auth}/sessions`, { cookie })).status).toBe(401)
  })

  test('ends sessions only within 15 minutes of a sign-in or confirmation', async () => {
    const { email, cookie } = await confirmedAccount(kind)
    await logIn(email, SAFARI)
    const end = async () => {
      const other = (await sessions(cookie)).find(({ current }: { current: boolean }) => !current)
      return [
        outcome(await service.call('DELETE', `${auth}/sessions/${other.id}`, { cookie })),
        outcome(await service.call('POST', `${auth}/sessions/end-others`, { cookie, body: {} })),
      ]
    }
    clock.jump(HOUR_MS)
    expect(await end()).toEqual([403, 403].map((status) => [status, 'reauthentication_required']))
    await service.ok('POST', `${auth}/confirm`, { cookie, body: { password: service.password } })
    expect(await end()).toEqual([200, 200].map((status) => [status, undefined]))
  })

  test('turns a notice off only after a recent sign-in, and on at any time', async () => {
    const { cookie } = await confirmedAccount(kind)
    const { items } = await service.ok('GET', `${auth}/notices`, { cookie })
    const { id } = items.find(({ required }: { required: boolean }) => !required)
    const set = async (enabled: boolean) => {
      const { status, body } = await service.call('PATCH', `${auth}/notices`, { cookie, body: { [id]: enabled } })
      return status === 200
        ? body.items.find((item: { id: string }) => item.id === id).enabled
        : outcome({ status, body } as Reply)
    }
    clock.jump(HOUR_MS)
    expect(await set(true)).toBe(true)
    expect(await set(false)).toEqual([403, 'reauthentication_required'])
    expect((await service.ok('GET', `${auth}/notices`, { cookie })).items).toEqual(items)
    await service.ok('POST', `${auth}/confirm`, { cookie, body: { password: service.password } })
    expect(await set(false)).toBe(false)
    clock.jump(HOUR_MS)
    // Nothing is turned off.
    expect(await set(false)).toBe(false)
    expect(await set(true)).toBe(true)
  })

  test('gets a new session with each sign-in, which ends the one that the browser had', async () => {
    const [{ email, cookie }, other] = [await confirmedAccount(kind), await confirmedAccount(kind)]
    const [next = ''] = cookiesOf(await logIn(email, FIREFOX, cookie))
    expect((await service.call('GET', `${auth}/sessions`, { cookie })).status).toBe(401)
    expect(await sessions(next)).toHaveLength(1)
    // Another account that signs in on the browser ends no session of this one.
    await logIn(other.email, FIREFOX, next)
    expect(await sessions(next)).toHaveLength(1)
  })

  test('cannot end a session of another account', async () => {
    const [one, other] = [await confirmedAccount(kind), await confirmedAccount(kind)]
    const [session] = await sessions(other.cookie)
    expect((await service.call('DELETE', `${auth}/sessions/${session.id}`, { cookie: one.cookie })).status).toBe(404)
    expect(await sessions(other.cookie)).toHaveLength(1)
  })

  test('is notified of a sign-in on a new device, and not of one on a device it used before', async () => {
    const { email } = await confirmedAccount(kind)
    const cookies = cookiesOf(await logIn(email, FIREFOX))
    await expect.poll(() => mailsTo(email, /new device/)).toBe(1)
    expect(smtp.to(email, /new device/)[0]?.text).toContain('device: Firefox on Linux; network: 127.0.0.*')
    await logIn(email, FIREFOX, cookies.join('; '))
    await logIn(email, SAFARI)
    await expect.poll(() => mailsTo(email, /new device/)).toBe(2)
    expect(smtp.to(email, /new device/)[1]?.text).toContain('Safari on iPhone')
  })

  test('is notified of a sign-in by a browser that has only signed up with the same address', async () => {
    const { email } = await confirmedAccount(kind)
    const body = { email, password: 'the walk of a stranger', name: 'A stranger' }
    const stranger = await service.call('POST', `${auth}/signup`, { body })
    expect((await logIn(email, FIREFOX, cookiesOf(stranger).join('; '))).status).toBe(200)
    await expect.poll(() => mailsTo(email, /new device/)).toBe(1)
  })

  test('is notified of a changed password, which cannot be turned off', async () => {
    const { email, cookie } = await confirmedAccount(kind)
    const refused = await service.call('PATCH', `${auth}/notices`, { cookie, body: { sign_in_changed: false } })
    expect(outcome(refused)).toEqual([400, 'validation_failed'])
    await service.ok('POST', `${auth}/change-password`, {
      cookie,
      body: { current_password: service.password, new_password: 'an even longer walk' },
    })
    await expect.poll(() => mailsTo(email, /password was changed/)).toBe(1)
    const [mail] = smtp.to(email, /password was changed/)
    // The title has said it already.
    expect(mail?.text).toMatch(/^All other sessions have ended/)
    expect(mail?.html).toMatch(/in the settings: <a href="[^"]+settings"/)
  })

  test('says what to remove after a change that was not the owner’s', async () => {
    const { email, cookie } = await confirmedAccount(kind)
    await factorsOf(service, auth, clock.now).addTotp({ email, cookie, id: '' } as Person)
    await expect.poll(() => mailsTo(email, /authenticator/i)).toBe(1)
    expect(smtp.to(email, /authenticator/i)[0]?.text).toMatch(
      /If this was not you, reset your password\. [\s\S]* remove the passkeys, authenticator apps and linked accounts/,
    )
  })

  test('is not notified at an address that was never confirmed', async () => {
    const { email, cookie, id } = await confirmedAccount(kind)
    const { table } = KINDS.find((each) => each.kind === kind)!
    await service.ports.db.count(sql`update ${table} set email_confirmed_at = null where id = ${id}`)
    await service.ok('POST', `${auth}/change-password`, {
      cookie,
      body: { current_password: service.password, new_password: 'an even longer walk' },
    })
    expect(
      await service.ports.db.rows(sql`select 1 from mails where account_id = ${id} and kind = 'sign_in_changed'`),
    ).toEqual([])
    expect(mailsTo(email, /password/)).toBe(0)
  })
})

test('a person is notified of an app with broad or sensitive access, unless that is turned off', async () => {
  const [person, developer] = [await confirmedAccount('user'), await confirmedAccount('developer')]
  const scopes = ['memory:read:note', 'memory:read:health', 'memory:read:fitness.*']
  const connect = async (granted: string[]) => service.connect(person, await service.newApp(developer, scopes), granted)
  const [plain, sensitive] = [await connect(['memory:read:note']), await connect(['memory:read:health'])]
  expect(plain && sensitive).toBeTruthy()
  await expect.poll(() => mailsTo(person.email, /has access to your memories/)).toBe(1)
  expect(smtp.to(person.email, /has access/)[0]?.text).toContain('/connections/con_')
  const { items } = await service.ok('PATCH', '/v1/auth/notices', {
    cookie: person.cookie,
    body: { app_connected: false },
  })
  expect(items.find(({ id }: { id: string }) => id === 'app_connected')).toMatchObject({ enabled: false })
  await connect(['memory:read:fitness.*'])
  await service.ok('PATCH', '/v1/auth/notices', { cookie: person.cookie, body: { app_connected: true } })
  await connect(['memory:read:fitness.*'])
  await expect.poll(() => mailsTo(person.email, /has access to your memories/)).toBe(2)
})

test('a person is notified of an export', async () => {
  const { email, cookie } = await confirmedAccount('user')
  await service.call('GET', '/v1/export', { cookie })
  await expect.poll(() => mailsTo(email, /were exported/)).toBe(1)
})

test('a developer is notified once of a webhook that fails for an hour', async () => {
  const [person, developer] = [await confirmedAccount('user'), await confirmedAccount('developer')]
  const receiver = await openReceiver(() => 500)
  const app = await service.newApp(developer, ['memory:write:note', 'memory:read:note'])
  const token = await service.connect(person, app, ['memory:write:note', 'memory:read:note'])
  await service.ok('POST', `/v1/dev/apps/${app.id}/subscriptions`, {
    cookie: developer.cookie,
    body: { url: receiver.url, events: ['memory.created'] },
  })
  await service.remember(token, [{ content: 'Sings.', scope: 'note' }])
  await receiver.until(1)
  const failing = async () =>
    (
      await service.ports.db.one<{ n: number }>(sql`
      select count(*) as n from webhook_subscriptions where app_id = ${app.id} and failing_since is not null`)
    ).n
  await expect.poll(failing).toBe(1)
  expect(mailsTo(developer.email, /is failing/)).toBe(0)
  clock.jump(2 * HOUR_MS)
  service.ports.deliveries.nudge()
  await expect.poll(() => mailsTo(developer.email, /A webhook is failing/)).toBe(1)
  expect(smtp.to(developer.email, /is failing/)[0]?.text).toContain(new URL(receiver.url).host)
  await receiver.close()
})

describe('without a confirmed address, where mail is sent', () => {
  test('a developer registers no app, but edits those there are', async () => {
    const developer = await confirmedAccount('developer')
    const app = await service.newApp(developer, ['memory:read:note'])
    await service.ports.db.count(sql`update developers set email_confirmed_at = null where id = ${developer.id}`)
    const { cookie } = developer
    const reply = await service.call('POST', '/v1/dev/apps', { cookie, body: { name: `App ${randomUUID()}` } })
    expect(outcome(reply)).toEqual([403, 'address_unconfirmed'])
    await service.ok('PATCH', `/v1/dev/apps/${app.id}`, { cookie, body: { description: 'Still mine.' } })
  })

  test('a person connects no new app, but keeps and renews the connections there are', async () => {
    const [person, developer] = [await confirmedAccount('user'), await confirmedAccount('developer')]
    const scopes = ['memory:read:note', 'memory:write:note']
    const [known, unknown] = [await service.newApp(developer, scopes), await service.newApp(developer, scopes)]
    const token = await service.connect(person, known, scopes)
    await service.ports.db.count(sql`update users set email_confirmed_at = null where id = ${person.id}`)
    const authorize = (slug: string, decision?: string) =>
      service.call('POST', '/v1/oauth/authorize', {
        cookie: person.cookie,
        body: { slug, scopes, ...(decision ? { decision } : {}) },
      })
    expect(outcome(await authorize(unknown.slug))).toEqual([403, 'address_unconfirmed'])
    expect((await authorize(unknown.slug, 'deny')).status).toBe(200)
    expect((await authorize(known.slug)).status).toBe(200)
    await service.remember(token, [{ content: 'Sings.', scope: 'note' }])
    await service.ok('GET', '/v1/memories', { cookie: person.cookie })
  })
})

test('the security log of a developer lists what happened to the account', async () => {
  const { cookie, email } = await confirmedAccount('developer')
  await service.call('POST', '/v1/dev/auth/login', { body: { email, password: service.password } })
  await service.ok('POST', '/v1/dev/auth/sessions/end-others', { cookie, body: {} })
  const { items } = await service.ok('GET', '/v1/dev/auth/events', { cookie })
  expect(items.map(({ action }: { action: string }) => action)).toEqual(['account.session_end', 'account.sign_in'])
})

test('without mail, what needs it says so, and everything else works', async () => {
  const off = await testService()
  expect(await off.ok('GET', '/v1/auth/mail', {})).toEqual({ mail: 'off' })
  const person = await off.newPerson()
  const forgot = await off.call('POST', '/v1/auth/password/forgot', { body: { email: person.email } })
  const change = await off.call('POST', '/v1/auth/email', {
    cookie: person.cookie,
    body: { email: `${randomUUID()}@example.com`, password: off.password },
  })
  expect([forgot, change].map(outcome)).toEqual([503, 503].map((status) => [status, 'mail_unavailable']))
  const developer = await off.newDeveloper()
  const app = await off.newApp(developer, ['memory:read:note'])
  await off.connect(person, app, ['memory:read:note'])
  await off.stop()
})
