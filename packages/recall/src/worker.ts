import { parentPort, workerData } from 'node:worker_threads'
import { RecallEngine } from './engine.ts'
import { conceptWords } from './lexicon/concept-terms.ts'
import type { Call, CallResult, RecallOptions } from './types.ts'

/* The worker thread that owns the indexes. It executes numbered calls and sends one result for each. */

const WARM_UP_ROWS = 600
const WARM_UP_ENDINGS = ['', 's', 'ed', 'ing', 'ly', 'ness', 'ful', 'ation', 'er', 'ity']
/** Every n-th word of the lexicon is used. */
const WARM_UP_WORD_STEP = 20
const WARM_UP_SEARCHES = 100
const WARM_UP_DIMENSIONS = 256

const { bytesMax, warmUp } = workerData as RecallOptions
const engine = new RecallEngine({ bytesMax })

function execute(call: Call): unknown {
  if (call.kind === 'search') return engine.search(call.request)
  if (call.kind === 'apply') return engine.apply(call.user, call.change)
  if (call.kind === 'version') return engine.versionOf(call.user)
  if (call.kind === 'evict') return engine.evict(call.user)
  if (call.kind === 'evictAll') return engine.evictAll()
  return engine.stats()
}

function send(result: CallResult): void {
  parentPort?.postMessage(result)
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

/**
 * Builds and searches a synthetic index until V8's optimising compilers have compiled the code. Otherwise the first
 * search after a start takes five times as long as the second.
 */
async function runWarmUp(): Promise<void> {
  const words = [...conceptWords().keys()].filter((_, at) => at % WARM_UP_WORD_STEP === 0)
  const rows = Array.from({ length: WARM_UP_ROWS }, (_, i) => ({
    id: String(i),
    scope: 'warm',
    content: `In May ${words
      .filter((_, j) => (j * 7 + i) % 23 === 0)
      .map((word, j) => word + WARM_UP_ENDINGS[(i + j) % WARM_UP_ENDINGS.length])
      .join(' ')} – it's wi-fi`,
    occurredAt: i * 86_400_000,
    createdAt: i,
    importance: 50,
    pinned: false,
    batch: i >> 4,
    position: i & 15,
  }))
  const scratch = new RecallEngine({ bytesMax: Infinity })
  const codes = Int8Array.from({ length: WARM_UP_ROWS * WARM_UP_DIMENSIONS }, (_, i) => ((i * 7919) % 255) - 127)
  const vectors = { ids: rows.map(({ id }) => id), codes }
  await scratch.apply('warm', { from: null, to: 1, build: 'warm', page: 0, rows, vectors, last: true })
  for (const [at, query] of words.slice(0, WARM_UP_SEARCHES).entries()) {
    const request = { user: 'warm', query: `what was my ${query} last May`, readable: ['*'], now: 0, limit: 20 }
    scratch.search(at % 2 ? request : { ...request, vector: codes.slice(at, at + WARM_UP_DIMENSIONS) })
  }
  scratch.evictAll()
}

send({ call: 0 })
if (warmUp) await runWarmUp()
