import { isIP } from 'node:net'
import { hostsOf } from './sql/hosts.ts'

/* Parsers of configuration values: each returns the value of a text, or `undefined` if the text is not accepted. */

/**
 * Reads the variable `name`: `fallback` if it is not set. A value that `parse` does not accept is reported with what is
 * accepted, and is not shown if it is `secret`.
 */
export type ReadSetting = <T>(
  name: string,
  fallback: T,
  accepted: string,
  parse: (text: string) => T | undefined,
  secret?: boolean,
) => T

/** Ranges of addresses that have a name in `TRUSTED_PROXIES`. */
export const RANGES = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export const PROXIES_ACCEPTED = `IP addresses and ranges such as 10.0.0.0/8, or ${Object.keys(RANGES).join(', ')}, separated by commas`

/** Whether a host name or IP address, with or without the brackets of a URL, is the loopback interface. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number) {
  return (text: string) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  }
}

/** A number of at least 1, or `null` for `off`. */
export function numberOrOff(most: number) {
  return (text: string): number | null | undefined => (text === 'off' ? null : wholeNumber(1, most)(text))
}

/** A share from 0 to 1. */
export function share(text: string): number | undefined {
  return /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text) ? Number(text) : undefined
}

/** One of two words, as a boolean. */
export function choice(yes: string, no: string) {
  return (text: string) => (text === yes ? true : text === no ? false : undefined)
}

/** An IP address or host name. */
export function hostName(text: string): string | undefined {
  return isIP(text) || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined
}

/** An http or https URL without query, fragment and credentials; trailing slashes are removed. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const plain = (url.protocol === 'http:' || url.protocol === 'https:') && !url.search && !url.hash && !url.username
  return plain ? url.href.replace(/(?<!\/)\/+$/, '') : undefined
}

/** Addresses, CIDR ranges and names of ranges, separated by commas. */
export function proxies(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  const isRange = (name: string) => {
    const [address = '', bits, ...rest] = name.split('/')
    const most = isIP(address) === 4 ? 32 : 128
    return isIP(address) && !rest.length && (bits === undefined || wholeNumber(1, most)(bits) !== undefined)
  }
  return names.every((name) => Object.hasOwn(RANGES, name) || isRange(name)) ? names : undefined
}

/** One or several PostgreSQL URLs. */
export function postgresAddress(text: string): string | undefined {
  const isAddress = (url: string) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)
  return hostsOf(text).every(isAddress) ? text : undefined
}

/** Host names separated by commas, in lower case; `*` stands for any. */
export function hostNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  return names.every((name) => name === '*' || hostName(name)) ? names : undefined
}

const MODEL_CHARS_MAX = 200

/** Who may create an account. With domains, addresses of others need an invitation. */
export interface SignUpConfig {
  mode: 'open' | 'closed' | 'invite' | 'domain'
  /** Lower case. */
  domains: readonly string[]
}

export const SIGN_UP_OPEN: SignUpConfig = { mode: 'open', domains: [] }
export const SIGN_UP_ACCEPTED = 'open, closed, invite, or email domains separated by commas, such as example.com'

const EMAIL_DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/** Parses SIGNUP. */
export function signUpPolicy(text: string): SignUpConfig | undefined {
  if (text === 'open' || text === 'closed' || text === 'invite') return { mode: text, domains: [] }
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase())
  return domains.every((domain) => EMAIL_DOMAIN.test(domain)) ? { mode: 'domain', domains } : undefined
}

/** An OpenAI-compatible API with `/chat/completions`. */
export interface ModelConfig {
  url: string
  name: string
  apiKey: string | undefined
}

/** The chat model of MODEL_URL, MODEL_NAME and MODEL_API_KEY; `null` without a URL. */
export function modelOf(
  url: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ModelConfig | null {
  if (!url) return null
  return { url, name: env.MODEL_NAME?.trim() || 'default', apiKey: env.MODEL_API_KEY?.trim() || undefined }
}

/** Names separated by commas. */
export function modelNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  return names.every((name) => name && name.length <= MODEL_CHARS_MAX) ? names : undefined
}

export const METRICS_TOKEN_CHARS_MIN = 16

export function metricsToken(text: string): string | undefined {
  return text.length >= METRICS_TOKEN_CHARS_MIN && !/\s/.test(text) ? text : undefined
}
