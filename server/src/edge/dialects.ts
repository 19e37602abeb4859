import type { Failure, FailureCode, Issue } from '../foundation/errors.ts'
import type { ErrorFrame } from '../foundation/frames.ts'
import type { Dialect } from '../foundation/route.ts'

/* How a failure is told. Everywhere in one envelope, but where clients of another standard call, in theirs. */

/** How failures are told at an address: as its route says, or in JSON-RPC where the Model Context Protocol is spoken. */
export type Tongue = Dialect | 'mcp'

/** A failure as it is answered. */
export interface Told {
  status: number
  body: object
}

/** A failure in the words of a dialect, or of our own envelope. What is our fault tells the request id and no more. */
export function told(failure: Failure, requestId: string, dialect?: Tongue): Told {
  if (dialect === 'oauth') return inOAuth(failure)
  const { status, message } = failure
  if (dialect === 'mcp') return { status, body: inJsonRpc(failure, requestId) }
  const { code, ...more } = reasonOf(failure, requestId)
  const error = { code, message, ...more }
  return { status, body: { error: dialect === 'openai' ? { ...error, ...inOpenAi(failure) } : error } }
}

/** The last frame of a stream that failed under way. Clients of OpenAI know it by its `error`, ours by its type. */
export function failedFrame(failure: Failure, requestId: string, dialect?: Dialect): object {
  const frame: ErrorFrame = { type: 'error', code: failure.code, message: failure.message }
  return dialect === 'openai' ? told(failure, requestId, dialect).body : frame
}

/** What programs read of a failure beside its sentence. */
export function reasonOf({ code, details }: Failure, requestId: string): { code: FailureCode; details?: unknown } {
  const told = code === 'internal' ? { request_id: requestId } : details
  return { code, ...(told === undefined ? {} : { details: told }) }
}

/** Codes of RFC 6749 (4.1.2.1, 5.2), 7591 and 8707 for ours. A limit of a plan is a grant that is not given. */
const OAUTH_CODES: Partial<Record<FailureCode, string>> = {
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  invalid_scope: 'invalid_scope',
  invalid_target: 'invalid_target',
  invalid_redirect_uri: 'invalid_redirect_uri',
  invalid_client_metadata: 'invalid_client_metadata',
  unsupported_grant_type: 'unsupported_grant_type',
  limit_exceeded: 'access_denied',
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
}

function inOAuth({ code, status, message }: Failure): Told {
  const error = OAUTH_CODES[code] ?? 'invalid_request'
  // The standard knows no 402; its clients take 400 for an error they can read.
  return { status: status === 402 ? 400 : status, body: { error, error_description: plain(message) } }
}

/** What RFC 6749 lets a description hold: printable ASCII without quote and backslash. */
function plain(message: string): string {
  return message.replace(/["\\]/g, "'").replace(/[^ -~]/g, '?')
}

const INTERNAL_ERROR = -32_603
const INVALID_REQUEST = -32_600
const JSON_RPC_CODES: Partial<Record<FailureCode, number>> = { invalid_json: -32_700 }

// Of a request that was refused before it was read, JSON-RPC tells no id.
function inJsonRpc(failure: Failure, requestId: string): object {
  const { status, message } = failure
  const code = JSON_RPC_CODES[failure.code] ?? (status < 500 ? INVALID_REQUEST : INTERNAL_ERROR)
  return { jsonrpc: '2.0', error: { code, message, data: reasonOf(failure, requestId) }, id: null }
}

/** What clients of OpenAI's API read beside code and message: the kind of error and the field it is about. */
function inOpenAi({ code, status, details }: Failure): { type: string; param: string | null } {
  const param = code === 'validation_failed' ? (details as Issue[])[0]?.path || null : null
  return { type: OPENAI_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error'), param }
}

const OPENAI_TYPES: Record<number, string> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
}
