import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { PublicActor } from '../../foundation/actor.ts'
import { newSecret } from '../../foundation/auth/secrets.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { type Cookie, RouteResponse } from '../../foundation/route.ts'
import { lockAccount } from '../accounts/account-lock.ts'
import { type Account, type AccountVerbs, idOf, type Owner } from '../accounts/accounts.ts'
import { throttleAddress } from '../accounts/attempts.ts'
import type { FactorVerbs } from '../accounts/factors/verbs.ts'
import { Email } from '../accounts/inputs.ts'
import {
  accountOfIdentity,
  deleteLinks,
  insertLink,
  listLinks,
  type ProviderIdentity,
  touchLink,
} from '../accounts/openid-links.ts'
import type { PasswordPorts } from '../accounts/passwords.ts'
import { checkConfirmed, lockSession } from '../accounts/sessions.ts'
import { startStep, takeStep } from '../accounts/steps.ts'
import type { OpenIdPorts, OpenIdProvider, ProviderUser } from './provider.ts'

/*
 * Signing in by the OpenID provider. A visit to the provider is bound to the browser by a cookie. An identity that is
 * not linked signs in to no existing account: the owner signs in to it in the usual way first, and then links it.
 */

const VISIT_MS = 10 * 60_000
/** Enough for the request of an app: its redirect URI, state and resource may each have two thousand characters. */
const NEXT_CHARS_MAX = 8_000
const NAME_CHARS_MAX = 100
const VERIFIER_BYTES = 32
const COOKIES = { user: 'ms_openid', developer: 'ms_dev_openid' } as const
const PAGES = {
  user: { signIn: '/login', settings: '/settings/sign-in', start: '/memories' },
  developer: { signIn: '/developers/login', settings: '/developers/settings/sign-in', start: '/developers/apps' },
} as const

/** How a visit ended, as the sign-in page and the settings are told in `?provider=`. */
type Outcome =
  | 'linked'
  | 'link'
  | 'second_factor'
  | 'cancelled'
  | 'unverified'
  | 'unavailable'
  | 'closed'
  | 'taken'
  | 'failed'

export const BeginVisit = z.object({
  next: z
    .string()
    .max(NEXT_CHARS_MAX, { abort: true })
    .refine(isOwnPath, { message: 'must be a path of this service' })
    .optional()
    .meta({ description: 'The page to return to after the sign-in.' }),
})
export const Visit = z
  .object({ url: z.string().meta({ description: 'The address to send the browser to.' }) })
  .meta({ id: 'ProviderVisit' })

interface VisitData {
  nonce: string
  verifier: string
  next: string | null
  /** The account to link the identity to, for a visit that began in its settings. */
  linkTo: string | null
  /** The hash of the session that the link began in, in base64; only this session can finish it. */
  session: string | null
}

type Ports = PasswordPorts & OpenIdPorts
type Visitor = Ctx<PublicActor, Ports>
type Member = Owner & Ports

/**
 * The verbs for signing in by the provider, for one kind of account. A new one has the name that the provider gives, if it
 * is acceptable.
 */
