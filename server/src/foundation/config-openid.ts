import { isLoopback, type ReadSetting, webAddress } from './config-values.ts'

/** The OpenID provider that people and developers may sign in with. */
export interface OpenIdConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the pages call it. */
  name: string
}

const NAME_CHARS_MAX = 60

/** Reads the settings of the OpenID provider; `null` without `OIDC_ISSUER`. */
export function readOpenId(
  read: ReadSetting,
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
  const [clientId, clientSecret] = [env.OIDC_CLIENT_ID?.trim() ?? '', env.OIDC_CLIENT_SECRET?.trim() ?? '']
  for (const [variable, value] of Object.entries({ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }))
    if (!value)
      problems.push(`${variable} is not set; with OIDC_ISSUER it must be what the provider gave to this service.`)
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname }
}

function issuerAddress(text: string): string | undefined {
  const address = webAddress(text)
  if (!address) return undefined
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopback(hostname) ? text.trim() : undefined
}
