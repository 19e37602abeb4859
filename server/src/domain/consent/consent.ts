import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { PublicActor, UserActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { hashSecret, newSecret, sameBytes } from '../../foundation/secrets.ts'
import { sql } from '../../foundation/sql.ts'
import { throttle, unthrottle } from '../../foundation/throttle.ts'
import { appByClient, appBySlug, type ConsentApp } from '../apps/apps.ts'
import { matchesRedirect, withQuery } from '../apps/redirects.ts'
import { auditEntry, insertAudit } from '../audit/audit.ts'
import { checkRoom, connect } from '../connections/connect.ts'
import { endConnection } from '../connections/connections.ts'
import { ConsentScopes, DescribedScope, describeScope } from '../vocabulary/describe.ts'
import { allows } from '../vocabulary/scopes.ts'

const CODE_TTL_MS = 10 * 60_000
const CODES_KEPT_MS = 24 * 60 * 60_000
const AUTHORIZE_PER_MINUTE_MAX = 30
const EXCHANGE_FAILURES_PER_MINUTE_MAX = 20
const MINUTE_SECONDS = 60
const SCOPES_MAX = 100
const SLUG_CHARS_MAX = 64
const STATE_CHARS_MAX = 2_048
const URI_CHARS_MAX = 2_048
const SECRET_CHARS_MAX = 256

export const PreviewQuery = z.object({
  slug: z.string().max(SLUG_CHARS_MAX).meta({ example: 'trail-coach' }),
  scope: ConsentScopes.optional().meta({ description: 'What is asked for, separated by spaces; else all of it.' }),
  redirect_uri: z.string().max(URI_CHARS_MAX).optional().meta({ description: 'Where the person would be sent.' }),
})

export const Preview = z
  .object({
    app: z.object({ name: z.string(), slug: z.string(), iconUrl: z.string().nullable() }),
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
  const inside = (each: string) => allows(manifest.scopes, each)
  return {
    app: { name, slug: found, iconUrl },
    manifest,
    scopes: asked.filter(inside).map(describeScope),
    outside: asked.filter((each) => !inside(each)),
    redirect_ok: refusalOf(app, redirect_uri) === undefined,
  }
}

export const Authorize = z
  .object({
    slug: z.string().max(STATE_CHARS_MAX),
    redirect_uri: z.string().max(URI_CHARS_MAX).optional().meta({
      description: 'One of the registered URIs. May be left out by an app that has registered one or none.',
    }),
    scopes: z.array(z.string().max(STATE_CHARS_MAX)).max(SCOPES_MAX).default([]),
    state: z.string().max(STATE_CHARS_MAX).optional(),
    code_challenge: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'takes the base64url of a SHA-256, 43 characters (RFC 7636)')
      .optional(),
    code_challenge_method: z.literal('S256').optional(),
    decision: z.enum(['allow', 'deny']).default('allow'),
  })
  .refine((body) => !body.code_challenge_method || body.code_challenge, {
    path: ['code_challenge'],
    message: 'is missing beside code_challenge_method',
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

  const scopes = [...new Set(body.scopes)]
  const outside = scopes.filter((scope) => !allows(app.manifest.scopes, scope))
  if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
  await checkRoom(ctx, { userId, appId: app.id, developerId: app.developerId })
  const code = newSecret('cod')
  const expires_at = new Date(ctx.clock().getTime() + CODE_TTL_MS).toISOString()
  await ctx.db.count(sql`
    insert into authorization_codes (code_hash, user_id, app_id, redirect_uri, scopes, code_challenge, expires_at)
    values (${hashSecret(code)}, ${userId}, ${app.id}, ${body.redirect_uri ?? null}, ${scopes},
      ${body.code_challenge ?? null}, ${expires_at})`)
  return { code, redirect_to: back({ code }), expires_at, scopes }
}

function redirectUri(app: ConsentApp, asked: string | undefined): string | null {
  const refusal = refusalOf(app, asked)
  if (refusal) throw refusal
  return asked ?? app.redirect_uris[0] ?? null
}

// An address may be left out where there is no choice.
function refusalOf({ redirect_uris }: ConsentApp, asked: string | undefined): Failure | undefined {
  if (asked !== undefined)
    return matchesRedirect(redirect_uris, asked) ? undefined : new Failure('invalid_redirect_uri')
  return redirect_uris.length > 1
    ? new Failure('invalid_redirect_uri', { reason: 'several are registered' })
    : undefined
}

const client = {
  client_id: z.string().max(SECRET_CHARS_MAX),
  client_secret: z.string().max(SECRET_CHARS_MAX).meta({ format: 'password' }),
}
export const Exchange = z.object({
  code: z.string().max(SECRET_CHARS_MAX),
  ...client,
  redirect_uri: z.string().max(URI_CHARS_MAX).optional(),
  code_verifier: z.string().max(SECRET_CHARS_MAX).optional().meta({ description: 'When a challenge was given.' }),
})
export const Exchanged = z
  .object({ connection_token: z.string(), ai_id: z.string(), scopes: z.array(z.string()) })
  .meta({ id: 'Exchanged' })

interface Code {
  user_id: string
  redirect_uri: string | null
  scopes: string[]
  code_challenge: string | null
}

/**
 * Exchanges a code for a connection token. Of any number of exchanges at once one wins; a code that comes
 * back a second time also ends the connection it made (RFC 6749, 4.1.2), for one of the two was a thief.
 */
export async function exchangeCode(
  ctx: Ctx<PublicActor>,
  body: z.output<typeof Exchange>,
): Promise<z.output<typeof Exchanged>> {
  return counted(ctx, body.client_id, async () => {
    const app = await appByClient(ctx, body)
    const connected = await inTransaction(ctx, async (ctx) => {
      const code = await spendCode(ctx, app, body)
      if (!code) return undefined
      const { id, token } = await connect(
        ctx,
        { userId: code.user_id, appId: app.id, developerId: app.developerId },
        code.scopes,
      )
      await ctx.db.count(
        sql`update authorization_codes set connection_id = ${id} where code_hash = ${hashSecret(body.code)}`,
      )
      const person = { kind: 'user', userId: code.user_id } as UserActor
      await ctx.db.count(
        insertAudit(
          auditEntry({ ...ctx, actor: person }, { action: 'connection.create', target: id, scopes: [], count: 0 }),
        ),
      )
      const { ai_id } = await ctx.db.one<{ ai_id: string }>(
        sql`select id as ai_id from identities where user_id = ${code.user_id}`,
      )
      return { connection_token: token, ai_id, scopes: code.scopes }
    })
    if (connected) return connected
    await endReused(ctx, app, body.code)
    throw new Failure('invalid_grant')
  })
}

// Spent first, looked at after: a second exchange waits for this row and then finds it spent.
async function spendCode({ db, clock }: Ctx, app: ConsentApp, body: z.output<typeof Exchange>) {
  const now = clock().toISOString()
  const code = await db.maybe<Code>(sql`
    update authorization_codes set spent_at = ${now}
    where code_hash = ${hashSecret(body.code)} and app_id = ${app.id} and spent_at is null and expires_at > ${now}
    returning user_id, redirect_uri, scopes, code_challenge`)
  if (!code) return undefined
  // A thief without the verifier spends nothing: this failure takes the update back.
  if (body.redirect_uri !== undefined && code.redirect_uri !== null && body.redirect_uri !== code.redirect_uri)
    throw new Failure('invalid_grant')
  if (!fitsChallenge(code.code_challenge, body.code_verifier)) throw new Failure('invalid_grant')
  return code
}

/** Whether a verifier fits a challenge: base64url(SHA-256(verifier)) (RFC 7636, 4.6). None fits none. */
function fitsChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined
  const made = createHash('sha256')
    .update(verifier ?? '')
    .digest()
  return sameBytes(made, Buffer.from(challenge, 'base64url'))
}

async function endReused(ctx: Ctx, app: ConsentApp, code: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const spent = await ctx.db.maybe<{ user_id: string; connection_id: string }>(sql`
      select user_id, connection_id from authorization_codes
      where code_hash = ${hashSecret(code)} and app_id = ${app.id} and connection_id is not null`)
    if (spent) await endConnection(ctx, spent.user_id, spent.connection_id)
  })
}

