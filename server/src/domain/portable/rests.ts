import { setTimeout as sleep } from 'node:timers/promises'

/** Computing of all imports together between two rests, in milliseconds. */
const WORK_MS = 4
const REST_MS = 16
/** What a line costs at least, with its way to the parser. */
const LINE_MS = 0.002

/**
 * Lets imports rest after lines that store nothing. Millions of them fit into a few megabytes, and no transaction with
 * others comes between them. All imports that share it compute a fifth of the time, however many there are.
 * @returns a function to await after such a line, with the milliseconds that it took; `undefined` is nothing to wait for
 */
export function openRests(
  wait: (ms: number) => Promise<unknown> = sleep,
): (tookMs: number) => Promise<unknown> | undefined {
  let workedMs = 0
  let last: Promise<unknown> = Promise.resolve()
  return (tookMs) => {
    workedMs += Math.max(LINE_MS, tookMs)
    if (workedMs < WORK_MS) return undefined
    workedMs = 0
    last = last.then(() => wait(REST_MS))
    return last
  }
}
