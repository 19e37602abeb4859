import { lookup as dnsLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/*
 * The guard against server-side request forgery. A name is resolved and its addresses are checked at each
 * connection, in the very look-up the socket uses, so that nothing can change between the check and the connect.
 */

/** An address is not one the service will call. Its message is shown to whoever chose it. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

// All of IPv6 that is given out for global use (RFC 4291, RFC 3587); what embeds an IPv4 address lies outside of it
// or has a range of its own.
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is public unicast: not private, loopback, link-local, mapped, translated or reserved. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').split('%', 1)[0] as string
  if (!isIP(bare)) return false
  const parsed = ipaddr.parse(bare)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6))
}

/**
 * Holds an address that somebody else has chosen against the rules that need no look-up. The URL parser has already brought
 * decimal, octal, hexadecimal and shortened spellings of an IP into one.
 * @returns what is wrong with it, or `undefined`
 */
export function refuseUrl(address: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(address)) return 'takes an absolute address'
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return 'takes no user name or password'
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'takes an https address'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) return 'takes a public address'
  if (!allowPrivate && /(^|\.)(localhost|local|internal)\.?$/i.test(host)) return 'takes a public address'
  return undefined
}

/** The look-up of a socket to such an address: every address a name resolves to must be public, or none is given out. */
export function guardedLookup(
  allowPrivate: boolean,
  resolve: LookupFunction = dnsLookup as LookupFunction,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const addresses = (Array.isArray(found) ? found : [found]) as { address: string; family: number }[]
      const refused = addresses.find(({ address }) => !allowPrivate && !isPublicAddress(address))
      if (refused)
        return callback(new AddressRefused(`${hostname} resolves to ${refused.address}, which is not public`), '', 0)
      if (options.all) return callback(null, addresses as never)
      const [first] = addresses
      return first
        ? callback(null, first.address, first.family)
        : callback(new Error(`${hostname} has no address`), '', 0)
    })
  }
}
