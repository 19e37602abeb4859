import { Failure } from './errors.ts'

/** Runs a piece of work once there is room for it. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `concurrentMax` pieces of work at a time, in order; up to `waitingMax` more wait.
 * @throws Failure `unavailable`, at once, for work beyond that
 */
export function openLimiter({ concurrentMax, waitingMax }: { concurrentMax: number; waitingMax: number }): Limiter {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < concurrentMax) running++
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Failure('unavailable')
    try {
      return await work()
    } finally {
      // Hands its place to the next one.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
