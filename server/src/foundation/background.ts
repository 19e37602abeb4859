import type { Log } from './telemetry/log.ts'
import { runOutsideSpan } from './telemetry/trace.ts'

const CONCURRENT_MAX = 32
const QUEUED_MAX = 256

export interface BackgroundPorts {
  background: Background
}

export type Background = ReturnType<typeof openBackground>

/** Limits of {@link openBackground}. */
interface Limits {
  concurrentMax: number
  queuedMax: number
}

/**
 * Opens the queue of work that follows a response: bounded, in this process only, finished while the service drains.
 * A crash loses it, so use it only for work that the response does not promise.
 */
export function openBackground(
  { log }: { log: Log },
  { concurrentMax, queuedMax }: Limits = { concurrentMax: CONCURRENT_MAX, queuedMax: QUEUED_MAX },
) {
  const closing = new AbortController()
  const queued: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()

  function startNext(): void {
    while (running.size < concurrentMax) {
      const next = queued.shift()
      if (!next) return
      const run = next().finally(() => {
        running.delete(run)
        startNext()
      })
      running.add(run)
    }
  }

  return {
    /**
     * Runs work after the current request, outside of its trace. `work` gets a signal that aborts when the service can
     * wait no longer.
     * @returns the result; `undefined` if the work failed, which is logged, or if the queue is full.
     */
    run<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
      if (closing.signal.aborted || queued.length >= queuedMax) {
        log.warn({ work: name, queued: queued.length }, 'background queue is full; work skipped')
        return Promise.resolve(undefined)
      }
      return new Promise((resolve) => {
        const attempt = async () => {
          try {
            resolve(await runOutsideSpan(() => work(closing.signal)))
          } catch (err) {
            const level = closing.signal.aborted ? 'info' : 'warn'
            log[level]({ err, work: name }, 'background work failed')
            resolve(undefined)
          }
        }
        queued.push(attempt)
        startNext()
      })
    },
    /** Resolves once nothing is queued or running. */
    async idle(): Promise<void> {
      while (running.size) await Promise.all(running)
    },
    /** Aborts what is left and waits for it to end. */
    async close(): Promise<void> {
      closing.abort()
      while (running.size) await Promise.all(running)
    },
  }
}
