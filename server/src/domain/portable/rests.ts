import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Computing of all imports together between two rests, in milliseconds. */
const WORK_MS = 4
/** A fifth of the time is for imports while the process does little else, and a twenty-fifth while it serves others. */
const REST_MS = 16
const REST_BESIDE_OTHERS_MS = 96
/** The process serves others if it computed for so much of the last rest. */
const BUSY_SHARE = 0.1
/** What a line costs at least, with its way to the parser. */
const LINE_MS = 0.002

/**
 * Lets imports rest after lines that store nothing. Millions of them fit into a few megabytes, and no transaction with
 * others comes between them. All imports that share it share one part of the time, however many there are.
 * @param wait waits for so many milliseconds and returns the share of them, from 0 to 1, in which the process computed
 * @returns a function to await after such a line, with the milliseconds that it took; `undefined` is nothing to wait for
 */
export function openRests(
  wait: (ms: number) => Promise<number> = sleepMeasured,
): (tookMs: number) => Promise<unknown> | undefined {
  let workedMs = 0
  let isBusy = false
  let last: Promise<unknown> = Promise.resolve()
  return (tookMs) => {
    workedMs += Math.max(LINE_MS, tookMs)
    if (workedMs < WORK_MS) return undefined
    workedMs = 0
    last = last.then(async () => {
      isBusy = (await wait(isBusy ? REST_BESIDE_OTHERS_MS : REST_MS)) > BUSY_SHARE
    })
    return last
  }
}

async function sleepMeasured(ms: number): Promise<number> {
  const before = performance.eventLoopUtilization()
  await sleep(ms)
  return performance.eventLoopUtilization(before).utilization
}
