/**
 * Makes a call that ends after `ms`, or with `signal`. By hand: of `AbortSignal.any` over a timeout, the garbage collector
 * may take the timeout before its time.
 */
export async function inTime<T>(
  signal: AbortSignal,
  ms: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const end = () => stop.abort()
  const late = setTimeout(end, ms)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await call(stop.signal)
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', end)
  }
}
