import './lowered-priority.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { RecallEngine } from './engine.ts'
import type { Call, CallResult, Snapshot, WorkerOptions } from './types.ts'

/*
 * The worker thread that owns the indexes. It executes numbered calls and sends one result for each. Requests that search
 * no large store go first, so its priority is low.
 */

const { bytesMax } = workerData as WorkerOptions
const engine = new RecallEngine({ bytesMax })

function execute(call: Call): unknown {
  if (call.kind === 'search') return engine.search(call.request)
  if (call.kind === 'copies') return engine.copies(call.request)
  if (call.kind === 'apply') return engine.apply(call.user, call.change)
  if (call.kind === 'save') return engine.save(call.user, call.sealing)
  if (call.kind === 'load') return engine.load(call.user, call.snapshot)
  if (call.kind === 'version') return engine.versionOf(call.user)
  if (call.kind === 'evict') return engine.evict(call.user)
  if (call.kind === 'evictAll') return engine.evictAll()
  return engine.stats()
}

function send(result: CallResult): void {
  parentPort?.postMessage(result, transferred(result.value))
}

/** The parts of a snapshot, which are not used here any more. */
function transferred(value: unknown): ArrayBuffer[] {
  const { parts = [] } = (value ?? {}) as Partial<Snapshot>
  return parts.map(({ buffer }) => buffer as ArrayBuffer)
}

function sendError(call: number, error: unknown): void {
  send({ call, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

parentPort?.on('message', (call: Call) => {
  try {
    const value = execute(call)
    if (value instanceof Promise)
      value.then(
        (value) => send({ call: call.call, value }),
        (error) => sendError(call.call, error),
      )
    else send({ call: call.call, value })
  } catch (error) {
    sendError(call.call, error)
  }
})

send({ call: 0 })
