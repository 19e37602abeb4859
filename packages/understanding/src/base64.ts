const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const DIGITS = new Map([...ALPHABET].map((digit, value) => [digit, value]))

/** Signed bytes from base64 (RFC 4648, 4) without padding. */
export function decodeBase64(text: string): Int8Array {
  const bytes = new Int8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let at = 0
  for (let i = 0; i < text.length; i++) {
    bits = ((bits << 6) | DIGITS.get(text[i]!)!) & 0xffffff
    if (i % 4 > 0) bytes[at++] = bits >> (6 - (i % 4) * 2)
  }
  return bytes
}
