import { CommandError, EXIT } from './errors.ts'

const TIMEOUT_MS = 30_000

/** A JSON response. */
// biome-ignore lint/suspicious/noExplicitAny: installations of other versions may respond with more.
export type Json = any

export interface Credential {
  /** A session cookie as `name=value`. */
  cookie?: string | undefined
  /** A connection token. */
  token?: string | undefined
}

/** An error response of the service. */
export class ServiceError extends CommandError {
  readonly code: string
  /** Cookies that came with it, as `name=value`. */
  readonly cookies: readonly string[]
  /** When to try again, if the service says so. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: string,
    message: string,
    { cookies, retryAfter }: { cookies: string[]; retryAfter: string | null },
  ) {
    super(message, code === 'unauthorized' ? EXIT.signIn : EXIT.failed)
    this.code = code
    this.cookies = cookies
    this.retryAfterMs = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined
  }
}

/** Calls an installation. @throws ServiceError for an error response, CommandError if it cannot be reached */
export async function call(
  url: string,
  method: string,
  path: string,
  { cookie, token, body }: Credential & { body?: unknown } = {},
): Promise<{ body: Json; cookies: string[] }> {
  let response: Response
  try {
    response = await fetch(url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (error) {
    throw new CommandError(
      `${url} cannot be reached. Is the service running, and is --url right?`,
      EXIT.unreachable,
      error,
    )
  }
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0] as string)
  const answer: Json = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return { body: answer, cookies }
  const { code, message } = answer?.error ?? {}
  if (typeof code !== 'string')
    throw new CommandError(`${url} is not a Memory Service: it answered ${method} ${path} with ${response.status}.`)
  const retryAfter = response.headers.get('retry-after')
  throw new ServiceError(code, code === 'unauthorized' && cookie ? `${message} Log in again.` : message, {
    cookies,
    retryAfter,
  })
}

/** Checks and normalises the address of an installation. */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new CommandError(`“${text}” is not an address such as https://memory.example.`, EXIT.usage)
  return url.href.replace(/\/$/, '')
}
