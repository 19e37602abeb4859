import { z } from 'zod'
import { Failure, invalid } from '../../../foundation/errors.ts'
import { type Account, type AccountVerbs, idOf, type Owner, type SignedIn, type Visitor } from '../accounts.ts'
import { resetConfirmingCodes, throttleAddress, throttleCode, throttleConfirmingCode } from '../attempts.ts'
import { inSession } from '../in-session.ts'
import { countLinks } from '../openid-links.ts'
import { Password } from '../passwords.ts'
import { checkConfirmed, confirmSession } from '../sessions.ts'
import { answerStep, type Step, takeStep } from '../steps.ts'
import {
  confirmAuthenticator,
  newAuthenticator,
  readAuthenticator,
  removeAuthenticator,
  useTotpCode,
} from './authenticators.ts'
import { PasskeyAssertion, PasskeyAttestation } from './passkey-shapes.ts'
import {
  creationOptions,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type Passkey,
  renamePasskey,
  requestOptions,
  verifyAssertion,
  verifyAttestation,
} from './passkeys.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  makeRecoveryCodes,
  newRecoveryCodes,
  storeRecoveryCodes,
  useRecoveryCode,
} from './recovery-codes.ts'
import { relyingPartyOf } from './relying-party.ts'
import { PENDING_COOKIES, type Pending, secondFactorsOf } from './second-factor.ts'
import { toBase32, totpUri } from './totp.ts'

const CODE_CHARS_MAX = 32
const NAME_CHARS_MAX = 100
/** Answers to one request for a second factor; after that the password is needed again. */
const ANSWERS_MAX = 10

const Code = z.string().trim().min(1).max(CODE_CHARS_MAX).meta({
  description: 'A code of the authenticator app, or a recovery code. Each is good once.',
  example: '123456',
})
const PasskeyName = z.string().trim().min(1).max(NAME_CHARS_MAX)

const needsOne = { message: 'needs exactly one of its proofs' }
const countOf = (...proofs: unknown[]) => proofs.filter((proof) => proof !== undefined).length

export const SecondStep = z
  .object({ code: Code.optional(), passkey: PasskeyAssertion.optional() })
  .refine(({ code, passkey }) => countOf(code, passkey) === 1, needsOne)
export const PasskeySignIn = z.object({ passkey: PasskeyAssertion })
export const PasskeySignInOptions = z.object({
  second_factor: z.boolean().default(false).meta({ description: 'Whether it completes a sign-in with the password.' }),
})
/** What proves that the caller is the owner of the account; a sign-in of the last 15 minutes if empty. */
export const Proof = z
  .object({ password: Password.optional(), code: Code.optional(), passkey: PasskeyAssertion.optional() })
  .refine(({ password, code, passkey }) => countOf(password, code, passkey) <= 1, needsOne)
export const AddPasskey = z.object({ name: PasskeyName.default('Passkey'), passkey: PasskeyAttestation })
export const RenamePasskey = z.object({ name: PasskeyName })
export const ConfirmTotp = z.object({ code: Code })

