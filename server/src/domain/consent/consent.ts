import { allows } from '@memory-service/scopes'
import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import { throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { storeResponse } from '../../foundation/idempotency.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { checkAddressConfirmed } from '../accounts/confirmation.ts'
import { inSession } from '../accounts/in-session.ts'
import { appNamed, type ConsentApp, isOfPortal } from '../apps/clients.ts'
import { matchesRedirect, withQuery } from '../apps/redirects.ts'
import { checkNotStopped } from '../apps/stops.ts'
import { ACCESS_SECONDS_MAX, checkWithin } from '../connections/change.ts'
import { checkLimits } from '../connections/connect.ts'
import { targetOf } from '../connections/target.ts'
import type { MailPorts } from '../mail/mail.ts'
import { recordGrant } from '../users/recent-grants.ts'
import { isWithinChars, SCOPE_LIST_CHARS_MAX } from '../vocabulary/describe.ts'
import { Claim, type Claims } from './claim.ts'
import { issueCode } from './codes.ts'

const AUTHORIZE_PER_MINUTE_MAX = 30
const MINUTE_SECONDS = 60
export const SCOPES_MAX = 100
const SIGNALS_MAX = 100
export const STATE_CHARS_MAX = 2_048
export const URI_CHARS_MAX = 2_048
export const SLUG_OR_CLIENT = 'The slug of the app; or send `client_id`.'

/** A PKCE challenge (RFC 7636, 4.2). */
export const CodeChallenge = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the base64url of a SHA-256, 43 characters (RFC 7636)')

/** The thumbprint of a key (RFC 7638). */
export const Thumbprint = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the base64url of a SHA-256, 43 characters (RFC 7638)')

export const Authorize = z
  .object({
    slug: z.string().max(STATE_CHARS_MAX).optional().meta({ description: SLUG_OR_CLIENT }),
    client_id: z.string().max(URI_CHARS_MAX).optional().meta({ description: 'The client id of the app.' }),
    redirect_uri: z.string().max(URI_CHARS_MAX).optional().meta({
      description: 'One of the registered URIs. Optional for an app that registered one or none.',
    }),
    scopes: z.array(z.string().max(STATE_CHARS_MAX)).max(SCOPES_MAX).optional().meta({
      description: 'The scopes the user grants; may be empty. Required unless `decision` is `deny`.',
    }),
    refused: z
      .array(z.string().max(STATE_CHARS_MAX))
      .max(SCOPES_MAX)
      .optional()
      .meta({
        description:
          'The scopes that the user was shown and did not grant. The next consent tells them apart from new ones, with ' +
          'signals of the manifest that are not in `signals`.',
      }),
    signals: z
      .array(z.string().max(STATE_CHARS_MAX))
      .max(SIGNALS_MAX)
      .optional()
      .meta({
        description:
          'The types of signals the app may receive, of those its manifest declares; all of these when omitted. Types ' +
          'that it declares later need a new consent.',
      }),
    expires_in: z.int().min(1).max(ACCESS_SECONDS_MAX).optional().meta({
      description: 'After how many seconds access ends, at most ten years; without it, access has no end.',
    }),
    state: z.string().max(STATE_CHARS_MAX).optional(),
    code_challenge: CodeChallenge.optional().meta({
      description: 'Required for an app that is not registered in the portal.',
    }),
    code_challenge_method: z.literal('S256').optional(),
    dpop_jkt: Thumbprint.optional().meta({
      description: 'The thumbprint of the key whose proof the exchange of the code must have (RFC 9449, 10).',
    }),
    resource: z.string().max(URI_CHARS_MAX).optional().meta({
      description: 'The audience of the token: the address of this service, or the same with `/mcp` (RFC 8707).',
    }),
    claim: Claim.optional().meta({
      description: 'What the person saves of the memories that the app holds for them; the rest is erased.',
    }),
    decision: z.enum(['allow', 'deny']).default('allow'),
  })
  .refine((body) => !body.code_challenge_method || body.code_challenge, {
    path: ['code_challenge'],
    message: 'is required when code_challenge_method is set',
  })
  .refine(({ decision, scopes }) => decision === 'deny' || scopes, {
    path: ['scopes'],
    message: 'is required; an empty list grants nothing',
  })
export const Authorized = z
  .object({
    redirect_to: z.string().nullable().meta({ description: 'Where to redirect the user; null without a URI.' }),
    code: z.string().optional(),
    expires_at: z.iso.datetime().optional(),
    scopes: z.array(z.string()).optional(),
    signals: z.array(z.string()).optional(),
  })
  .meta({ id: 'Authorized', description: 'After a denial, only `redirect_to`.' })

/** Applies the user's decision on a consent request: a one-time code, or a redirect with `access_denied`. */
export async function authorize<P>(
  ctx: Ctx<UserActor, MailPorts & P>,
  body: z.output<typeof Authorize>,
  claims: Claims<P>,
): Promise<z.output<typeof Authorized>> {
  const { userId } = ctx.actor
  if (ctx.config.rateLimit !== null)
    await throttle(ctx.db, `authorize ${userId}`, AUTHORIZE_PER_MINUTE_MAX, MINUTE_SECONDS)
  const app = await appNamed(ctx, body)
  const uri = checkedRedirect(app, body.redirect_uri)
  const redirectWith = (values: Record<string, string>) =>
    uri && withQuery(uri, { ...values, state: body.state, iss: ctx.config.baseUrl })
  if (body.decision === 'deny') return { redirect_to: redirectWith({ error: 'access_denied' }) }
  checkNotStopped(app)

  const target = targetOf(ctx.config.baseUrl, body.resource)
  if (!isOfPortal(app) && !body.code_challenge)
    throw invalid('code_challenge', 'is required for an app that is not registered in the portal')
  const scopes = [...new Set(body.scopes ?? [])]
  if (!isWithinChars(scopes)) throw invalid('scopes', `must have at most ${SCOPE_LIST_CHARS_MAX} characters in all`)
  const outside = scopes.filter((scope) => !allows(app.manifest.scopes, scope))
  if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
  const signals = [...new Set(body.signals ?? app.manifest.eventTypes)]
  checkWithin(signals, app.manifest.eventTypes, 'the app’s manifest')
  const offered = [
    ...(body.refused ?? []).filter((scope) => allows(app.manifest.scopes, scope)),
    ...app.manifest.eventTypes,
  ]
  const refused = offered.filter((name) => !allows(scopes, name) && !signals.includes(name))
  const expiresAt =
    body.expires_in === undefined ? null : new Date(ctx.clock().getTime() + body.expires_in * 1_000).toISOString()
  await checkLimits(ctx, { userId, appId: app.id, developerId: app.developerId })
  if (ctx.mailer.kind === 'smtp' && !(await isConnected(ctx, app))) await checkAddressConfirmed(ctx)
  const approval = {
    ...{
      app,
      grant: { scopes, signals, expiresAt, refused },
      redirectUri: body.redirect_uri,
      challenge: body.code_challenge,
    },
    target,
    jkt: body.dpop_jkt ?? null,
  }
  const { claim } = body
  const save = claim && (await claims.claim(ctx, app, claim, scopes))
  return inSession(ctx, async (ctx) => {
    await recordGrant(ctx, scopes)
    await save?.(ctx)
    const { code, expires_at } = await issueCode(ctx, approval)
    const response = { code, redirect_to: redirectWith({ code }), expires_at, scopes, signals }
    await storeResponse(ctx, response)
    return response
  })
}

// Who has connected the app already does not need a confirmed address to do so again.
async function isConnected({ db, actor }: Ctx<UserActor>, { id }: ConsentApp): Promise<boolean> {
  const connection = await db.maybe(sql`
    select 1 from connections where user_id = ${actor.userId} and app_id = ${id} and status = 'active'`)
  return connection !== undefined
}

function checkedRedirect(app: ConsentApp, requested: string | undefined): string | null {
  const failure = redirectFailure(app, requested)
  if (failure) throw failure
  return resolveRedirect(app, requested)
}

export function resolveRedirect({ redirect_uris }: ConsentApp, requested: string | undefined): string | null {
  return requested ?? redirect_uris[0] ?? null
}

/** Why a redirect URI is not acceptable for an app; it may be omitted when the app registered at most one. */
export function redirectFailure({ redirect_uris }: ConsentApp, requested: string | undefined): Failure | undefined {
  if (requested !== undefined)
    return matchesRedirect(redirect_uris, requested) ? undefined : new Failure('invalid_redirect_uri')
  return redirect_uris.length > 1
    ? new Failure('invalid_redirect_uri', {
        reason: '`redirect_uri` is required, because the app has registered several.',
      })
    : undefined
}
