import { isScopeName, topLevel } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { ChatMessage, Generation } from '../../foundation/models/chat.ts'
import { newFence } from '../../foundation/models/fence.ts'
import { type Candidate, candidatesOf, Extraction, tagsOf } from '../candidates/candidate.ts'
import { knownTopLevels } from '../vocabulary/known.ts'
import { type GatewayPorts, streamReply, structuredOutputOf } from './model.ts'
import { extractionPrompt, type Turn } from './prompt.ts'
import { type Delta, type Reply, unwrapReply } from './unwrap.ts'
import type { TurnUsage } from './usage.ts'

/** Streams the reply to a prompt; returns the complete reply. */
export function replyTo(
  ctx: Ctx<MemoryActor, GatewayPorts>,
  prompt: readonly ChatMessage[],
  usage: TurnUsage,
  generation: Generation = {},
): AsyncGenerator<Delta, Reply> {
  return unwrapReply(streamReply(ctx, prompt, generation, usage))
}

/** Runs a streamed turn to its end; returns its result. */
export async function resultOf<T>(turn: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const step = await turn.next()
    if (step.done) return step.value
  }
}

/** The tone of a reply, and candidates in scopes that the caller may write. */
export interface Extracted {
  toneTags: string[]
  candidates: Candidate[]
}

/**
 * Extracts candidates from a turn, by a second model call unless the reply contained them.
 * @returns `undefined` if the model failed.
 */
export async function extract(
  ctx: Ctx<MemoryActor, GatewayPorts>,
  turn: Omit<Turn, 'reply' | 'writes'> & { reply: Reply },
  usage: TurnUsage,
): Promise<Extracted | undefined> {
  const { writes } = ctx.actor
  const prompt = extractionPrompt({ ...turn, reply: turn.reply.text, writes }, newFence())
  const shape = { name: 'turn', schema: Extraction }
  const extraction = turn.reply.extraction ?? (await structuredOutputOf(ctx, prompt, shape, usage))
  if (!extraction) return undefined
  const scopes = extraction.memoryCandidates.map(({ scope }) => scope.trim().toLowerCase())
  const known = await knownTopLevels(ctx, scopes.filter(isScopeName).map(topLevel))
  return { toneTags: tagsOf(extraction), candidates: candidatesOf(extraction, writes, (name) => known.has(name)) }
}
