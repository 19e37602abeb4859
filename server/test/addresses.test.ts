import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql/sql.ts'
import { addressFlow, KINDS, newAddress, OTHER_PASSWORD, outcome, PASSWORD } from './address-flow.ts'
import { DAY_MS, MINUTE_MS, openClock } from './hooks.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import type { Reply, TestService } from './service.ts'

const clock = openClock()
let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({}, { clock: clock.now }))
})
afterAll(() => service.stop())

describe.each(KINDS)('the address of a $kind', (each) => {
  const { kind, table, auth, session, hub } = each
  const { post, account, signUp, logIn, nextMail, tokenIn, confirm, confirmed } = addressFlow(
    () => ({ service, smtp }),
    each,
  )
  /** An account as earlier releases made it: with an unconfirmed address. */
  const legacy = async () => {
    const account = await signUp()
    await nextMail(account.email, /confirm/)
    await service.ports.db.count(sql`
      update ${table} set email = ${account.email}, pending_email = null where id = ${account.id}`)
    return account
  }

  test('is confirmed by a link that works once, in the browser that signed up', async () => {
    const { email, cookie } = await signUp()
    expect(await account(cookie)).toMatchObject({ email, emailConfirmed: false, pendingEmail: null })
    const mail = await nextMail(email, /confirm your address/)
    expect(mail.text).toContain(`${service.url}${hub}/confirm-address#msl_`)
    const token = tokenIn(mail)
    const reply = await confirm(token, { cookie })
    expect([reply.status, reply.body]).toEqual([200, { email }])
    expect(await account(cookie)).toMatchObject({ email, emailConfirmed: true })
    expect(outcome(await confirm(token, { cookie }))).toEqual([400, 'invalid_link'])
    expect((await logIn(email)).status).toBe(200)
  })

  test('is confirmed on another device only with the password of the account', async () => {
    const { email, cookie } = await signUp()
    const token = tokenIn(await nextMail(email, /confirm/))
    expect(outcome(await confirm(token))).toEqual([400, 'validation_failed'])
    expect(outcome(await confirm(token, { password: 'not the password' }))).toEqual([400, 'validation_failed'])
    expect((await account(cookie)).emailConfirmed).toBe(false)
    expect((await confirm(token, { password: PASSWORD })).status).toBe(200)
    expect((await account(cookie)).emailConfirmed).toBe(true)
  })

  test('is not confirmed by a link that is older than 15 minutes, or made up', async () => {
    const { email, cookie } = await signUp()
    const token = tokenIn(await nextMail(email, /confirm/))
    clock.jump(15 * MINUTE_MS + 1)
    expect(outcome(await confirm(token, { cookie }))).toEqual([400, 'invalid_link'])
    expect(outcome(await confirm('msl_nonsense', { cookie }))).toEqual([400, 'invalid_link'])
    await service.ok('POST', `${auth}/email/resend`, { cookie, body: {} })
    const next = tokenIn(await nextMail(email, /confirm/, 1))
    expect((await confirm(next, { cookie })).status).toBe(200)
    expect(outcome(await post('email/resend', {}, cookie))).toEqual([409, 'conflict'])
  })

  test('waits for its confirmation after signing out; the link is sent again without a session, the same for any address', async () => {
    const { email, cookie, id } = await signUp()
    await post('logout', {}, cookie)
    expect(outcome(await logIn(email))).toEqual([401, 'unauthorized'])
    const known = await post('email/send-link', { email })
    const unknown = await post('email/send-link', { email: newAddress() })
    expect([known.status, known.body]).toEqual([200, { ok: true }])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const mail = await nextMail(email, /confirm your address/, 1)
    expect((await confirm(tokenIn(mail), { password: PASSWORD })).status).toBe(200)
    expect((await logIn(email)).body[kind].id).toBe(id)
    // A confirmed address gets nothing.
    expect((await post('email/send-link', { email })).body).toEqual({ ok: true })
    const waiting = () =>
      service.ports.db.rows(sql`select 1 from mails where account_id = ${id} and kind = 'confirm_address'`)
    await expect.poll(waiting).toEqual([])
    expect(smtp.to(email, /confirm your address/)).toHaveLength(2)
  })

  test('is sent again to the newest of several new accounts, unless another account has confirmed it', async () => {
    const owner = newAddress()
    await signUp(owner)
    const newest = await signUp(owner, OTHER_PASSWORD)
    await nextMail(owner, /confirm/, 1)
    await post('email/send-link', { email: owner })
    const token = tokenIn(await nextMail(owner, /confirm/, 2))
    expect((await confirm(token, { password: OTHER_PASSWORD })).status).toBe(200)
    expect((await logIn(owner, OTHER_PASSWORD)).body[kind].id).toBe(newest.id)
    await post('email/send-link', { email: owner })
    expect((await nextMail(owner, /already have an account/)).text).not.toContain('msl_')
  })

  test('stores tokens of links only as hashes', async () => {
    const { email, id } = await signUp()
    const token = tokenIn(await nextMail(email, /confirm/))
    const rows = await service.ports.db.rows<{ row: string }>(sql`
      select l::text as row from account_links l where account_id = ${id}`)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token.slice(4))
  })

  test('can be signed up with although it has an account, with the same response', async () => {
    const owner = await confirmed()
    const known = await signUp(owner.email)
    const unknown = await signUp()
    const shape = ({ reply }: { reply: Reply }) => [
      reply.status,
      Object.entries(reply.body[kind]).map(([key, value]) => [key, typeof value]),
      reply.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, '')),
    ]
    expect(shape(known)).toEqual(shape(unknown))
    const mail = await nextMail(owner.email, /already have an account/)
    expect(mail.text).not.toContain('msl_')
    // Neither account can find out by its session or by signing in.
    expect(await account(known.cookie)).toMatchObject({ email: owner.email, emailConfirmed: false })
    const attempts = [await logIn(known.email, 'not the password'), await logIn(unknown.email)]
    expect(attempts.map(outcome)).toEqual([401, 401].map((status) => [status, 'unauthorized']))
    expect((await logIn(owner.email)).body[kind].id).toBe(owner.id)
  })

  test('goes to the first of several accounts to confirm it, and their data stays apart', async () => {
    const email = newAddress()
    const first = await signUp(email)
    const toFirst = await nextMail(email, /confirm/)
    const second = await signUp(email, OTHER_PASSWORD)
    const toSecond = await nextMail(email, /confirm/, 1)
    expect((await confirm(tokenIn(toSecond), { cookie: second.cookie })).status).toBe(200)
    expect(outcome(await confirm(tokenIn(toFirst), { cookie: first.cookie }))).toEqual([409, 'conflict'])
    expect(outcome(await logIn(email, PASSWORD))).toEqual([401, 'unauthorized'])
    const signedIn = await logIn(email, OTHER_PASSWORD)
    expect(signedIn.body[kind].id).toBe(second.id)
    // The other account is not erased; its owner can give it another address.
    const next = newAddress()
    await service.ok('POST', `${auth}/email`, { cookie: first.cookie, body: { email: next, password: PASSWORD } })
    await confirm(tokenIn(await nextMail(next, /confirm/)), { cookie: first.cookie })
    expect((await logIn(next, PASSWORD)).body[kind].id).toBe(first.id)
  })

  test('of an account that never confirmed it yields to one that does, and says so in the mail', async () => {
    const old = await legacy()
    expect((await logIn(old.email)).status).toBe(200)
    const owner = await signUp(old.email, OTHER_PASSWORD)
    const mail = await nextMail(old.email, /confirm/, 1)
    expect(mail.text).toContain('never confirmed it')
    // The link does not work for the owner of the earlier account, who does not know the password of the new one.
    expect(outcome(await confirm(tokenIn(mail), { cookie: old.cookie }))).toEqual([400, 'validation_failed'])
    expect((await confirm(tokenIn(mail), { cookie: owner.cookie })).status).toBe(200)
    expect(outcome(await logIn(old.email))).toEqual([401, 'unauthorized'])
    expect((await logIn(old.email, OTHER_PASSWORD)).body[kind].id).toBe(owner.id)
    expect((await account(old.cookie)).id).toBe(old.id)
  })

  test('of an account from before mail was configured is confirmed without signing up again', async () => {
    const { email, cookie } = await legacy()
    expect(await account(cookie)).toMatchObject({ email, emailConfirmed: false })
    await service.ok('POST', `${auth}/email/resend`, { cookie, body: {} })
    await confirm(tokenIn(await nextMail(email, /confirm/, 1)), { cookie })
    expect(await account(cookie)).toMatchObject({ email, emailConfirmed: true })
  })

  test('is replaced once the new one is confirmed; the old one gets a link that takes it back', async () => {
    const { email, cookie, id } = await confirmed()
    const next = newAddress()
    expect(outcome(await post('email', { email: next, password: 'wrong' }, cookie))).toEqual([400, 'validation_failed'])
    await service.ok('POST', `${auth}/email`, { cookie, body: { email: next, password: PASSWORD } })
    expect(await account(cookie)).toMatchObject({ email, emailConfirmed: true, pendingEmail: next })
    expect((await logIn(email)).status).toBe(200)
    await confirm(tokenIn(await nextMail(next, /confirm/)), { cookie })
    expect(await account(cookie)).toMatchObject({ email: next, emailConfirmed: true, pendingEmail: null })
    expect((await logIn(next)).status).toBe(200)
    expect(outcome(await logIn(email))).toEqual([401, 'unauthorized'])

    const notice = await nextMail(email, /address was changed/)
    expect(notice.text).not.toContain(next)
    clock.jump(6 * DAY_MS)
    const body = { token: tokenIn(notice), new_password: OTHER_PASSWORD }
    expect((await post('email/restore', body)).status).toBe(200)
    expect(outcome(await post('email/restore', body))).toEqual([400, 'invalid_link'])
    expect((await service.call('GET', session, { cookie })).status).toBe(401)
    expect(outcome(await logIn(next))).toEqual([401, 'unauthorized'])
    expect((await logIn(email, OTHER_PASSWORD)).body[kind].id).toBe(id)
  })

  test('cannot be restored after seven days', async () => {
    const { email, cookie } = await confirmed()
    const next = newAddress()
    await service.ok('POST', `${auth}/email`, { cookie, body: { email: next, password: PASSWORD } })
    await confirm(tokenIn(await nextMail(next, /confirm/)), { cookie })
    const token = tokenIn(await nextMail(email, /address was changed/))
    clock.jump(7 * DAY_MS + MINUTE_MS)
    expect(outcome(await post('email/restore', { token, new_password: OTHER_PASSWORD }))).toEqual([400, 'invalid_link'])
  })

  test('cannot be replaced by one that has an account, with the same response', async () => {
    const [one, other] = [await confirmed(), await confirmed()]
    const taken = await post('email', { email: other.email, password: PASSWORD }, one.cookie)
    const free = await post('email', { email: newAddress(), password: PASSWORD }, one.cookie)
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    await nextMail(other.email, /already have an account/)
    expect((await account(one.cookie)).email).toBe(one.email)
  })
})
