import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw, sql } from '../src/foundation/sql/sql.ts'
import { addressFlow, KINDS, newAddress, OTHER_PASSWORD, outcome, PASSWORD } from './address-flow.ts'
import { MINUTE_MS, openClock } from './hooks.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import { operatorOk } from './operator.ts'
import type { TestService } from './service.ts'

const clock = openClock()
let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({}, { clock: clock.now }))
})
afterAll(() => service.stop())

describe.each(KINDS)('the links of a $kind', (each) => {
  const { kind, auth, session, hub } = each
  const { post, signUp, logIn, nextMail, tokenIn, confirm, confirmed } = addressFlow(() => ({ service, smtp }), each)

  test('a forgotten password is replaced by link, which ends all sessions and sends a notice', async () => {
    const { email, cookie } = await confirmed()
    const known = await post('password/forgot', { email })
    const unknown = await post('password/forgot', { email: newAddress() })
    expect([known.status, known.body]).toEqual([200, { ok: true }])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const mail = await nextMail(email, /new password/)
    expect(mail.text).toContain(`${service.url}${hub}/reset-password#msl_`)
    const token = tokenIn(mail)
    expect(outcome(await post('password/reset', { token, new_password: 'short' }))).toEqual([400, 'validation_failed'])
    expect((await post('password/reset', { token, new_password: OTHER_PASSWORD })).status).toBe(200)
    expect((await service.call('GET', session, { cookie })).status).toBe(401)
    expect(outcome(await logIn(email, PASSWORD))).toEqual([401, 'unauthorized'])
    expect((await logIn(email, OTHER_PASSWORD)).status).toBe(200)
    expect(outcome(await post('password/reset', { token, new_password: PASSWORD }))).toEqual([400, 'invalid_link'])
    expect((await nextMail(email, /password was reset/)).text).toContain('All sessions have ended')
  })

  const resetLink = async (email: string, index = 0) => {
    await post('password/forgot', { email })
    return tokenIn(await nextMail(email, /choose a new password/, index))
  }
  const operatorLink = async (email: string) => {
    const { link } = await operatorOk(service, kind === 'user' ? 'people' : 'developers', 'reset-link', email)
    return /#(msl_\w+)/.exec(link)?.[1] ?? ''
  }
  const reset = async (token: string, new_password = OTHER_PASSWORD) =>
    outcome(await post('password/reset', { token, new_password }))
  const changePassword = (cookie: string, current_password: string, new_password: string) =>
    service.ok('POST', `${auth}/change-password`, { cookie, body: { current_password, new_password } })

  test('a link for a new password expires, and ends when another is used or the address is changed', async () => {
    const { email, cookie } = await confirmed()
    const late = await resetLink(email)
    clock.jump(15 * MINUTE_MS + 1)
    expect(await reset(late)).toEqual([400, 'invalid_link'])
    const moved = [await resetLink(email, 1), await operatorLink(email)]
    const next = newAddress()
    await service.ok('POST', `${auth}/email`, { cookie, body: { email: next, password: PASSWORD } })
    await confirm(tokenIn(await nextMail(next, /confirm/)), { cookie })
    for (const token of moved) expect(await reset(token)).toEqual([400, 'invalid_link'])
    const links = [await resetLink(next), await resetLink(next, 1), await operatorLink(next)] as const
    expect(await reset(links[0])).toEqual([200, undefined])
    for (const token of links) expect(await reset(token)).toEqual([400, 'invalid_link'])
  })

  test('a link for a new password stays when the password is changed, or another address asked for, in a session', async () => {
    const { email, cookie } = await confirmed()
    const links = [await resetLink(email), await operatorLink(email)] as const
    await changePassword(cookie, PASSWORD, 'the stranger has it')
    await service.ok('POST', `${auth}/email`, { cookie, body: { email: newAddress() } })
    expect(await reset(links[0])).toEqual([200, undefined])
    const byOperator = await operatorLink(email)
    const { headers } = await logIn(email, OTHER_PASSWORD)
    await changePassword(headers.getSetCookie()[0]?.split(';')[0] ?? '', OTHER_PASSWORD, 'the stranger has it')
    expect(await reset(byOperator)).toEqual([200, undefined])
  })

  test('a link that confirms another address ends when the password is changed', async () => {
    const { cookie } = await confirmed()
    const next = newAddress()
    await service.ok('POST', `${auth}/email`, { cookie, body: { email: next } })
    const token = tokenIn(await nextMail(next, /confirm/))
    await changePassword(cookie, PASSWORD, OTHER_PASSWORD)
    expect(outcome(await confirm(token, { cookie }))).toEqual([400, 'invalid_link'])
  })

  test('a link of one purpose or kind of account does not serve another', async () => {
    const { email, cookie } = await confirmed()
    await post('password/forgot', { email })
    const token = tokenIn(await nextMail(email, /new password/))
    expect(outcome(await confirm(token, { cookie }))).toEqual([400, 'invalid_link'])
    const other = auth === '/v1/auth' ? '/v1/dev/auth' : '/v1/auth'
    const reply = await service.call('POST', `${other}/password/reset`, {
      body: { token, new_password: OTHER_PASSWORD },
    })
    expect(outcome(reply)).toEqual([400, 'invalid_link'])
  })

  test('a check says whether a link still works, and uses nothing up', async () => {
    const { email } = await confirmed()
    await post('password/forgot', { email })
    const token = tokenIn(await nextMail(email, /new password/))
    const check = (purpose: string, of = token) => post('link/check', { token: of, purpose })
    for (const _ of [1, 2]) expect((await check('reset_password')).body).toEqual({ ok: true })
    expect(outcome(await check('confirm_address'))).toEqual([400, 'invalid_link'])
    expect(outcome(await check('reset_password', 'msl_unknown'))).toEqual([400, 'invalid_link'])
    expect((await post('password/reset', { token, new_password: OTHER_PASSWORD })).status).toBe(200)
    expect(outcome(await check('reset_password'))).toEqual([400, 'invalid_link'])
    await post('password/forgot', { email })
    const late = tokenIn(await nextMail(email, /choose a new password/, 1))
    clock.jump(15 * MINUTE_MS + 1)
    expect(outcome(await check('reset_password', late))).toEqual([400, 'invalid_link'])
  })

  test('known and unknown addresses cost the same statements', async () => {
    const { email } = await confirmed()
    const statements = async (work: () => Promise<unknown>) => {
      const before = await written()
      await work()
      return (await written()).map((n, i) => n - (before[i] ?? 0))
    }
    const written = async () => {
      const { db } = service.ports
      const counts = ['account_links', 'throttles'].map((name) =>
        db.one<{ n: number }>(sql`select count(*) as n from ${raw(name)}`),
      )
      return (await Promise.all(counts)).map(({ n }) => n)
    }
    const forgot = (email: string) => () => post('password/forgot', { email })
    // The first mail to an address adds its counter; the confirmation counted the known one already.
    const unknown = newAddress()
    await forgot(unknown)()
    expect(await statements(forgot(email))).toEqual(await statements(forgot(unknown)))
    const sendLink = (email: string) => () => post('email/send-link', { email })
    const { email: waiting } = await signUp()
    expect(await statements(sendLink(waiting))).toEqual(await statements(sendLink(unknown)))
    const other = newAddress()
    await signUp(other)
    expect(await statements(() => signUp(email))).toEqual(await statements(() => signUp(other)))
  })
})
