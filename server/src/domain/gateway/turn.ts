import { isScopeName, topLevel } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { ChatMessage } from '../../foundation/models/chat.ts'
import { newFence } from '../../foundation/models/fence.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { type Candidate, candidatesOf, Proposals, tagsOf } from '../candidates/candidate.ts'
import { writerOf } from '../memories/authors.ts'
import { knownTopLevels } from '../memories/known.ts'
import type { Profile } from '../users/profile.ts'
import { type GatewayPorts, streamReply, structuredOutputOf } from './model.ts'
import { extractionPrompt, type PromptMemory, type Setting, type Turn } from './prompt.ts'
import { type Delta, type Reply, unwrapReply } from './unwrap.ts'
import type { TurnUsage } from './usage.ts'

/** Streams the reply to a prompt; returns the complete reply. */
export function replyTo(
  ctx: Ctx<MemoryActor, GatewayPorts>,
  prompt: readonly ChatMessage[],
  usage: TurnUsage,
): AsyncGenerator<Delta, Reply> {
  return unwrapReply(streamReply(ctx, prompt, usage))
}

/** Runs a streamed turn to its end; returns its result. */
export async function resultOf<T>(turn: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const step = await turn.next()
    if (step.done) return step.value
  }
}

/**
 * Extracts candidates in scopes that the caller may write from a turn: those that the model sent along with its reply,
 * otherwise by a second model call.
 * @returns `undefined` if the model failed.
 */
export async function extract(
  ctx: Ctx<MemoryActor, GatewayPorts>,
  {
    bundled,
    onFailure,
    ...turn
  }: Omit<Turn, 'writes'> & { bundled: Reply['extraction']; onFailure?: (error: unknown) => void },
  usage: TurnUsage,
): Promise<Candidate[] | undefined> {
  const { writes } = ctx.actor
  const prompt = extractionPrompt({ ...turn, writes }, newFence())
  const shape = { name: 'turn', schema: Proposals }
  const extraction = bundled ?? (await structuredOutputOf(ctx, prompt, shape, usage, onFailure))
  if (!extraction) return undefined
  const scopes = extraction.memoryCandidates.map(({ scope }) => scope.trim().toLowerCase())
  const known = await knownTopLevels(ctx, scopes.filter(isScopeName).map(topLevel))
  return candidatesOf(extraction, writes, (name) => known.has(name), turn.setting)
}

/** The tone of a reply: as the model named it, otherwise the parts of the tone note that it was asked to keep to. */
export function toneOf({ extraction }: Reply, toneNote: string | null): string[] {
  const named = tagsOf(extraction ?? { toneTags: [] })
  return named.length ? named : tagsOf({ toneTags: (toneNote ?? '').toLowerCase().split(/[,;.]/) })
}

/** Reads the person and the moment of a turn, and the names of the apps that wrote the memories. */
export async function settingOf(
  ctx: Ctx<MemoryActor>,
  profile: Profile,
  memories: readonly PromptMemory[],
): Promise<Setting> {
  const slugs = [...new Set(memories.flatMap((memory) => [memory.sourceApp ?? [], writerOf(memory) ?? []].flat()))]
  const apps = slugs.length
    ? await ctx.db.rows<{ slug: string; name: string }>(
        sql`select slug, name from apps where slug = any(${slugs}::text[])`,
      )
    : []
  return { ...profile, at: ctx.clock(), appNames: new Map(apps.map(({ slug, name }) => [slug, name])) }
}
