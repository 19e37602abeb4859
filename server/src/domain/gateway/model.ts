import type { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { BackgroundPorts, WorkOwner } from '../../foundation/background.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import type { ChatChunk, ChatMessage, ChatModel } from '../../foundation/models/chat.ts'
import { GarbledOutput, ModelFailure } from '../../foundation/models/failure.ts'
import type { SelectionPorts } from '../context/gather.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { countCall, countRetry } from './limits.ts'
import type { UpstreamPorts } from './upstream.ts'
import type { TurnUsage } from './usage.ts'

/* Calls of the chat model: counted, metered, retried once where that may help, with failures of the API. */

export interface ChatModelPorts {
  /** The chat model; undefined if none is configured. */
  chat: ChatModel | undefined
}

/** What the gateway's verbs use beside the base ports. */
export interface GatewayPorts extends ChatModelPorts, UpstreamPorts, MemoryPorts, SelectionPorts, BackgroundPorts {}

/** Whose background work the extraction of a turn is. */
export function ownerOf(actor: MemoryActor): WorkOwner {
  return { app: actor.kind === 'app' ? actor.appId : null, user: actor.userId }
}

/** Returns the chat model. @throws Failure `model_unavailable` if none is configured. */
export function requireModel({ chat }: ChatModelPorts): ChatModel {
  if (chat) return chat
  throw new Failure('model_unavailable', { reason: 'not_configured' })
}

/**
 * Streams a reply of the model. A failed call is retried once, if it has produced no text.
 * @throws Failure `model_unavailable`; `rate_limited` if the model calls of this minute are used up.
 */
export async function* streamReply(
  ctx: Ctx<MemoryActor, GatewayPorts>,
  messages: readonly ChatMessage[],
  usage: TurnUsage,
): AsyncGenerator<ChatChunk> {
  const model = requireModel(ctx)
  for (let tries = 1; ; tries++) {
    let output = ''
    let end: ChatChunk | undefined
    try {
      await countCall(ctx)
      for await (const piece of model.stream(messages, ctx.signal)) {
        if (piece.kind === 'end') {
          usage.add(piece.usage)
          end = piece
          continue
        }
        output += piece.text
        yield piece
      }
      if (output.trim()) {
        if (end) yield end
        return
      }
      throw new ModelFailure('garbled', 'the output is empty')
    } catch (error) {
      if (error instanceof GarbledOutput) usage.add(error.usage)
      const retry = !output && tries === 1 && (await mayRetry(ctx, error))
      if (!retry) throw apiFailure(ctx, error)
    } finally {
      // Interrupted by a failure or by the client; the output so far still counts.
      if (output && !end) usage.addEstimate(charsOf(messages), output.length)
    }
  }
}

function charsOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0)
}

/**
 * Requests output of a shape from the model, in addition to a reply that is valid without it.
 * @returns the output; `undefined` if the model fails, also after a retry. `onFailure` learns why.
 * @throws Failure `unavailable` if the client has disconnected.
 */
export async function structuredOutputOf<S extends z.ZodType>(
  ctx: Ctx<MemoryActor, GatewayPorts>,
  messages: readonly ChatMessage[],
  shape: { name: string; schema: S },
  usage: TurnUsage,
  onFailure?: (error: unknown) => void,
): Promise<z.output<S> | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      await countCall(ctx)
      const output = await requireModel(ctx).structuredOutput(messages, shape, ctx.signal)
      usage.add(output.usage)
      return output.value
    } catch (error) {
      if (error instanceof GarbledOutput) usage.add(error.usage)
      if (tries === 1 && (await mayRetry(ctx, error))) continue
      if (ctx.signal.aborted) throw apiFailure(ctx, error)
      if (!isExpected(error)) throw error
      ctx.log.warn({ err: error, request: ctx.requestId }, 'candidate extraction failed')
      onFailure?.(error)
      return undefined
    }
  }
}

// A model that is rate limited or refuses the request would fail again.
async function mayRetry(ctx: Ctx<MemoryActor>, error: unknown): Promise<boolean> {
  const isTransient = error instanceof ModelFailure && (error.kind === 'garbled' || error.kind === 'unreachable')
  return isTransient && !ctx.signal.aborted && (await countRetry(ctx))
}

function isExpected(error: unknown): boolean {
  return error instanceof ModelFailure || (error instanceof Failure && error.code === 'rate_limited')
}

/** Turns a refusal of the text by the model into a validation failure of the field that holds it. */
export function requestFailure(error: unknown, field: string): unknown {
  const { cause } = (error ?? {}) as Error
  const reason = cause instanceof ModelFailure ? cause.refusedText : undefined
  return reason ? invalid(field, reason, 'refused_by_model') : error
}

/** Turns a failure of the model into one of the API. */
function apiFailure({ signal }: Ctx, error: unknown): unknown {
  if (signal.aborted) return new Failure('unavailable', undefined, error)
  if (!(error instanceof ModelFailure)) return error
  const { kind, retryAfterMs } = error
  const retry = retryAfterMs === undefined ? {} : { retry_after: Math.max(1, Math.ceil(retryAfterMs / 1000)) }
  return new Failure('model_unavailable', { reason: kind, ...retry }, error)
}
