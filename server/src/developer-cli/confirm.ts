import { call, ServiceError } from './api.ts'
import { cookieOf } from './apps.ts'
import type { Session } from './command.ts'
import { usageError } from './errors.ts'
import { prompts } from './prompts.ts'

/** Makes a call that needs a recent sign-in; if the last one is too long ago, asks for the password first. */
export async function confirmed<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'reauthentication_required')) throw error
    await confirm(session)
    return work()
  }
}

async function confirm(session: Session): Promise<void> {
  const { url, env, input, note } = session
  const ask = prompts(input)
  try {
    note('The last sign-in is more than 15 minutes ago.')
    const password = env.MEMORY_SERVICE_PASSWORD || (await ask('Password: ', true))
    if (!password) throw usageError('The password is needed again: log in, or set MEMORY_SERVICE_PASSWORD.')
    await call(url, 'POST', '/v1/dev/auth/confirm', { cookie: cookieOf(session), body: { password } })
  } finally {
    ask.close()
  }
}
