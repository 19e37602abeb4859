import type { Log } from '../../foundation/log.ts'
import { type Breaker, openBreaker } from '../../foundation/models/breaker.ts'
import type { Embedder } from '../../foundation/models/embedder.ts'
import { ModelFailure } from '../../foundation/models/failure.ts'
import { inTime } from '../../foundation/models/in-time.ts'
import { openStrikes } from '../../foundation/models/strikes.ts'

/*
 * How the background work talks with the model: no call without end, no storm of calls, and nobody waits for ever behind
 * a text that the model cannot do with. Some refuse such a text, some break or fall silent over it. What is refused is
 * found by halves at once. What merely fails is told from an outage by asking for less and less: a text that failed
 * alone, time and again, each time with a probe that went well right after, is the text's fault.
 */

/** A call takes no longer, whatever stands behind it. */
const CALL_MS = 15_000
const TEXTS_AT_ONCE = 128
/** A text every model takes: it tells the dimension, and whether a failure is of the text or of the model. */
const PROBE = ['memory']
const STRIKES_MAX = 8

/** A text, known by the id of its memory. */
interface Text {
  id: string
  content: string
}

/** Opens the way to the model. `signal` ends it, and whatever call is under way. */
export function openModelCalls({ log, signal }: { log: Log; signal: AbortSignal }) {
  const breaker = openBreaker({ clock: () => new Date() })
  /** Of texts that failed alone where the probe did not. */
  const strikes = openStrikes(STRIKES_MAX)
  let atOnce = TEXTS_AT_ONCE
  let failures = 0

  async function call(current: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
    if (!breaker.allows()) throw new ModelFailure('unreachable', 'the embedding model is given a rest')
    try {
      const vectors = await inTime(signal, CALL_MS, (signal) => current.embed(texts, signal))
      if (breaker.state !== 'closed') log.info('the embedding model answers again')
      breaker.succeeded()
      return vectors
    } catch (error) {
      // What a model will not take says nothing of the model, good or bad, unless it is the probe.
      if (!(error instanceof ModelFailure) || signal.aborted || (error.kind === 'refused' && texts !== PROBE))
        throw error
      if (breaker.state === 'closed') log.warn({ err: error }, 'the embedding model fails, memories wait for vectors')
      failures++
      breaker.failed(error.retryAfterMs)
      throw error
    }
  }

  /** The dimension of the model's vectors. @throws ModelFailure while the model does not answer. */
  async function probe(current: Embedder): Promise<number> {
    return (await call(current, PROBE))[0]!.length
  }

  /** @throws ModelFailure unless it was the text's fault, told often enough. */
  async function failedAlone(current: Embedder, { id }: Text, error: ModelFailure): Promise<void> {
    await probe(current)
    if (error.kind === 'refused') strikes.forget(id)
    else if (!strikes.out(id)) throw error
    log.info({ memory: id, err: error }, 'the model would not take a memory; it is found by its words alone')
  }

  /**
   * A vector for each text, none for one that the model does not take.
   * @throws ModelFailure when nothing came of it: then it is asked again later, for less.
   */
  async function vectorsOf(current: Embedder, texts: readonly Text[]): Promise<(Float32Array | undefined)[]> {
    const resting = breaker.state === 'open'
    try {
      const contents = texts.map(({ content }) => content)
      const vectors = await call(current, contents)
      atOnce = Math.min(TEXTS_AT_ONCE, 2 * atOnce)
      for (const { id } of texts) strikes.forget(id)
      return vectors
    } catch (error) {
      if (!(error instanceof ModelFailure) || signal.aborted || resting || error.kind === 'rate_limited') throw error
      if (texts.length === 1) {
        await failedAlone(current, texts[0]!, error)
        return [undefined]
      }
      const half = texts.length >> 1
      if (error.kind === 'refused')
        return [...(await vectorsOf(current, texts.slice(0, half))), ...(await vectorsOf(current, texts.slice(half)))]
      atOnce = half
      throw error
    }
  }

  return {
    probe,
    vectorsOf,
    /** @throws ModelFailure unless the model is known to answer: after an outage one small call tells. */
    async wake(current: Embedder): Promise<void> {
      if (breaker.state !== 'closed') await probe(current)
    },
    /** How many texts may come at once: fewer after failures, which may have been of too many. */
    textsAtOnce: (current: Embedder): number => Math.min(current.batchMax, atOnce),
    /** What is known of the model, for those who run the service. */
    stats: (): { breaker: Breaker['state']; failures: number } => ({ breaker: breaker.state, failures }),
  }
}
