/**
 * Runs a call whose signal aborts after `ms` or together with `signal`. Implemented with a timer, since the garbage
 * collector may collect a timeout signal that is only referenced by `AbortSignal.any`, and then it never aborts.
 */
export async function withTimeout<T>(
  signal: AbortSignal,
  ms: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, ms)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await call(controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
