import { randomBytes } from 'node:crypto'
import type { Ctx, Ports } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { hashSecret, sameBytes } from '../../foundation/secrets.ts'
import { sql } from '../../foundation/sql.ts'
import { slugOf } from './apps.ts'
import type { Manifest } from './manifest.ts'

/*
 * Apps as OAuth sees them: clients. Those of the portal are verified, in that a developer answers for them. Outside of
 * it a client has registered itself (RFC 7591), or its id is the address of a document that describes it.
 */

const DAY_MS = 24 * 60 * 60_000
const UNCONNECTED_KEPT_MS = 30 * DAY_MS
const ABANDONED_KEPT_MS = 90 * DAY_MS
const UNCONNECTED_MAX = 10_000
/** As long as this a client that nobody has connected keeps its place under any pressure: a person may be deciding. */
const UNDISTURBED_MS = 15 * 60_000
const ROOM_MADE = 100
const SLUG_NAME_CHARS_MAX = 40
const SLUG_RANDOM_BYTES = 6

/**
 * What any client outside the portal may ask for, or for anything narrower: memories and what is made of them. Nothing
 * that costs the operator money (hosted models), and nothing that speaks to other apps (signals).
 */
export const OPEN_SCOPES = ['identity:read', 'memory:read:*', 'memory:write:*', 'context:read:*'] as const

/** An app as consent sees it. */
export interface ConsentApp {
  id: string
  /** `null` outside the portal. */
  developerId: string | null
  registration: 'portal' | 'dynamic' | 'document'
  client_id: string
  name: string
  slug: string
  iconUrl: string | null
  redirect_uris: string[]
  manifest: Manifest
}

/** A client and what it proves itself with; without a secret it is public. */
export interface Client extends ConsentApp {
  secretHash: Buffer | null
  /** Of a document: until when what is kept of it holds. */
  freshUntil: string | null
}

const consentColumns = sql`id, developer_id as "developerId", registration, client_id, name, slug, icon_url as "iconUrl",
  redirect_uris, manifest`
const clientColumns = sql`${consentColumns}, client_secret_hash as "secretHash", fresh_until as "freshUntil"`

/** Whether a developer of the portal answers for an app. */
export function isVerified({ registration }: Pick<ConsentApp, 'registration'>): boolean {
  return registration === 'portal'
}

/** The app by its slug, for the consent screen. */
export async function appBySlug({ db }: Ctx, slug: string): Promise<ConsentApp> {
  const app = await db.maybe<ConsentApp>(sql`select ${consentColumns} from apps where slug = ${slug}`)
  if (!app) throw new Failure('not_found')
  return app
}

/** The client of an id, of whatever registration. */
export function clientById({ db }: Pick<Ports, 'db'>, clientId: string): Promise<Client | undefined> {
  return db.maybe<Client>(sql`select ${clientColumns} from apps where client_id = ${clientId}`)
}

/** Whether a secret is the one of a client; in the same time for none as for a wrong one. */
export function fitsSecret(client: Client | undefined, secret: string): boolean {
  const claimed = hashSecret(secret)
  const fits = sameBytes(client?.secretHash ?? Buffer.alloc(claimed.length), claimed)
  return fits && client?.secretHash != null
}

/**
 * The app of the portal that proves itself by client id and secret; the same answer for an unknown id and a wrong
 * secret. Clients outside the portal have their tokens from the standard's own endpoints alone.
 */
