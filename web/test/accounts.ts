import { expect } from 'vitest'
import type { MailServer } from '../../server/test/mail-server.ts'
import type { Person, TestService } from '../../server/test/service.ts'

/** A new account that has confirmed its address through the API, for tests of what comes after that. */
export async function confirmedAccount(
  service: TestService,
  smtp: MailServer,
  kind: 'user' | 'developer',
): Promise<Person> {
  const account = await (kind === 'user' ? service.newPerson() : service.newDeveloper())
  const confirmations = () => smtp.to(account.email, /confirm/)
  await expect.poll(() => confirmations().length).toBeGreaterThan(0)
  const [, token] = /#(msl_\w+)/.exec(confirmations().at(-1)?.text ?? '') ?? []
  const path = kind === 'user' ? '/v1/auth/email/confirm' : '/v1/dev/auth/email/confirm'
  await service.ok('POST', path, { cookie: account.cookie, body: { token } })
  return account
}
