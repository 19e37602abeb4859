import { setImmediate as nextTurn } from 'node:timers/promises'
import { RecallEngine } from './engine.ts'
import { conceptWords } from './lexicon/concept-terms.ts'

const ROWS = 600
const ENDINGS = ['', 's', 'ed', 'ing', 'ly', 'ness', 'ful', 'ation', 'er', 'ity']
/** Every n-th word of the lexicon is used. */
const WORD_STEP = 20
const SEARCHES = 100
const DIMENSIONS = 256

/**
 * Builds and searches a synthetic index until V8's optimising compilers have compiled the code. Otherwise the first
 * search after a start takes five times as long as the second.
 * @param sliceMs how long the build may keep the thread at a time; other work can be done between searches, too
 */
export async function warmUp(sliceMs: number): Promise<void> {
  const words = [...conceptWords().keys()].filter((_, at) => at % WORD_STEP === 0)
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    id: String(i),
    scope: 'warm',
    content: `In May ${words
      .filter((_, j) => (j * 7 + i) % 23 === 0)
      .map((word, j) => word + ENDINGS[(i + j) % ENDINGS.length])
      .join(' ')} – it's wi-fi`,
    occurredAt: i * 86_400_000,
    createdAt: i,
    importance: 50,
    pinned: false,
    batch: i >> 4,
    position: i & 15,
  }))
  const scratch = new RecallEngine({ bytesMax: Number.POSITIVE_INFINITY, sliceMs })
  const codes = Int8Array.from({ length: ROWS * DIMENSIONS }, (_, i) => ((i * 7919) % 255) - 127)
  const vectors = { ids: rows.map(({ id }) => id), codes }
  await scratch.apply('warm', { from: null, to: 1, build: 'warm', page: 0, rows, vectors, last: true })
  for (const [at, query] of words.slice(0, SEARCHES).entries()) {
    await nextTurn()
    const request = { user: 'warm', query: `what was my ${query} last May`, readable: ['*'], now: 0, limit: 20 }
    scratch.search(at % 2 ? request : { ...request, vector: codes.slice(at, at + DIMENSIONS) })
  }
  scratch.evictAll()
}
