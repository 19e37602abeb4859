import { intersect } from '@memory-service/scopes'
import type { AppActor, MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Memory } from '../memories/memory.ts'
import { searchThenFetch } from '../memories/search.ts'
import { qualifiersOfIntent } from '../vocabulary/known.ts'
import { type Gathered, type GatherOptions, gather, type SelectionPorts } from './gather.ts'
import { type Ranked, rank, selectDiverse } from './ranking.ts'

const FOUND_MAX = 100

/** The context of a model's turn. */
export interface SelectedContext {
  identity: Gathered['identity']
  /** All memories considered, by weight. */
  ranked: Ranked[]
  /** The selected memories, different from each other. */
  selected: Memory[]
  relations: Gathered['relations']
}

/**
 * Narrows the caller's read grants to the scopes that an intent draws on.
 * @param at the path of the intent in the request, for the error.
 * @throws Failure `validation_failed` for an unknown intent.
 */
export async function narrowToIntent<P>(
  ctx: Ctx<AppActor, P>,
  intent: string,
  at = 'intent',
): Promise<Ctx<AppActor, P>> {
  const draws = await qualifiersOfIntent(ctx, intent, at)
  return { ...ctx, actor: { ...ctx.actor, reads: intersect(ctx.actor.reads, draws) } }
}

/**
 * Selects memories that the caller may read: by importance and time, and with a query by relevance. One round trip; with
 * a query, a second one if the search index was behind.
 * @param limit the most memories selected.
 */
export async function selectContext(
  ctx: Ctx<MemoryActor, SelectionPorts>,
  query: string | undefined,
  limit: number,
  options: Pick<GatherOptions, 'relations'> = {},
): Promise<SelectedContext> {
  const { identity, memories, relations, relevance } = await gatherForQuery(ctx, query, { ...options, limit })
  const ranked = rank(memories, ctx.clock().getTime(), relevance)
  return { identity, ranked, selected: selectDiverse(ranked, limit), relations }
}

interface GatheredForQuery extends Gathered {
  relevance?: ReadonlyMap<string, number>
}

async function gatherForQuery(
  ctx: Ctx<MemoryActor, SelectionPorts>,
  query: string | undefined,
  options: GatherOptions,
): Promise<GatheredForQuery> {
  if (!query) return gather(ctx, options)
  return searchThenFetch(ctx, [{ query, limit: FOUND_MAX }], async (...[found]) => {
    const { ids, scores } = found!
    return {
      ...(await gather(ctx, { ...options, ids })),
      relevance: new Map(ids.map((id, at) => [id, scores[at] ?? 0])),
    }
  })
}
