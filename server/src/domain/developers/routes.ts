import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { PageQuery } from '../../foundation/page.ts'
import { RouteResponse, routesWith } from '../../foundation/route.ts'
import { Time } from '../../foundation/times.ts'
import { type Account, AddressFields, Done, type SignedIn } from '../accounts/accounts.ts'
import { addressRoutes } from '../accounts/address-routes.ts'
import { ERASURE_PROOF, erased, factorRoutes } from '../accounts/factors/routes.ts'
import { Proof } from '../accounts/factors/verbs.ts'
import { ChangePassword, LogIn, SignUp } from '../accounts/inputs.ts'
import type { PasswordPorts } from '../accounts/passwords.ts'
import type { AppAccess } from '../accounts/recovery.ts'
import { sessionRoutes } from '../accounts/session-routes.ts'
import { developerFactors, developers } from './developers.ts'
import { DeveloperEvent, listEvents } from './events.ts'
import { ShownName } from './names.ts'

const { route } = routesWith<PasswordPorts>()

const Developer = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    plan: z.enum(['sandbox', 'starter', 'growth', 'pro', 'enterprise']),
    createdAt: z.iso.datetime(),
    ...AddressFields.shape,
  })
  .meta({ id: 'Developer' })
const Session = z.object({ developer: Developer }).meta({ id: 'DeveloperSession' })

const sessionExample = {
  developer: {
    id: 'dev_01kb5dd9v2000m4h2n8y7tq3wz',
    email: 'grace@example.com',
    name: 'Grace',
    plan: 'sandbox' as const,
    createdAt: '2026-05-03T07:30:00.000Z',
    emailConfirmed: true,
    pendingEmail: null,
  },
}
const asSession = (account: Account) => ({ developer: account as z.output<typeof Developer> })
const signedIn = ({ account, cookies }: SignedIn) => new RouteResponse(asSession(account), { cookies })

/** Ends the apps of a developer before the account is deleted. */
export type EndApps<P> = (ctx: Ctx<DeveloperActor, P>) => Promise<void>

const surface = {
  holder: 'developer',
  base: '/v1/dev/auth',
  tag: 'Developer account',
  named: (name: string) => `${name}OfDeveloper`,
  verbs: developers,
} as const

const ChangeDeveloperPassword = ChangePassword.extend({
  disconnect_since: Time.optional().meta({
    description:
      'Also end what lets others into your apps and was set since then, as `POST /v1/dev/auth/access/end` does.',
  }),
})

export const developerRoutes = <P>(endApps: EndApps<P>, access: AppAccess<P & PasswordPorts>) => [
  ...addressRoutes<Account, P>(surface, access),
  ...sessionRoutes<Account, unknown>(surface),
  route({
    name: 'listDeveloperEvents',
    method: 'GET',
    path: '/v1/dev/auth/events',
    for: ['developer'],
    tag: 'Developer account',
    summary: 'The security log of the account: what happened to it, newest first.',
    query: PageQuery,
    output: z.object({ items: z.array(DeveloperEvent), next_cursor: z.string().nullable() }).meta({
      id: 'DeveloperEventPage',
    }),
    failures: ['invalid_cursor'],
    example: {
      output: {
        items: [
          {
            id: 'aud_01kb5dd9v2000m4h2n8y7tq3wz',
            at: '2026-05-03T07:31:12.000Z',
            action: 'account.sign_in',
            request_id: 'req_01kb5dd9v2000m4h2n8y7tq3wz',
          },
        ],
        next_cursor: null,
      },
    },
    run: (ctx, { query }) => listEvents(ctx, query),
  }),
  route({
    name: 'signUpDeveloper',
    method: 'POST',
    path: '/v1/dev/auth/signup',
    for: ['public'],
    tag: 'Developer account',
    summary: 'Create a developer account.',
    body: SignUp.extend({
      name: ShownName.optional().meta({ description: 'Consent shows it as the publisher of the apps.' }),
    }),
    output: Session,
    status: 201,
    cookies: true,
    failures: ['conflict', 'sign_up_closed', 'invitation_required', 'rate_limited', 'csrf_rejected'],
    example: { body: { email: 'grace@example.com', password: 'a bug in a relay' }, output: sessionExample },
    run: async (ctx, { body }) => signedIn(await developers.signUp(ctx, body)),
  }),
  route({
    name: 'logInDeveloper',
    method: 'POST',
    path: '/v1/dev/auth/login',
    for: ['public'],
    tag: 'Developer account',
    summary: 'Sign in to the portal; the response sets the session cookie.',
    body: LogIn,
    output: Session,
    cookies: true,
    failures: ['unauthorized', 'second_factor_required', 'account_suspended', 'rate_limited', 'csrf_rejected'],
    example: { body: { email: 'grace@example.com', password: 'a bug in a relay' }, output: sessionExample },
    run: async (ctx, { body }) => signedIn(await developers.logIn(ctx, body)),
  }),
  route({
    name: 'logOutDeveloper',
    method: 'POST',
    path: '/v1/dev/auth/logout',
    for: ['developer'],
    tag: 'Developer account',
    summary: 'End this session.',
    output: Done,
    example: { output: { ok: true } },
    run: async (ctx) => new RouteResponse({ ok: true as const }, { cookie: await developers.logOut(ctx) }),
  }),
  route({
    name: 'getDeveloper',
    method: 'GET',
    path: '/v1/dev/auth/me',
    for: ['developer'],
    tag: 'Developer account',
    summary: 'Who is signed in.',
    output: Session,
    example: { output: sessionExample },
    run: async (ctx) => asSession(await developers.readAccount(ctx)),
  }),
  routesWith<P & PasswordPorts>().route({
    name: 'changeDeveloperPassword',
    method: 'POST',
    path: '/v1/dev/auth/change-password',
    for: ['developer'],
    tag: 'Developer account',
    summary: 'Change the password; every other session ends.',
    body: ChangeDeveloperPassword,
    output: Session,
    failures: ['rate_limited', 'conflict', 'reauthentication_required'],
    example: {
      body: { current_password: 'a bug in a relay', new_password: 'a moth in a relay' },
      output: sessionExample,
    },
    run: async (ctx, { body }) => {
      const { disconnect_since: since } = body
      await developers.changePassword(ctx, body, async (ctx) => {
        if (since !== undefined) await access.end(ctx, ctx.actor.developerId, since)
      })
      return asSession(await developers.readAccount(ctx))
    },
  }),
  routesWith<P & PasswordPorts>().route({
    name: 'deleteDeveloper',
    method: 'DELETE',
    path: '/v1/dev/auth/me',
    for: ['developer'],
    tag: 'Developer account',
    summary: 'Delete the account and its apps; every connection to them ends.',
    description: ERASURE_PROOF,
    body: Proof,
    output: Done,
    failures: ['rate_limited', 'conflict', 'reauthentication_required'],
    example: { body: { password: 'a bug in a relay' }, output: { ok: true } },
    run: async (ctx, { body }) => {
      await developerFactors.proveForErasure(ctx, body)
      return erased(await developers.erase(ctx, endApps))
    },
  }),
  ...factorRoutes({
    holder: 'developer',
    base: '/v1/dev/auth',
    tag: 'Developer account',
    named: (name) => `${name}OfDeveloper`,
    verbs: developerFactors,
    session: Session,
    sessionExample,
    signedIn,
  }),
]
