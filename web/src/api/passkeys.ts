import { t } from '@lingui/core/macro'
import { api, pathFor, unwrap } from './client.ts'
import { ApiError, type Envelope } from './errors.ts'
import { acceptSession } from './session.ts'
import type { AccountKind } from './session-expiry.ts'

/* Passkeys. The library that talks to the browser is loaded on first use. */

const library = () => import('@simplewebauthn/browser')
type RequestOptions = Parameters<Awaited<ReturnType<typeof library>>['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Awaited<ReturnType<typeof library>>['startRegistration']>[0]['optionsJSON']

/** Signs in with a passkey alone, or completes a sign-in that waits for its second factor. */
export async function signInWithPasskey(kind: AccountKind, second_factor = false): Promise<void> {
  const options = await unwrap(api.POST(pathFor(kind, '/v1/auth/login/passkey/options'), { body: { second_factor } }))
  const passkey = await withBrowser(async ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as RequestOptions }),
  )
  const path = second_factor ? '/v1/auth/login/second-factor' : '/v1/auth/login/passkey'
  acceptSession(kind, await unwrap(api.POST(pathFor(kind, path), { body: { passkey: passkey as never } })))
}

/** Adds a passkey; returns recovery codes if the account had none. */
export async function addPasskey(kind: AccountKind, name: string): Promise<string[] | null> {
  const options = await unwrap(api.POST(pathFor(kind, '/v1/auth/passkeys/options')))
  const passkey = await withBrowser(async ({ startRegistration }) =>
    startRegistration({ optionsJSON: options as CreationOptions }),
  )
  const body = { name, passkey: passkey as never }
  return (await unwrap(api.POST(pathFor(kind, '/v1/auth/passkeys'), { body }))).recovery_codes
}

async function withBrowser<T>(use: (browser: Awaited<ReturnType<typeof library>>) => Promise<T>): Promise<T> {
  if (/^[\d.]+$|^\[/.test(location.hostname)) throw failed(noHostName())
  try {
    return await use(await library())
  } catch (error) {
    const { name } = error as Error
    if (name === 'InvalidStateError')
      throw failed(t`This device or password manager has a passkey of this account already.`)
    throw failed(t`No passkey was used: it was cancelled, took too long, or is not on this device.`)
  }
}

function noHostName(): string {
  const example = `http://localhost:${location.port}`
  return location.hostname.startsWith('127.')
    ? t`Passkeys need a host name in the address of this page, such as ${example}.`
    : t`Passkeys need a host name in the address of this page.`
}

function failed(message: string): ApiError {
  return new ApiError(undefined, { error: { code: 'conflict', message } } as Envelope, 'passkey_failed')
}
