import { CliError } from './cli-error.ts'
import { notTheService, readObject } from './response.ts'

const METADATA_MS = 10_000

/** A service, by its address. */
export interface Service {
  /** Without a trailing slash. */
  base: string
  /** The address of the MCP endpoint, which is the resource that tokens are for. */
  resource: string
}

/** The metadata of an authorization server. */
export interface Authority {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  registrationEndpoint: string
  revocationEndpoint: string | undefined
  /** Whether authorization responses contain `iss` (RFC 9207). */
  sendsIssuer: boolean
  scopes: string[]
}

/** @throws CliError if the address is not a URL of a service */
export function serviceOf(address: string): Service {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new CliError(`${address} is not the address of a service. Expected a URL such as https://memory.example`)
  const base = url.href.replace(/(?<!\/)\/+$/, '')
  return { base, resource: `${base}/mcp` }
}

/** Whether traffic to the address is encrypted or stays on this machine. */
export function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/**
 * Finds the authorization server of a service and its endpoints (RFC 9728, RFC 8414). Both documents must name the
 * address they were fetched for.
 * @throws CliError
 */
export async function discover({ base, resource }: Service): Promise<Authority> {
  if (!isPrivate(base)) throw new CliError(`${base} is not encrypted, so signing in there is not safe. Use https.`)
  const protectedResource = await metadata(wellKnown(resource, 'oauth-protected-resource'))
  if (protectedResource.resource !== resource) {
    const claimed = String(protectedResource.resource).replace(/\/mcp$/, '')
    throw new CliError(`The address of this service is ${claimed}. Use that address.`)
  }
  const [issuer] = strings(protectedResource.authorization_servers)
  if (!issuer || !isPrivate(issuer)) throw new CliError(`${base} names no authorization server with https.`)
  const server = await metadata(wellKnown(issuer, 'oauth-authorization-server'))
  if (server.issuer !== issuer) throw new CliError(`The metadata of ${issuer} describes ${String(server.issuer)}.`)
  if (!strings(server.code_challenge_methods_supported).includes('S256'))
    throw new CliError(`${issuer} does not support PKCE with S256.`)
  return {
    issuer,
    authorizationEndpoint: endpoint(server, 'authorization_endpoint'),
    tokenEndpoint: endpoint(server, 'token_endpoint'),
    registrationEndpoint: endpoint(server, 'registration_endpoint'),
    revocationEndpoint: server.revocation_endpoint === undefined ? undefined : endpoint(server, 'revocation_endpoint'),
    sendsIssuer: server.authorization_response_iss_parameter_supported === true,
    scopes: strings(protectedResource.scopes_supported),
  }
}

// The well-known name goes between host and path (RFC 8414, section 3.1).
function wellKnown(address: string, name: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`
}

async function metadata(address: string): Promise<Record<string, unknown>> {
  const response = await request(address, { headers: { accept: 'application/json' } }, METADATA_MS)
  const document = response.ok ? await readObject(response) : undefined
  if (!document) throw new CliError(notTheService(response))
  return document
}

/** Sends a request without following redirects. @throws CliError if there is no response in time */
export async function request(address: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    throw new CliError(`${new URL(address).origin} cannot be reached${code ? ` (${code})` : ''}.`)
  }
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

function endpoint(server: Record<string, unknown>, name: string): string {
  const address = server[name]
  if (typeof address !== 'string' || !URL.canParse(address) || !isPrivate(address))
    throw new CliError(`The metadata of ${String(server.issuer)} has no ${name} with https.`)
  return address
}
