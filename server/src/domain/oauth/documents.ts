import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Actor } from '../../foundation/actor.ts'
import { clientNetwork, throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { type EgressOptions, firstBytes, openEgressClient } from '../../foundation/net/egress.ts'
import { checkStrings } from '../../foundation/parse.ts'
import { type Client, type ClientDescription, clientById, storeClient } from '../apps/clients.ts'
import { type IconPorts, storeClientIcon } from '../apps/icons.ts'
import { ownAddress } from '../apps/links.ts'
import { isClientRedirect } from '../apps/redirects.ts'
import type { ConnectionPorts } from '../connections/tokens.ts'
import { ClaimedAddress, Common, plainName } from './client-metadata.ts'

/*
 * Clients whose id is the URL of a metadata document (draft-ietf-oauth-client-id-metadata-document). The document is
 * fetched when a user arrives from such a client, and cached as the client for as long as its headers allow, within
 * bounds. A document that cannot be fetched or is invalid means an unknown client.
 */

const TIMEOUT_MS = 5_000
const DOCUMENT_BYTES_MAX = 16 * 1_024
const CONCURRENT_FETCHES_MAX = 100
// For one host and for one client address, so that slow documents do not keep out other clients.
const CONCURRENT_FETCHES_EACH_MAX = 4
const FETCHES_PER_MINUTE_MAX = 10
const MINUTE_SECONDS = 60
const CACHE_MS_MIN = 5 * 60_000
const CACHE_MS_MAX = 24 * 60 * 60_000

/** What OAuth verbs use beside the base ports. */
export interface OAuthPorts extends ConnectionPorts, IconPorts {
  documents: Documents
}

interface Fetched {
  text: string
  headers: IncomingHttpHeaders
}

/** Fetches client metadata documents. */
export interface Documents {
  /**
   * The document at a URL, for a client address; concurrent calls for one URL share one request. `undefined` when it
   * cannot be fetched.
   * @throws Failure `rate_limited` while too many documents are being fetched, in all, of that host or for that address
   */
  fetch(url: string, address: string): Promise<Fetched | undefined>
  close(): Promise<void>
}

/** Opens the document client: 5 s, 16 KiB, no redirects, public addresses only unless private ones are allowed. */
export function openDocuments({ timeoutMs = TIMEOUT_MS, ...options }: DocumentOptions): Documents {
  const out = openEgressClient({ ...options, timeoutMs })
  const inFlight = new Map<string, { fetching: Promise<Fetched | undefined>; host: string; network: string }>()

  async function fetchOnce(url: string): Promise<Fetched | undefined> {
    try {
      const { statusCode, headers, body } = await out.request(url, {
        method: 'GET',
        // Bot protection rejects requests without a user agent.
        headers: { accept: 'application/json', 'user-agent': 'memory-service-clients/1' },
      })
      const bytes = await firstBytes(body, DOCUMENT_BYTES_MAX + 1, (error) => {
        throw error
      })
      if (statusCode !== 200 || bytes.length > DOCUMENT_BYTES_MAX) return undefined
      return { text: bytes.toString(), headers }
    } catch {
      // The cause does not matter to the user who came from this client.
      return undefined
    }
  }
  return {
    async fetch(url, address) {
      const pending = inFlight.get(url)
      if (pending) return pending.fetching
      const { hostname: host } = new URL(url)
      const network = clientNetwork(address)
      const all = [...inFlight.values()]
      const isFull =
        all.length >= CONCURRENT_FETCHES_MAX ||
        all.filter((other) => other.host === host).length >= CONCURRENT_FETCHES_EACH_MAX ||
        all.filter((other) => other.network === network).length >= CONCURRENT_FETCHES_EACH_MAX
      if (isFull) throw new Failure('rate_limited', { retry_after: Math.ceil(timeoutMs / 1_000) })
      const fetching = fetchOnce(url).finally(() => inFlight.delete(url))
      inFlight.set(url, { fetching, host, network })
      return fetching
    },
    close: () => out.close(),
  }
}

type DocumentOptions = Omit<EgressOptions, 'timeoutMs'> & Partial<EgressOptions>

/**
 * The client with this id, whichever way it was registered; `undefined` when unknown. Fetches the metadata document when
 * the cached copy is stale.
 * @throws Failure `rate_limited`
 */
export async function findClient(ctx: Ctx<Actor, OAuthPorts>, clientId: string): Promise<Client | undefined> {
  const stored = await clientById(ctx, clientId)
  if (stored && stored.registration !== 'document') return stored
  if (stored?.freshUntil && Date.parse(stored.freshUntil) > ctx.clock().getTime()) return stored
  if (!isDocumentUrl(clientId, ctx.config.webhookAllowPrivate)) return undefined
  if (ctx.config.rateLimit !== null) {
    const key = `document ${createHash('sha256').update(clientNetwork(ctx.address)).digest('base64url')}`
    await throttle(ctx.db, key, FETCHES_PER_MINUTE_MAX, MINUTE_SECONDS)
  }
  const fetched = await ctx.documents.fetch(clientId, ctx.address)
  const metadata = fetched && parseDocument(fetched.text, clientId)
  if (!metadata) return undefined
  const freshUntil = new Date(ctx.clock().getTime() + cacheMs(fetched.headers))
  const { iconUrl, ...description } = metadata
  const client = await storeClient(ctx, { registration: 'document', client_id: clientId, freshUntil, ...description })
  await storeClientIcon(ctx, client.id, iconUrl)
  return client
}

/**
 * Whether a client id can be a document URL: https with a path, in the URL parser's canonical spelling (so without dot
 * segments), without fragment and credentials. Plain http is accepted where private addresses are allowed.
 */
function isDocumentUrl(id: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(id) || id.includes('#')) return false
  const { protocol, pathname, username, password, href } = new URL(id)
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return false
  return href === id && pathname !== '/' && !username && !password
}

