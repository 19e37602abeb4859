import { LocalModelError } from './error.ts'
import { type Host, openHost } from './host.ts'
import { type LocalModel, vectorSpaceOf } from './model-folder.ts'
import type { WorkerMessage } from './worker.ts'

/** Limits per call and per slice. A query waits for at most one slice. */
const LIMITS = {
  static: { batchMax: 256, sliceTextsMax: 32, sliceCharsMax: 4_096 },
  onnx: { batchMax: 16, sliceTextsMax: 4, sliceCharsMax: 2_048 },
} as const
const QUEUED_CALLS_MAX = 1_000
/** A slice takes milliseconds, at most about a second. A worker that takes this long is restarted. */
const SLICE_TIMEOUT_MS = 60_000
/** The minimum time between two attempts to start a worker. */
const RESTART_MS = 1_000

/** A model that turns texts into vectors. */
export interface LocalEmbedder {
  /** The name of its vector space, such as `static:potion-base-8M:0f3a…`. At most 200 characters. */
  readonly name: string
  /** The maximum number of texts per call. */
  readonly batchMax: number
  /**
   * Returns vectors of one dimension in the order of the texts. Each has length 1, or is all 0 if the model knows no part
   * of the text. Texts longer than the model's input are cut.
   * @throws LocalModelError; at once when the signal aborts.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  close(): Promise<void>
}

interface Call {
  texts: readonly string[]
  /** The vectors of the first texts; those up to `sent` are being computed. */
  vectors: Float32Array[]
  sent: number
  resolve(vectors: Float32Array[]): void
  reject(error: LocalModelError): void
}

/** Replacements used by tests. */
export interface Overrides {
  /** The code that runs the model. */
  worker?: URL
}

/**
 * Opens a local model in a worker (a thread or process), so that the main thread stays responsive. Calls of one text
 * (queries) go before batches, and batches are cut into slices, so a query waits for at most one slice. When the worker
 * dies, open calls fail as `unreachable` and it is restarted.
 * @returns once the model is loaded.
 * @throws Error saying why the model cannot be used.
 */
export async function openLocalEmbedder(model: LocalModel, overrides: Overrides = {}): Promise<LocalEmbedder> {
  const name = await vectorSpaceOf(model)
  const runner = new ModelRunner(model, overrides.worker ?? workerFile())
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
  private host: Host | undefined
  private startedAt = 0
  /** The dimension of the vectors; 0 until the model is loaded. */
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

  /** Resolves once the model is loaded for the first time. */
  loaded(): Promise<void> {
    if (this.dim) return Promise.resolve()
    return new Promise((resolve, reject) => this.waitingForLoad.push({ resolve, reject }))
  }

  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(cancelled(signal))
      if (this.closed) return reject(new LocalModelError('unreachable', 'the local model is closed'))
      if (texts.length > this.limits.batchMax)
        return reject(new LocalModelError('refused', `a call takes at most ${this.limits.batchMax} texts`))
      if (!texts.length) return resolve([])
      if (this.queries.length + this.batches.length >= QUEUED_CALLS_MAX)
        return reject(
          new LocalModelError('rate_limited', 'too many calls are queued for the local model', { retryAfterMs: 1_000 }),
        )
      const queue = texts.length === 1 ? this.queries : this.batches
      const leave = () => {
        const index = queue.indexOf(call)
        if (index >= 0) queue.splice(index, 1)
        signal.removeEventListener('abort', abort)
        if (this.idle()) this.host?.unref()
      }
      const abort = () => call.reject(cancelled(signal))
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
    await this.host?.terminate()
  }

  private idle(): boolean {
    return !this.queries.length && !this.batches.length
  }

  private start(): void {
    this.startedAt = performance.now()
    this.dim = 0
    let loadError: string | undefined
    const host: Host = openHost(this.model, this.file, {
      onMessage: (message) => {
        if (host !== this.host) return
        if ('loadError' in message) {
          loadError = message.loadError
          void host.terminate()
        } else if ('dim' in message) this.onLoaded(message.dim)
        else this.onSlice(message)
      },
      onExit: (reason) => {
        if (host === this.host) this.onExit(loadError ?? reason)
      },
    })
    this.host = host
  }

  private onLoaded(dim: number): void {
    this.dim = dim
    for (const { resolve } of this.waitingForLoad.splice(0)) resolve()
    this.work()
    // An idle worker must not keep the process alive.
    if (this.idle()) this.host?.unref()
  }

  private onExit(reason: string): void {
    const wasLoaded = this.dim > 0
    this.host = undefined
    this.dim = 0
    for (const { reject } of this.waitingForLoad.splice(0)) reject(new Error(reason))
    this.failOpenCalls(`the local model failed: ${reason}`)
    if (wasLoaded && !this.closed) this.start()
  }

  /** Sends the next slice, unless one is being computed. */
  private work(): void {
    if (this.busy || this.closed) return
    const call = this.queries[0] ?? this.batches[0]
    if (!call) return
    if (!this.host) {
      if (performance.now() - this.startedAt < RESTART_MS)
        call.reject(new LocalModelError('unreachable', 'the local model is not running'))
      else this.start()
      return
    }
    this.host.ref()
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
    const { host } = this
    const timer = setTimeout(() => void host.terminate(), SLICE_TIMEOUT_MS)
    timer.unref()
    this.busy = { call, slice: ++this.lastSlice, timer }
    host.send({ slice: this.lastSlice, texts: call.texts.slice(from, call.sent) })
  }

  private onSlice(message: Extract<WorkerMessage, { slice: number } | { error: string }>): void {
    const { busy } = this
    if (!busy) return
    clearTimeout(busy.timer)
    this.busy = undefined
    const { call } = busy
    if ('error' in message) call.reject(new LocalModelError('garbled', `the local model failed: ${message.error}`))
    else {
      // Copies each vector, since a view would keep the memory of the whole slice alive.
      for (let at = 0; at < message.vectors.length; at += this.dim)
        call.vectors.push(message.vectors.slice(at, at + this.dim))
      if (call.vectors.length === call.texts.length) call.resolve(call.vectors)
    }
    this.work()
    if (this.idle()) this.host?.unref()
  }

  private failOpenCalls(reason: string): void {
    if (this.busy) clearTimeout(this.busy.timer)
    this.busy = undefined
    for (const call of [...this.queries, ...this.batches]) call.reject(new LocalModelError('unreachable', reason))
  }
}

function cancelled(signal: AbortSignal): LocalModelError {
  return new LocalModelError('timeout', 'the call of the local model was cancelled', { cause: signal.reason })
}

/** The compiled worker, even if this file runs from source: Node 20 cannot load TypeScript in a worker. */
function workerFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? '../dist/worker.js' : './worker.js', import.meta.url)
}
