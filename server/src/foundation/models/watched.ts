import type { Measures } from '../measures.ts'
import { part, type Span, within } from '../trace.ts'
import type { ChatModel, Usage } from './chat.ts'
import type { Embedder } from './embedder.ts'
import { GarbledAnswer, ModelFailure } from './failure.ts'

/*
 * Models with every call measured and, where the work at hand is traced, a part of its trace: who was asked, how much
 * it read and said, how it ended; never what.
 */

interface Watched {
  measures: Measures
  /** Who is asked: the address of an API, of which the host is told, or nobody outside. */
  url: string | undefined
}

/** The embedder there is by now, watched; the same one for the same one. */
export function watchEmbedder(current: () => Embedder | undefined, { measures, url }: Watched) {
  let known: { embedder: Embedder; watched: Embedder } | undefined
  return (): Embedder | undefined => {
    const embedder = current()
    if (!embedder || known?.embedder === embedder) return embedder && known?.watched
    const { name, batchMax } = embedder
    const host = name.startsWith('http:') ? hostOf(url) : 'local'
    const watched: Embedder = {
      name,
      batchMax,
      async embed(texts, signal) {
        const call = begin(measures, 'embedding', host, name)
        call.span?.set({ 'memory.texts': texts.length })
        try {
          const vectors = await within(call.span, () => embedder.embed(texts, signal))
          call.ended('ok')
          return vectors
        } catch (error) {
          call.ended(outcomeOf(error))
          throw error
        }
      },
      close: () => embedder.close(),
    }
    known = { embedder, watched }
    return watched
  }
}

/** A chat model, watched. */
export function watchChat(model: ChatModel, { measures, url }: Watched): ChatModel {
  const host = hostOf(url)
  return {
    name: model.name,
    async *reply(messages, signal, generation) {
      const call = begin(measures, 'reply', host, model.name)
      // Whoever listens may leave at any piece, and then nothing after it is reached but `finally`.
      let outcome = 'left'
      const pieces = model.reply(messages, signal, generation)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const next = await within(call.span, () => pieces.next())
          if (next.done) break
          if (next.value.kind === 'end') call.used(next.value.usage)
          yield next.value
        }
        outcome = 'ok'
      } catch (error) {
        if (error instanceof GarbledAnswer) call.used(error.usage)
        outcome = outcomeOf(error)
        throw error
      } finally {
        call.ended(outcome)
        await pieces.return?.()
      }
    },
    async answer(messages, shape, signal) {
      const call = begin(measures, 'answer', host, model.name)
      try {
        const answered = await within(call.span, () => model.answer(messages, shape, signal))
        call.used(answered.usage)
        call.ended('ok')
        return answered
      } catch (error) {
        if (error instanceof GarbledAnswer) call.used(error.usage)
        call.ended(outcomeOf(error))
        throw error
      }
    },
  }
}

function begin(measures: Measures, kind: 'embedding' | 'reply' | 'answer', host: string, model: string) {
  const begun = performance.now()
  const span: Span | undefined = part(`model ${kind}`, 'client', {
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
      measures.modelCalled(kind, outcome, performance.now() - begun)
      if (outcome !== 'ok') span?.failed(outcome)
      span?.end()
    },
  }
}

function outcomeOf(error: unknown): string {
  return error instanceof ModelFailure ? error.kind : 'error'
}

function hostOf(url: string | undefined): string {
  return url ? new URL(url).host : 'local'
}
