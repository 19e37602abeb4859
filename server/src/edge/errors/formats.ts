import type { ErrorFrame } from '../../foundation/error-frame.ts'
import type { Failure, FailureDetails, Issue } from '../../foundation/errors.ts'
import type { FailureCode } from '../../foundation/failures.ts'
import type { ErrorFormat } from '../../foundation/route.ts'

/*
 * Formats failures for a response: our own error envelope by default, OAuth, OpenAI or JSON-RPC errors where the
 * clients expect those.
 */

/** The error format of an endpoint: that of its route, or JSON-RPC for the Model Context Protocol. */
export type EndpointErrorFormat = ErrorFormat | 'mcp'

/** Status and body of an error response. */
export interface ErrorResponse {
  status: number
  body: object
}

/** Formats a failure as an error response. Internal errors expose only the request id. */
export function errorResponse(failure: Failure, requestId: string, errorFormat?: EndpointErrorFormat): ErrorResponse {
  if (errorFormat === 'oauth') return inOAuth(failure)
  const { status, message } = failure
  if (errorFormat === 'mcp') return { status, body: inJsonRpc(failure, requestId) }
  const { code, ...more } = publicDetails(failure, requestId)
  const error = { code, message, ...more }
  return { status, body: { error: errorFormat === 'openai' ? { ...error, ...inOpenAi(failure) } : error } }
}

/**
 * The final frame of a stream that failed after it started: an OpenAI error object, or our frame with `type: "error"`.
 */
export function errorFrame(failure: Failure, requestId: string, errorFormat?: ErrorFormat): object {
  const frame: ErrorFrame = { type: 'error', code: failure.code, message: failure.message }
  return errorFormat === 'openai' ? errorResponse(failure, requestId, errorFormat).body : frame
}

/**
 * The machine-readable part of a failure: its code and its public details. Internal errors expose only the request id.
 */
export function publicDetails({ code, details }: Failure, requestId: string): { code: FailureCode; details?: unknown } {
  const shown = code === 'internal' ? { request_id: requestId } : details
  return { code, ...(shown === undefined ? {} : { details: shown }) }
}

/** Maps our codes to those of RFC 6749 (4.1.2.1, 5.2), RFC 7591 and RFC 8707. A plan limit maps to a rejected grant. */
const OAUTH_CODES: Partial<Record<FailureCode, string>> = {
  invalid_client: 'invalid_client',
  invalid_dpop_proof: 'invalid_dpop_proof',
  invalid_grant: 'invalid_grant',
  invalid_scope: 'invalid_scope',
  invalid_target: 'invalid_target',
  invalid_redirect_uri: 'invalid_redirect_uri',
  invalid_client_metadata: 'invalid_client_metadata',
  unsupported_grant_type: 'unsupported_grant_type',
  limit_exceeded: 'access_denied',
  account_suspended: 'access_denied',
  app_suspended: 'unauthorized_client',
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
}

function inOAuth({ code, status, message }: Failure): ErrorResponse {
  const error = OAUTH_CODES[code] ?? 'invalid_request'
  // OAuth does not define 402; clients parse the error body of a 400. RFC 9449 (5) has 400 for an invalid proof.
  return {
    status: status === 402 || code === 'invalid_dpop_proof' ? 400 : status,
    body: { error, error_description: plain(message) },
  }
}

/**
 * Replaces characters that RFC 6749 forbids in a description: anything but printable ASCII without quote and backslash.
 */
function plain(message: string): string {
  return message.replace(/["\\]/g, "'").replace(/[^ -~]/g, '?')
}

const INTERNAL_ERROR = -32_603
const INVALID_REQUEST = -32_600
const JSON_RPC_CODES: Partial<Record<FailureCode, number>> = { invalid_json: -32_700 }

// JSON-RPC uses a null id if the request was rejected before it was parsed.
function inJsonRpc(failure: Failure, requestId: string): object {
  const { status, message } = failure
  const code = JSON_RPC_CODES[failure.code] ?? (status < 500 ? INVALID_REQUEST : INTERNAL_ERROR)
  return { jsonrpc: '2.0', error: { code, message, data: publicDetails(failure, requestId) }, id: null }
}

/**
 * The fields of an OpenAI error: the kind of error and the invalid field. An error of the API that a request was passed
 * on to has its own.
 */
function inOpenAi({ code, status, details }: Failure): { type: string; param: string | null; code?: string } {
  const type = OPENAI_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  if (code === 'upstream_refused') {
    const { upstream_status: _, retry_after: __, ...own } = details as FailureDetails['upstream_refused']
    return { type, param: null, ...own }
  }
  return { type, param: code === 'validation_failed' ? (details as Issue[])[0]?.path || null : null }
}

const OPENAI_TYPES: Record<number, string> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
}
