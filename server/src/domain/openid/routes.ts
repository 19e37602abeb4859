import { z } from 'zod'
import { type Route, routesWith, type Tag } from '../../foundation/route.ts'
import { type Account, Done } from '../accounts/accounts.ts'
import { relyingPartyOf } from '../accounts/factors/relying-party.ts'
import type { PasswordPorts } from '../accounts/passwords.ts'
import type { Holder } from '../accounts/sessions.ts'
import { developerFactors, developers } from '../developers/developers.ts'
import { ShownName } from '../developers/names.ts'
import { userFactors, users } from '../users/users.ts'
import type { OpenIdPorts } from './provider.ts'
import { BeginVisit, type OpenIdVerbs, openIdVerbs, Visit } from './verbs.ts'

type Ports = PasswordPorts & OpenIdPorts
const { route } = routesWith<Ports>()

const Provider = z
  .object({ name: z.string() })
  .nullable()
  .meta({ description: 'The OpenID provider, if there is one.' })
const SignInMethods = z
  .object({
    passkeys: z.boolean().meta({ description: 'Whether this service can have passkeys.' }),
    provider: Provider,
  })
  .meta({ id: 'SignInMethods' })
const Link = z
  .object({
    issuer: z.string(),
    email: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ProviderLink' })
const Links = z.object({ provider: Provider, items: z.array(Link) }).meta({ id: 'ProviderLinks' })
const Issuer = z.object({ issuer: z.string().max(2_000) })

const issuer = 'https://id.example.com'
const url = `${issuer}/authorize?client_id=memory&response_type=code`
const link = { issuer, email: 'ada@example.com', createdAt: '2026-05-03T07:30:00.000Z', lastUsedAt: null }

interface Surface<A extends Account> {
  holder: Holder
  base: '/v1/auth' | '/v1/dev/auth'
  tag: Tag
  named: (name: string) => string
  verbs: OpenIdVerbs<A>
}

function routesOf<A extends Account>({ holder, base, tag, named, verbs }: Surface<A>): Route<Ports>[] {
  const own = { for: [holder], tag } as const
  return [
    route({
      name: named('beginProviderSignIn'),
      method: 'POST',
      path: `${base}/login/openid`,
      for: ['public'],
      tag,
      cookies: true,
      summary: 'Begin to sign in by the OpenID provider of this service.',
      description: `The provider sends the browser back to \`${base}/openid/callback\`, which must be registered there.`,
      body: BeginVisit,
      output: Visit,
      failures: ['not_found', 'provider_unavailable', 'rate_limited', 'csrf_rejected'],
      example: { body: { next: '/memories' }, output: { url } },
      run: (ctx, { body }) => verbs.beginSignIn(ctx, body),
    }),
    route({
      name: named('finishProviderVisit'),
      method: 'GET',
      path: `${base}/openid/callback`,
      for: ['public'],
      tag,
      cookies: true,
      summary: 'Where the provider sends the browser back to; redirects to a page.',
      description:
        'Signs in, creates an account where sign-up allows it, or links. An identity whose verified address has an ' +
        'account already is linked only after a sign-in to that account. `?provider=` tells the page what to do next.',
      query: z.looseObject({ state: z.string().max(200).optional() }),
      errorFormat: 'oauth',
      output: z.string().meta({ description: 'Empty.' }),
      status: 302,
      failures: ['rate_limited'],
      example: { query: { state: 'mso_…', code: '…' }, output: '' },
      run: (ctx, { query }) => verbs.finishVisit(ctx, query),
    }),
    route({
      ...own,
      name: named('getProviderLinks'),
      method: 'GET',
      path: `${base}/openid`,
      summary: 'The identities at the OpenID provider that sign in to this account.',
      output: Links,
      example: { output: { provider: { name: 'Example' }, items: [link] } },
      run: (ctx) => verbs.readLinks(ctx),
    }),
    route({
      ...own,
      name: named('beginProviderLink'),
      method: 'POST',
      path: `${base}/openid`,
      cookies: true,
      summary: 'Begin to link an identity at the OpenID provider to this account.',
      output: Visit,
      failures: ['not_found', 'provider_unavailable', 'reauthentication_required'],
      // Not wrapped in a transaction, which would wait for the provider.
      storesResponse: true,
      example: { output: { url } },
      run: (ctx) => verbs.beginLink(ctx),
    }),
    route({
      ...own,
      name: named('confirmProviderLink'),
      method: 'POST',
      path: `${base}/openid/link`,
      cookies: true,
      summary: 'Link the identity of the last visit to the provider to this account, after a sign-in to it.',
      output: Done,
      failures: ['not_found', 'conflict', 'reauthentication_required'],
      example: { output: { ok: true } },
      run: (ctx) => verbs.confirmLink(ctx),
    }),
    route({
      ...own,
      name: named('removeProviderLink'),
      method: 'DELETE',
      path: `${base}/openid`,
      summary: 'Unlink the identities of an issuer, unless nothing else signs in to the account.',
      query: Issuer,
      output: Done,
      failures: ['not_found', 'conflict', 'reauthentication_required'],
      example: { query: { issuer }, output: { ok: true } },
      run: async (ctx, { query }) => {
        await verbs.unlink(ctx, query)
        return { ok: true as const }
      },
    }),
  ]
}

/** Signing in by the OpenID provider, and what this service offers to sign in with. */
export const openIdRoutes: Route<Ports>[] = [
  route({
    name: 'getSignInMethods',
    method: 'GET',
    path: '/v1/auth/methods',
    for: ['public'],
    tag: 'Account',
    summary: 'What people and developers can sign in with here, besides a password.',
    output: SignInMethods,
    example: { output: { passkeys: true, provider: { name: 'Example' } } },
    run: ({ config, openId }) => ({
      passkeys: relyingPartyOf(config) !== undefined,
      provider: openId && { name: openId.name },
    }),
  }),
  ...routesOf({
    holder: 'user',
    base: '/v1/auth',
    tag: 'Account',
    named: (name) => name,
    verbs: openIdVerbs(users, userFactors),
  }),
  ...routesOf({
    holder: 'developer',
    base: '/v1/dev/auth',
    tag: 'Developer account',
    named: (name) => `${name}OfDeveloper`,
    verbs: openIdVerbs(developers, developerFactors, (name) => ShownName.safeParse(name).success),
  }),
]
