import { Failure } from '../../foundation/errors.ts'

/** What a token is good for: the API, or the server of the Model Context Protocol beside it. */
export type Target = 'api' | 'mcp'

/** The address a target is called by in the words of OAuth (RFC 8707, RFC 9728). */
export function resourceOf(baseUrl: string, target: Target): string {
  return target === 'mcp' ? `${baseUrl}/mcp` : baseUrl
}

/**
 * The target of a resource; `null` when none is named. Scheme and host may be of any case, and one slash at the end is
 * forgiven: people type it, and URL libraries add it.
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
 * What a token is for, when one thing was agreed to and another, or nothing, is asked for at the exchange.
 * @throws Failure `invalid_target` where the two differ
 */
export function agreed(before: Target | null, now: Target | null): Target | null {
  if (before !== null && now !== null && before !== now) throw new Failure('invalid_target')
  return before ?? now
}
