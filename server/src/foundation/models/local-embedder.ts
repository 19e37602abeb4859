import type { Embedder } from './embedder.ts'
import { ModelFailure } from './failure.ts'
import { openPlace, type Place } from './local-place.ts'
import type { Answer } from './local-worker.ts'
import { type LocalModel, nameOfSpace } from './model-folder.ts'

/** How much one call may bring, and how much of it is sent at once: a query waits for one slice at most. */
const LIMITS = {
  static: { batchMax: 256, sliceTextsMax: 32, sliceCharsMax: 4_096 },
  onnx: { batchMax: 16, sliceTextsMax: 4, sliceCharsMax: 2_048 },
} as const
/** Calls that wait beyond this are turned away. */
const WAITING_CALLS_MAX = 1_000
/** A slice takes milliseconds, of a large network a second. What is silent for so long is replaced. */
const SLICE_MAX_MS = 60_000
/** What did not come up is tried again at the next call, but not more often than this. */
const RESTART_MS = 1_000

interface Call {
  texts: readonly string[]
  /** Vectors of the texts before `at` are here; a slice is being worked on up to `sent`. */
  vectors: Float32Array[]
  sent: number
  resolve(vectors: Float32Array[]): void
  reject(error: ModelFailure): void
}

/** What tests hand in instead of the real thing. */
export interface Instead {
  /** The code that runs the model. */
  worker?: URL
}

/**
 * Opens a local model in a thread or process of its own, so that the main loop stays free. Calls of one text (queries)
 * go before batches, and batches are cut into slices, so a query waits for one slice at most. When the thread dies, the
 * calls that are open fail (`unreachable`), and it is replaced.
 * @returns once the model answers.
 * @throws Error with a sentence saying why the model cannot be used.
 */
export async function openLocalEmbedder(model: LocalModel, instead: Instead = {}): Promise<Embedder> {
  const name = await nameOfSpace(model)
  const runner = new ModelRunner(model, instead.worker ?? workerFile())
  try {
    await runner.loaded()
  } catch (error) {
    await runner.close()
    throw error
  }
  return {
    name,
    batchMax: LIMITS[model.kind].batchMax,
    embed: (texts, signal) => runner.embed(texts, signal),
    close: () => runner.close(),
  }
}

class ModelRunner {
  private readonly model: LocalModel
  private readonly file: URL
  private readonly limits: (typeof LIMITS)[LocalModel['kind']]
  private readonly queries: Call[] = []
  private readonly batches: Call[] = []
  private place: Place | undefined
  private startedAt = 0
  private dim = 0
  private busy: { call: Call; slice: number; timer: NodeJS.Timeout } | undefined
  private lastSlice = 0
  private closed = false
  private readonly waitingForLoad: { resolve(): void; reject(error: Error): void }[] = []

  constructor(model: LocalModel, file: URL) {
    this.model = model
    this.file = file
    this.limits = LIMITS[model.kind]
    this.start()
  }

