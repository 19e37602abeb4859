import { isIP } from 'node:net'
import { isLoopback } from '../../../foundation/config-values.ts'
import type { Ctx } from '../../../foundation/ctx.ts'

/** The service as browsers know it when they make and use passkeys. */
export interface RelyingParty {
  /** The host name that passkeys are bound to. */
  id: string
  /** Origins of pages that may use them. */
  origins: string[]
}

/**
 * The relying party of this service, from `BASE_URL` and `HUB_URL`. Passkeys need a host name, so on a loopback address
 * they work under `localhost` at the same port; with any other IP address there are none.
 */
export function relyingPartyOf({
  baseUrl,
  hubUrl,
}: Pick<Ctx['config'], 'baseUrl' | 'hubUrl'>): RelyingParty | undefined {
  const { hostname, protocol, port } = new URL(baseUrl)
  const origins = [...new Set([new URL(baseUrl).origin, new URL(hubUrl).origin])]
  if (isLoopback(hostname)) {
    const local = `${protocol}//localhost${port && `:${port}`}`
    return { id: 'localhost', origins: [...new Set([...origins, local])] }
  }
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return undefined
  return { id: hostname, origins }
}
