import type { Slices } from './slices.ts'
import type { Update } from './types.ts'
import type { UserIndex } from './user-index.ts'

type Contents = Pick<Update, 'rows' | 'removed' | 'vectors'>

/**
 * Adds and removes rows and vectors.
 * @param slices the time that changes may take
 * @param isLast whether a build is complete
 */
export function applyContents(index: UserIndex, contents: Contents, slices: Slices, isLast = false): Promise<void> {
  return slices.run(steps(index, contents, isLast))
}

/** Small steps of work. Removed rows are hidden first and compacted last, so that no search sees old content. */
function* steps(index: UserIndex, { rows, removed, vectors }: Contents, isLast: boolean): Generator<void, void> {
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
