import { isIP } from 'node:net'
import type { Config } from '../../foundation/config.ts'

/**
 * Returns a function that checks the `Host` header of a request: protection against DNS rebinding, in which a page's own
 * host name resolves to this service. Accepts IP addresses, names of loopback, and the names in `HOST`, `BASE_URL`,
 * `HUB_URL` and `ALLOWED_HOSTS`; a page cannot give itself any of these.
 */
export function hostCheck({ host, baseUrl, hubUrl, allowedHosts }: HostNames): (header: string) => boolean {
  const urls = [baseUrl, hubUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]))
  const names = new Set([host.toLowerCase(), ...urls, ...allowedHosts])
  // Nearly all requests have one of a few headers.
  const accepted = new Set<string>()
  return (header) => {
    if (names.has('*') || accepted.has(header)) return true
    const isAccepted = accepts(header)
    if (isAccepted && accepted.size < ACCEPTED_MAX) accepted.add(header)
    return isAccepted
  }

  function accepts(header: string): boolean {
    if (!URL.canParse(`http://${header}`)) return false
    const { hostname, username, password, pathname, search } = new URL(`http://${header}`)
    if (username || password || pathname !== '/' || search) return false
    const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    // Browsers resolve names below `localhost` to loopback without DNS (RFC 6761, 6.3).
    return isIP(name) > 0 || name === 'localhost' || name.endsWith('.localhost') || names.has(name)
  }
}

/** Headers that are remembered as accepted. */
const ACCEPTED_MAX = 100

type HostNames = Pick<Config, 'host' | 'baseUrl' | 'hubUrl' | 'allowedHosts'>
