import { randomBytes } from 'node:crypto'
import type { ClientActor } from '../../foundation/actor.ts'
import { hashSecret, isSecret, sameBytes } from '../../foundation/auth/secrets.ts'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { DAY_MS } from '../../foundation/times.ts'
import { canonicalName, nameProblem } from '../developers/names.ts'
import { slugOf } from './apps.ts'
import { iconPath } from './icons.ts'
import type { Manifest } from './manifest.ts'
import { isStopped } from './stops.ts'
import { checkNameIsFree } from './verification.ts'

/*
 * Apps as OAuth clients: apps of the portal, and clients that registered themselves (RFC 7591) or have the URL of a client
 * metadata document as their id.
 */

const UNCONNECTED_RETENTION_MS = 30 * DAY_MS
const ABANDONED_RETENTION_MS = 90 * DAY_MS
const UNCONNECTED_MAX = 10_000
/** A client without a connection is not evicted at this age or younger: a user may be on its consent page. */
const EVICTION_AGE_MIN_MS = 15 * 60_000
const EVICTED_CLIENTS_MAX = 100
const SLUG_NAME_CHARS_MAX = 40
const SLUG_RANDOM_BYTES = 6

/**
 * What a client outside the portal may request, or anything narrower: memories and what derives from them. Hosted
 * models, which cost the operator money, and signals, which reach other apps, are excluded.
 */
export const OPEN_SCOPES = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*'] as const

/** The fields of an app that consent needs. */
export interface ConsentApp {
  id: string
  /** `null` outside the portal. */
  developerId: string | null
  registration: 'portal' | 'dynamic' | 'document'
  client_id: string
  name: string
  slug: string
  iconUrl: string | null
  /** The path of the icon here. */
  icon: string | null
  description: string | null
  homepageUrl: string | null
  /** Where it says what it does with the data of people. */
  privacyUrl: string | null
  /** Whether the operator has verified it. */
  verified: boolean
  /** The developer, as named in their account; `null` outside the portal. */
  publisher: string | null
  registeredAt: string
  redirect_uris: string[]
  manifest: Manifest
  /** Whether its tokens are issued only with a proof that binds them to a key (RFC 9449, 5.2). */
  requiresProof: boolean
  /** Whether the operator has stopped the app, or suspended its developer. */
  stopped: boolean
}

/** A client with its secret hash; a client without a secret is public (RFC 6749, 2.1). */
export interface Client extends ConsentApp {
  secretHash: Buffer | null
  /** Metadata documents only: until when the stored copy is valid. */
  freshUntil: string | null
}

const consentColumns = sql`id, developer_id as "developerId", registration, client_id, name, slug, icon_url as "iconUrl",
  ${iconPath(sql`apps`)} as icon, description, homepage_url as "homepageUrl", privacy_url as "privacyUrl", verified_at is not null as verified, created_at as "registeredAt",
  (select d.name from developers d where d.id = apps.developer_id) as publisher,
  redirect_uris, manifest, dpop_required as "requiresProof", ${isStopped(sql`apps`)} as stopped`
const clientColumns = sql`${consentColumns}, client_secret_hash as "secretHash", fresh_until as "freshUntil"`

/** Whether a developer registered the app in the portal. That says nothing about its name. */
export function isOfPortal({ registration }: Pick<ConsentApp, 'registration'>): boolean {
  return registration === 'portal'
}

/** How a request names an app: by slug or client id. */
export interface AppName {
  slug?: string | undefined
  client_id?: string | undefined
}

/** The app with this slug or client id, for the consent page. @throws Failure `not_found`, `validation_failed` */
export async function appNamed({ db }: Ctx, { slug, client_id }: AppName): Promise<ConsentApp> {
  if (slug === undefined && client_id === undefined) throw invalid('slug', 'is missing; or send client_id instead')
  if (slug !== undefined && client_id !== undefined) throw invalid('client_id', 'must not be sent together with slug')
  const isNamed = slug === undefined ? sql`client_id = ${client_id}` : sql`slug = ${slug}`
  const app = await db.maybe<ConsentApp>(
    sql`select ${consentColumns} from apps where ${isNamed} and deleted_at is null`,
  )
  if (!app) throw new Failure('not_found')
  return app
}

/** The client with this id, whichever way it was registered. */
export function clientById({ db }: Pick<Ports, 'db'>, clientId: string): Promise<Client | undefined> {
  return db.maybe<Client>(sql`select ${clientColumns} 
    from apps where client_id = ${clientId} and deleted_at is null`)
}

