import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import { hashSecret, newSecret } from '../../foundation/auth/secrets.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { type Page, type PageQuery, pageById } from '../../foundation/page.ts'
import { isDuplicate } from '../../foundation/sql/db-errors.ts'
import { recordset, sql } from '../../foundation/sql/sql.ts'
import { checkAddressConfirmed } from '../accounts/confirmation.ts'
import { inSession } from '../accounts/in-session.ts'
import { checkConfirmed } from '../accounts/sessions.ts'
import { ShownName, shownText } from '../developers/names.ts'
import type { MailPorts } from '../mail/mail.ts'
import { checkMayEdit } from './confirmed-edits.ts'
import { fetchIcon, hasIconOf, IconPath, type IconPorts, iconPath, storeIcon } from './icons.ts'
import { HttpsAddress } from './links.ts'
import { customNames, Manifest, ManifestPatch } from './manifest.ts'
import { redirectsAdded, secretsSet } from './recent-access.ts'
import { isRedirectUri } from './redirects.ts'
import { checkNameIsFree, isReservedSlug } from './verification.ts'

const SLUG_CHARS_MAX = 64
const DESCRIPTION_CHARS_MAX = 1_000
const URL_CHARS_MAX = 2_048
const REDIRECT_URIS_MAX = 20
const APPS_MAX = 100
const CLIENT_ID_BYTES = 12

