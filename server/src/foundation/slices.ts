/** The longest that one request computes before others run, in milliseconds. Others wait for it at each of their steps. */
const SLICE_MS = 2

/** Computations that wait for their next slice, in order. */
const waiting: (() => void)[] = []
let isAdvancing = false

/**
 * Returns a function to await between the steps of a long computation: once a slice of time is used up, it lets other
 * requests run. However many computations there are in this process, one of them runs in each turn of the event loop.
 * `undefined` means that there is nothing to await.
 */
export function openSlices(sliceMs: number = SLICE_MS, now = () => performance.now()): () => Promise<void> | undefined {
  let until = now() + sliceMs
  return () => {
    if (now() < until) return undefined
    return new Promise((resume) => {
      waiting.push(() => {
        until = now() + sliceMs
        resume()
      })
      if (!isAdvancing) setImmediate(advance)
      isAdvancing = true
    })
  }
}

/** Runs a computation that yields wherever other requests may run in between, and returns its result. */
export async function inSlices<T>(steps: Iterator<undefined, T>): Promise<T> {
  const pause = openSlices()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

/** The same at once. */
export function atOnce<T>(steps: Iterator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The items that are wanted; yields after each. */
export function* filtered<T>(items: readonly T[], isWanted: (item: T) => boolean): Generator<undefined, T[]> {
  const wanted: T[] = []
  for (const item of items) {
    if (isWanted(item)) wanted.push(item)
    yield
  }
  return wanted
}

function advance(): void {
  const next = waiting.shift()
  isAdvancing = next !== undefined
  if (!next) return
  setImmediate(advance)
  next()
}
