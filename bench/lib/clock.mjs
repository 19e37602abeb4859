// A thread that tells when something is due, to a twentieth of a millisecond: timers of the main thread know whole
// milliseconds only, which is as long as what is timed takes.

import { parentPort, workerData } from 'node:worker_threads'
import { randomFrom } from './text.mjs'

const { perSecond, ms, startAt, seed } = workerData
const random = randomFrom(seed)
const never = new Int32Array(new SharedArrayBuffer(4))
const now = () => Number(process.hrtime.bigint()) / 1e6

// As many independent people come by: gaps are exponential, so that some come close together (a Poisson process).
for (let due = startAt; due < startAt + ms; due += (-Math.log(1 - random()) * 1_000) / perSecond) {
  const early = due - now()
  if (early > 0) Atomics.wait(never, 0, 0, early)
  parentPort.postMessage(due)
}
parentPort.postMessage(null)
