import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { throttle } from '../../foundation/throttle.ts'
import { appBySlug, type ConsentApp, isVerified } from '../apps/clients.ts'
import { matchesRedirect, withQuery } from '../apps/redirects.ts'
import { checkRoom } from '../connections/connect.ts'
import { targetOf } from '../connections/target.ts'
import { ConsentScopes, DescribedScope, describeScope } from '../vocabulary/describe.ts'
import { allows } from '../vocabulary/scopes.ts'
import { issueCode } from './codes.ts'

const AUTHORIZE_PER_MINUTE_MAX = 30
const MINUTE_SECONDS = 60
export const SCOPES_MAX = 100
const SLUG_CHARS_MAX = 64
export const STATE_CHARS_MAX = 2_048
const URI_CHARS_MAX = 2_048

export const PreviewQuery = z.object({
  slug: z.string().max(SLUG_CHARS_MAX).meta({ example: 'trail-coach' }),
  scope: ConsentScopes.optional().meta({ description: 'What is asked for, separated by spaces; else all of it.' }),
  redirect_uri: z.string().max(URI_CHARS_MAX).optional().meta({ description: 'Where the person would be sent.' }),
})

export const Preview = z
  .object({
    app: z.object({
      name: z.string(),
      slug: z.string(),
      iconUrl: z.string().nullable(),
      verified: z
        .boolean()
        .meta({ description: 'Whether a developer registered it; else nobody vouches for its name.' }),
      host: z
        .string()
        .nullable()
        .meta({ description: 'The host it is described at, of a client known by a document.' }),
    }),
    manifest: z.object({
      scopes: z.array(z.string()),
      eventTypes: z.array(z.string()),
      intents: z.array(z.string()),
    }),
    scopes: z.array(DescribedScope).meta({
      description: 'What there is to decide on: the scopes asked for, or with no `scope` those of the manifest.',
    }),
    outside: z.array(z.string()).meta({ description: 'Asked for, but no scope or none the app may ask for.' }),
    redirect_ok: z.boolean().meta({
      description: 'Whether authorize would take this `redirect_uri`; when it is false, nobody may be sent anywhere.',
    }),
    redirect_uri: z.string().nullable().meta({
      description: 'Where the person is sent, also when it was left out; null when nowhere. Show them the host.',
    }),
  })
  .meta({ id: 'ConsentPreview' })

/** What the consent screen shows of an app and of what it asks for. */
export async function previewConsent(
  ctx: Ctx,
  { slug, scope, redirect_uri }: z.output<typeof PreviewQuery>,
): Promise<z.output<typeof Preview>> {
  const app = await appBySlug(ctx, slug)
  const { name, iconUrl, manifest, slug: found } = app
  const asked = scope ?? manifest.scopes
  const redirect_ok = uriRefusal(app, redirect_uri) === undefined
  const inside = (each: string) => allows(manifest.scopes, each)
  return {
    app: { name, slug: found, iconUrl, verified: isVerified(app), host: hostOf(app) },
    manifest,
    scopes: asked.filter(inside).map(describeScope),
    outside: asked.filter((each) => !inside(each)),
    redirect_ok,
    redirect_uri: redirect_ok ? uriFor(app, redirect_uri) : null,
  }
}

function hostOf({ registration, client_id }: ConsentApp): string | null {
  return registration === 'document' ? new URL(client_id).host : null
}

/** What a verifier will be held against at the exchange. */
export const CodeChallenge = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'takes the base64url of a SHA-256, 43 characters (RFC 7636)')

export const Authorize = z
  .object({
    slug: z.string().max(STATE_CHARS_MAX),
    redirect_uri: z.string().max(URI_CHARS_MAX).optional().meta({
      description: 'One of the registered URIs. May be left out by an app that has registered one or none.',
    }),
    scopes: z.array(z.string().max(STATE_CHARS_MAX)).max(SCOPES_MAX).optional().meta({
      description: 'What the person allows, and it may be nothing; left out only with a denial.',
    }),
    state: z.string().max(STATE_CHARS_MAX).optional(),
    code_challenge: CodeChallenge.optional().meta({ description: 'Needed by an app that is not verified.' }),
    code_challenge_method: z.literal('S256').optional(),
    resource: z.string().max(URI_CHARS_MAX).optional().meta({
      description: 'What the token is to be good for: the address of this service, or the same with `/mcp` (RFC 8707).',
    }),
    decision: z.enum(['allow', 'deny']).default('allow'),
  })
  .refine((body) => !body.code_challenge_method || body.code_challenge, {
    path: ['code_challenge'],
    message: 'is missing, although code_challenge_method is set',
  })
  .refine(({ decision, scopes }) => decision === 'deny' || scopes, {
    path: ['scopes'],
    message: 'is missing; an empty list allows nothing',
  })
export const Authorized = z
  .object({
    redirect_to: z.string().nullable().meta({ description: 'Where to send the person now; null without a URI.' }),
    code: z.string().optional(),
    expires_at: z.iso.datetime().optional(),
    scopes: z.array(z.string()).optional(),
  })
  .meta({ id: 'Authorized', description: 'After a denial only `redirect_to`.' })

/** The person's decision on what an app asked for: a one-time code, or a redirect that says no. */
export async function authorize(
  ctx: Ctx<UserActor>,
  body: z.output<typeof Authorize>,
): Promise<z.output<typeof Authorized>> {
  const { userId } = ctx.actor
  if (ctx.config.rateLimit !== null)
    await throttle(ctx.db, `authorize ${userId}`, AUTHORIZE_PER_MINUTE_MAX, MINUTE_SECONDS)
  const app = await appBySlug(ctx, body.slug)
  const uri = redirectUri(app, body.redirect_uri)
  const back = (values: Record<string, string>) =>
    uri && withQuery(uri, { ...values, state: body.state, iss: ctx.config.baseUrl })
  if (body.decision === 'deny') return { redirect_to: back({ error: 'access_denied' }) }

  const target = targetOf(ctx.config.baseUrl, body.resource)
  if (!isVerified(app) && !body.code_challenge)
    throw invalid('code_challenge', 'is required for an app that is not verified')
  const scopes = [...new Set(body.scopes ?? [])]
  const outside = scopes.filter((scope) => !allows(app.manifest.scopes, scope))
  if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
  await checkRoom(ctx, { userId, appId: app.id, developerId: app.developerId })
  const { code, expires_at } = await issueCode(ctx, {
    app,
    scopes,
    redirectUri: body.redirect_uri,
    challenge: body.code_challenge,
    target,
  })
  return { code, redirect_to: back({ code }), expires_at, scopes }
}

function redirectUri(app: ConsentApp, asked: string | undefined): string | null {
  const refusal = uriRefusal(app, asked)
  if (refusal) throw refusal
  return uriFor(app, asked)
}

function uriFor({ redirect_uris }: ConsentApp, asked: string | undefined): string | null {
  return asked ?? redirect_uris[0] ?? null
}

/** Why an app may not send a person to an address; it may be left out where there is no choice. */
export function uriRefusal({ redirect_uris }: ConsentApp, asked: string | undefined): Failure | undefined {
  if (asked !== undefined)
    return matchesRedirect(redirect_uris, asked) ? undefined : new Failure('invalid_redirect_uri')
  return redirect_uris.length > 1
    ? new Failure('invalid_redirect_uri', { reason: 'Several are registered: name one.' })
    : undefined
}
