import { z } from 'zod'
import { type Cookie, type Route, RouteResponse, routesWith, type Tag } from '../../../foundation/route.ts'
import { type Account, Done, type SignedIn } from '../accounts.ts'
import type { PasswordPorts } from '../passwords.ts'
import type { Holder } from '../sessions.ts'
import { FACTORS_EXAMPLE as EXAMPLE } from './examples.ts'
import { CreationOptions, RequestOptions } from './passkey-shapes.ts'
import {
  AddPasskey,
  ConfirmTotp,
  type FactorVerbs,
  PasskeySignIn,
  PasskeySignInOptions,
  Proof,
  RenamePasskey,
  SecondStep,
} from './verbs.ts'

const { route } = routesWith<PasswordPorts>()

const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    backedUp: z.boolean().meta({ description: 'Whether the authenticator has a copy elsewhere.' }),
  })
  .meta({ id: 'Passkey' })
const RecoveryCodes = z.array(z.string()).meta({ description: 'Ten codes, good once each. They are shown only here.' })
const NewCodes = RecoveryCodes.nullable().meta({
  description: 'Ten codes, good once each, if the account had none. They are shown only here.',
})
const Factors = z
  .object({
    password: z.boolean().meta({ description: 'Whether the account has a password.' }),
    passkeys: z.array(Passkey),
    passkeys_available: z.boolean().meta({ description: 'False if `BASE_URL` is an IP address.' }),
    totp: z
      .object({ createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() })
      .nullable()
      .meta({ description: 'The authenticator app, if one is in use.' }),
    recovery_codes: z.object({ left: z.int() }),
  })
  .meta({ id: 'Factors' })
const PasskeyId = z.object({ id: z.string().meta({ example: EXAMPLE.passkey.id }) })

/** What differs between the two kinds of account. */
interface Surface<A extends Account> {
  holder: Holder
  /** The path that all routes begin with. */
  base: '/v1/auth' | '/v1/dev/auth'
  tag: Tag
  /** The operation name for this kind of account. */
  named: (name: string) => string
  verbs: FactorVerbs<A>
  session: z.ZodType
  sessionExample: object
  signedIn: (result: SignedIn<A>) => RouteResponse<unknown>
}

