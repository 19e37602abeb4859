import { isLoopback } from '../../foundation/config.ts'

/**
 * Whether a URI may be registered to send people back to: https anywhere, http on loopback only, or a native
 * app's private scheme, which holds a dot (RFC 8252, 7.1); never a fragment (RFC 6749, 3.1.2).
 */
export function isRedirectUri(uri: string): boolean {
  // A reader of URLs drops blanks and line ends; an address is compared to the letter, so it has none.
  if (!URL.canParse(uri) || /[#\s\p{Cc}]/u.test(uri)) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (username || password) return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return protocol.includes('.')
}

// Editors whose schemes are older than the rule of the dot. Their links can also install, clone and open things, so what is
// taken is a callback of one of their extensions, and nothing that says more.
const EDITOR_LINK = /^(?:(?:cursor|vscode|vscode-insiders|windsurf):\/\/[\w-]+\.[\w-]+|warp:\/\/mcp)\/[\w/-]+$/

/**
 * Whether a client outside the portal may have people sent back to a URI: what any app may register, and callbacks of a
 * few editors. Whoever else claims such a scheme on the same machine gets a code without its verifier.
 */
export function isClientRedirect(uri: string): boolean {
  return isRedirectUri(uri) || (EDITOR_LINK.test(uri) && uri.includes('callback'))
}

/**
 * Whether a URI is one of those registered: to the letter, except that the port of a loopback address is the
 * app's own affair at the time of asking (RFC 8252, 7.3).
 */
export function matchesRedirect(registered: readonly string[], uri: string): boolean {
  return registered.includes(uri) || registered.some((known) => sameButForPort(known, uri))
}

function sameButForPort(known: string, uri: string): boolean {
  if (!isRedirectUri(uri) || !uri.startsWith('http://')) return false
  return withoutPort(known) === withoutPort(uri)
}

function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^[\]:/?]*)):\d*(?=[/?]|$)/, '$1')
}

/** The address to send a person back to, with what there is to say added to its query. */
export function withQuery(uri: string, values: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
