import { lookup as dnsLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { RANGES } from '../config-values.ts'

/*
 * Protection against server-side request forgery. The addresses of a name are checked at each connection, in the DNS
 * lookup that the socket itself uses, so DNS rebinding between check and connect is not possible.
 */

/** Thrown for an address that the service does not call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Thrown for a URL that the service calls at no address. */
export class UrlRefused extends AddressRefused {
  override name = 'UrlRefused'
}

// The IPv6 space allocated for global unicast (RFC 4291, RFC 3587). Ranges that embed IPv4 addresses lie outside it or
// have a range name other than `unicast` in ipaddr.js.
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is public unicast: not private, loopback, link-local, mapped, translated or reserved. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').split('%', 1)[0] as string
  if (!isIP(bare)) return false
  const parsed = ipaddr.parse(bare)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6))
}

/**
 * Checks a URL from outside against the rules that need no DNS lookup. The URL parser normalizes decimal, octal,
 * hexadecimal and shortened IPv4 notations.
 * @returns what is wrong with it, or `undefined` when it passes
 */
export function refuseUrl(
  address: string,
  allowPrivate: boolean,
  isPublic: (address: string) => boolean = isPublicAddress,
): string | undefined {
  if (!URL.canParse(address)) return 'must be an absolute URL'
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return 'must not contain a user name or password'
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'must be an https URL'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && !isPublic(host)) return 'must have a public address'
  if (!allowPrivate && /(^|\.)(localhost|local|internal)\.?$/i.test(host)) return 'must have a public address'
  return undefined
}

/** A DNS lookup for sockets that fails with AddressRefused unless every address of the name is public. */
export function guardedLookup(
  allowPrivate: boolean,
  resolve: LookupFunction = dnsLookup as LookupFunction,
  isPublic: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const addresses = (Array.isArray(found) ? found : [found]) as { address: string; family: number }[]
      const refused = addresses.find(({ address }) => !allowPrivate && !isPublic(address))
      if (refused) return callback(new AddressRefused(`${hostname} resolves to an address that is not public`), '', 0)
      if (options.all) return callback(null, addresses as never)
      const [first] = addresses
      return first
        ? callback(null, first.address, first.family)
        : callback(new AddressRefused(`${hostname} has no address`), '', 0)
    })
  }
}

/** Returns a function that checks whether an IP address is in one of these addresses, CIDR ranges or named ranges. */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const cidrs = ranges
    .flatMap((range): readonly string[] =>
      Object.hasOwn(RANGES, range) ? RANGES[range as keyof typeof RANGES] : [range],
    )
    .map((range) => (range.includes('/') ? range : `${range}/${isIP(range) === 4 ? 32 : 128}`))
    .map((range) => ipaddr.parseCIDR(range))
  if (!cidrs.length) return () => false
  return (address) => {
    if (!isIP(address)) return false
    const parsed = ipaddr.process(address)
    return cidrs.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
  }
}
