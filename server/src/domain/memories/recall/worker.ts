import { parentPort, workerData } from 'node:worker_threads'
import { RecallEngine } from './engine.ts'
import { SYNONYMS } from './lexicon/synonyms.ts'
import type { Answer, Call, RecallStart } from './types.ts'

/** The thread that owns the indexes: calls in, answers out, each under its number. */

const WARM_UP_ROWS = 600
const WARM_UP_ENDINGS = ['', 's', 'ed', 'ing', 'ly', 'ness', 'ful', 'ation', 'er', 'ity']
const WARM_UP_SEARCHES = 100
const WARM_UP_DIMENSIONS = 256

const { bytesMax, practice } = workerData as RecallStart
const engine = new RecallEngine({ bytesMax })

function perform(call: Call): unknown {
  if (call.kind === 'search') return engine.search(call.request)
  if (call.kind === 'apply') return engine.apply(call.user, call.change)
  if (call.kind === 'held') return engine.held(call.user)
  if (call.kind === 'forget') return engine.forget(call.user)
  if (call.kind === 'forgetAll') return engine.forgetAll()
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

/**
 * Builds and searches a made-up index until the code has been compiled by V8's better compilers: the first person asking
 * after a start would otherwise wait five times as long as the second.
 */
async function warmUp(): Promise<void> {
  const words = [...SYNONYMS.keys()]
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
    born: i >> 4,
    place: i & 15,
  }))
  const practice = new RecallEngine({ bytesMax: Infinity })
  const codes = Int8Array.from({ length: WARM_UP_ROWS * WARM_UP_DIMENSIONS }, (_, i) => ((i * 7919) % 255) - 127)
  const vectors = { ids: rows.map(({ id }) => id), codes }
  await practice.apply('warm', { from: null, to: 1, build: 'warm', page: 0, rows, vectors, last: true })
  for (const [at, query] of words.slice(0, WARM_UP_SEARCHES).entries()) {
    const asked = { user: 'warm', query: `what was my ${query} last May`, readable: ['*'], now: 0, limit: 20 }
    practice.search(at % 2 ? asked : { ...asked, vector: codes.slice(at, at + WARM_UP_DIMENSIONS) })
  }
  practice.forgetAll()
}

answer({ call: 0 })
if (practice) await warmUp()