const WebAddress = z
  .string()
  .max(URL_CHARS_MAX, { abort: true })
  .check(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
const RedirectUri = z.string().max(URL_CHARS_MAX, { abort: true }).refine(isRedirectUri, {
  message: 'must be an https URL, an http URL on loopback, or a private-use scheme with a dot, without a fragment',
})
const Slug = z
  .string()
  .max(SLUG_CHARS_MAX, { abort: true })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters and digits, in parts joined by single hyphens')

const BoundTokens = z.boolean().meta({
  description:
    'Whether tokens are issued only with a proof that binds them to a key of the app (DPoP, RFC 9449). Tokens that were ' +
    'issued before stay as they are.',
})

const IconUrl = WebAddress.meta({
  description:
    'The address of a square PNG of 48 to 512 pixels and at most 64 kB. It is fetched once, when this is set, and served from ' +
    'here, so that its host does not learn who sees it.',
})
const PrivacyUrl = HttpsAddress.meta({
  description: 'Where it says what it does with the data of people; https. Consent links to it.',
})

export const AppInput = z.object({
  name: ShownName,
  slug: Slug.optional().meta({ description: 'Unique among all apps; derived from the name when omitted.' }),
  description: shownText(DESCRIPTION_CHARS_MAX).nullish(),
  iconUrl: IconUrl.nullish(),
  homepageUrl: WebAddress.nullish(),
  privacyUrl: PrivacyUrl.nullish(),
  redirect_uris: z.array(RedirectUri).max(REDIRECT_URIS_MAX).default([]),
  manifest: Manifest.prefault({}),
  dpop_bound_access_tokens: BoundTokens.default(false),
})
export const AppPatch = z.object({
  name: AppInput.shape.name.optional(),
  description: AppInput.shape.description,
  iconUrl: AppInput.shape.iconUrl,
  homepageUrl: AppInput.shape.homepageUrl,
  privacyUrl: AppInput.shape.privacyUrl,
  redirect_uris: z.array(RedirectUri).max(REDIRECT_URIS_MAX).optional(),
  manifest: ManifestPatch.optional(),
  dpop_bound_access_tokens: BoundTokens.optional(),
})

export const App = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    iconUrl: z.string().nullable(),
    icon: IconPath,
    homepageUrl: z.string().nullable(),
    privacyUrl: z.string().nullable(),
    redirect_uris: z.array(z.string()),
    manifest: z
      .object({ scopes: z.array(z.string()), eventTypes: z.array(z.string()), intents: z.array(z.string()) })
      .meta({ id: 'Manifest' }),
    client_id: z.string(),
    dpop_bound_access_tokens: BoundTokens,
    verified: z.boolean().meta({
      description: 'Whether the operator has verified it; a new name or redirect URI ends that.',
    }),
    suspended: z.boolean().meta({
      description: 'Whether the operator has stopped it: its calls are refused, and it gets no webhooks.',
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'App' })
export type App = z.output<typeof App>

const appColumns = sql`id, name, slug, description, icon_url as "iconUrl",
  ${iconPath(sql`apps`)} as icon, homepage_url as "homepageUrl",
  privacy_url as "privacyUrl", redirect_uris, manifest, client_id, dpop_required as dpop_bound_access_tokens, verified_at is not null as verified, stopped_at is not null as suspended,
  created_at as "createdAt"`

/** A new app with its client secret, which is returned only once. */
export interface Registered {
  app: App
  client_id: string
  client_secret: string
}

/**
 * Registers an app. Its secret is in this response only; the database holds its hash.
 * @throws Failure `address_unconfirmed`, `conflict`, `limit_exceeded`; `validation_failed` without an icon at `iconUrl`
 */
export async function registerApp(
  ctx: Ctx<DeveloperActor, MailPorts & IconPorts>,
  input: z.output<typeof AppInput>,
): Promise<Registered> {
  await checkAddressConfirmed(ctx)
  const icon = input.iconUrl ? { url: input.iconUrl, png: await fetchIcon(ctx, input.iconUrl) } : null
  const client_secret = newSecret('sec')
  const client_id = `cli_${randomBytes(CLIENT_ID_BYTES).toString('hex')}`
  const insert = (slug: string) =>
    inSession(ctx, async (ctx) => {
      await lockAppQuota(ctx)
      await checkNameIsFree(ctx.db, input.name, null)
      const id = newId('app')
      await ctx.db.count(sql`
        insert into apps (id, developer_id, slug, name, description, icon_url, homepage_url, privacy_url, redirect_uris,
          manifest, client_id, client_secret_hash, dpop_required, created_at)
        values (${id}, ${ctx.actor.developerId}, ${slug}, ${input.name}, ${input.description ?? null},
          ${input.iconUrl ?? null}, ${input.homepageUrl ?? null}, ${input.privacyUrl ?? null}, ${input.redirect_uris},
          ${JSON.stringify(input.manifest)}::jsonb, ${client_id}, ${hashSecret(client_secret)},
          ${input.dpop_bound_access_tokens}, ${ctx.clock().toISOString()})`)
      await declareNames(ctx, id, input.manifest)
      if (icon) await storeIcon(ctx, id, icon)
      return readApp(ctx, id)
    })
  const app = await insertWithFreeSlug(input, insert)
  return { app, client_id, client_secret }
}

// A requested slug is used or rejected; a derived one gets a random suffix when it is taken.
async function insertWithFreeSlug(
  input: z.output<typeof AppInput>,
  insert: (slug: string) => Promise<App>,
): Promise<App> {
  const slug = input.slug ?? slugOf(input.name)
  if (input.slug && isReservedSlug(input.slug))
    throw new Failure('conflict', { slug: 'is reserved', reason: 'This slug is reserved.' })
  if (isReservedSlug(slug)) return insert(withRandomEnd(slug))
  try {
    return await insert(slug)
  } catch (error) {
    if (!isDuplicate(error, 'apps_slug_key')) throw error
    if (input.slug)
      throw new Failure(
        'conflict',
        { slug: 'is already used by another app', reason: 'Another app has this slug.' },
        error,
      )
  }
  return insert(withRandomEnd(slug))
}

function withRandomEnd(slug: string): string {
  return `${slug.slice(0, SLUG_CHARS_MAX - 9)}-${randomBytes(4).toString('hex')}`
}

/** The slug of a name: lower-case letters and digits in parts joined by hyphens, `app` when none remain. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, SLUG_CHARS_MAX)
  return slug.replace(/^-|-$/g, '') || 'app'
}

/** Locks the developer's row, so that the number of apps is exact, and checks it. */
async function lockAppQuota({ db, actor }: Ctx<DeveloperActor>): Promise<void> {
  await db.one(sql`select id from developers where id = ${actor.developerId} for update`)
  const { used } = await db.one<{ used: number }>(
    sql`select count(*) as used from apps where developer_id = ${actor.developerId}`,
  )
  if (used >= APPS_MAX)
    throw new Failure('limit_exceeded', { limit: 'apps', used, max: APPS_MAX, plan: actor.developerPlan })
}

const NAMES = recordset('t', { kind: 'text', name: 'text' })

/** Replaces the custom names that an app's manifest adds to the ecosystem view. */
async function declareNames({ db }: Ctx, appId: string, manifest: Manifest): Promise<void> {
  const names = customNames(manifest)
  await db.count(sql`delete from declared_names where app_id = ${appId}`)
  await db.count(sql`
    insert into declared_names (kind, name, app_id)
    select kind, name, ${appId} from ${NAMES(names)}`)
}

export async function listApps(ctx: Ctx<DeveloperActor>, page: z.output<typeof PageQuery>): Promise<Page<App>> {
  const { developerId } = ctx.actor
  return pageById(ctx.vault, ['apps', developerId], page, (below, rows) =>
    ctx.db.rows<App>(sql`
      select ${appColumns} from apps
      where developer_id = ${developerId} and id < ${below}
      order by id desc limit ${rows}`),
  )
}

/** One of the developer's own apps; another developer's app is `not_found`. */
export async function readApp({ db, actor }: Ctx<DeveloperActor>, id: string): Promise<App> {
  const app = await db.maybe<App>(sql`
    select ${appColumns} from apps where id = ${id} and developer_id = ${actor.developerId}`)
  if (!app) throw new Failure('not_found')
  return app
}

/**
 * Updates the given fields. A narrower manifest limits future consents; existing grants are unchanged. With another name
 * or a new redirect URI, an app is no longer verified.
 * @throws Failure `not_found`, `conflict`; `validation_failed` without an icon at a changed `iconUrl`;
 *   `reauthentication_required` for other redirect URIs, or to stop binding tokens, if the last sign-in is not recent
 */
export async function editApp(
  ctx: Ctx<DeveloperActor, IconPorts>,
  id: string,
  patch: z.output<typeof AppPatch>,
): Promise<App> {
  const isSet = (name: keyof typeof patch) => patch[name] !== undefined
  const icon = await iconOf(ctx, id, patch.iconUrl)
  return inSession(ctx, async (ctx) => {
    await checkMayEdit(ctx, id, patch)
    if (patch.name !== undefined) await checkNameIsFree(ctx.db, patch.name, id)
    if (icon !== undefined) await storeIcon(ctx, id, icon)
    const app = await ctx.db.maybe<App>(sql`
      update apps set
        verified_at = case when name = coalesce(${patch.name ?? null}, name)
          and redirect_uris @> coalesce(${patch.redirect_uris ?? null}::text[], redirect_uris) then verified_at end,
        name = coalesce(${patch.name ?? null}, name),
        description = case when ${isSet('description')}::boolean then ${patch.description ?? null} else description end,
        icon_url = case when ${isSet('iconUrl')}::boolean then ${patch.iconUrl ?? null} else icon_url end,
        homepage_url = case when ${isSet('homepageUrl')}::boolean then ${patch.homepageUrl ?? null} else homepage_url end,
        privacy_url = case when ${isSet('privacyUrl')}::boolean then ${patch.privacyUrl ?? null} else privacy_url end,
        redirect_uris = coalesce(${patch.redirect_uris ?? null}::text[], redirect_uris),
        redirects_added = ${redirectsAdded(patch.redirect_uris, ctx.clock())},
        dpop_required = coalesce(${patch.dpop_bound_access_tokens ?? null}, dpop_required),
        manifest = manifest || ${JSON.stringify(patch.manifest ?? {})}::jsonb
      where id = ${id} and developer_id = ${ctx.actor.developerId} returning ${appColumns}`)
    if (!app) throw new Failure('not_found')
    if (patch.manifest) await declareNames(ctx, id, app.manifest)
    return app
  })
}

/** The icon to store for a changed address, or null to remove it; undefined if it stays. */
async function iconOf(ctx: Ctx<DeveloperActor, IconPorts>, id: string, url: string | null | undefined) {
  if (url === undefined) return undefined
  await readApp(ctx, id)
  if (url === null) return null
  return (await hasIconOf(ctx, id, url)) ? undefined : { url, png: await fetchIcon(ctx, url) }
}

/** Replaces the client secret; the old one is invalid at once. @throws Failure `not_found`, `reauthentication_required` */
export async function rotateSecret(ctx: Ctx<DeveloperActor>, id: string) {
  const client_secret = newSecret('sec')
  return inSession(ctx, async (ctx) => {
    checkConfirmed(ctx)
    const app = await ctx.db.maybe<{ client_id: string }>(sql`
      update apps set client_secret_hash = ${hashSecret(client_secret)}, secret_set_at = ${ctx.clock().toISOString()},
        secrets_set = ${secretsSet}
      where id = ${id} and developer_id = ${ctx.actor.developerId} returning client_id`)
    if (!app) throw new Failure('not_found')
    return { client_id: app.client_id, client_secret }
  })
}

/**
 * Deletes an app of this developer; returns whether it existed. Its row stays with its name and slug, so that people see
 * which app a connection belonged to, and no other app can take its slug.
 */
export async function deleteApp({ db, clock, actor }: Ctx<DeveloperActor>, id: string): Promise<boolean> {
  const deleted = await db.count(sql`
    update apps set deleted_at = ${clock().toISOString()}, developer_id = null, client_secret_hash = null,
      description = null, icon_url = null, homepage_url = null, privacy_url = null, redirect_uris = '{}',
      manifest = '{"scopes": [], "eventTypes": [], "intents": []}'
    where id = ${id} and developer_id = ${actor.developerId}`)
  if (!deleted) return false
  await db.count(sql`delete from declared_names where app_id = ${id}`)
  await db.count(sql`delete from app_icons where app_id = ${id}`)
  return true
}
