import type { Breaker } from '../../../foundation/models/breaker.ts'
import type { Embedder } from '../../../foundation/models/embedder.ts'
import { ModelFailure } from '../../../foundation/models/failure.ts'
import { withTimeout } from '../../../foundation/models/with-timeout.ts'
import type { Log } from '../../../foundation/telemetry/log.ts'
import { openModelGuard } from '../model-guard.ts'

/*
 * Calls of the embedding model. A text that the model cannot process must not block the others. A refusal is narrowed
 * down at once by halving the batch. For other failures, which may be an outage, later batches are halved; a text that
 * repeatedly fails alone while a probe succeeds is skipped.
 */

const CALL_MS = 15_000
const TEXTS_PER_CALL = 128
/** A text that every model accepts. Its vector gives the dimension; its success shows that the model responds. */
const PROBE = ['memory']
const FAILURES_MAX = 8

/** The content of a memory and its id. */
interface Text {
  id: string
  content: string
}

/** Opens the calls; `signal` aborts the current one. */
export function openEmbeddingCalls({ log, signal }: { log: Log; signal: AbortSignal }) {
  const guard = openModelGuard({ name: 'vectors', log, signal, failuresMax: FAILURES_MAX })
  let perCall = TEXTS_PER_CALL

  async function call(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
    guard.check()
    try {
      const vectors = await withTimeout(signal, CALL_MS, (signal) => embedder.embed(texts, signal))
      guard.succeeded()
      return vectors
    } catch (error) {
      const isOfText = error instanceof ModelFailure && error.kind === 'refused' && texts !== PROBE
      if (!isOfText) guard.failed(error)
      throw error
    }
  }

  /** Returns the dimension of the model's vectors. @throws ModelFailure */
  async function probe(embedder: Embedder): Promise<number> {
    return (await call(embedder, PROBE))[0]!.length
  }

  /**
   * Embeds texts, at most {@link textsPerCall}.
   * @returns a vector for each text, `undefined` for one that the model rejects.
   * @throws ModelFailure if there are no vectors; the next call should then be for fewer texts.
   */
  async function vectorsOf(embedder: Embedder, texts: readonly Text[]): Promise<(Float32Array | undefined)[]> {
    const wasOpen = guard.state() === 'open'
    try {
      const vectors = await call(
        embedder,
        texts.map(({ content }) => content),
      )
      perCall = Math.min(TEXTS_PER_CALL, 2 * perCall)
      for (const { id } of texts) guard.clear(id)
      return vectors
    } catch (error) {
      if (!(error instanceof ModelFailure) || signal.aborted || wasOpen || error.kind === 'rate_limited') throw error
      const [first, ...others] = texts
      if (first && !others.length) {
        await guard.skipOrThrow(first.id, error, () => probe(embedder))
        return [undefined]
      }
      const half = texts.length >> 1
      if (error.kind === 'refused')
        return [...(await vectorsOf(embedder, texts.slice(0, half))), ...(await vectorsOf(embedder, texts.slice(half)))]
      perCall = half
      throw error
    }
  }

  return {
    probe,
    vectorsOf,
    /** Probes the model after an outage. @throws ModelFailure while it does not respond. */
    async wake(embedder: Embedder): Promise<void> {
      if (guard.state() !== 'closed') await probe(embedder)
    },
    /** How many texts one call may have: at most the model's limit, fewer after failures. */
    textsPerCall: (embedder: Embedder): number => Math.min(embedder.batchMax, perCall),
    breaker: (): Breaker['state'] => guard.state(),
  }
}
