/** Where the browser is redirected after the decision. */
export interface Destination {
  name: string
  /** Whether it is a program on the user's own device. */
  isLocal: boolean
}

/** Names the destination of a redirect URI: its host, or the scheme if it is a private one. */
export function describeDestination(uri: string): Destination {
  if (!URL.canParse(uri)) return { name: uri, isLocal: false }
  const { host, hostname, protocol } = new URL(uri)
  const isHttp = protocol.startsWith('http')
  return {
    name: isHttp ? host : protocol,
    isLocal: !isHttp || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname),
  }
}
