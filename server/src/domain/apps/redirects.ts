import { isLoopback } from '../../foundation/config-values.ts'

/**
 * Whether a URI may be registered as a redirect URI: https anywhere, http on loopback only, or a native app's
 * private-use scheme, which contains a dot (RFC 8252, 7.1); never with a fragment (RFC 6749, 3.1.2).
 */
export function isRedirectUri(uri: string): boolean {
  // URL parsers strip blanks and line ends, but redirect URIs are compared exactly, so they may not contain any.
  if (!URL.canParse(uri) || /[#\s\p{Cc}]/u.test(uri)) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (username || password) return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return isLoopback(hostname)
  return protocol.includes('.')
}

// Editors whose schemes have no dot. Their links can also install, clone and open things, so only callbacks of their
// extensions are accepted.
const EDITOR_LINK = /^(?:(?:cursor|vscode|vscode-insiders|windsurf):\/\/[\w-]+\.[\w-]+|warp:\/\/mcp)\/[\w/-]+$/

/**
 * Whether a client outside the portal may register a redirect URI: what any app may register, and callbacks of known
 * editors. Another program that claims the same scheme receives a code but not its PKCE verifier.
 */
export function isClientRedirect(uri: string): boolean {
  return isRedirectUri(uri) || (EDITOR_LINK.test(uri) && uri.includes('callback'))
}

/**
 * Whether a URI equals a registered one; the port of a loopback URI may differ (RFC 8252, 7.3).
 */
export function matchesRedirect(registered: readonly string[], uri: string): boolean {
  return registered.includes(uri) || registered.some((each) => equalsExceptPort(each, uri))
}

function equalsExceptPort(registered: string, uri: string): boolean {
  if (!isRedirectUri(uri) || !uri.startsWith('http://')) return false
  return withoutPort(registered) === withoutPort(uri)
}

function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^[\]:/?]*)):\d*(?=[/?]|$)/, '$1')
}

/** A redirect URI with these values appended to its query; undefined values are left out. */
export function withQuery(uri: string, values: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
