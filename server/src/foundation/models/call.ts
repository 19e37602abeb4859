/** A call of a model in progress. */
export interface Call {
  /** Passed to the library; aborting it ends the request. */
  controller: AbortController
  /** Why the client aborted the call, if it did. */
  abortReason: string | undefined
  /** Aborts the call when `step` takes longer than `ms`. */
  within<T>(ms: number, step: Promise<T>): Promise<T>
  /** Ends the call and closes its connection if it is still open. */
  end(): void
}

/**
 * Begins a call, which ends after `callMs` milliseconds at the latest. The caller must end it.
 * @param signal aborts it.
 */
export function beginCall(signal: AbortSignal, callMs: number): Call {
  const controller = new AbortController()
  const abort = (reason: string) => {
    call.abortReason ??= reason
    controller.abort()
  }
  const abortAfter = (ms: number) => setTimeout(() => abort(`The model took longer than ${ms} ms.`), ms)
  const onCallerAbort = () => abort('The caller cancelled the call of the model.')
  const callTimer = abortAfter(callMs)
  const call: Call = {
    controller,
    abortReason: undefined,
    async within(ms, step) {
      const timer = abortAfter(ms)
      return step.finally(() => clearTimeout(timer))
    },
    end() {
      clearTimeout(callTimer)
      signal.removeEventListener('abort', onCallerAbort)
      controller.abort()
    },
  }
  signal.addEventListener('abort', onCallerAbort, { once: true })
  if (signal.aborted) onCallerAbort()
  return call
}
