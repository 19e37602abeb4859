import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { Base } from './factors.ts'
import type { Person, Reply, TestService } from './service.ts'

function openGate() {
  let pass = () => {}
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { passed, pass }
}

type Transaction = TestService['ports']['db']['transaction']

type Check = TestService['ports']['changes']['check']

const inFlight = new AsyncLocalStorage<object>()

/**
 * Stops the first transaction of the next change that is requested, before it begins: what the request was admitted with may
 * have ended when it goes on. `reached` resolves when it has stopped. Transactions of jobs and other requests run.
 */
function holdTransaction({ ports: { changes, db } }: TestService) {
  const request = {}
  const reached = openGate()
  const released = openGate()
  const { check } = changes
  const checks = vi.spyOn(changes, 'check').mockImplementation(((...args: Parameters<Check>) => {
    checks.mockRestore()
    inFlight.enterWith(request)
    return check.apply(changes, args)
  }) as Check)
  const { transaction } = db
  const transactions = vi.spyOn(db, 'transaction').mockImplementation((async (...args: Parameters<Transaction>) => {
    if (inFlight.getStore() === request) {
      transactions.mockRestore()
      reached.pass()
      await released.passed
    }
    return transaction.apply(db, args)
  }) as Transaction)
  return { reached: reached.passed, release: released.pass }
}

/** Sends a request, runs `meanwhile` before its transaction begins, and returns the response. */
export async function before<T>(
  service: TestService,
  request: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const held = holdTransaction(service)
  const sent = request()
  // A request that has begun no transaction ends here, and holds none.
  await Promise.race([held.reached, sent.finally(held.release)])
  try {
    await meanwhile()
  } finally {
    held.release()
  }
  return sent
}

/** Changes the password of an account, which ends its other sessions. */
export const changePassword = (service: TestService, base: Base, { cookie }: Person) =>
  service.ok('POST', `${base}/change-password`, {
    cookie,
    body: { current_password: service.password, new_password: 'an even longer walk' },
  })

/** A request in a session, as it is sent. */
export type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

/** Sends requests in another session of an account. */
export async function anotherSession(service: TestService, base: Base, { email }: Person): Promise<Send> {
  const { headers } = await service.call('POST', `${base}/login`, { body: { email, password: service.password } })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] as string
  return (method, path, body, headers) =>
    service.call(method, path, { cookie, ...(body !== undefined && { body }), ...(headers && { headers }) })
}
