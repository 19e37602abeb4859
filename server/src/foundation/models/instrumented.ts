import type { Measures } from '../telemetry/measurements.ts'
import { runInSpan, type Span, startChildSpan } from '../telemetry/trace.ts'
import type { ChatModel, Usage } from './chat.ts'
import type { Embedder } from './embedder.ts'
import { GarbledOutput, ModelFailure } from './failure.ts'

/*
 * Wrappers that measure every call of a model and add a span to the current trace: host, token counts and outcome, but
 * no content.
 */

interface Instrumentation {
  measures: Measures
  /** The address of the model's API, of which spans contain the host; `undefined` for a local model. */
  url: string | undefined
}

/** Instruments the current embedder; returns the same wrapper as long as the embedder stays the same. */
export function instrumentEmbedder(current: () => Embedder | undefined, { measures, url }: Instrumentation) {
  let last: { embedder: Embedder; wrapper: Embedder } | undefined
  return (): Embedder | undefined => {
    const embedder = current()
    if (!embedder || last?.embedder === embedder) return embedder && last?.wrapper
    const { name, batchMax } = embedder
    const host = name.startsWith('http:') ? hostOf(url) : 'local'
    const wrapper: Embedder = {
      name,
      batchMax,
      async embed(texts, signal) {
        const call = beginMeasured(measures, 'embedding', host, name)
        call.span?.set({ 'memory.texts': texts.length })
        try {
          const vectors = await runInSpan(call.span, () => embedder.embed(texts, signal))
          call.ended('ok')
          return vectors
        } catch (error) {
          call.ended(outcomeOf(error))
          throw error
        }
      },
      close: () => embedder.close(),
    }
    last = { embedder, wrapper }
    return wrapper
  }
}

/** Instruments a chat model. */
export function instrumentChat(model: ChatModel, { measures, url }: Instrumentation): ChatModel {
  const host = hostOf(url)
  return {
    name: model.name,
    async *stream(messages, signal) {
      const call = beginMeasured(measures, 'chat', host, model.name)
      // The consumer may return at any chunk; then only `finally` runs.
      let outcome = 'cancelled'
      const chunks = model.stream(messages, signal)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const next = await runInSpan(call.span, () => chunks.next())
          if (next.done) break
          if (next.value.kind === 'end') call.used(next.value.usage)
          yield next.value
        }
        outcome = 'ok'
      } catch (error) {
        if (error instanceof GarbledOutput) call.used(error.usage)
        outcome = outcomeOf(error)
        throw error
      } finally {
        call.ended(outcome)
        await chunks.return?.()
      }
    },
    async structuredOutput(messages, shape, signal) {
      const call = beginMeasured(measures, 'structured', host, model.name)
      try {
        const output = await runInSpan(call.span, () => model.structuredOutput(messages, shape, signal))
        call.used(output.usage)
        call.ended('ok')
        return output
      } catch (error) {
        if (error instanceof GarbledOutput) call.used(error.usage)
        call.ended(outcomeOf(error))
        throw error
      }
    },
  }
}

/** Begins the measurement of one call. */
export function beginMeasured(
  measures: Measures,
  kind: 'embedding' | 'chat' | 'structured',
  host: string,
  model: string,
) {
  const began = performance.now()
  const span: Span | undefined = startChildSpan(`model ${kind}`, 'client', {
    'gen_ai.operation.name': kind === 'embedding' ? 'embeddings' : 'chat',
    'gen_ai.request.model': model,
    'server.address': host,
  })
  return {
    span,
    used({ tokensIn, tokensOut }: Usage): void {
      measures.tokensUsed(tokensIn, tokensOut)
      span?.set({ 'gen_ai.usage.input_tokens': tokensIn, 'gen_ai.usage.output_tokens': tokensOut })
    },
    ended(outcome: string): void {
      measures.modelCall(kind, outcome, performance.now() - began)
      if (outcome !== 'ok') span?.setError(outcome)
      span?.end()
    },
  }
}

export function outcomeOf(error: unknown): string {
  return error instanceof ModelFailure ? error.kind : 'error'
}

export function hostOf(url: string | undefined): string {
  return url ? new URL(url).host : 'local'
}
