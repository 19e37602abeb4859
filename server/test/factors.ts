import { totpCode, totpStep } from '../src/domain/accounts/factors/totp.ts'
import { newPasskey, type SoftPasskey } from './authenticator.ts'
import type { Person, TestService } from './service.ts'

/** The two kinds of account, for tests of what both have. */
export const KINDS = [
  { kind: 'user', base: '/v1/auth', session: '/v1/auth/session' },
  { kind: 'developer', base: '/v1/dev/auth', session: '/v1/dev/auth/me' },
] as const
export type Base = (typeof KINDS)[number]['base']

const TEST_VECTOR = /^[A-Z2-7]{32}$/

/** Adds and uses the factors of accounts of one kind. */
export function factorsOf(service: TestService, base: Base, clock: () => Date = () => new Date()) {
  const signUp = () => (base === '/v1/auth' ? service.newPerson() : service.newDeveloper())

  async function addPasskey({ cookie }: Person, passkey: SoftPasskey = newPasskey(service.url), name?: string) {
    const options = await service.ok('POST', `${base}/passkeys/options`, { cookie })
    const body = { ...(name && { name }), passkey: passkey.create(options) }
    return { ...(await service.ok('POST', `${base}/passkeys`, { cookie, body })), passkey }
  }

  async function addTotp({ cookie }: Person) {
    const { secret } = await service.ok('POST', `${base}/totp`, { cookie })
    if (!TEST_VECTOR.test(secret)) throw new Error(`not base32: ${secret}`)
    const codeAt = (step = 0) => totpCode(fromBase32(secret), totpStep(clock().getTime()) + step)
    const { recovery_codes } = await service.ok('POST', `${base}/totp/confirm`, { cookie, body: { code: codeAt() } })
    return { codeAt, recovery_codes: recovery_codes as string[] }
  }

  const logIn = ({ email }: Person, password = service.password) =>
    service.call('POST', `${base}/login`, { body: { email, password } })
  const secondStep = (cookie: string, body: object) =>
    service.call('POST', `${base}/login/second-factor`, { cookie, body })

  /** The cookie of a sign-in that waits for its second factor. */
  async function pending(person: Person): Promise<string> {
    const { status, headers } = await logIn(person)
    if (status !== 403) throw new Error(`no second factor was required: ${status}`)
    return headers.getSetCookie()[0]?.split(';')[0] as string
  }

  async function signInWith(passkey: SoftPasskey, given: Parameters<SoftPasskey['get']>[1] = {}) {
    const options = await service.ok('POST', `${base}/login/passkey/options`, { body: {} })
    return service.call('POST', `${base}/login/passkey`, { body: { passkey: passkey.get(options, given) } })
  }

  const factors = ({ cookie }: Person) => service.ok('GET', `${base}/factors`, { cookie })

  return { signUp, addPasskey, addTotp, logIn, secondStep, pending, signInWith, factors }
}

/** Decodes base32 (RFC 4648). */
export function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
