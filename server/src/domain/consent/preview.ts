import { allows } from '@memory-service/scopes'
import { z } from 'zod'
import type { PublicActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { appNamed, type ConsentApp } from '../apps/clients.ts'
import { IconPath } from '../apps/icons.ts'
import type { Grant } from '../connections/connect.ts'
import type { Refusals } from '../connections/refusals.ts'
import { ShownName } from '../developers/names.ts'
import { ConsentScopes, DescribedScope, describeScope, isWithinChars } from '../vocabulary/describe.ts'
import { type Claims, ClaimTicket, HeldSummary } from './claim.ts'
import { redirectFailure, resolveRedirect, SLUG_OR_CLIENT, URI_CHARS_MAX } from './consent.ts'

const SLUG_CHARS_MAX = 64

export const PreviewQuery = z.object({
  slug: z.string().max(SLUG_CHARS_MAX).optional().meta({ description: SLUG_OR_CLIENT, example: 'trail-coach' }),
  client_id: z.string().max(URI_CHARS_MAX).optional().meta({ description: 'The client id of the app.' }),
  scope: ConsentScopes.optional().meta({
    description: 'The requested scopes, separated by spaces; the whole manifest when omitted.',
  }),
  redirect_uri: z
    .string()
    .max(URI_CHARS_MAX)
    .optional()
    .meta({ description: 'The redirect URI of the authorization request.' }),
  claim: ClaimTicket.optional().meta({ description: 'A ticket for the memories that the app holds for the person.' }),
})

const Refusal = z
  .object({ name: z.string().meta({ description: 'A scope or a type of signal.' }), at: z.iso.datetime() })
  .meta({ id: 'Refusal' })

export const Preview = z
  .object({
    app: z.object({
      name: z.string(),
      slug: z.string(),
      iconUrl: z.string().nullable(),
      icon: IconPath,
      verified: z.boolean().meta({
        description: 'Whether the operator of this service has verified it; otherwise its name is its own claim.',
      }),
      host: z
        .string()
        .nullable()
        .meta({ description: 'The host of its client metadata document; null for other clients.' }),
      publisher: z.string().nullable().meta({
        description:
          'The developer, as named in their account; null without a name, and if the client registered itself.',
      }),
      registeredAt: z.iso.datetime().meta({ description: 'When it was registered here.' }),
      description: z.string().nullable(),
      homepageUrl: z.string().nullable(),
      privacyUrl: z
        .string()
        .nullable()
        .meta({ description: 'Where it says what it does with the data of people; https.' }),
      suspended: z
        .boolean()
        .meta({ description: 'Whether the operator has stopped it. A stopped app cannot be connected.' }),
    }),
    manifest: z.object({
      scopes: z.array(z.string()),
      eventTypes: z.array(z.string()),
      intents: z.array(z.string()),
    }),
    scopes: z.array(DescribedScope).meta({
      description: 'The scopes to decide on: those requested, or those of the manifest without `scope`.',
    }),
    outside: z.array(z.string()).meta({
      description:
        'Requested, but invalid or outside the manifest, or beyond the 8,192 characters that one consent grants.',
    }),
    redirect_ok: z.boolean().meta({
      description: 'Whether authorize accepts this `redirect_uri`; when false, the user must not be redirected.',
    }),
    redirect_uri: z.string().nullable().meta({
      description: 'Where the user is redirected, also when it was omitted; null when there is none. Show its host.',
    }),
    held: HeldSummary.nullable().meta({
      description: 'What the ticket in `claim` is for; null without a session or if it is not valid any more.',
    }),
    granted: z
      .object({
        scopes: z.array(z.string()),
        signals: z.array(z.string()),
        covered: z.array(z.string()).meta({
          description: 'Those of the requested scopes that the person has granted already.',
        }),
        refused: z.array(Refusal).meta({
          description:
            'The requested scopes and the declared signals that the person refused before, and has not granted since. ' +
            'The others that are not granted are new.',
        }),
        expiresAt: z.iso.datetime().nullable(),
        pausedAt: z.iso.datetime().nullable(),
      })
      .meta({ id: 'CurrentGrant' })
      .nullable()
      .meta({
        description: 'What the person has granted this app now; null without a session or an active connection.',
      }),
  })
  .meta({ id: 'ConsentPreview' })

/** The app and the requested scopes, as the consent page shows them, and what a signed-in user has granted already. */
export async function previewConsent<P>(
  ctx: Ctx<PublicActor | UserActor, P>,
  { slug, client_id, scope, redirect_uri, claim }: z.output<typeof PreviewQuery>,
  claims: Claims<P>,
): Promise<z.output<typeof Preview>> {
  const app = await appNamed(ctx, { slug, client_id })
  const { name, iconUrl, icon, description, homepageUrl, privacyUrl, manifest } = app
  const requested = scope ?? manifest.scopes
  const redirect_ok = redirectFailure(app, redirect_uri) === undefined
  const shown = firstWithinChars(requested.filter((each) => allows(manifest.scopes, each)))
  return {
    app: {
      ...{ name, slug: app.slug, iconUrl, icon, verified: app.verified, host: hostOf(app) },
      // Null, too, for a name that was stored before names of developers were checked.
      publisher: ShownName.safeParse(app.publisher).data ?? null,
      registeredAt: app.registeredAt,
      description,
      homepageUrl,
      privacyUrl,
      suspended: app.stopped,
    },
    manifest,
    scopes: shown.map(describeScope),
    held: claim !== undefined && isUser(ctx) ? await claims.preview(ctx, app, claim) : null,
    granted: ctx.actor.kind === 'user' ? await grantedTo(ctx, ctx.actor, app, shown) : null,
    outside: requested.filter((each) => !shown.includes(each)),
    redirect_ok,
    redirect_uri: redirect_ok ? resolveRedirect(app, redirect_uri) : null,
  }
}

// Manifests from before their limit may have more characters than one consent grants.
function firstWithinChars(scopes: readonly string[]): readonly string[] {
  const past = scopes.findIndex((_, at) => !isWithinChars(scopes.slice(0, at + 1)))
  return past < 0 ? scopes : scopes.slice(0, past)
}

const isUser = <P>(ctx: Ctx<PublicActor | UserActor, P>): ctx is Ctx<UserActor, P> => ctx.actor.kind === 'user'

type Current = Omit<Grant, 'refused'> & { pausedAt: string | null; refused: Refusals }

async function grantedTo(
  { db, clock }: Ctx,
  { userId }: UserActor,
  { id, manifest }: ConsentApp,
  requested: readonly string[],
): Promise<z.output<typeof Preview>['granted']> {
  const grant = await db.maybe<Current>(sql`
    select scopes, signals, expires_at as "expiresAt", paused_at as "pausedAt", refused from connections
    where user_id = ${userId} and app_id = ${id} and status = 'active'
      and (expires_at is null or expires_at > ${clock().toISOString()})`)
  if (!grant) return null
  return {
    ...grant,
    scopes: [...grant.scopes],
    signals: [...grant.signals],
    covered: requested.filter((each) => allows(grant.scopes, each)),
    refused: [...requested, ...manifest.eventTypes]
      .filter((name) => Object.hasOwn(grant.refused, name))
      .map((name) => ({ name, at: grant.refused[name]! })),
  }
}

function hostOf({ registration, client_id }: ConsentApp): string | null {
  return registration === 'document' ? new URL(client_id).host : null
}
