import { notTheService, objectOf } from './answer.ts'
import { Complaint } from './complaint.ts'

const METADATA_MS = 10_000

/** A service, by its address. */
export interface Service {
  /** Without a slash at its end. */
  base: string
  /** What tokens are to be good for: the address that speaks the protocol. */
  resource: string
}

/** What there is to know before somebody can be asked for access. */
export interface Authority {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  registrationEndpoint: string
  revocationEndpoint: string | undefined
  /** Whether it says in its answers who it is (RFC 9207). */
  namesItself: boolean
  scopes: string[]
}

/** @throws Complaint when it is no address */
export function serviceOf(address: string): Service {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new Complaint(`${address} is no address of a service. It takes the form https://memory.example`)
  const base = url.href.replace(/(?<!\/)\/+$/, '')
  return { base, resource: `${base}/mcp` }
}

/** Whether nobody on the way can read along. */
export function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/**
 * Asks a service who gives out tokens for it, and that one how it is to be asked (RFC 9728, RFC 8414). What they say is
 * held against where it was found.
 * @throws Complaint
 */
export async function discover({ base, resource }: Service): Promise<Authority> {
  if (!isPrivate(base)) throw new Complaint(`${base} takes no encryption, so no access is asked for there. Use https.`)
  const about = await metadata(wellKnown(resource, 'oauth-protected-resource'))
  if (about.resource !== resource)
    throw new Complaint(`The service calls itself ${String(about.resource).replace(/\/mcp$/, '')}. Use that address.`)
  const [issuer] = texts(about.authorization_servers)
  if (!issuer || !isPrivate(issuer)) throw new Complaint(`${base} names nobody who gives out tokens.`)
  const how = await metadata(wellKnown(issuer, 'oauth-authorization-server'))
  if (how.issuer !== issuer) throw new Complaint(`What should describe ${issuer} describes ${String(how.issuer)}.`)
  if (!texts(how.code_challenge_methods_supported).includes('S256')) throw new Complaint(`${issuer} knows no PKCE.`)
  return {
    issuer,
    authorizationEndpoint: endpoint(how, 'authorization_endpoint'),
    tokenEndpoint: endpoint(how, 'token_endpoint'),
    registrationEndpoint: endpoint(how, 'registration_endpoint'),
    revocationEndpoint: how.revocation_endpoint === undefined ? undefined : endpoint(how, 'revocation_endpoint'),
    namesItself: how.authorization_response_iss_parameter_supported === true,
    scopes: texts(about.scopes_supported),
  }
}

// The name goes between host and path (RFC 8414, 3.1).
function wellKnown(address: string, name: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`
}

async function metadata(address: string): Promise<Record<string, unknown>> {
  const response = await reach(address, { headers: { accept: 'application/json' } }, METADATA_MS)
  const told = response.ok ? await objectOf(response) : undefined
  if (!told) throw new Complaint(notTheService(response))
  return told
}

/** @throws Complaint when nobody answers in time */
export async function reach(address: string, init: RequestInit, ms: number): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(ms) })
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    throw new Complaint(`${new URL(address).origin} cannot be reached${code ? ` (${code})` : ''}.`)
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

function endpoint(told: Record<string, unknown>, name: string): string {
  const address = told[name]
  if (typeof address !== 'string' || !URL.canParse(address) || !isPrivate(address))
    throw new Complaint(`${String(told.issuer)} names no ${name}.`)
  return address
}
