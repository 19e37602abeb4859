import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { isShared, type Reply, type TestService, testService } from './service.ts'

const DAY_MS = 24 * 60 * 60_000

let service: TestService
let now = () => new Date()
beforeAll(async () => {
  service = await testService({}, { clock: () => now() })
})
afterAll(() => service.stop())

const newEmail = () => `${randomUUID()}@example.com`
const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const statusAndCode = ({ status, body }: Reply) => [status, body.error?.code]
const fields = ({ body }: Reply) => [...new Set(body.error.details.map(({ path }: { path: string }) => path))]

const KINDS = [
  {
    kind: 'user' as const,
    plan: 'free',
    more: { timezone: null, emailConfirmed: false, pendingEmail: null },
    prefix: 'usr_',
    cookie: 'ms_session',
    maxDays: 30,
    idleDays: 14,
    paths: { auth: '/v1/auth', session: '/v1/auth/session', account: '/v1/auth/account' },
  },
  {
    kind: 'developer' as const,
    plan: 'sandbox',
    more: { emailConfirmed: false, pendingEmail: null },
    prefix: 'dev_',
    cookie: 'ms_dev_session',
    maxDays: 7,
    idleDays: 1,
    paths: { auth: '/v1/dev/auth', session: '/v1/dev/auth/me', account: '/v1/dev/auth/me' },
  },
]

describe.each(KINDS)('a $kind', ({ kind, plan, more, prefix, cookie: name, maxDays, idleDays, paths }) => {
  const post = (verb: string, body: object | undefined, cookie?: string) =>
    service.call('POST', `${paths.auth}/${verb}`, { ...(body ? { body } : {}), ...(cookie ? { cookie } : {}) })
  const isIn = async (cookie: string) => (await service.call('GET', paths.session, { cookie })).status === 200
  const signUp = async () => {
    const email = newEmail()
    const reply = await post('signup', { email, password: service.password, name: 'Ada' })
    return { email, account: reply.body[kind], cookie: cookieOf(reply), reply }
  }
  const logIn = (email: string, password = service.password) => post('login', { email, password })

  test('signs up, signs out and signs in; each response holds the account', async () => {
    const { email, account, cookie, reply } = await signUp()
    expect([reply.status, account]).toEqual([
      201,
      { id: expect.stringMatching(`^${prefix}`), email, name: 'Ada', plan, ...more, createdAt: account.createdAt },
    ])
    expect(await service.ok('GET', paths.session, { cookie })).toEqual({ [kind]: account })
    const out = await post('logout', undefined, cookie)
    expect([out.body, cookieOf(out)]).toEqual([{ ok: true }, `${name}=`])
    expect(out.headers.getSetCookie()[0]).toMatch(/Expires=Thu, 01 Jan 1970|Max-Age=0/)
    expect(await isIn(cookie)).toBe(false)
    const back = await logIn(`  ${email.toUpperCase()} `)
    expect([back.status, back.body, await isIn(cookieOf(back))]).toEqual([200, { [kind]: account }, true])
  })

  test('gets an HttpOnly SameSite cookie, not Secure on plain http', async () => {
    const { reply } = await signUp()
    const [cookie] = reply.headers.getSetCookie()
    const [value, ...attributes] = cookie!.split('; ')
    expect(value).toMatch(new RegExp(`^${name}=ms[sd]_[0-9A-Za-z]{49}$`))
    expect(attributes.sort()).toEqual(['HttpOnly', `Max-Age=${maxDays * 24 * 3600}`, 'Path=/', 'SameSite=Lax'])
  })

  test('returns 409 when the address has an account, ignoring case', async () => {
    const { email } = await signUp()
    const again = await post('signup', { email: email.toUpperCase(), password: service.password })
    expect([...statusAndCode(again), cookieOf(again)]).toEqual([409, 'conflict', ''])
  })

  test('must choose a password of 8 to 256 characters that is not one of the most common', async () => {
    const email = newEmail()
    for (const password of [
      '1234567',
      '',
      'x'.repeat(257),
      'password1',
      'PassWord1',
      'qwertyuiop',
      '12345678',
      12345678,
    ]) {
      const refused = await post('signup', { email, password })
      expect([...statusAndCode(refused), ...fields(refused)]).toEqual([400, 'validation_failed', 'password'])
      expect(JSON.stringify(refused.body)).not.toContain(`"${password}"`)
    }
    expect((await post('signup', { email, password: `ünïcødé${'😀'.repeat(100)}` })).status).toBe(201)
    for (const bad of ['', 'ada', 'ada@', '@example.com', 'a b@example.com', `${'x'.repeat(250)}@example.com`, 7])
      expect(fields(await post('signup', { email: bad, password: service.password }))).toEqual(['email'])
  })

  test('gets the same response for an unknown address and a wrong password', async () => {
    const { email } = await signUp()
    const [mistyped, unknown] = [await logIn(email, 'a short walk home'), await logIn(newEmail())]
    expect(mistyped.status).toBe(401)
    expect([unknown.status, unknown.body]).toEqual([mistyped.status, mistyped.body])
    expect(cookieOf(mistyped)).toBe('')
  })

  test('changes the password and ends every other session', async () => {
    const { email, cookie } = await signUp()
    const [second, third] = [cookieOf(await logIn(email)), cookieOf(await logIn(email))]
    const change = (current_password: string, new_password: string) =>
      post('change-password', { current_password, new_password }, second)
    const wrong = await change('not the password', 'another long walk')
    expect([...statusAndCode(wrong), ...fields(wrong)]).toEqual([400, 'validation_failed', 'current_password'])
    expect(fields(await change(service.password, 'password1'))).toEqual(['new_password'])
    expect([await isIn(cookie), await isIn(third)]).toEqual([true, true])
    expect((await change(service.password, 'another long walk')).status).toBe(200)
    expect([await isIn(cookie), await isIn(second), await isIn(third)]).toEqual([false, true, false])
    expect((await logIn(email)).status).toBe(401)
    expect((await logIn(email, 'another long walk')).status).toBe(200)
  })

  test(`is signed out after ${idleDays} idle days, and after ${maxDays} days in any case`, async () => {
    const [idle, busy] = [await signUp(), await signUp()]
    const start = Date.now()
    const after = (days: number) => {
      now = () => new Date(start + days * DAY_MS)
    }
    try {
      for (let day = 0; day < maxDays; day += idleDays * 0.9) {
        after(day)
        expect(await isIn(busy.cookie), `day ${day}`).toBe(true)
      }
      expect(await isIn(idle.cookie)).toBe(false)
      after(maxDays + 0.1)
      expect(await isIn(busy.cookie)).toBe(false)
      after(0)
      expect(await isIn(idle.cookie)).toBe(true)
      after(idleDays * 0.99)
      expect(await isIn(idle.cookie)).toBe(true)
    } finally {
      now = () => new Date()
    }
  })

  test('erases the account only with the password and frees the address', async () => {
    const { email, account, cookie } = await signUp()
    const erase = (body: object) => service.call('DELETE', paths.account, { cookie, body })
    const wrong = await erase({ password: 'not the password' })
    expect([...statusAndCode(wrong), ...fields(wrong)]).toEqual([400, 'validation_failed', 'password'])
    expect(await isIn(cookie)).toBe(true)
    const done = await erase({ password: service.password })
    expect([done.body, cookieOf(done)]).toEqual([{ ok: true }, `${name}=`])
    expect([await isIn(cookie), (await logIn(email)).status]).toEqual([false, 401])
    const again = await post('signup', { email, password: service.password })
    expect(again.status).toBe(201)
    expect(again.body[kind].id).not.toBe(account.id)
  })
})