/** Whether a secret matches a client's, in constant time; `false` for an unknown client and for one without a secret. */
export function secretMatches(client: Client | undefined, secret: string): boolean {
  const claimed = hashSecret(secret)
  const matches = sameBytes(client?.secretHash ?? Buffer.alloc(claimed.length), claimed)
  return matches && client?.secretHash != null
}

/** The id of the app with this client id and secret; `null` if there is none. */
export async function clientOfSecret(ctx: Pick<Ports, 'db'>, clientId: string, secret: string): Promise<string | null> {
  const client = await clientById(ctx, clientId)
  return client && secretMatches(client, secret) ? client.id : null
}

/**
 * The portal app that authenticates with client id and secret. Clients outside the portal must use the standard OAuth
 * endpoints.
 * @throws Failure `invalid_client`, the same for an unknown id and a wrong secret
 */
export async function appByClient(
  ctx: Ctx,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<ConsentApp> {
  const client = await clientById(ctx, client_id)
  if (!secretMatches(client, client_secret) || !client || !isOfPortal(client)) throw new Failure('invalid_client')
  identifyClient(ctx, client)
  return client
}

/** Adds the request to the log of a portal app that has authenticated. */
export function identifyClient(ctx: Ctx, { id, developerId }: Client): void {
  if (developerId !== null) ctx.identify?.({ appId: id, developerId })
}

/**
 * The portal app with this id and secret, as it calls on its own; `undefined` if they do not match.
 * @throws Failure `app_suspended`
 */
export async function clientActor(
  ports: Pick<Ports, 'db'>,
  clientId: string,
  secret: string,
): Promise<ClientActor | undefined> {
  if (!isSecret('sec', secret)) return undefined
  const client = await clientById(ports, clientId)
  if (!secretMatches(client, secret) || !client || !isOfPortal(client) || client.developerId === null) return undefined
  if (client.stopped) throw new Failure('app_suspended')
  const developer = await ports.db.one<Pick<ClientActor, 'developerPlan' | 'developerLimits'>>(sql`
    select plan as "developerPlan", limits as "developerLimits" from developers where id = ${client.developerId}`)
  return {
    kind: 'client',
    appId: client.id,
    app: client.slug,
    developerId: client.developerId,
    secretHash: hashSecret(secret),
    ...developer,
  }
}

/**
 * Checks in the transaction of a change that its client still has the secret it was authenticated with.
 * @throws Failure `unauthorized`
 */
export async function checkClient({ db, actor }: Ctx<ClientActor>): Promise<void> {
  const client = await db.maybe(sql`
    select 1 from apps
    where id = ${actor.appId} and client_secret_hash = ${actor.secretHash} and deleted_at is null`)
  if (!client) throw new Failure('unauthorized')
}

/** A client outside the portal, as it describes itself. */
export interface ClientDescription {
  registration: 'dynamic' | 'document'
  client_id: string
  name: string
  homepageUrl: string | null
  privacyUrl: string | null
  redirect_uris: readonly string[]
  requiresProof: boolean
  /** The scopes it will request, within {@link OPEN_SCOPES}; all of those when omitted. */
  scopes?: readonly string[]
  secretHash?: Buffer
  /** Metadata documents only. */
  freshUntil?: Date
}

/**
 * Stores a client outside the portal, or updates it from its document. Its slug, shown as `sourceApp` of its memories,
 * ends in random characters, so that it cannot imitate another app's. When too many clients of its kind have no
 * connection, the oldest of them are evicted.
 * @throws Failure `rate_limited` when all of them are too recent to be evicted
 */
export async function storeClient(ports: Ports, client: ClientDescription): Promise<Client> {
  await checkClientName(ports, client.name)
  const stored =
    (await insertClient(ports, client)) ?? ((await evictClients(ports, client)) && (await insertClient(ports, client)))
  if (!stored) throw new Failure('rate_limited', { retry_after: EVICTION_AGE_MIN_MS / 1_000 })
  return stored
}

// Other failures than those of the portal, where the standard of client registration has its own.
async function checkClientName({ db }: Ports, name: string): Promise<void> {
  const problem = nameProblem(canonicalName(name)) ?? (await nameConflict(db, name))
  if (problem) throw new Failure('invalid_client_metadata', [{ path: 'client_name', message: problem, code: 'custom' }])
}

async function nameConflict(db: Ports['db'], name: string): Promise<string | undefined> {
  try {
    await checkNameIsFree(db, name, null)
    return undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'conflict') return 'must not look like the name of a verified app'
    throw error
  }
}

