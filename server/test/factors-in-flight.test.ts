import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '../src/domain/accounts/factors/totp.ts'
import { sql } from '../src/foundation/sql/sql.ts'
import { newPasskey } from './authenticator.ts'
import { factorsOf, fromBase32, KINDS } from './factors.ts'
import { anotherSession, before, changePassword, type Send } from './in-flight.ts'
import { type Reply, type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

describe.each(KINDS)('a factor of a $kind that a session has in flight', ({ base }) => {
  const factors = () => factorsOf(service, base)

  /** The codes of the authenticator app that is being added in a session. */
  async function newTotp(send: Send) {
    const { body } = await send('POST', `${base}/totp`)
    return { code: totpCode(fromBase32(body.secret), totpStep(Date.now())) }
  }
  const newKey = async (send: Send) => {
    const { body } = await send('POST', `${base}/passkeys/options`)
    return { passkey: newPasskey(service.url).create(body) }
  }

  test.each<[string, (send: Send) => Promise<() => Promise<Reply>>]>([
    [
      'a passkey',
      async (send) => {
        const body = await newKey(send)
        return () => send('POST', `${base}/passkeys`, body)
      },
    ],
    [
      'an authenticator app',
      async (send) => {
        const body = await newTotp(send)
        return () => send('POST', `${base}/totp/confirm`, body)
      },
    ],
  ])('is not added after its end: %s', async (_, begin) => {
    const owner = await factors().signUp()
    const finish = await begin(await anotherSession(service, base, owner))
    const reply = await before(service, finish, () => changePassword(service, base, owner))
    expect(reply.status).toBe(401)
    expect(await factors().factors(owner)).toMatchObject({ passkeys: [], totp: null, recovery_codes: { left: 0 } })
  })

  test('is not removed after its end, and gives no recovery codes', async () => {
    const owner = await factors().signUp()
    const thief = await anotherSession(service, base, owner)
    await factors().addTotp(owner)
    const state = await factors().factors(owner)
    const codes = await service.ports.db.rows(sql`select code_hash from recovery_codes where holder_id = ${owner.id}`)
    const endOthers = () => service.ok('POST', `${base}/sessions/end-others`, { cookie: owner.cookie })
    expect((await before(service, () => thief('POST', `${base}/recovery-codes`), endOthers)).status).toBe(401)
    expect(await factors().factors(owner)).toEqual(state)
    expect(
      await service.ports.db.rows(sql`select code_hash from recovery_codes where holder_id = ${owner.id}`),
    ).toEqual(codes)
  })

  test('an authenticator app that waits for its first code ends with the sessions', async () => {
    const owner = await factors().signUp()
    const body = await newTotp(await anotherSession(service, base, owner))
    await service.ok('POST', `${base}/sessions/end-others`, { cookie: owner.cookie })
    expect((await service.call('POST', `${base}/totp/confirm`, { cookie: owner.cookie, body })).status).toBe(400)
    expect(await service.ports.db.rows(sql`select 1 from authenticators where holder_id = ${owner.id}`)).toEqual([])
  })
})
