import { namesIn } from '@memory-service/understanding/names'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { entryLimit } from '../../foundation/entry-limit.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { searchThenFetch } from '../memories/search.ts'
import type { MeterPorts } from '../plans/meter.ts'
import { BRIEF_ATTRIBUTES } from './brief-quotas.ts'
import { gather, type SelectionPorts, seedsFor } from './gather.ts'
import { paragraphInSlices } from './paragraph.ts'
import { understandInSlices } from './understood.ts'

/*
 * A brief is cached per connection for five minutes and validated on each read: one statement reads the store's version and
 * the identity. If these have changed, or the grants, the brief is built again. So a cached brief is never stale, on any
 * process.
 */

const TTL_MS = 5 * 60_000
const CACHE_MAX = 10_000
/** Decides how many pinned, important and new memories are considered besides those found by attribute. */
const CONSIDERED = 12

/** What context verbs use beside the base ports. */
export interface ContextPorts extends SelectionPorts, MeterPorts {
  briefs: BriefCache
}

export const IdentityBrief = z
  .object({
    brief: z.string().meta({ description: 'One paragraph to put before a model; memories are quoted.' }),
    ai_name: z.string(),
    generated_at: z.iso.datetime(),
    source_memory_count: z.int().meta({ description: 'How many memories it quotes.' }),
    source_memory_ids: z.array(z.string()).meta({ description: 'The ids of these memories.' }),
    cached: z.boolean(),
  })
  .meta({ id: 'IdentityBrief' })
type IdentityBrief = z.output<typeof IdentityBrief>

interface CachedBrief {
  brief: Omit<IdentityBrief, 'cached'>
  createdAt: number
  reads: string
  memories: readonly { id: string; scope: string }[]
  /** See `versionOf`. */
  version: string
  /** The identity and the quoted memories, serialised: ids, contents and times of change. */
  sources: string
}

export type BriefCache = ReturnType<typeof openBriefs>

/** Opens the cache of this process, by connection id. */
export function openBriefs() {
  return new LRUCache<string, CachedBrief>(entryLimit(CACHE_MAX))
}

/** Describes the assistant and the person in one paragraph, from what the app may read. One round trip if cached, otherwise two. */
export async function readBrief(ctx: Ctx<AppActor, ContextPorts>): Promise<IdentityBrief> {
  const { brief, isCached } = await currentBrief(ctx)
  ctx.measures.cacheLookup('briefs', isCached ? 'hit' : 'miss')
  ctx.audit.noteRead(ctx, 'brief.read', brief.memories)
  return { ...brief.brief, cached: isCached }
}

/**
 * Builds the brief, and returns the cached one instead if it would be the same. The store's version alone does not tell
 * whether to build: it also changes with memories that the app may not read, and nothing in the response may depend on these.
 */
async function currentBrief(ctx: Ctx<AppActor, ContextPorts>): Promise<{ brief: CachedBrief; isCached: boolean }> {
  const { actor, briefs } = ctx
  const known = briefs.get(actor.connectionId)
  const now = ctx.clock()
  const age = known ? now.getTime() - known.createdAt : Infinity
  const valid = known && known.reads === readsOf(actor) && age >= 0 && age < TTL_MS ? known : undefined
  // Read before the memories: a change in between makes the next call build again.
  const version = await versionOf(ctx)
  if (valid?.version === version) return { brief: valid, isCached: true }
  const built = await buildBrief(ctx, version)
  if (valid && valid.sources === built.sources && valid.brief.brief === built.brief.brief) {
    briefs.set(actor.connectionId, { ...valid, version: built.version })
    return { brief: valid, isCached: true }
  }
  briefs.set(actor.connectionId, built)
  return { brief: built, isCached: false }
}

/**
 * What the version of a brief consists of: the store's version and the identity.
 * @throws Failure `unauthorized` if the account was erased since the request was authenticated.
 */
async function versionOf({ db, actor }: Ctx<AppActor>): Promise<string> {
  const row = await db.maybe<{ version: string }>(sql`
    select jsonb_build_array(s.version, i.name, i.tone_note, u.name)::text as version
    from stores s join identities i on i.user_id = s.user_id join users u on u.id = s.user_id
    where s.user_id = ${actor.userId}`)
  if (!row) throw new Failure('unauthorized')
  return row.version
}

async function buildBrief(ctx: Ctx<AppActor, ContextPorts>, version: string): Promise<CachedBrief> {
  const now = ctx.clock()
  const seeds = seedsFor(CONSIDERED)
  const search = { query: '', limit: 1, attributes: BRIEF_ATTRIBUTES, seeds, keywordOnly: true }
  const { identity, memories: read } = await searchThenFetch(ctx, [search], (...[found]) =>
    gather(ctx, { ids: found!.stating, seeds: found!.seeds }),
  )
  const names = namesIn(identity.personName ?? '')
  const understood = await understandInSlices(read, names, now.getTime())
  const { text, memories } = await paragraphInSlices(identity, understood, now.getTime())
  return {
    brief: {
      brief: text,
      ai_name: identity.name,
      generated_at: now.toISOString(),
      source_memory_count: memories.length,
      source_memory_ids: memories.map(({ id }) => id),
    },
    version,
    createdAt: now.getTime(),
    reads: readsOf(ctx.actor),
    memories: memories.map(({ id, scope }) => ({ id, scope })),
    sources: JSON.stringify([identity, memories.map(({ id, content, updatedAt }) => [id, content, updatedAt])]),
  }
}

function readsOf({ reads, muted }: AppActor): string {
  return [[...reads].sort().join(' '), ...muted].join('\n')
}
