import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const CHARS_READ_MAX = 512

// In order: a browser's name contains those of the browsers it imitates.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\d[\d.]{0,20} (?:[^ ]{1,40} ){0,2}Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|^undici\b/, 'Node.js'],
  [/^python-|^Python/, 'Python'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A short name of a device from a `User-Agent` header, such as `Firefox on Linux`; `null` if nothing is recognised. */
export function deviceName(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, CHARS_READ_MAX) ?? ''
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}

/**
 * The network of a client address, which is enough to recognise one's own: `203.0.113.*` or `2001:db8:1:*`. `null` for a
 * text that is not an IP address.
 */
export function networkName(address: string): string | null {
  if (!isIP(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.*`
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:*`
}
