import { Failure } from '../../foundation/errors.ts'

/** What a token is good for: the API, or the server of the Model Context Protocol beside it. */
export type Target = 'api' | 'mcp'

/** The address a target is called by in the words of OAuth (RFC 8707, RFC 9728). */
export function resourceOf(baseUrl: string, target: Target): string {
  return target === 'mcp' ? `${baseUrl}/mcp` : baseUrl
}

/**
 * The target of a resource, to the letter; clients that write addresses with a URL library end the bare one with a
 * slash. `null` when none is named.
 * @throws Failure `invalid_target`
 */
export function targetOf(baseUrl: string, resource: string | undefined): Target | null {
  if (resource === undefined) return null
  if (resource === baseUrl || resource === `${baseUrl}/`) return 'api'
  if (resource === resourceOf(baseUrl, 'mcp')) return 'mcp'
  throw new Failure('invalid_target')
}

/**
 * What a token is for, when one thing was agreed to and another, or nothing, is asked for at the exchange.
 * @throws Failure `invalid_target` where the two differ
 */
export function agreed(before: Target | null, now: Target | null): Target | null {
  if (before !== null && now !== null && before !== now) throw new Failure('invalid_target')
  return before ?? now
}
