import { type ErrorCode, MemoryServiceError } from '../errors.ts'
import { FAILURES } from '../generated/fake-data.ts'

/** The error that the service would respond with. */
export function failure(code: ErrorCode, details?: unknown, reason?: string): MemoryServiceError {
  const { status, message } = FAILURES[code] ?? {}
  return new MemoryServiceError(code, [message, reason].filter(Boolean).join(' '), { status, details })
}

/** `validation_failed` for one field. */
export function invalid(path: string, message: string, code = 'custom'): MemoryServiceError {
  const { status } = FAILURES.validation_failed ?? {}
  const details = [{ path, message, code }]
  return new MemoryServiceError('validation_failed', `${path}: ${message}`, { status, details })
}

/** `scope_denied` that names the missing scope. */
export function denied(missing_scope: string): MemoryServiceError {
  return failure('scope_denied', { missing_scope }, `Missing: ${missing_scope}.`)
}
