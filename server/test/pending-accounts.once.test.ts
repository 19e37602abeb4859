import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpPolicy } from '../src/foundation/config-values.ts'
import { KINDS } from './factors.ts'
import type { MailServer } from './mail-server.ts'
import { serviceWithMail } from './mail-service.ts'
import type { TestService } from './service.ts'

/* Accounts at a domain that may sign up, before their address is confirmed. */

let smtp: MailServer
let service: TestService
beforeAll(async () => {
  ;({ service, smtp } = await serviceWithMail({ signUp: signUpPolicy('example.com')! }))
})
afterAll(() => service.stop())

const PATHS = { user: ['/v1/memories', '/v1/chats', '/v1/export'], developer: ['/v1/dev/apps'] }

test.each(KINDS)('an account of a $kind gives nothing but itself until its address is confirmed', async (each) => {
  const { email, cookie } = await (each.kind === 'user' ? service.newPerson() : service.newDeveloper())
  const outcomes = () =>
    Promise.all(
      PATHS[each.kind].map(async (path) => {
        const { status, body } = await service.call('GET', path, { cookie })
        return status === 200 ? 200 : body.error.code
      }),
    )
  expect(new Set(await outcomes())).toEqual(new Set(['address_unconfirmed']))
  await service.ok('GET', `${each.base}/sessions`, { cookie })
  await expect.poll(() => smtp.to(email, /confirm/).length).toBe(1)
  const token = /#(msl_\w+)/.exec(smtp.to(email, /confirm/)[0]!.text)![1]
  await service.ok('POST', `${each.base}/email/confirm`, { cookie, body: { token } })
  expect(new Set(await outcomes())).toEqual(new Set([200]))
})
