import type { AddressInfo } from 'node:net'

/** The URL of a listening address; for one that listens on all addresses, that of loopback. */
export function urlOf(host: string, { port, family, address }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host === 'localhost' ? host : address
  return `http://${family === 'IPv6' && name.includes(':') ? `[${name}]` : name}:${port}`
}