async function insertClient({ db, clock }: Ports, client: ClientDescription): Promise<Client | undefined> {
  const { registration, client_id, name, redirect_uris, requiresProof, scopes, secretHash = null, freshUntil } = client
  const { homepageUrl, privacyUrl } = client
  const manifest: Manifest = { scopes: [...(scopes?.length ? scopes : OPEN_SCOPES)], eventTypes: [], intents: [] }
  const slug = `${slugOf(name).slice(0, SLUG_NAME_CHARS_MAX)}-${randomBytes(SLUG_RANDOM_BYTES).toString('hex')}`
  const isStored = await db.count(sql`
    insert into apps (id, slug, name, homepage_url, privacy_url, redirect_uris, manifest, client_id, client_secret_hash, created_at, registration,
      ever_connected, dpop_required, fresh_until)
    select ${newId('app')}, ${slug}, ${name}, ${homepageUrl}, ${privacyUrl}, ${redirect_uris}::text[], ${JSON.stringify(manifest)}::jsonb,
      ${client_id}, ${secretHash}::bytea, ${clock().toISOString()}::timestamptz, ${registration}, false,
      ${requiresProof}::boolean, ${freshUntil?.toISOString() ?? null}::timestamptz
    where exists (select from apps where client_id = ${client_id}) or (
      select count(*) from apps where registration = ${registration} and not ever_connected) < ${UNCONNECTED_MAX}
    on conflict (client_id) do update
      set name = excluded.name, homepage_url = excluded.homepage_url, privacy_url = excluded.privacy_url,
        redirect_uris = excluded.redirect_uris, dpop_required = excluded.dpop_required,
        fresh_until = excluded.fresh_until
      where apps.registration = 'document'`)
  return isStored ? clientById({ db }, client_id) : undefined
}

// A flood of registrations evicts its own clients and cannot block others for longer than EVICTION_AGE_MIN_MS. Expired
// codes do not protect a client, since one account could issue enough of them.
async function evictClients({ db, clock }: Ports, { registration }: ClientDescription): Promise<boolean> {
  const now = clock()
  const before = new Date(now.getTime() - EVICTION_AGE_MIN_MS).toISOString()
  const undecided = sql`not a.ever_connected and not exists (
    select from authorization_codes k where k.app_id = a.id and k.expires_at > ${now.toISOString()})`
  const oldest = await db.rows<{ id: string }>(sql`
    select id from apps a where registration = ${registration} and created_at < ${before} and ${undecided}
    order by created_at limit ${EVICTED_CLIENTS_MAX}`)
  const ids = oldest.map(({ id }) => id)
  return (await db.count(sql`delete from apps a where a.id = any(${ids}::text[]) and ${undecided}`)) > 0
}

/** Records that a user connected a client, so that it is no longer deleted as unconnected. */
export async function markConnected({ db }: Pick<Ports, 'db'>, appId: string): Promise<void> {
  await db.count(sql`update apps set ever_connected = true where id = ${appId} and not ever_connected`)
}

/**
 * Deletes clients outside the portal: after 30 days those that were never connected, after 90 days those without an
 * active or recently revoked connection. A client with an authorization code is never deleted.
 */
export async function deleteUnusedClients({ db, clock }: Ports): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms).toISOString()
  const noCodes = sql`not exists (select from authorization_codes k where k.app_id = a.id)`
  await db.count(sql`
    delete from apps a where not a.ever_connected and a.created_at < ${before(UNCONNECTED_RETENTION_MS)} and ${noCodes}`)
  const old = await db.rows<{ id: string }>(sql`
    select id from apps where registration <> 'portal' and ever_connected and created_at < ${before(ABANDONED_RETENTION_MS)}`)
  const oldIds = old.map(({ id }) => id)
  const connected = await db.rows<{ app_id: string }>(sql`
    select distinct app_id from connections where app_id = any(${oldIds}::text[])
      and (status = 'active' or revoked_at > ${before(ABANDONED_RETENTION_MS)})`)
  const inUse = new Set(connected.map(({ app_id }) => app_id))
  const abandoned = oldIds.filter((id) => !inUse.has(id))
  await db.count(sql`delete from apps a where a.id = any(${abandoned}::text[]) and ${noCodes}`)
}