export const GiveBack = z.object({ token: z.string().max(SECRET_CHARS_MAX), ...client })

/** An app gives its own access back (RFC 7009). A token that is not alive, or not its own, is no news to anyone. */
export async function giveBack(ctx: Ctx<PublicActor>, body: z.output<typeof GiveBack>): Promise<{ ok: true }> {
  return counted(ctx, body.client_id, async () => {
    const app = await appByClient(ctx, body)
    const actor = await ctx.tokens.actorOf(body.token)
    if (actor?.appId === app.id) await inTransaction(ctx, (ctx) => endConnection(ctx, actor.userId, actor.connectionId))
    return { ok: true as const }
  })
}

// Only failures fill this window: an app may connect as many people a minute as it has, a guesser may not guess.
async function counted<T>(ctx: Ctx, clientId: string, work: () => Promise<T>): Promise<T> {
  if (ctx.config.rateLimit === null) return work()
  const key = `exchange ${createHash('sha256').update(`${ctx.address} ${clientId}`).digest('base64url')}`
  await throttle(ctx.db, key, EXCHANGE_FAILURES_PER_MINUTE_MAX, MINUTE_SECONDS)
  const done = await work()
  await unthrottle(ctx.db, key)
  return done
}

/** Ends the codes that the app of a connection still holds from this person: it does not get back by an older word. */
export async function voidCodes({ db, clock, actor }: Ctx<UserActor>, connectionId: string): Promise<void> {
  const now = clock().toISOString()
  const of = await db.maybe<{ app_id: string }>(
    sql`select app_id from connections where user_id = ${actor.userId} and id = ${connectionId}`,
  )
  await db.count(sql`
    update authorization_codes set expires_at = ${now}
    where expires_at > ${now} and spent_at is null and user_id = ${actor.userId} and app_id = ${of?.app_id ?? null}`)
}

/** Sweeps codes that expired a day ago: until then a second use is still told from a wrong code. */
export async function sweepCodes({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - CODES_KEPT_MS).toISOString()
  await db.count(sql`delete from authorization_codes where expires_at < ${before}`)
}