test('erasing an account deletes its rows from every table and invalidates its tokens', async () => {
  const { person, token } = await service.connected(['memory:read:*', 'memory:write:*'])
  const headers = { 'idempotency-key': 'one' }
  const body = { memories: [{ content: 'Likes rye.', scope: 'note' }] }
  const { memoryIds } = await service.ok('POST', '/v1/memories', { token, body, headers })
  await service.remember(token, [{ content: 'Slept well.', scope: 'sleep' }])
  await service.get('/v1/memories?query=rye', token)
  await service.ok('DELETE', `/v1/memories/${memoryIds[0]}`, { token })
  await Promise.all([service.ports.audit.flush(), service.ports.meter.flush()])
  const tables = await service.ports.db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id'`)
  const left = async () => {
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const where = sql`select count(*) as count from ${raw(name)} where user_id = ${person.id}`
        return (await service.ports.db.one<{ count: number }>(where)).count ? [name] : []
      }),
    )
    return found.flat()
  }
  expect(await left()).toEqual(
    expect.arrayContaining(['memories', 'gone_memories', 'audit_entries', 'idempotency_keys', 'connections', 'stores']),
  )
  await service.ok('DELETE', '/v1/auth/account', { cookie: person.cookie, body: { password: service.password } })
  await Promise.all([service.ports.audit.flush(), service.ports.meter.flush()])
  expect(await left()).toEqual([])
  expect((await service.call('GET', '/v1/memories', { token })).status).toBe(401)
})

test('a user has exactly one identity: created with the account, updated by POST, never deleted', async () => {
  const { cookie } = await service.newPerson()
  const { items } = await service.ok('GET', '/v1/identities', { cookie })
  expect(items).toHaveLength(1)
  const { id } = items[0]
  const set = (body?: object) => service.ok('POST', '/v1/identities', { cookie, body })
  expect(await set({ name: ' Juno ' })).toMatchObject({ id, name: 'Juno', personality: {} })
  const tone = { description: 'Warm and brief.' }
  expect(await set({ personality: tone })).toMatchObject({ id, name: 'Juno', personality: tone })
  for (const nothing of [{}, undefined])
    expect(await set(nothing)).toMatchObject({ id, name: 'Juno', personality: tone })
  expect(await set({ personality: { description: '' } })).toMatchObject({ name: 'Juno', personality: {} })
  for (const bad of [{ name: '' }, { name: 'x'.repeat(101) }, { personality: { description: 'two\nlines' } }])
    expect((await service.call('POST', '/v1/identities', { cookie, body: bad })).status).toBe(400)
  for (const any of [id, 'ai_unknown'])
    expect(statusAndCode(await service.call('DELETE', `/v1/identities/${any}`, { cookie }))).toEqual([403, 'forbidden'])
  expect((await service.ok('GET', '/v1/identities', { cookie })).items).toHaveLength(1)
})

test('concurrent sign-ups with one address create one account', async () => {
  const body = { email: newEmail(), password: service.password }
  const replies = await Promise.all(
    Array.from({ length: isShared() ? 20 : 5 }, () => service.call('POST', '/v1/auth/signup', { body })),
  )
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(statuses.length - 1).fill(409)])
})
