import { MemoryServiceError } from './errors.ts'
import { refuseBrowsers } from './guard.ts'
import { baseOf } from './http.ts'
import { type ClientCredentials, exchangeCode } from './oauth.ts'
import type { Exchanged } from './types.ts'

/** The base for an address without a host, such as `request.url` in Node. */
const NO_HOST = 'http://path.invalid'
const PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description'] as const

/** The values of the attempt, and the credentials that exchange the code. */
export interface CallbackOptions extends ClientCredentials {
  /** The `state` stored in the user's session for this attempt; without one, every redirect is rejected. */
  state: string | undefined
  /** The verifier stored with it. */
  codeVerifier?: string | undefined
  /** The address that was sent to the consent page. */
  redirectUri?: string
  /** The service's `BASE_URL`, if it differs from the `baseUrl` that you use. */
  issuer?: string
}

/**
 * Handles the redirect from the consent page: checks that it belongs to this session (`state`) and comes from the service
 * (`iss`, RFC 9207), and exchanges its code. Delete `state` and `codeVerifier` after the first redirect, whatever its result.
 * @param url the full URL, or its path and query
 * @throws MemoryServiceError `access_denied` if the user denied access; `connect_failed` if the service could not ask;
 *   `invalid_callback` if the redirect cannot be trusted (see `details.reason`); everything that `exchangeCode` throws
 * @example
 * const { connection_token, connection_id } = await handleCallback(request.url, { ...session.attempt, baseUrl, clientId, clientSecret })
 */
export async function handleCallback(url: string | URL, options: CallbackOptions): Promise<Exchanged> {
  refuseBrowsers('The client secret')
  const { state, issuer = baseOf(options.baseUrl), ...exchange } = options
  const answer = answerOf(url)
  if (!state || answer.state === undefined || !(await isSame(state, answer.state)))
    throw untrusted('state', 'The redirect does not belong to this session: `state` differs.')
  if (answer.iss !== issuer)
    throw untrusted(
      'issuer',
      `The redirect is from ${answer.iss ?? 'an unnamed issuer'}, not from ${issuer}. Give the address by which the service names itself.`,
    )
  if (answer.error === 'access_denied') throw new MemoryServiceError('access_denied', 'The user denied access.')
  if (answer.error !== undefined) {
    const { error, error_description: description } = answer
    const details = { error, ...(description === undefined ? {} : { description }) }
    throw new MemoryServiceError('connect_failed', `The user could not be asked: ${description ?? error}`, { details })
  }
  if (!answer.code) throw untrusted('malformed', 'The redirect has no `code`.')
  return exchangeCode({ ...exchange, code: answer.code })
}

type Answer = { [Name in (typeof PARAMETERS)[number]]?: string }

function answerOf(url: string | URL): Answer {
  const address = String(url)
  if (!URL.canParse(address, NO_HOST)) throw untrusted('malformed', 'The callback address is not a URL.')
  const { searchParams } = new URL(address, NO_HOST)
  const answer: Answer = {}
  for (const name of PARAMETERS) {
    const [value, ...others] = searchParams.getAll(name)
    // Parsers disagree about which of several values counts.
    if (others.length) throw untrusted('malformed', `The redirect has more than one \`${name}\`.`)
    if (value !== undefined) answer[name] = value
  }
  return answer
}

// Compares digests in constant time, so that the duration reveals nothing.
async function isSame(a: string, b: string): Promise<boolean> {
  const digests = [a, b].map((text) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const [x, y] = (await Promise.all(digests)).map((bytes) => new Uint8Array(bytes))
  let difference = 0
  x?.forEach((byte, at) => void (difference |= byte ^ (y?.[at] ?? 0)))
  return difference === 0
}

function untrusted(reason: 'malformed' | 'state' | 'issuer', message: string): MemoryServiceError<'invalid_callback'> {
  return new MemoryServiceError('invalid_callback', message, { details: { reason } })
}
