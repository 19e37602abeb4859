import { isLoopback } from '../foundation/config-values.ts'
import { call, ServiceError } from './api.ts'
import type { Session } from './command.ts'
import { CommandError, EXIT, usageError } from './errors.ts'
import { prompts } from './prompts.ts'

/** Signs a developer in and stores the session of the portal. The password is read from the terminal or from stdin. */
export async function login({ url, store, env, print, input }: Session, { email }: { email?: string }): Promise<void> {
  checkEncrypted(url)
  const ask = prompts(input)
  try {
    const address = email ?? (await ask('Email: '))
    const password = env.MEMORY_SERVICE_PASSWORD || (await ask('Password: ', true))
    if (!address || !password) throw usageError('An email address and a password are needed.')
    const cookie = await signIn(url, { email: address, password }, () => ask('Code of your authenticator app: '))
    store.save(url, { ...store.login(url), cookie, email: address })
    print(`Logged in to ${url} as ${address}. The session is stored in ${store.path}.`)
  } finally {
    ask.close()
  }
}

/** The password, and later the session, must not be readable on the way. @throws CommandError */
function checkEncrypted(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new CommandError(`${url} is not encrypted, so logging in there is not safe. Use https.`, EXIT.usage)
}

/** Ends the stored session, at the service too, and deletes what is stored for the installation. */
export async function logout({ url, store, print }: Session): Promise<void> {
  const { cookie } = store.login(url)
  store.save(url, undefined)
  if (cookie)
    await call(url, 'POST', '/v1/dev/auth/logout', { cookie }).catch((error: unknown) => {
      // The session has ended already.
      if (!(error instanceof ServiceError && error.code === 'unauthorized')) throw error
    })
  print(`Logged out of ${url}.`)
}

async function signIn(url: string, body: { email: string; password: string }, code: () => Promise<string>) {
  try {
    return sessionOf((await call(url, 'POST', '/v1/dev/auth/login', { body })).cookies)
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'second_factor_required')) throw error
    const path = '/v1/dev/auth/login/second-factor'
    const cookie = error.cookies.join('; ')
    return sessionOf((await call(url, 'POST', path, { cookie, body: { code: (await code()).trim() } })).cookies)
  }
}

function sessionOf(cookies: readonly string[]): string {
  const found = cookies.find((each) => /^(?:__Host-)?ms_dev_session=./.test(each))
  if (!found) throw new CommandError('The service started no session.', EXIT.signIn)
  return found
}
