import { Failure } from '../../foundation/errors.ts'

/** What a token is valid for: the API, or the MCP server. */
export type Target = 'api' | 'mcp'

/** The OAuth resource identifier of a target (RFC 8707, RFC 9728). */
export function resourceOf(baseUrl: string, target: Target): string {
  return target === 'mcp' ? `${baseUrl}/mcp` : baseUrl
}

/**
 * The target of a resource identifier; `null` if there is none. Ignores the case of scheme and host, and one trailing
 * slash, which URL libraries add.
 * @throws Failure `invalid_target`
 */
export function targetOf(baseUrl: string, resource: string | undefined): Target | null {
  if (resource === undefined) return null
  const named = plain(resource)
  const target = (['api', 'mcp'] as const).find((each) => plain(resourceOf(baseUrl, each)) === named)
  if (!target) throw new Failure('invalid_target')
  return target
}

function plain(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/$/, '') : address
}

/**
 * The target of a token, from the one the user agreed to and the one requested at the exchange.
 * @throws Failure `invalid_target` if the two differ
 */
export function agreed(before: Target | null, now: Target | null): Target | null {
  if (before !== null && now !== null && before !== now) throw new Failure('invalid_target')
  return before ?? now
}
