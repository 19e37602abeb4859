import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { raw } from '../src/foundation/sql/sql.ts'
import type { MailServer, ReceivedMail } from './mail-server.ts'
import type { Reply, TestService } from './service.ts'

export const PASSWORD = 'a long walk home'
export const OTHER_PASSWORD = 'an even longer walk'

export const newAddress = () => `${randomUUID()}@example.com`
const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
export const outcome = ({ status, body }: Reply) => [status, body.error?.code]

/** Both kinds of accounts, where each has its routes and pages. */
export const KINDS = [
  { kind: 'user' as const, table: raw('users'), auth: '/v1/auth', session: '/v1/auth/session', hub: '' },
  {
    kind: 'developer' as const,
    table: raw('developers'),
    auth: '/v1/dev/auth',
    session: '/v1/dev/auth/me',
    hub: '/developers',
  },
]

/** What a person does with the address of an account; `home` is asked when it is needed. */
export function addressFlow(
  home: () => { service: TestService; smtp: MailServer },
  { kind, auth, session }: (typeof KINDS)[number],
) {
  const post = (path: string, body: object, cookie?: string) =>
    home().service.call('POST', `${auth}/${path}`, { body, ...(cookie ? { cookie } : {}) })
  const account = async (cookie: string) => (await home().service.ok('GET', session, { cookie }))[kind]
  const signUp = async (email = newAddress(), password = PASSWORD) => {
    const reply = await post('signup', { email, password })
    expect(reply.status).toBe(201)
    return { email, password, cookie: cookieOf(reply), id: reply.body[kind].id as string, reply }
  }
  const logIn = (email: string, password = PASSWORD) => post('login', { email, password })
  const nextMail = async (email: string, subject: RegExp, index = 0): Promise<ReceivedMail> => {
    await expect.poll(() => home().smtp.to(email, subject).length).toBeGreaterThan(index)
    return home().smtp.to(email, subject)[index] as ReceivedMail
  }
  const tokenIn = ({ text }: ReceivedMail) => /#(msl_\w+)/.exec(text)?.[1] ?? ''
  const confirm = (token: string, more: { password?: string; cookie?: string } = {}) => {
    const { cookie, ...body } = more
    return post('email/confirm', { token, ...body }, cookie)
  }
  /** A new account that has confirmed its address. */
  const confirmed = async () => {
    const account = await signUp()
    const token = tokenIn(await nextMail(account.email, /confirm/))
    expect((await confirm(token, { cookie: account.cookie })).status).toBe(200)
    return account
  }
  return { post, account, signUp, logIn, nextMail, tokenIn, confirm, confirmed }
}
