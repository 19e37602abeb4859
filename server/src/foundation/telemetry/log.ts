import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

// Field names that may hold secrets or users' content; their values are redacted.
const NEVER_LOGGED = [
  'password',
  'current_password',
  'new_password',
  'authorization',
  'cookie',
  'token',
  'connection_token',
  'secret',
  'client_secret',
  'code',
  'code_verifier',
  'content',
  'query',
]

const ERROR_CODE = /^\w{1,60}$/

/** Opens a logger that writes one JSON object per line to `to`, by default standard output. */
export function openLog(level: Config['logLevel'], to?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...NEVER_LOGGED, ...NEVER_LOGGED.map((name) => `*.${name}`)], censor: '[secret]' },
    serializers: { err: describeError },
  }
  return to ? pino(options, to) : pino(options)
}

/**
 * Serializes an error and its causes. PostgreSQL's `detail` is omitted because it may quote a row. The code is called
 * `error_code`, since any `code` may be a secret and is redacted.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return String(error)
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && ERROR_CODE.test(code) ? { error_code: code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}
