import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

// Names under which a secret or somebody's words could travel; a line never carries their values.
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

/** Structured logs, one JSON object a line, on standard output unless told `to` go elsewhere. Bodies and headers are never logged at all. */
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

/** An error as the log shows it, causes included. PostgreSQL's `detail` may quote a row, so it stays out. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return String(error)
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}