/** The routes for passkeys, authenticator apps and recovery codes of one kind of account. */
export function factorRoutes<A extends Account>(surface: Surface<A>): Route<PasswordPorts>[] {
  const { holder, base, tag, named, verbs, session, sessionExample, signedIn } = surface
  const signIn = { method: 'POST', for: ['public'], tag, cookies: true } as const
  const own = { for: [holder], tag } as const
  const fresh = ['reauthentication_required', 'rate_limited'] as const
  return [
    route({
      ...signIn,
      name: named('logInWithSecondFactor'),
      path: `${base}/login/second-factor`,
      summary: 'Complete a sign-in that was answered with 403 `second_factor_required`.',
      description:
        'Takes either a `code`, of the authenticator app or a recovery code, or a `passkey`. The cookie `ms_sign_in` or ' +
        '`ms_dev_sign_in` of that answer names the sign-in; it lives five minutes and takes ten answers at most.',
      body: SecondStep,
      output: session,
      failures: ['unauthorized', 'account_suspended', 'conflict', 'rate_limited', 'csrf_rejected'],
      example: { body: { code: '123456' }, output: sessionExample },
      run: async (ctx, { body }) => signedIn(await verbs.logInWithSecondFactor(ctx, body)),
    }),
    route({
      ...signIn,
      name: named('passkeySignInOptions'),
      path: `${base}/login/passkey/options`,
      summary: 'Begin to sign in with a passkey, alone or as the second factor of a sign-in.',
      body: PasskeySignInOptions,
      output: RequestOptions,
      failures: ['unauthorized', 'conflict', 'rate_limited', 'csrf_rejected'],
      example: { body: {}, output: EXAMPLE.requestOptions },
      run: (ctx, { body }) => verbs.signInOptions(ctx, body),
    }),
    route({
      ...signIn,
      name: named('logInWithPasskey'),
      path: `${base}/login/passkey`,
      summary: 'Sign in with a passkey alone; the response sets the session cookie.',
      body: PasskeySignIn,
      output: session,
      failures: ['unauthorized', 'account_suspended', 'conflict', 'rate_limited', 'csrf_rejected'],
      example: { body: { passkey: EXAMPLE.assertion }, output: sessionExample },
      run: async (ctx, { body }) => signedIn(await verbs.logInWithPasskey(ctx, body)),
    }),
    route({
      ...own,
      name: named('confirmPassword'),
      method: 'POST',
      path: `${base}/confirm`,
      summary: 'Authenticate again, as 403 `reauthentication_required` asks for.',
      description:
        'Takes a password, a passkey or a code of the second factor. Exporting everything, granting a scope with `*` ' +
        'alone or more than half of the standard topics, and adding or removing what signs in need a sign-in or a ' +
        'confirmation within the last 15 minutes. With an empty body, this says whether that is so.',
      body: Proof,
      output: Done,
      failures: ['conflict', ...fresh],
      // Not wrapped in a transaction: a failed attempt must stay counted.
      storesResponse: true,
      example: { body: { password: 'a long walk home' }, output: { ok: true } },
      run: async (ctx, { body }) => {
        await verbs.reauthenticate(ctx, body)
        return { ok: true as const }
      },
    }),
    route({
      ...own,
      name: named('passkeyConfirmOptions'),
      method: 'POST',
      path: `${base}/confirm/options`,
      summary: 'Begin to authenticate again with a passkey of this account.',
      output: RequestOptions,
      failures: ['conflict'],
      example: { output: EXAMPLE.requestOptions },
      run: (ctx) => verbs.confirmOptions(ctx),
    }),
    route({
      ...own,
      name: named('getFactors'),
      method: 'GET',
      path: `${base}/factors`,
      summary: 'What signs in to this account.',
      output: Factors,
      example: { output: EXAMPLE.factors },
      run: (ctx) => verbs.readFactors(ctx),
    }),
    route({
      ...own,
      name: named('passkeyOptions'),
      method: 'POST',
      path: `${base}/passkeys/options`,
      summary: 'Begin to add a passkey.',
      output: CreationOptions,
      failures: ['conflict', ...fresh],
      example: { output: EXAMPLE.creationOptions },
      run: (ctx) => verbs.addPasskeyOptions(ctx),
    }),
    route({
      ...own,
      name: named('addPasskey'),
      method: 'POST',
      path: `${base}/passkeys`,
      summary: 'Add a passkey, at most 20 to an account.',
      description:
        'It signs in alone or after the password. From the first second factor on, the password alone does not sign in.',
      body: AddPasskey,
      output: z.object({ passkey: Passkey, recovery_codes: NewCodes }).meta({ id: 'AddedPasskey' }),
      status: 201,
      secret: true,
      failures: ['conflict', ...fresh],
      example: {
        body: { name: 'My laptop', passkey: EXAMPLE.attestation },
        output: { passkey: EXAMPLE.passkey, recovery_codes: EXAMPLE.recoveryCodes },
      },
      run: async (ctx, { body }) => {
        const { added, recovery_codes } = await verbs.addPasskey(ctx, body)
        return { passkey: added, recovery_codes }
      },
    }),
    route({
      ...own,
      name: named('renamePasskey'),
      method: 'PATCH',
      path: `${base}/passkeys/:id`,
      summary: 'Rename a passkey.',
      params: PasskeyId,
      body: RenamePasskey,
      output: Passkey,
      failures: ['not_found'],
      example: { params: { id: EXAMPLE.passkey.id }, body: { name: 'My laptop' }, output: EXAMPLE.passkey },
      run: (ctx, { params, body }) => verbs.rename(ctx, params.id, body),
    }),
    route({
      ...own,
      name: named('removePasskey'),
      method: 'DELETE',
      path: `${base}/passkeys/:id`,
      summary: 'Remove a passkey, unless nothing else signs in to the account.',
      params: PasskeyId,
      output: Done,
      failures: ['not_found', 'conflict', 'reauthentication_required'],
      example: { params: { id: EXAMPLE.passkey.id }, output: { ok: true } },
      run: async (ctx, { params }) => {
        await verbs.removePasskey(ctx, params.id)
        return { ok: true as const }
      },
    }),
    route({
      ...own,
      name: named('addTotp'),
      method: 'POST',
      path: `${base}/totp`,
      summary: 'Make a secret for an authenticator app (RFC 6238), to be confirmed with its first code.',
      output: z
        .object({
          secret: z.string().meta({ description: 'In base32.' }),
          uri: z.string().meta({ description: 'The address to show as a QR code.' }),
        })
        .meta({ id: 'TotpSecret' }),
      status: 201,
      secret: true,
      failures: ['conflict', ...fresh],
      example: { output: EXAMPLE.totp },
      run: (ctx) => verbs.addTotp(ctx),
    }),
    route({
      ...own,
      name: named('confirmTotp'),
      method: 'POST',
      path: `${base}/totp/confirm`,
      summary: 'Put the authenticator app into use with its first code.',
      body: ConfirmTotp,
      output: z.object({ recovery_codes: NewCodes }).meta({ id: 'ConfirmedTotp' }),
      secret: true,
      failures: [...fresh],
      storesResponse: true,
      example: { body: { code: '123456' }, output: { recovery_codes: EXAMPLE.recoveryCodes } },
      run: (ctx, { body }) => verbs.confirmTotp(ctx, body),
    }),
    route({
      ...own,
      name: named('removeTotp'),
      method: 'DELETE',
      path: `${base}/totp`,
      summary: 'Remove the authenticator app.',
      output: Done,
      failures: ['not_found', 'reauthentication_required'],
      example: { output: { ok: true } },
      run: async (ctx) => {
        await verbs.removeTotp(ctx)
        return { ok: true as const }
      },
    }),
    route({
      ...own,
      name: named('replaceRecoveryCodes'),
      method: 'POST',
      path: `${base}/recovery-codes`,
      summary: 'Replace the recovery codes; the old ones are no longer accepted.',
      output: z.object({ recovery_codes: RecoveryCodes }).meta({ id: 'RecoveryCodes' }),
      status: 201,
      secret: true,
      failures: ['conflict', ...fresh],
      example: { output: { recovery_codes: EXAMPLE.recoveryCodes } },
      run: (ctx) => verbs.replaceRecoveryCodes(ctx),
    }),
  ]
}

/** The description of a route that erases an account. */
export const ERASURE_PROOF =
  'Takes the password, a passkey or a code of the second factor. An account without a password needs none of them for ' +
  '15 minutes after its sign-in.'

/** The response to the erasure of an account. */
export const erased = (cookie: Cookie) => new RouteResponse({ ok: true as const }, { cookie })
