// A thread that reports due times with a precision of 0.05 ms. Timers of the main thread have whole milliseconds, which
// is as long as the measured requests take.

import { parentPort, workerData } from 'node:worker_threads'
import { randomFrom } from './text.mjs'

const { perSecond, ms, startAt, seed } = workerData
const random = randomFrom(seed)
const never = new Int32Array(new SharedArrayBuffer(4))
const now = () => Number(process.hrtime.bigint()) / 1e6

// A Poisson process, as many independent users produce it: gaps are exponentially distributed.
for (let due = startAt; due < startAt + ms; due += (-Math.log(1 - random()) * 1_000) / perSecond) {
  const waitMs = due - now()
  if (waitMs > 0) Atomics.wait(never, 0, 0, waitMs)
  parentPort.postMessage(due)
}
parentPort.postMessage(null)
