import type { Breaker } from '../../../foundation/models/breaker.ts'
import type { ChatModel } from '../../../foundation/models/chat.ts'
import { ModelFailure } from '../../../foundation/models/failure.ts'
import { newFence } from '../../../foundation/models/fence.ts'
import { withTimeout } from '../../../foundation/models/with-timeout.ts'
import type { Log } from '../../../foundation/telemetry/log.ts'
import type { Relationship } from '../../vocabulary/relations.ts'
import { openModelGuard } from '../model-guard.ts'
import { OUTPUT, relationsOf, relationsPrompt, TEXT_CHARS_MAX } from './prompt.ts'

/*
 * Calls of the chat model that read relations out of memories: one memory per call, so that a memory cannot influence
 * what is read out of another.
 */

export const CALL_MS = 20_000
/** A text that every model can read; its success shows that the model responds. */
const PROBE = 'Ada lives in Leeds.'
const FAILURES_MAX = 3
/** A model that never succeeds costs one probe in this time. */
const COOL_MS_MAX = 5 * 60_000

/** Opens the calls; `signal` aborts those in progress. */
export function openRelationCalls({ chat, log, signal }: { chat: ChatModel; log: Log; signal: AbortSignal }) {
  const guard = openModelGuard({ name: 'relations', log, signal, failuresMax: FAILURES_MAX, coolMsMax: COOL_MS_MAX })
  let probing: Promise<void> | undefined

  async function call(text: string): Promise<Relationship[]> {
    const prompt = relationsPrompt(text, newFence())
    const { value } = await withTimeout(signal, CALL_MS, (signal) => chat.structuredOutput(prompt, OUTPUT, signal))
    return relationsOf(value, text)
  }

  /** Probes the model, once for texts that fail at the same time. @throws ModelFailure if it does not respond. */
  function probe(): Promise<void> {
    probing ??= call(PROBE)
      .then(
        () => guard.succeeded(),
        (error) => {
          guard.failed(error)
          throw error
        },
      )
      .finally(() => {
        probing = undefined
      })
    return probing
  }

  /**
   * Reads the relations that a memory states; none if the model cannot process its text.
   * @throws ModelFailure if the memory is to be retried later.
   */
  async function relationsIn({ id, content }: { id: string; content: string }): Promise<Relationship[]> {
    try {
      const relations = await call(content.slice(0, TEXT_CHARS_MAX))
      guard.clear(id)
      return relations
    } catch (error) {
      if (!(error instanceof ModelFailure) || signal.aborted) throw error
      if (error.kind === 'rate_limited') {
        guard.failed(error)
        throw error
      }
      await guard.skipOrThrow(id, error, probe)
      return []
    }
  }

  return {
    relationsIn,
    /** Probes the model after an outage. @throws ModelFailure while it does not respond. */
    async wake(): Promise<void> {
      if (guard.state() === 'closed') return
      guard.check()
      await probe()
    },
    breaker: (): Breaker['state'] => guard.state(),
  }
}
