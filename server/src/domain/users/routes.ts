import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Route, RouteResponse, routesWith } from '../../foundation/route.ts'
import { Time } from '../../foundation/times.ts'
import { AddressFields, Done, type SignedIn } from '../accounts/accounts.ts'
import { addressRoutes, mailRoute } from '../accounts/address-routes.ts'
import { ERASURE_PROOF, erased, factorRoutes } from '../accounts/factors/routes.ts'
import { Proof } from '../accounts/factors/verbs.ts'
import { ChangePassword, LogIn } from '../accounts/inputs.ts'
import type { PasswordPorts } from '../accounts/passwords.ts'
import type { AppAccess } from '../accounts/recovery.ts'
import { sessionRoutes } from '../accounts/session-routes.ts'
import { deleteIdentity, Identity, IdentityInput, readIdentity, setIdentity } from '../identity/identity.ts'
import { EXAMPLE_TIMEZONE, ProfilePatch, signUpUser, Timezone, UserSignUp, updateProfile } from './profile.ts'
import { type UserAccount, userFactors, users } from './users.ts'

const { route } = routesWith<PasswordPorts>()

const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    plan: z.enum(['free', 'plus', 'pro']),
    timezone: Timezone.nullable(),
    createdAt: z.iso.datetime(),
    ...AddressFields.shape,
  })
  .meta({ id: 'User' })
const Session = z.object({ user: User }).meta({ id: 'UserSession' })

const sessionExample = {
  user: {
    id: 'usr_01kb5dd9v2000m4h2n8y7tq3wz',
    email: 'ada@example.com',
    name: 'Ada',
    plan: 'free' as const,
    timezone: EXAMPLE_TIMEZONE,
    createdAt: '2026-05-03T07:30:00.000Z',
    emailConfirmed: true,
    pendingEmail: null,
  },
}
const identityExample = {
  id: 'ai_01kb5dd9v2000m4h2n8y7tq3wz',
  name: 'Marlowe',
  personality: { description: 'Warm, brief, never preachy.' },
  createdAt: '2026-05-03T07:30:00.000Z',
}
const asSession = (account: UserAccount) => ({ user: account as z.output<typeof User> })
const signedIn = ({ account, cookies }: SignedIn<UserAccount>) => new RouteResponse(asSession(account), { cookies })

const ChangeUserPassword = ChangePassword.extend({
  disconnect_since: Time.optional().meta({ description: 'Also end connections made since then; by default, none.' }),
})

const surface = {
  holder: 'user',
  base: '/v1/auth',
  tag: 'Account',
  named: (name: string) => name,
  verbs: users,
} as const

/** Erases, with an account, what no foreign key cascade covers. */
export type Erase<P> = (ctx: Ctx<UserActor, P>) => Promise<void>