// A client that prefers `private_key_jwt` may also list `none`, as ChatGPT's does; then it is accepted as public.
const Document = Common.extend({
  client_id: z.string(),
  client_name: Common.shape.client_name.unwrap(),
  token_endpoint_auth_method: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  logo_uri: ClaimedAddress,
  // A secret in a public document protects nothing; a document that relies on one is invalid.
  client_secret: z.never().optional(),
  client_secret_expires_at: z.never().optional(),
})

interface Metadata
  extends Pick<ClientDescription, 'name' | 'homepageUrl' | 'privacyUrl' | 'redirect_uris' | 'requiresProof'> {
  iconUrl: string | null
}

/** The metadata in a document; `undefined` when it is invalid or belongs to another client id. */
function parseDocument(text: string, clientId: string): Metadata | undefined {
  try {
    const value: unknown = JSON.parse(text)
    checkStrings(value)
    const {
      client_id,
      client_name,
      redirect_uris,
      client_uri,
      policy_uri,
      logo_uri,
      dpop_bound_access_tokens: requiresProof,
      ...methods
    } = Document.parse(value)
    const name = plainName(client_name)
    if (client_id !== clientId || !name || !redirect_uris.every(isClientRedirect) || !canBePublic(methods))
      return undefined
    const own = [clientId, ...redirect_uris]
    return {
      name,
      homepageUrl: ownAddress(client_uri, own),
      privacyUrl: ownAddress(policy_uri, own),
      iconUrl: ownIcon(logo_uri, clientId),
      redirect_uris,
      requiresProof,
    }
  } catch {
    return undefined
  }
}

/** The address of the icon if it is on the host of the document, so that no document has another host requested. */
function ownIcon(claimed: string | undefined, clientId: string): string | null {
  if (claimed === undefined || !URL.canParse(claimed)) return null
  const { origin, username, password, href } = new URL(claimed)
  return origin === new URL(clientId).origin && !username && !password ? href : null
}

function canBePublic({
  token_endpoint_auth_method: preferred = 'none',
  token_endpoint_auth_methods_supported: others = [],
}: Partial<z.output<typeof Document>>): boolean {
  return [preferred, ...others].includes('none')
}

/** How long a document may be cached by its headers (RFC 9111, 4.2.1), from 5 minutes to a day. */
function cacheMs(headers: IncomingHttpHeaders): number {
  const control = String(headers['cache-control'] ?? '')
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(control)?.[1]
  const maxAgeMs = /(?:^|[\s,])no-(?:store|cache)/i.test(control) ? 0 : Number(seconds ?? 0) * 1_000
  return Math.min(Math.max(maxAgeMs, CACHE_MS_MIN), CACHE_MS_MAX)
}
