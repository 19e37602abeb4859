import type { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import {
  type ChatMessage,
  type ChatModel,
  type ChatPiece,
  type Generation,
  maySayNothing,
} from '../../foundation/models/chat.ts'
import { GarbledAnswer, ModelFailure, type RefusedPart } from '../../foundation/models/failure.ts'
import type { Bill } from './bill.ts'
import { takeCall, takeRetry } from './limits.ts'

/* Calls of the model: counted, billed, tried a second time where that may help, and failing in the words of the API. */

declare module '../../foundation/ctx.ts' {
  interface Ports {
    /** The chat model, where one is configured. */
    chat: ChatModel | undefined
  }
}

/** @throws Failure `model_unavailable` where no model is configured. */
export function modelOf({ chat }: Pick<Ctx, 'chat'>): ChatModel {
  if (chat) return chat
  throw new Failure('model_unavailable', { reason: 'not_configured' })
}

/**
 * The pieces of a reply as the model says them, and its end. Tried twice at most, and only while nothing has been said.
 * @throws Failure `model_unavailable`; `rate_limited` when the calls of the minute are used up.
 */
export async function* replyOf(
  ctx: Ctx<MemoryActor>,
  messages: readonly ChatMessage[],
  generation: Generation,
  bill: Bill,
): AsyncGenerator<ChatPiece> {
  const model = modelOf(ctx)
  for (let tries = 1; ; tries++) {
    let said = ''
    let end: ChatPiece | undefined
    try {
      await takeCall(ctx)
      for await (const piece of model.reply(messages, ctx.signal, generation)) {
        if (piece.kind === 'end') {
          bill.add(piece.usage)
          end = piece
          continue
        }
        said += piece.text
        yield piece
      }
      if (said.trim() || maySayNothing(generation)) {
        if (end) yield end
        return
      }
      throw new ModelFailure('garbled', 'The model said nothing.')
    } catch (error) {
      if (error instanceof GarbledAnswer) bill.add(error.usage)
      const again = !said && tries === 1 && (await mayTryAgain(ctx, error))
      if (!again) throw inOurWords(ctx, error)
    } finally {
      // It broke off, or whoever listened has left: what was said so far was said.
      if (said && !end) bill.addBroken(messages, said)
    }
  }
}

/**
 * An answer of a shape, or `undefined` when the model gives none: nonsense, say, twice. It is asked for on top of a
 * reply, which stands without it.
 * @throws Failure `unavailable` when nobody waits for it any more.
 */
export async function answerOf<S extends z.ZodType>(
  ctx: Ctx<MemoryActor>,
  messages: readonly ChatMessage[],
  shape: { name: string; schema: S },
  bill: Bill,
): Promise<z.output<S> | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      await takeCall(ctx)
      const { value, usage } = await modelOf(ctx).answer(messages, shape, ctx.signal)
      bill.add(usage)
      return value
    } catch (error) {
      if (error instanceof GarbledAnswer) bill.add(error.usage)
      if (tries === 1 && (await mayTryAgain(ctx, error))) continue
      if (ctx.signal.aborted) throw inOurWords(ctx, error)
      if (!isExpected(error)) throw error
      ctx.log.warn({ err: error, request: ctx.requestId }, 'a turn was not looked through for candidates')
      return undefined
    }
  }
}

// A model that asks to wait, or will not take what it was sent, would only say so again.
async function mayTryAgain(ctx: Ctx<MemoryActor>, error: unknown): Promise<boolean> {
  const helps = error instanceof ModelFailure && (error.kind === 'garbled' || error.kind === 'unreachable')
  return helps && !ctx.signal.aborted && (await takeRetry(ctx))
}

function isExpected(error: unknown): boolean {
  return error instanceof ModelFailure || (error instanceof Failure && error.code === 'rate_limited')
}

/** What a caller calls the parts of a turn that a model may refuse. */
export type PartNames = Partial<Record<RefusedPart['part'], string>>

/** A failure of the model as one of the request, where what the model refused is something its caller has named. */
export function mendable(error: unknown, names: PartNames): unknown {
  const { cause } = (error ?? {}) as Error
  const refused = cause instanceof ModelFailure ? cause.refused : undefined
  const name = refused && names[refused.part]
  return name ? invalid(name, refused.reason, 'refused_by_model') : error
}

function inOurWords({ signal }: Ctx, error: unknown): unknown {
  if (signal.aborted) return new Failure('unavailable', undefined, error)
  if (!(error instanceof ModelFailure)) return error
  const { kind, retryAfterMs } = error
  const retry = retryAfterMs === undefined ? {} : { retry_after: Math.max(1, Math.ceil(retryAfterMs / 1000)) }
  return new Failure('model_unavailable', { reason: kind, ...retry }, error)
}
