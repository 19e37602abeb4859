import { parentPort, workerData } from 'node:worker_threads'
import { RecallEngine } from './engine.ts'
import type { Answer, Call } from './types.ts'

/** The thread that owns the indexes: calls in, answers out, each under its number. */

const engine = new RecallEngine(workerData as { bytesMax: number })

function perform(call: Call): unknown {
  if (call.kind === 'search') return engine.search(call.request)
  if (call.kind === 'apply') return engine.apply(call.user, call.change)
  if (call.kind === 'held') return engine.held(call.user)
  if (call.kind === 'forget') return engine.forget(call.user)
  return engine.stats()
}

function answer(reply: Answer): void {
  parentPort?.postMessage(reply)
}

function fail(call: number, error: unknown): void {
  answer({ call, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

parentPort?.on('message', (call: Call) => {
  try {
    const value = perform(call)
    if (value instanceof Promise)
      value.then(
        (value) => answer({ call: call.call, value }),
        (error) => fail(call.call, error),
      )
    else answer({ call: call.call, value })
  } catch (error) {
    fail(call.call, error)
  }
})

answer({ call: 0 })
