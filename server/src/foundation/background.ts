import { setMaxListeners } from 'node:events'
import { FairQueue } from '@memory-service/recall/fair-queue'
import type { Log } from './telemetry/log.ts'
import { runOutsideSpan } from './telemetry/trace.ts'

const CONCURRENT_MAX = 48
const QUEUED_MAX = 1_024
/** Of one person and app. */
const QUEUED_OF_PERSON_MAX = 16

export interface BackgroundPorts {
  background: Background
}

export type Background = ReturnType<typeof openBackground>

/** Whose work it is. Apps take turns, and so do the persons of an app. */
export interface WorkOwner {
  /** The id of the app; `null` for a person in the Hub. */
  app: string | null
  user: string
}

/** Limits of {@link openBackground}. */
interface Limits {
  concurrentMax: number
  queuedMax: number
}

type Work = () => Promise<void>

/**
 * Work that waits and work that runs. An app may have as much of either as it leaves free, so there is always room for another
 * app, however long its own work takes.
 */
class WorkQueue {
  /** One item for each piece of work of the app. */
  readonly #turns = new FairQueue<string>()
  readonly #works = new Map<string, FairQueue<Work>>()
  readonly #running = new Map<string, number>()
  readonly #limits: Limits
  size = 0
  #runningCount = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Returns `false` if there is no room for it. */
  add({ app, user }: WorkOwner, work: Work): boolean {
    const key = app ?? ''
    const works = this.#works.get(key) ?? new FairQueue<Work>()
    if (this.#turns.waiting(key) >= this.#limits.queuedMax - this.size || works.waiting(user) >= QUEUED_OF_PERSON_MAX)
      return false
    this.#turns.add(key, key)
    this.#works.set(key, works)
    works.add(user, work)
    this.size++
    return true
  }

  /** Runs the work whose turn it is. Returns `undefined` if none may run now. */
  runNext(onEnd: () => void): Promise<void> | undefined {
    const free = this.#limits.concurrentMax - this.#runningCount
    const key = free > 0 ? this.#turns.next((app) => (this.#running.get(app) ?? 0) < free) : undefined
    if (key === undefined) return undefined
    const works = this.#works.get(key)
    const work = works?.next()
    if (!works?.size) this.#works.delete(key)
    this.size--
    this.#count(key, 1)
    return work?.().finally(() => {
      this.#count(key, -1)
      onEnd()
    })
  }

  #count(key: string, by: 1 | -1): void {
    this.#runningCount += by
    const running = (this.#running.get(key) ?? 0) + by
    if (running) this.#running.set(key, running)
    else this.#running.delete(key)
  }
}

/**
 * Opens the queue of work that follows a response: bounded, in this process only, finished while the service drains.
 * A crash loses it, so use it only for work that the response does not promise, or that is recorded elsewhere.
 */
export function openBackground(
  { log }: { log: Log },
  limits: Limits = { concurrentMax: CONCURRENT_MAX, queuedMax: QUEUED_MAX },
) {
  const closing = new AbortController()
  // Each piece of work that runs may listen.
  setMaxListeners(0, closing.signal)
  const queue = new WorkQueue(limits)
  const running = new Set<Promise<void>>()

  function startNext(): void {
    for (;;) {
      const run = queue.runNext(() => {
        running.delete(run as Promise<void>)
        startNext()
      })
      if (!run) return
      running.add(run)
    }
  }

  return {
    /**
     * Runs work after the current request, outside of its trace. `work` gets a signal that aborts when the service can
     * wait no longer.
     * @returns the result; `undefined` if the work failed, which is logged, or if there is no room for it.
     */
    run<T>(name: string, owner: WorkOwner, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
      return new Promise((resolve) => {
        const attempt = async () => {
          try {
            resolve(await runOutsideSpan(() => work(closing.signal)))
          } catch (err) {
            const level = closing.signal.aborted ? 'info' : 'warn'
            log[level]({ err, work: name }, 'background work failed')
            resolve(undefined)
          }
        }
        if (!closing.signal.aborted && queue.add(owner, attempt)) return startNext()
        log.warn({ work: name, queued: queue.size }, 'background queue is full; work skipped')
        resolve(undefined)
      })
    },
    /** Resolves once nothing is queued or running. */
    async idle(): Promise<void> {
      while (running.size) await Promise.all(running)
    },
    /** Aborts what is left and waits for it to end. */
    async close(): Promise<void> {
      closing.abort()
      while (running.size) await Promise.all(running)
    },
  }
}
