import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { ChatMessage, Generation } from '../../foundation/models/chat.ts'
import { newFence } from '../../foundation/models/fenced.ts'
import { type Candidate, candidatesOf, Said, tagsOf } from '../candidates/candidate.ts'
import { knownTopLevels } from '../vocabulary/known.ts'
import { isScopeName, topLevel } from '../vocabulary/scopes.ts'
import type { Bill } from './bill.ts'
import { answerOf, replyOf } from './model.ts'
import { type Delta, type Reply, unwrapped } from './plain.ts'
import { extractionPrompt, type Turn } from './prompt.ts'

/** The reply to a prompt, told piece by piece as the model says it. */
export function speak(
  ctx: Ctx<MemoryActor>,
  prompt: readonly ChatMessage[],
  bill: Bill,
  generation: Generation = {},
): AsyncGenerator<Delta, Reply> {
  return unwrapped(replyOf(ctx, prompt, generation, bill))
}

/** What comes of a turn that nobody listens to on the way. */
export async function whole<T>(turn: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const step = await turn.next()
    if (step.done) return step.value
  }
}

/** What a turn brought up: the tone of the reply, and candidates where the caller may write. */
export interface BroughtUp {
  toneTags: string[]
  candidates: Candidate[]
}

/**
 * Looks a turn through for what is worth remembering; `undefined` where the model gave nothing that can be read. What
 * stood beside the reply saves the second call.
 */
export async function lookThrough(
  ctx: Ctx<MemoryActor>,
  turn: Omit<Turn, 'reply' | 'writes'> & { reply: Reply },
  bill: Bill,
): Promise<BroughtUp | undefined> {
  const { writes } = ctx.actor
  const prompt = extractionPrompt({ ...turn, reply: turn.reply.text, writes }, newFence())
  const said = turn.reply.aside ?? (await answerOf(ctx, prompt, { name: 'turn', schema: Said }, bill))
  if (!said) return undefined
  const scopes = said.memoryCandidates.map(({ scope }) => scope.trim().toLowerCase())
  const known = await knownTopLevels(ctx, scopes.filter(isScopeName).map(topLevel))
  return { toneTags: tagsOf(said), candidates: candidatesOf(said, writes, (name) => known.has(name)) }
}
