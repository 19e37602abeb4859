import type { Update } from './types.ts'
import type { UserIndex } from './user-index.ts'

type Contents = Pick<Update, 'rows' | 'removed' | 'vectors'>

/**
 * Adds and removes rows and vectors.
 * @param sliceMs how long it keeps the thread before it yields to the event loop
 * @param isLast whether a build is complete
 */
export async function applyContents(
  index: UserIndex,
  contents: Contents,
  sliceMs: number,
  isLast = false,
): Promise<void> {
  let until = performance.now() + sliceMs
  for (const _ of steps(index, contents, isLast)) {
    if (performance.now() < until) continue
    await yieldToEventLoop()
    until = performance.now() + sliceMs
  }
}

/** Small steps of work. Removed rows are hidden first and compacted last, so that no search sees old content. */
function* steps(index: UserIndex, { rows, removed, vectors }: Contents, isLast: boolean): Generator<void> {
  for (const id of removed) index.remove(id)
  for (const row of rows) {
    index.add(row)
    yield
  }
  if (vectors) {
    const size = vectors.codes.length / Math.max(1, vectors.ids.length)
    for (const [at, id] of vectors.ids.entries()) {
      index.setVector(id, vectors.codes.subarray(at * size, (at + 1) * size))
      yield
    }
  }
  yield* index.compact()
  if (isLast) yield* index.pack()
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
