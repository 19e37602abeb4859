import { type Breaker, openBreaker } from '../../foundation/models/breaker.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import { openFailureCounts } from '../../foundation/models/failure-counts.ts'
import type { Log } from '../../foundation/telemetry/log.ts'

interface Options {
  /** The derived data, for log entries. */
  name: string
  log: Log
  /** Ends the work; failures after it are not counted. */
  signal: AbortSignal
  /** A memory that fails so often while the model responds to probes is skipped. */
  failuresMax: number
  /** The longest pause between probes of a failing model, in milliseconds. */
  coolMsMax?: number
}

/** Opens the failure handling of one model: a circuit breaker, and the count of failures of each memory. */
export function openModelGuard({ name, log, signal, failuresMax, ...breakerOptions }: Options) {
  const breaker = openBreaker({ clock: () => new Date(), ...breakerOptions })
  const failures = openFailureCounts(failuresMax)

  return {
    /** @throws ModelFailure while the circuit breaker is open. */
    check(): void {
      if (!breaker.allows()) throw new ModelFailure('unreachable', 'the circuit breaker of the model is open')
    },
    /** Records a successful call. */
    succeeded(): void {
      if (breaker.state !== 'closed') log.info({ derived: name }, 'model responds again')
      breaker.succeeded()
    },
    /** Records a call that failed for reasons of the model, not of a text. */
    failed(error: unknown): void {
      if (!(error instanceof ModelFailure) || signal.aborted) return
      if (breaker.state === 'closed') log.warn({ err: error, derived: name }, 'model request failed; retrying')
      breaker.failed(error.retryAfterMs)
    },
    /** Clears the failures of a memory. */
    clear: (id: string): void => failures.reset(id),
    /**
     * Handles the failure of a call for a single memory. Returns if the memory is at fault and is to be skipped: the
     * model refused it, or it failed `failuresMax` times while a probe right after succeeded.
     * @throws ModelFailure if the memory is to be retried later.
     */
    async skipOrThrow(id: string, error: ModelFailure, probe: () => Promise<unknown>): Promise<void> {
      await probe()
      if (error.kind === 'refused') failures.reset(id)
      else if (!failures.add(id)) throw error
      log.info({ derived: name, memory: id, err: error }, 'memory rejected by the model; skipped')
    },
    state: (): Breaker['state'] => breaker.state,
  }
}
