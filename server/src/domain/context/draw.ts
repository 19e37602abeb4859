import type { AppActor, MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Memory } from '../memories/memory.ts'
import { searchThenFetch } from '../memories/search.ts'
import { drawnOn } from '../vocabulary/known.ts'
import { intersect } from '../vocabulary/scopes.ts'
import { chooseDiverse, type Weighed, weigh } from './choose.ts'
import { type Gathered, gather, type Wanted } from './gather.ts'

const FOUND_MAX = 100

/** What is put before a model: who it speaks as, and the memories that matter most. */
export interface Drawn {
  identity: Gathered['identity']
  /** All that was considered, heaviest first. */
  weighed: Weighed[]
  /** Those that were chosen, different from each other. */
  chosen: Memory[]
  relations: Gathered['relations']
}

/**
 * The same caller, who may read only what both the app was granted and the intent draws on; `at` is where the intent
 * stands in what was sent.
 * @throws Failure `validation_failed` for an unknown intent.
 */
export async function narrowedTo(ctx: Ctx<AppActor>, intent: string, at = 'intent'): Promise<Ctx<AppActor>> {
  const draws = await drawnOn(ctx, intent, at)
  return { ...ctx, actor: { ...ctx.actor, reads: intersect(ctx.actor.reads, draws) } }
}

/**
 * Draws on what the caller may read: what matters in itself, and with a query what it finds. One round trip; with a
 * query one more where the search index had fallen behind.
 */
export async function draw(
  ctx: Ctx<MemoryActor>,
  query: string | undefined,
  limit: number,
  wanted: Pick<Wanted, 'relations'> = {},
): Promise<Drawn> {
  const { identity, memories, relations, relevance } = await considered(ctx, query, { ...wanted, places: limit })
  const weighed = weigh(memories, ctx.clock().getTime(), relevance)
  return { identity, weighed, chosen: chooseDiverse(weighed, limit), relations }
}

interface Considered extends Gathered {
  relevance?: ReadonlyMap<string, number>
}

async function considered(ctx: Ctx<MemoryActor>, query: string | undefined, wanted: Wanted): Promise<Considered> {
  if (!query) return gather(ctx, wanted)
  return searchThenFetch(ctx, [{ query, limit: FOUND_MAX }], async (...[found]) => {
    const { ids, scores } = found!
    return {
      ...(await gather(ctx, { ...wanted, ids })),
      relevance: new Map(ids.map((id, at) => [id, scores[at] ?? 0])),
    }
  })
}
