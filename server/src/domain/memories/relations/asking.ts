import type { Log } from '../../../foundation/log.ts'
import { type Breaker, openBreaker } from '../../../foundation/models/breaker.ts'
import type { ChatModel } from '../../../foundation/models/chat.ts'
import { ModelFailure } from '../../../foundation/models/failure.ts'
import { newFence } from '../../../foundation/models/fenced.ts'
import { inTime } from '../../../foundation/models/in-time.ts'
import { openStrikes } from '../../../foundation/models/strikes.ts'
import type { Relationship } from '../../vocabulary/relations.ts'
import { ANSWER, relationsOf, relationsPrompt, TEXT_CHARS_MAX } from './typed.ts'

/*
 * How the background work asks the chat model: one memory a call, so that no memory has a say in what is read out of
 * another, and no call without end. A text that fails is told from an outage by a text that every model can do with,
 * asked right after: while that one fails too, the model is given a rest, and everything waits.
 */

/** A call takes no longer, whatever stands behind it. */
export const CALL_MS = 20_000
const PROBE = 'Ada lives in Leeds.'
/** A text that fails so often where the probe does not is passed over. One that the model refuses is, at once. */
const STRIKES_MAX = 3
/** A model that cannot do this at all costs a probe in so long. */
const REST_MS_MAX = 5 * 60_000

/** Opens the way to the model. `signal` ends it, and whatever call is under way. */
export function openAsking({ chat, log, signal }: { chat: ChatModel; log: Log; signal: AbortSignal }) {
  const breaker = openBreaker({ clock: () => new Date(), coolMsMax: REST_MS_MAX })
  /** Of texts that failed where the probe did not. */
  const strikes = openStrikes(STRIKES_MAX)
  let probing: Promise<void> | undefined

  async function ask(text: string): Promise<Relationship[]> {
    const prompt = relationsPrompt(text, newFence())
    const { value } = await inTime(signal, CALL_MS, (signal) => chat.answer(prompt, ANSWER, signal))
    return relationsOf(value, text)
  }

  function failed(error: ModelFailure): void {
    if (breaker.state === 'closed')
      log.warn({ err: error }, 'the chat model fails, memories wait to be read for relations')
    breaker.failed(error.retryAfterMs)
  }

  /** Several texts that fail at once ask for one probe. @throws ModelFailure when the model does not answer. */
  function probe(): Promise<void> {
    probing ??= ask(PROBE)
      .then(
        () => {
          if (breaker.state !== 'closed') log.info('the chat model answers again')
          breaker.succeeded()
        },
        (error) => {
          if (error instanceof ModelFailure && !signal.aborted) failed(error)
          throw error
        },
      )
      .finally(() => {
        probing = undefined
      })
    return probing
  }

  /**
   * What a memory states; nothing of one whose text the model cannot do with.
   * @throws ModelFailure when it is to be asked again later.
   */
  async function relationsIn({ id, content }: { id: string; content: string }): Promise<Relationship[]> {
    try {
      const relations = await ask(content.slice(0, TEXT_CHARS_MAX))
      strikes.forget(id)
      return relations
    } catch (error) {
      if (!(error instanceof ModelFailure) || signal.aborted) throw error
      if (error.kind === 'rate_limited') {
        failed(error)
        throw error
      }
      await probe()
      if (error.kind === 'refused') strikes.forget(id)
      else if (!strikes.out(id)) throw error
      log.info(
        { memory: id, err: error },
        'the chat model could not read a memory; its relations are those of the rules',
      )
      return []
    }
  }

  return {
    relationsIn,
    /** @throws ModelFailure unless the model is known to answer: after an outage one small call tells. */
    async wake(): Promise<void> {
      if (breaker.state === 'closed') return
      if (!breaker.allows()) throw new ModelFailure('unreachable', 'the chat model is given a rest')
      await probe()
    },
    state: (): Breaker['state'] => breaker.state,
  }
}