export function openIdVerbs<A extends Account>(
  accounts: AccountVerbs<A>,
  factors: FactorVerbs<A>,
  isAcceptable: (name: string) => boolean = () => true,
) {
  const { holder, record } = accounts.kind
  const pages = PAGES[holder]
  const cookie = COOKIES[holder]
  const base = holder === 'user' ? '/v1/auth' : '/v1/dev/auth'
  const callbackOf = ({ config }: Pick<Ctx, 'config'>) =>
    `${holder === 'user' ? config.hubUrl : config.baseUrl}${base}/openid/callback`

  /** Begins a sign-in. */
  async function beginSignIn(ctx: Visitor, { next }: z.output<typeof BeginVisit>) {
    await throttleAddress(ctx)
    return begin(ctx, { next: next ?? null, linkTo: null, session: null })
  }

  /** Begins to link an identity to the account of the caller. */
  async function beginLink(ctx: Member) {
    checkConfirmed(ctx)
    return begin(ctx, { next: pages.settings, linkTo: idOf(ctx), session: ctx.actor.sessionHash.toString('base64') })
  }

  async function begin(ctx: Ctx & Ports, visit: Pick<VisitData, 'next' | 'linkTo' | 'session'>) {
    const provider = requireProvider(ctx)
    const expected = { nonce: randomText(), verifier: randomText() }
    const state = newSecret('mso')
    const url = await provider.begin(callbackOf(ctx), { state, ...expected })
    const data = JSON.stringify({ ...expected, ...visit } satisfies VisitData)
    await startStep(ctx, 'openid_visit', holder, {
      data,
      token: state,
      lifetimeMs: VISIT_MS,
      ...(visit.linkTo !== null && { accountId: visit.linkTo }),
    })
    return new RouteResponse({ url }, { cookie: { name: cookie, value: state, maxAgeSeconds: VISIT_MS / 1_000 } })
  }

  /** Ends a visit: signs in, creates an account or links, and redirects to the page that goes on. */
  async function finishVisit(ctx: Visitor, query: Record<string, unknown>): Promise<RouteResponse<string>> {
    const { state } = query
    const isOwn = typeof state === 'string' && ctx.cookieOf?.(cookie) === state
    const step = isOwn ? await takeStep(ctx, 'openid_visit', holder, state) : undefined
    if (!step || !isOwn) return redirect(pages.signIn, 'failed', [])
    const visit = JSON.parse(step.data) as VisitData
    const back = visit.linkTo === null ? signInPage(visit.next) : pages.settings
    const cleared = [{ name: cookie, value: null }] as const
    try {
      const url = new URL(callbackOf(ctx))
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
      const user = await requireProvider(ctx).finish(url, { state, nonce: visit.nonce, verifier: visit.verifier })
      if (!user) return redirect(back, 'cancelled', cleared)
      if (visit.linkTo !== null) {
        await link(ctx, visit.linkTo, user, Buffer.from(visit.session ?? '', 'base64'))
        return redirect(back, 'linked', cleared)
      }
      return await signIn(ctx, user, visit.next)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      ctx.log.info({ err: error.cause ?? error, code: error.code }, 'sign-in by the provider failed')
      return redirect(back, outcomeOf(error, visit.linkTo !== null), [...cleared, ...error.cookies])
    }
  }

  async function signIn(ctx: Visitor, user: ProviderUser, next: string | null): Promise<RouteResponse<string>> {
    const cleared = { name: cookie, value: null }
    const to = (cookies: readonly Cookie[]) => redirect(next ?? pages.start, undefined, [...cookies, cleared])
    const linked = await accountOfIdentity(ctx, holder, user)
    if (linked !== undefined) {
      const account = await accounts.find(ctx, { id: linked })
      if (!account) throw new Failure('unauthorized')
      await touchLink(ctx, linked, user)
      const identity = { issuer: user.issuer, subject: user.subject }
      return to((await accounts.goOn(ctx, { ...account, passwordHash: null, identity })).cookies)
    }
    const email = Email.safeParse(user.email)
    if (!user.isEmailVerified || !email.success) return redirect(signInPage(next), 'unverified', [cleared])
    const existing = await accounts.find(ctx, { email: email.data })
    if (existing) {
      const token = await startStep(ctx, 'openid_link', holder, {
        accountId: existing.id,
        data: JSON.stringify({ issuer: user.issuer, subject: user.subject, email: email.data }),
        lifetimeMs: VISIT_MS,
      })
      const pending = { name: cookie, value: token, maxAgeSeconds: VISIT_MS / 1_000 }
      return redirect(signInPage(next), 'link', [pending])
    }
    const given = user.name?.trim().slice(0, NAME_CHARS_MAX) || undefined
    const name = given && isAcceptable(given) ? given : undefined
    const { cookies } = await accounts.signUp(
      ctx,
      { email: email.data, name, isConfirmed: true },
      async (ctx, account) => {
        await insertLink(ctx, holder, account.id, { ...user, email: email.data })
        await record?.(ctx, account.id, 'account.openid_link')
        return account
      },
    )
    return to(cookies)
  }

  async function link(ctx: Ctx & Ports, accountId: string, identity: ProviderIdentity, session: Buffer): Promise<void> {
    await inTransaction(ctx, async (ctx) => {
      await lockAccount(ctx, holder, accountId)
      await lockSession(ctx, holder, accountId, session)
      await insertLink(ctx, holder, accountId, identity)
      await record?.(ctx, accountId, 'account.openid_link')
    })
  }

  /** Links the identity of the last visit to the account of the caller, who has just signed in to it. */
  async function confirmLink(ctx: Member) {
    checkConfirmed(ctx)
    const token = ctx.cookieOf?.(cookie)
    const step = token && (await takeStep(ctx, 'openid_link', holder, token, idOf(ctx)))
    if (!step)
      throw new Failure('not_found', { reason: 'No identity with the address of this account waits to be linked.' })
    await link(ctx, idOf(ctx), JSON.parse(step.data) as ProviderIdentity, ctx.actor.sessionHash)
    return new RouteResponse({ ok: true as const }, { cookie: { name: cookie, value: null } })
  }

  /** The provider, and the identities that sign in to the account. */
  async function readLinks(ctx: Member) {
    return { provider: ctx.openId ? { name: ctx.openId.name } : null, items: await listLinks(ctx, idOf(ctx)) }
  }

  /** Removes the identities of an issuer, unless nothing else signs in to the account. */
  async function unlink(ctx: Member, { issuer }: { issuer: string }): Promise<void> {
    checkConfirmed(ctx)
    await factors.changeFactors(ctx, async (ctx) => {
      if (!(await deleteLinks(ctx, idOf(ctx), issuer))) throw new Failure('not_found')
      await record?.(ctx, idOf(ctx), 'account.openid_unlink')
      await factors.checkSignInLeft(ctx)
    })
  }

  const signInPage = (next: string | null) =>
    next === null ? pages.signIn : `${pages.signIn}?next=${encodeURIComponent(next)}`

  return { beginSignIn, beginLink, finishVisit, confirmLink, readLinks, unlink }
}

