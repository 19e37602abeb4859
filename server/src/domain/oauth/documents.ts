import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Ctx } from '../../foundation/ctx.ts'
import { firstBytes, openWayOut, type WayOutOptions } from '../../foundation/outward.ts'
import { checkStrings } from '../../foundation/parse.ts'
import { askerAt, throttle } from '../../foundation/throttle.ts'
import { type Client, clientById, keepClient } from '../apps/clients.ts'
import { isClientRedirect } from '../apps/redirects.ts'
import { Common, plainName } from './described.ts'

/*
 * Clients whose id is the address of a document that describes them (draft-ietf-oauth-client-id-metadata-document).
 * The document is fetched when a person comes from such a client, and kept as the client for as long as it says, within
 * bounds. What cannot be fetched, or says something else than it should, is no client.
 */

const TIMEOUT_MS = 5_000
const DOCUMENT_BYTES_MAX = 16 * 1_024
const FETCHES_AT_ONCE_MAX = 20
const FETCHES_PER_MINUTE_MAX = 10
const MINUTE_SECONDS = 60
const KEPT_MS_MIN = 5 * 60_000
const KEPT_MS_MAX = 24 * 60 * 60_000

declare module '../../foundation/ctx.ts' {
  interface Ports {
    documents: Documents
  }
}

interface Fetched {
  text: string
  headers: IncomingHttpHeaders
}

/** The way to documents. */
export interface Documents {
  /** The text at an address; those who ask for the same at once share one answer. `undefined` when there is none. */
  fetch(url: string): Promise<Fetched | undefined>
  close(): Promise<void>
}

/** Opens the way to documents: 5 seconds, 16 KiB, no redirects, public addresses only unless private ones are allowed. */
export function openDocuments({ timeoutMs = TIMEOUT_MS, ...options }: DocumentOptions): Documents {
  const out = openWayOut({ ...options, timeoutMs })
  const underWay = new Map<string, Promise<Fetched | undefined>>()

  async function fetchOnce(url: string): Promise<Fetched | undefined> {
    try {
      const { statusCode, headers, body } = await out.request(url, {
        method: 'GET',
        // Hosts that guard against robots let nobody in who does not say who they are.
        headers: { accept: 'application/json', 'user-agent': 'memory-service-clients/1' },
      })
      const bytes = await firstBytes(body, DOCUMENT_BYTES_MAX + 1, (error) => {
        throw error
      })
      if (statusCode !== 200 || bytes.length > DOCUMENT_BYTES_MAX) return undefined
      return { text: bytes.toString(), headers }
    } catch {
      // Whose fault it was is no news to the person who came from there.
      return undefined
    }
  }
  return {
    fetch(url) {
      const known = underWay.get(url)
      if (known || underWay.size >= FETCHES_AT_ONCE_MAX) return known ?? Promise.resolve(undefined)
      const fetching = fetchOnce(url).finally(() => underWay.delete(url))
      underWay.set(url, fetching)
      return fetching
    },
    close: () => out.close(),
  }
}

type DocumentOptions = Omit<WayOutOptions, 'timeoutMs'> & Partial<WayOutOptions>

/**
 * The client of an id, whoever registered it; `undefined` when there is none. A document is fetched when what is kept
 * of it is no longer fresh.
 * @throws Failure `rate_limited`
 */
export async function findClient(ctx: Ctx, clientId: string): Promise<Client | undefined> {
  const known = await clientById(ctx, clientId)
  if (known && known.registration !== 'document') return known
  if (known?.freshUntil && Date.parse(known.freshUntil) > ctx.clock().getTime()) return known
  if (!isDocumentAddress(clientId, ctx.config.webhookAllowPrivate)) return undefined
  if (ctx.config.rateLimit !== null) {
    const key = `document ${createHash('sha256').update(askerAt(ctx.address)).digest('base64url')}`
    await throttle(ctx.db, key, FETCHES_PER_MINUTE_MAX, MINUTE_SECONDS)
  }
  const fetched = await ctx.documents.fetch(clientId)
  const described = fetched && describedIn(fetched.text, clientId)
  if (!described) return undefined
  const freshUntil = new Date(ctx.clock().getTime() + keptMs(fetched.headers))
  return keepClient(ctx, { registration: 'document', client_id: clientId, freshUntil, ...described })
}

/**
 * Whether an id can be the address of a document: https with a path, in the very spelling that a URL parser gives it
 * (so without dot segments), no fragment, nobody's name and password. Plain http where private addresses are allowed.
 */
function isDocumentAddress(id: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(id) || id.includes('#')) return false
  const { protocol, pathname, username, password, href } = new URL(id)
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return false
  return href === id && pathname !== '/' && !username && !password
}

// A client that would rather sign (`private_key_jwt`) says beside it whether it can do without, as that of ChatGPT does.
const Document = Common.extend({
  client_id: z.string(),
  client_name: Common.shape.client_name.unwrap(),
  token_endpoint_auth_method: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  // A secret that stands in a public document is none, and whoever wrote it there believes in it.
  client_secret: z.never().optional(),
  client_secret_expires_at: z.never().optional(),
})

/** What a document says of the client at its address; `undefined` when it is no such document. */
function describedIn(text: string, clientId: string): { name: string; redirect_uris: string[] } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    checkStrings(value)
    const { client_id, client_name, redirect_uris, ...methods } = Document.parse(value)
    const name = plainName(client_name)
    if (client_id !== clientId || !name || !redirect_uris.every(isClientRedirect) || !canBePublic(methods))
      return undefined
    return { name, redirect_uris }
  } catch {
    return undefined
  }
}

function canBePublic({
  token_endpoint_auth_method: preferred = 'none',
  token_endpoint_auth_methods_supported: others = [],
}: Partial<z.output<typeof Document>>): boolean {
  return [preferred, ...others].includes('none')
}

/** For how long a document may be kept by its headers (RFC 9111, 4.2.1): at least 5 minutes, at most a day. */
function keptMs(headers: IncomingHttpHeaders): number {
  const control = String(headers['cache-control'] ?? '')
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(control)?.[1]
  const said = /(?:^|[\s,])no-(?:store|cache)/i.test(control) ? 0 : Number(seconds ?? 0) * 1_000
  return Math.min(Math.max(said, KEPT_MS_MIN), KEPT_MS_MAX)
}