/** User accounts and their identity. `erase` is injected, because the modules that hold a user's data come later. */
export const userRoutes = <P>(erase: Erase<P>, access: AppAccess<P & PasswordPorts>): Route<P & PasswordPorts>[] => [
  route({
    name: 'signUp',
    method: 'POST',
    path: '/v1/auth/signup',
    for: ['public'],
    tag: 'Account',
    summary: 'Create an account, with one identity and one memory store.',
    body: UserSignUp,
    output: Session,
    status: 201,
    cookies: true,
    failures: ['conflict', 'sign_up_closed', 'invitation_required', 'rate_limited', 'csrf_rejected'],
    example: {
      body: { email: 'ada@example.com', password: 'a long walk home', name: 'Ada', timezone: EXAMPLE_TIMEZONE },
      output: sessionExample,
    },
    run: async (ctx, { body }) => signedIn(await signUpUser(ctx, body)),
  }),
  route({
    name: 'logIn',
    method: 'POST',
    path: '/v1/auth/login',
    for: ['public'],
    tag: 'Account',
    summary: 'Sign in; the response sets the session cookie.',
    body: LogIn,
    output: Session,
    cookies: true,
    failures: ['unauthorized', 'second_factor_required', 'account_suspended', 'rate_limited', 'csrf_rejected'],
    example: { body: { email: 'ada@example.com', password: 'a long walk home' }, output: sessionExample },
    run: async (ctx, { body }) => signedIn(await users.logIn(ctx, body)),
  }),
  route({
    name: 'logOut',
    method: 'POST',
    path: '/v1/auth/logout',
    for: ['user'],
    tag: 'Account',
    summary: 'End this session.',
    output: Done,
    example: { output: { ok: true } },
    run: async (ctx) => new RouteResponse({ ok: true as const }, { cookie: await users.logOut(ctx) }),
  }),
  route({
    name: 'getSession',
    method: 'GET',
    path: '/v1/auth/session',
    for: ['user'],
    tag: 'Account',
    summary: 'Who is signed in.',
    output: Session,
    example: { output: sessionExample },
    run: async (ctx) => asSession(await users.readAccount(ctx)),
  }),
  route({
    name: 'updateProfile',
    method: 'PATCH',
    path: '/v1/auth/profile',
    for: ['user'],
    tag: 'Account',
    summary: 'Change the name or the time zone of the user.',
    description:
      'Omitted fields stay unchanged; null removes a value. The assistant’s name is separate: see `/v1/identities`.',
    body: ProfilePatch,
    output: Session,
    example: { body: { timezone: EXAMPLE_TIMEZONE }, output: sessionExample },
    run: async (ctx, { body }) => asSession(await updateProfile(ctx, body)),
  }),
  routesWith<P & PasswordPorts>().route({
    name: 'changePassword',
    method: 'POST',
    path: '/v1/auth/change-password',
    for: ['user'],
    tag: 'Account',
    summary: 'Change the password; every other session ends.',
    description:
      'With `disconnect_since`, connections made since then end too, and the address of the connectors is replaced: ' +
      'whoever had the password may have made or read them.',
    body: ChangeUserPassword,
    output: Session,
    failures: ['rate_limited', 'conflict', 'reauthentication_required'],
    // Not wrapped in a transaction: a failed attempt must stay counted.
    storesResponse: true,
    example: {
      body: { current_password: 'a long walk home', new_password: 'an even longer walk' },
      output: sessionExample,
    },
    run: async (ctx, { body }) => {
      const { disconnect_since: since } = body
      await users.changePassword(ctx, body, async (ctx) => {
        await access.expireCodes(ctx, ctx.actor.userId)
        if (since !== undefined) await access.end(ctx, ctx.actor.userId, since)
      })
      return asSession(await users.readAccount(ctx))
    },
  }),
  ...factorRoutes({
    holder: 'user',
    base: '/v1/auth',
    tag: 'Account',
    named: (name) => name,
    verbs: userFactors,
    session: Session,
    sessionExample,
    signedIn,
  }),
  routesWith<P & PasswordPorts>().route({
    name: 'eraseAccount',
    method: 'DELETE',
    path: '/v1/auth/account',
    for: ['user'],
    tag: 'Account',
    summary: 'Erase the account and everything in it, for good.',
    description: ERASURE_PROOF,
    body: Proof,
    output: Done,
    failures: ['rate_limited', 'conflict', 'reauthentication_required'],
    example: { body: { password: 'a long walk home' }, output: { ok: true } },
    run: async (ctx, { body }) => {
      await userFactors.proveForErasure(ctx, body)
      return erased(await users.erase(ctx, erase))
    },
  }),
  mailRoute,
  ...addressRoutes<UserAccount, P>(surface, access),
  ...sessionRoutes<UserAccount, P>(surface, access),
  route({
    name: 'listIdentities',
    method: 'GET',
    path: '/v1/identities',
    for: ['user'],
    tag: 'Hub',
    summary: 'The identity of this user: exactly one.',
    output: z.object({ items: z.array(Identity) }).meta({ id: 'IdentityList' }),
    example: { output: { items: [identityExample] } },
    run: async (ctx) => ({ items: [await readIdentity(ctx)] }),
  }),
  route({
    name: 'setIdentity',
    method: 'POST',
    path: '/v1/identities',
    for: ['user'],
    tag: 'Hub',
    summary: 'Set the name or the tone note of the identity, which always exists.',
    body: IdentityInput,
    output: Identity,
    example: { body: { name: 'Marlowe' }, output: identityExample },
    run: (ctx, { body }) => setIdentity(ctx, body),
  }),
  route({
    name: 'deleteIdentity',
    method: 'DELETE',
    path: '/v1/identities/:id',
    for: ['user'],
    tag: 'Hub',
    summary: 'Always 403: the memory store cannot be deleted.',
    params: z.object({ id: z.string().meta({ example: identityExample.id }) }),
    output: Done,
    failures: ['forbidden'],
    example: { params: { id: identityExample.id }, output: { ok: true } },
    run: () => deleteIdentity(),
  }),
]