export type OpenIdVerbs<A extends Account> = ReturnType<typeof openIdVerbs<A>>

function requireProvider({ openId }: OpenIdPorts): OpenIdProvider {
  if (openId) return openId
  throw new Failure('not_found', { reason: 'This service has no identity provider; the operator can set OIDC_ISSUER.' })
}

function outcomeOf({ code }: Failure, isLink: boolean): Outcome {
  if (code === 'second_factor_required') return 'second_factor'
  if (code === 'provider_unavailable') return 'unavailable'
  if (code === 'conflict' && isLink) return 'taken'
  if (code === 'sign_up_closed' || code === 'invitation_required') return 'closed'
  return 'failed'
}

function redirect(path: string, outcome: Outcome | undefined, cookies: readonly Cookie[]): RouteResponse<string> {
  // Written as a URL, so that it contains only characters that a header can have.
  const { pathname, search, hash } = new URL(path, HERE)
  const location = `${pathname}${search}${outcome ? `${search ? '&' : '?'}provider=${outcome}` : ''}${hash}`
  return new RouteResponse('', { headers: { location }, cookies })
}

const randomText = () => randomBytes(VERIFIER_BYTES).toString('base64url')

const HERE = 'http://service.invalid'

/** Whether a text is a path of this origin, however it is written. */
function isOwnPath(text: string): boolean {
  if (!text.startsWith('/') || !URL.canParse(text, HERE)) return false
  const { origin, pathname } = new URL(text, HERE)
  return origin === HERE && !pathname.startsWith('//')
}