  /** Resolves once the model is there for the first time. */
  loaded(): Promise<void> {
    if (this.dim) return Promise.resolve()
    return new Promise((resolve, reject) => this.waitingForLoad.push({ resolve, reject }))
  }

  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(givenUp(signal))
      if (this.closed) return reject(new ModelFailure('unreachable', 'the local model is closed'))
      if (texts.length > this.limits.batchMax)
        return reject(new ModelFailure('refused', `a local model takes ${this.limits.batchMax} texts at most`))
      if (!texts.length) return resolve([])
      if (this.queries.length + this.batches.length >= WAITING_CALLS_MAX)
        return reject(
          new ModelFailure('rate_limited', 'too many calls wait for the local model', { retryAfterMs: 1_000 }),
        )
      const queue = texts.length === 1 ? this.queries : this.batches
      const leave = () => {
        const place = queue.indexOf(call)
        if (place >= 0) queue.splice(place, 1)
        signal.removeEventListener('abort', abort)
        if (this.idle()) this.place?.letGo()
      }
      const abort = () => call.reject(givenUp(signal))
      const call: Call = {
        texts,
        vectors: [],
        sent: 0,
        resolve: (vectors) => {
          leave()
          resolve(vectors)
        },
        reject: (error) => {
          leave()
          reject(error)
        },
      }
      signal.addEventListener('abort', abort)
      queue.push(call)
      this.work()
    })
  }

  async close(): Promise<void> {
    this.closed = true
    this.failOpenCalls('the local model is closed')
    await this.place?.end()
  }

  private idle(): boolean {
    return !this.queries.length && !this.batches.length
  }

  private start(): void {
    this.startedAt = performance.now()
    this.dim = 0
    let broken: string | undefined
    const place: Place = openPlace(this.model, this.file, {
      answer: (reply) => {
        if (place !== this.place) return
        if ('broken' in reply) {
          broken = reply.broken
          void place.end()
        } else if ('dim' in reply) this.up(reply.dim)
        else this.take(reply)
      },
      ended: (reason) => {
        if (place === this.place) this.down(broken ?? reason)
      },
    })
    this.place = place
  }

  private up(dim: number): void {
    this.dim = dim
    for (const { resolve } of this.waitingForLoad.splice(0)) resolve()
    this.work()
    // With work it keeps the process alive, idle it does not.
    if (this.idle()) this.place?.letGo()
  }

  private down(reason: string): void {
    const wasUp = this.dim > 0
    this.place = undefined
    this.dim = 0
    for (const { reject } of this.waitingForLoad.splice(0)) reject(new Error(reason))
    this.failOpenCalls(`the local model failed: ${reason}`)
    if (wasUp && !this.closed) this.start()
  }

  /** Sends the next slice, if none is under way. */
  private work(): void {
    if (this.busy || this.closed) return
    const call = this.queries[0] ?? this.batches[0]
    if (!call) return
    if (!this.place) {
      if (performance.now() - this.startedAt < RESTART_MS)
        call.reject(new ModelFailure('unreachable', 'the local model is down'))
      else this.start()
      return
    }
    this.place.hold()
    if (!this.dim) return
    const from = call.vectors.length
    let chars = 0
    call.sent = from
    do chars += call.texts[call.sent++]!.length
    while (
      call.sent < call.texts.length &&
      call.sent - from < this.limits.sliceTextsMax &&
      chars + call.texts[call.sent]!.length <= this.limits.sliceCharsMax
    )
    const { place } = this
    const timer = setTimeout(() => void place.end(), SLICE_MAX_MS)
    timer.unref()
    this.busy = { call, slice: ++this.lastSlice, timer }
    place.send({ slice: this.lastSlice, texts: call.texts.slice(from, call.sent) })
  }

  private take(reply: Extract<Answer, { slice: number } | { failed: string }>): void {
    const { busy } = this
    if (!busy) return
    clearTimeout(busy.timer)
    this.busy = undefined
    const { call } = busy
    if ('failed' in reply) call.reject(new ModelFailure('garbled', `the local model failed: ${reply.failed}`))
    else {
      // Each vector gets memory of its own, or whoever keeps one would keep the whole slice.
      for (let at = 0; at < reply.vectors.length; at += this.dim)
        call.vectors.push(reply.vectors.slice(at, at + this.dim))
      if (call.vectors.length === call.texts.length) call.resolve(call.vectors)
    }
    this.work()
    if (this.idle()) this.place?.letGo()
  }

  private failOpenCalls(why: string): void {
    if (this.busy) clearTimeout(this.busy.timer)
    this.busy = undefined
    for (const call of [...this.queries, ...this.batches]) call.reject(new ModelFailure('unreachable', why))
  }
}

function givenUp(signal: AbortSignal): ModelFailure {
  return new ModelFailure('timeout', 'the call of the local model was given up', { cause: signal.reason })
}

/** Run from source, as tests are, the thread is the compiled one: Node 20 loads no TypeScript into a thread. */
function workerFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../../../dist/foundation/models/local-worker.js', import.meta.url)
    : new URL('./local-worker.js', import.meta.url)
}