/** The verbs for passkeys, authenticator apps and recovery codes of one kind of account. */
export function factorVerbs<A extends Account>(accounts: AccountVerbs<A>) {
  const { kind } = accounts
  const { holder } = kind
  const record = async (ctx: Visitor | Owner, id: string, action: Parameters<NonNullable<typeof kind.record>>[2]) =>
    kind.record?.(ctx, id, action)

  /** Options for a passkey that signs in: any, or one that completes a sign-in which waits for its second factor. */
  async function signInOptions(ctx: Visitor, { second_factor }: z.output<typeof PasskeySignInOptions>) {
    await throttleAddress(ctx)
    if (!second_factor) return requestOptions(ctx, holder, 'passkey_sign_in')
    const { step } = await answerPending(ctx)
    return requestOptions(ctx, holder, 'passkey_second_factor', step.accountId)
  }

  /** Signs in with a passkey alone. It has verified its user, so no second factor is needed. */
  async function logInWithPasskey(ctx: Visitor, { passkey }: z.output<typeof PasskeySignIn>): Promise<SignedIn<A>> {
    await throttleAddress(ctx)
    const id = await verifyAssertion(ctx, holder, 'passkey_sign_in', passkey)
    const account = id && (await accounts.find(ctx, { id }))
    if (!account) throw new Failure('unauthorized', { reason: 'This passkey does not sign in here.' })
    return accounts.enter(ctx, { ...account, passwordHash: null, passkey: passkey.id })
  }

  /** Completes a sign-in with its second factor. */
  async function logInWithSecondFactor(
    ctx: Visitor,
    { code, passkey }: z.output<typeof SecondStep>,
  ): Promise<SignedIn<A>> {
    const { step, token } = await answerPending(ctx)
    const account = { id: step.accountId, ...(JSON.parse(step.data) as Pending) }
    const isRight = passkey
      ? (await verifyAssertion(ctx, holder, 'passkey_second_factor', passkey, account.id)) === account.id
      : await useCode(ctx, account.id, code as string)
    if (!isRight) throw new Failure('unauthorized', { reason: 'The code or passkey is wrong, or was used before.' })
    if (!(await takeStep(ctx, 'second_factor', holder, token, account.id))) throw stepOver()
    await resetConfirmingCodes(ctx, holder, account.id)
    const { account: entered, cookies } = await accounts.enter(ctx, account)
    return { account: entered, cookies: [...cookies, { name: PENDING_COOKIES[holder], value: null }] }
  }

  /** The sign-in that waits for its second factor in this browser. @throws Failure `unauthorized` */
  async function answerPending(ctx: Visitor): Promise<{ token: string; step: Step & { accountId: string } }> {
    const token = ctx.cookieOf?.(PENDING_COOKIES[holder])
    const step = token && (await answerStep(ctx, 'second_factor', holder, token, ANSWERS_MAX))
    if (!step || step.accountId === null) throw stepOver()
    return { token, step: { ...step, accountId: step.accountId } }
  }

  async function useCode(ctx: Visitor | Owner, accountId: string, code: string): Promise<boolean> {
    const reset = await throttleCode(ctx, holder, accountId, (device) => accounts.knows(ctx, device, { id: accountId }))
    const digits = code.replace(/\s/g, '')
    const isRight = /^\d{6}$/.test(digits)
      ? await useTotpCode(ctx, accountId, digits)
      : await useRecoveryCode(ctx, accountId, code, (ctx) => record(ctx, accountId, 'account.recovery_code_use'))
    if (isRight) await reset()
    return isRight
  }

  /** Verifies that the caller is the owner of the account. @throws Failure `validation_failed`, `reauthentication_required` */
  async function prove(ctx: Owner, { password, code, passkey }: z.output<typeof Proof>): Promise<void> {
    if (password !== undefined) return accounts.confirm(ctx, password, 'password')
    if (code !== undefined) {
      const reset = await throttleConfirmingCode(ctx, holder, idOf(ctx))
      if (!(await useCode(ctx, idOf(ctx), code))) throw invalid('code', 'This code is not valid')
      return reset()
    }
    if (!passkey) return checkConfirmed(ctx)
    const id = await verifyAssertion(ctx, holder, 'passkey_confirm', passkey, idOf(ctx))
    if (id === undefined) throw invalid('passkey', 'This passkey is not valid here')
  }

  /** Proves it again, for what a stolen session must not do; without a proof, checks whether that is needed. */
  async function reauthenticate(ctx: Owner, proof: z.output<typeof Proof>): Promise<void> {
    await prove(ctx, proof)
    if (countOf(...Object.values(proof))) await confirmSession(ctx, ctx.actor.sessionHash)
  }

  /** Proves it for the erasure of the account; a recent sign-in is enough only for an account without a password. */
  async function proveForErasure(ctx: Owner, proof: z.output<typeof Proof>): Promise<void> {
    if (!countOf(...Object.values(proof)) && (await accounts.hasPassword(ctx))) throw invalid('password', 'is missing')
    await prove(ctx, proof)
  }

  async function confirmOptions(ctx: Owner) {
    return requestOptions(ctx, holder, 'passkey_confirm', idOf(ctx))
  }

  /** Everything that signs in to the account. */
  async function readFactors(ctx: Owner) {
    const id = idOf(ctx)
    const [password, passkeys, totp, left] = [
      await accounts.hasPassword(ctx),
      await listPasskeys(ctx, id),
      await readAuthenticator(ctx, id),
      await countRecoveryCodes(ctx, id),
    ]
    return {
      password,
      passkeys,
      passkeys_available: relyingPartyOf(ctx.config) !== undefined,
      totp: totp ?? null,
      recovery_codes: { left },
    }
  }

  async function addPasskeyOptions(ctx: Owner) {
    checkConfirmed(ctx)
    return creationOptions(ctx, holder, await accounts.readAccount(ctx))
  }

  /** Adds a passkey; the first factor of an account comes with recovery codes. */
  async function addPasskey(ctx: Owner, { name, passkey }: z.output<typeof AddPasskey>) {
    checkConfirmed(ctx)
    const made = await verifyAttestation(ctx, holder, idOf(ctx), passkey)
    if (!made) throw invalid('passkey', 'is not the answer to the options of this account, or they have expired')
    return withRecoveryCodes(ctx, 'account.passkey_add', (ctx) => insertPasskey(ctx, idOf(ctx), name, made))
  }

  function rename(ctx: Owner, id: string, { name }: z.output<typeof RenamePasskey>): Promise<Passkey> {
    return renamePasskey(ctx, idOf(ctx), id, name)
  }

  /** Removes a passkey, unless nothing else signs in to the account. */
  async function removePasskey(ctx: Owner, id: string): Promise<void> {
    checkConfirmed(ctx)
    await changeFactors(ctx, async (ctx) => {
      await deletePasskey(ctx, idOf(ctx), id)
      await record(ctx, idOf(ctx), 'account.passkey_remove')
      await checkSignInLeft(ctx)
    })
  }

  /** A new secret for an authenticator app, which {@link confirmTotp} puts into use. */
  async function addTotp(ctx: Owner) {
    checkConfirmed(ctx)
    const { email } = await accounts.readAccount(ctx)
    const secret = await inSession(ctx, (ctx) => newAuthenticator(ctx, idOf(ctx)))
    if (!secret) throw new Failure('conflict', { reason: 'An authenticator app is in use; remove it first.' })
    const service = `Memory Service${holder === 'developer' ? ' developers' : ''} (${new URL(ctx.config.baseUrl).hostname})`
    return { secret: toBase32(secret), uri: totpUri(secret, service.replaceAll(':', ''), email) }
  }

  async function confirmTotp(ctx: Owner, { code }: z.output<typeof ConfirmTotp>) {
    checkConfirmed(ctx)
    const reset = await throttleCode(ctx, holder, idOf(ctx), (device) => accounts.knows(ctx, device, { id: idOf(ctx) }))
    const { recovery_codes } = await withRecoveryCodes(ctx, 'account.totp_add', async (ctx) => {
      if (!(await confirmAuthenticator(ctx, idOf(ctx), code.replace(/\s/g, ''))))
        throw invalid('code', 'is not the code that the app shows now')
    })
    await reset()
    return { recovery_codes }
  }

  async function removeTotp(ctx: Owner): Promise<void> {
    checkConfirmed(ctx)
    await changeFactors(ctx, async (ctx) => {
      if (!(await removeAuthenticator(ctx, idOf(ctx)))) throw new Failure('not_found')
      await record(ctx, idOf(ctx), 'account.totp_remove')
    })
  }

  /** Replaces the recovery codes of an account that has a second factor. */
  async function replaceRecoveryCodes(ctx: Owner) {
    checkConfirmed(ctx)
    await checkSecondFactor(ctx)
    const { codes, hashes } = await newRecoveryCodes(ctx, idOf(ctx))
    await changeFactors(ctx, async (ctx) => {
      await checkSecondFactor(ctx)
      await storeRecoveryCodes(ctx, idOf(ctx), hashes)
      await record(ctx, idOf(ctx), 'account.recovery_codes_replace')
    })
    return { recovery_codes: codes }
  }

  async function checkSecondFactor(ctx: Owner): Promise<void> {
    if (!(await secondFactorsOf(ctx, idOf(ctx))).length)
      throw new Failure('conflict', { reason: 'Add a passkey or an authenticator app first.' })
  }

  /** Adds a factor, and recovery codes if there are none. */
  async function withRecoveryCodes<T>(
    ctx: Owner,
    action: 'account.passkey_add' | 'account.totp_add',
    add: (ctx: Owner) => Promise<T>,
  ): Promise<{ added: T; recovery_codes: string[] | null }> {
    const made = (await countRecoveryCodes(ctx, idOf(ctx))) ? undefined : await newRecoveryCodes(ctx, idOf(ctx))
    return changeFactors(ctx, async (ctx) => {
      const added = await add(ctx)
      await record(ctx, idOf(ctx), action)
      if (await countRecoveryCodes(ctx, idOf(ctx))) return { added, recovery_codes: null }
      // They were used up, or removed with the last factor, since they were counted.
      const { codes, hashes } = made ?? (await makeRecoveryCodes(ctx))
      await storeRecoveryCodes(ctx, idOf(ctx), hashes)
      return { added, recovery_codes: codes }
    })
  }

  /** Runs a change of factors with the account and the session locked. The recovery codes go with the last factor. */
  function changeFactors<T>(ctx: Owner, change: (ctx: Owner) => Promise<T>): Promise<T> {
    return inSession(ctx, async (ctx) => {
      const result = await change(ctx)
      if (!(await secondFactorsOf(ctx, idOf(ctx))).length) await deleteRecoveryCodes(ctx, idOf(ctx))
      return result
    })
  }

  /** @throws Failure `conflict` if nothing signs in to the account any more */
  async function checkSignInLeft(ctx: Owner): Promise<void> {
    if (await accounts.hasPassword(ctx)) return
    if ((await listPasskeys(ctx, idOf(ctx))).length || (await countLinks(ctx, idOf(ctx)))) return
    throw new Failure('conflict', {
      reason: 'Nothing else signs in to this account; set a password or add a passkey first.',
    })
  }

  return {
    ...{ signInOptions, logInWithPasskey, logInWithSecondFactor, reauthenticate, proveForErasure, confirmOptions },
    ...{ readFactors, addPasskeyOptions, addPasskey, rename, removePasskey, addTotp, confirmTotp, removeTotp },
    ...{ replaceRecoveryCodes, changeFactors, checkSignInLeft },
  }
}

export type FactorVerbs<A extends Account = Account> = ReturnType<typeof factorVerbs<A>>

function stepOver(): Failure {
  return new Failure('unauthorized', { reason: 'This sign-in has expired or has had too many answers; start again.' })
}
