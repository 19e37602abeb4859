import { MemoryServiceError } from './errors.ts'
import { refuseBrowsers } from './guard.ts'
import { baseOf } from './http.ts'
import { type ClientCredentials, exchangeCode } from './oauth.ts'
import type { Exchanged } from './types.ts'

/** What is only read off an address that holds a path and no host, as Node hands it over. */
const NO_HOST = 'http://path.invalid'
const PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description'] as const

/** What an answer is held against, and what its code is exchanged with. */
export interface CallbackOptions extends ClientCredentials {
  /** The one kept in the person's session when they were sent away; an answer without one there is never taken. */
  state: string | undefined
  /** The one kept beside it. */
  codeVerifier?: string | undefined
  /** The one sent along to the consent page. */
  redirectUri?: string
  /** What the service calls itself, its `BASE_URL`, where that is another address than the `baseUrl` you reach it at. */
  issuer?: string
}

/**
 * Takes the address on which a person comes back from the consent page, makes sure that it answers what this session has
 * asked (`state`) and comes from the service (`iss`, RFC 9207), and exchanges the code in it. Forget `state` and
 * `codeVerifier` with the first answer, whatever it is.
 * @param url whole, or from its path on
 * @throws MemoryServiceError `access_denied` when the person said no; `connect_failed` when the service could not ask them;
 *   `invalid_callback` when the answer is not to be trusted, `details.reason` says why; what `exchangeCode` throws
 * @example
 * const { connection_token, connection_id } = await handleCallback(request.url, { ...session.attempt, baseUrl, clientId, clientSecret })
 */
export async function handleCallback(url: string | URL, options: CallbackOptions): Promise<Exchanged> {
  refuseBrowsers('The client secret')
  const { state, issuer = baseOf(options.baseUrl), ...exchange } = options
  const answer = answerOf(url)
  if (!state || answer.state === undefined || !(await isSame(state, answer.state)))
    throw untrusted('state', 'This is no answer to what this session has asked.')
  if (answer.iss !== issuer)
    throw untrusted('issuer', `This answer is from ${answer.iss ?? 'nobody who says so'}, and not from ${issuer}.`)
  if (answer.error === 'access_denied') throw new MemoryServiceError('access_denied', 'The person said no.')
  if (answer.error !== undefined) {
    const { error, error_description: description } = answer
    const details = { error, ...(description === undefined ? {} : { description }) }
    throw new MemoryServiceError('connect_failed', `The person was not asked: ${description ?? error}`, { details })
  }
  if (!answer.code) throw untrusted('malformed', 'This answer holds no code.')
  return exchangeCode({ ...exchange, code: answer.code })
}

type Answer = { [Name in (typeof PARAMETERS)[number]]?: string }

function answerOf(url: string | URL): Answer {
  const address = String(url)
  if (!URL.canParse(address, NO_HOST)) throw untrusted('malformed', 'This is no address.')
  const { searchParams } = new URL(address, NO_HOST)
  const answer: Answer = {}
  for (const name of PARAMETERS) {
    const [value, ...others] = searchParams.getAll(name)
    // Whoever reads the first and whoever reads the last would not read the same.
    if (others.length) throw untrusted('malformed', `This answer says ${name} more than once.`)
    if (value !== undefined) answer[name] = value
  }
  return answer
}

// How long it takes tells nothing: what is compared are digests, whole.
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