export async function appByClient(
  ctx: Ctx,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<ConsentApp> {
  const client = await clientById(ctx, client_id)
  if (!fitsSecret(client, client_secret) || !client || !isVerified(client)) throw new Failure('invalid_client')
  return client
}

/** What a client outside the portal says of itself. */
export interface Described {
  registration: 'dynamic' | 'document'
  client_id: string
  name: string
  redirect_uris: readonly string[]
  /** What it will ask for, within what is open to all; else all of that. */
  scopes?: readonly string[]
  secretHash?: Buffer
  /** Of a document. */
  freshUntil?: Date
}

/**
 * Keeps a client outside the portal, or what its document says now. Its slug, which its memories carry, ends in random
 * characters, so that none can be made to read like another's. Where too many of its kind wait for somebody to connect
 * them, the oldest of those make room.
 * @throws Failure `rate_limited` when all of them have only just come
 */
export async function keepClient(ports: Ports, client: Described): Promise<Client> {
  const kept =
    (await insertClient(ports, client)) ?? ((await makeRoom(ports, client)) && (await insertClient(ports, client)))
  if (!kept) throw new Failure('rate_limited', { retry_after: UNDISTURBED_MS / 1_000 })
  return kept
}

async function insertClient({ db, clock }: Ports, client: Described): Promise<Client | undefined> {
  const { registration, client_id, name, redirect_uris, scopes, secretHash = null, freshUntil } = client
  const manifest: Manifest = { scopes: [...(scopes?.length ? scopes : OPEN_SCOPES)], eventTypes: [], intents: [] }
  const slug = `${slugOf(name).slice(0, SLUG_NAME_CHARS_MAX)}-${randomBytes(SLUG_RANDOM_BYTES).toString('hex')}`
  return db.maybe<Client>(sql`
    insert into apps (id, slug, name, redirect_uris, manifest, client_id, client_secret_hash, created_at, registration,
      ever_connected, fresh_until)
    select ${newId('app')}, ${slug}, ${name}, ${redirect_uris}::text[], ${JSON.stringify(manifest)}::jsonb,
      ${client_id}, ${secretHash}::bytea, ${clock().toISOString()}::timestamptz, ${registration}, false,
      ${freshUntil?.toISOString() ?? null}::timestamptz
    where exists (select from apps where client_id = ${client_id}) or (
      select count(*) from apps where registration = ${registration} and not ever_connected) < ${UNCONNECTED_MAX}
    on conflict (client_id) do update
      set name = excluded.name, redirect_uris = excluded.redirect_uris, fresh_until = excluded.fresh_until
      where apps.registration = 'document'
    returning ${clientColumns}`)
}

// So whoever fills the place up pushes their own out, and cannot keep others from coming for longer than that. A code that
// has expired holds no place: one account could give out enough of them.
async function makeRoom({ db, clock }: Ports, { registration }: Described): Promise<boolean> {
  const now = clock()
  const before = new Date(now.getTime() - UNDISTURBED_MS).toISOString()
  const undecided = sql`not a.ever_connected and not exists (
    select from authorization_codes k where k.app_id = a.id and k.expires_at > ${now.toISOString()})`
  const oldest = await db.rows<{ id: string }>(sql`
    select id from apps a where registration = ${registration} and created_at < ${before} and ${undecided}
    order by created_at limit ${ROOM_MADE}`)
  const ids = oldest.map(({ id }) => id)
  return (await db.count(sql`delete from apps a where a.id = any(${ids}::text[]) and ${undecided}`)) > 0
}

/** Notes that somebody has connected a client, so that it is no longer swept as one that nobody wants. */
export async function noteConnected({ db }: Pick<Ports, 'db'>, appId: string): Promise<void> {
  await db.count(sql`update apps set ever_connected = true where id = ${appId} and not ever_connected`)
}

/**
 * Sweeps clients outside the portal: after 30 days those that nobody has connected, after 90 those that nobody is
 * connected to any more. One that somebody is just deciding on holds a code, and stays.
 */
export async function sweepClients({ db, clock }: Ports): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms).toISOString()
  const noCodes = sql`not exists (select from authorization_codes k where k.app_id = a.id)`
  await db.count(sql`
    delete from apps a where not a.ever_connected and a.created_at < ${before(UNCONNECTED_KEPT_MS)} and ${noCodes}`)
  const old = await db.rows<{ id: string }>(sql`
    select id from apps where registration <> 'portal' and ever_connected and created_at < ${before(ABANDONED_KEPT_MS)}`)
  const oldIds = old.map(({ id }) => id)
  const alive = await db.rows<{ app_id: string }>(sql`
    select distinct app_id from connections where app_id = any(${oldIds}::text[])
      and (status = 'active' or revoked_at > ${before(ABANDONED_KEPT_MS)})`)
  const wanted = new Set(alive.map(({ app_id }) => app_id))
  const abandoned = oldIds.filter((id) => !wanted.has(id))
  await db.count(sql`delete from apps a where a.id = any(${abandoned}::text[]) and ${noCodes}`)
}
