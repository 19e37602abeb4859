/** Where a person is sent after the decision. */
export interface Place {
  name: string
  /** On the person's own device. */
  isHere: boolean
}

/** The place an address names, in words for people: its host, or of a private scheme the scheme. */
export function placeOf(uri: string): Place {
  if (!URL.canParse(uri)) return { name: uri, isHere: false }
  const { host, hostname, protocol } = new URL(uri)
  const isHere = !protocol.startsWith('http') || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  return { name: protocol.startsWith('http') ? host : protocol, isHere }
}
