import { isLoopback, webAddress } from './config-values.ts'

/** The OpenID provider that people and developers may sign in with. */
export interface OpenIdConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the pages call it. */
  name: string
}

type Read = <T>(
  name: string,
  fallback: T,
  accepted: string,
  parse: (text: string) => T | undefined,
  secret?: boolean,
) => T

const NAME_CHARS_MAX = 60
const REQUIRED = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** Reads the settings of the OpenID provider; `null` without `OIDC_ISSUER`. */
export function readOpenId(
  read: Read,
  problems: string[],
  env: Readonly<Record<string, string | undefined>>,
): OpenIdConfig | null {
  const issuer = read<string | undefined>(
    'OIDC_ISSUER',
    undefined,
    'the https URL of an OpenID provider, without query or fragment; http only on this machine',
    issuerAddress,
  )
  const name = read<string | undefined>(
    'OIDC_NAME',
    undefined,
    `a name of at most ${NAME_CHARS_MAX} characters`,
    (text) => (text.length <= NAME_CHARS_MAX ? text : undefined),
  )
  if (!issuer) return null
  const [clientId = '', clientSecret = ''] = REQUIRED.map((variable) => env[variable]?.trim())
  for (const variable of REQUIRED)
    if (!env[variable]?.trim())
      problems.push(`${variable} is not set; with OIDC_ISSUER it must be what the provider gave to this service.`)
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname }
}

function issuerAddress(text: string): string | undefined {
  const address = webAddress(text)
  if (!address) return undefined
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopback(hostname) ? text.trim() : undefined
}
