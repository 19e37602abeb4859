/** Why an input was refused. */
export const REFUSAL_CODES = [
  'aborted',
  'changed',
  'checksum',
  'empty',
  'encoding',
  'encrypted',
  'json',
  'manifest',
  'nested',
  'structure',
  'too_large',
  'truncated',
  'unknown',
  'unsafe_zip',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** The only error that readers and writers of this package throw for an input. Its message is a sentence for people. */
export class PortabilityError extends Error {
  override readonly name = 'PortabilityError'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** @throws PortabilityError `aborted` once the signal is aborted */
export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new PortabilityError('aborted', 'The import was stopped; what was read so far is complete.')
}
