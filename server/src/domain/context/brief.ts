import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { selectReadable } from '../memories/queries.ts'
import type { MeterPorts } from '../plans/meter.ts'
import { type Gathered, gather, readWithIdentity, type SelectionPorts } from './gather.ts'
import { FACTS_MAX, paragraph, selectForBrief } from './paragraph.ts'

/*
 * A brief is cached per connection for five minutes and validated on each read: one statement reads the identity and
 * the quoted memories with the current grants. If one of them was deleted, edited or renamed or is no longer readable,
 * the brief is rebuilt. So a cached brief is never stale, on any process.
 */

const TTL_MS = 5 * 60_000
const CACHE_MAX = 10_000

/** What context verbs use beside the base ports. */
export interface ContextPorts extends SelectionPorts, MeterPorts {
  briefs: BriefCache
}

export const IdentityBrief = z
  .object({
    brief: z.string().meta({ description: 'One paragraph to put before a model; memories are quoted.' }),
    ai_name: z.string(),
    generated_at: z.iso.datetime(),
    source_memory_count: z.int().meta({ description: 'How many memories it is based on.' }),
    cached: z.boolean(),
  })
  .meta({ id: 'IdentityBrief' })
type IdentityBrief = z.output<typeof IdentityBrief>

interface CachedBrief {
  brief: Omit<IdentityBrief, 'cached'>
  createdAt: number
  reads: string
  scopes: string[]
  sourceIds: string[]
  /** The identity and the memories it was built from, serialised: ids, contents and times of change. */
  sources: string
}

export type BriefCache = ReturnType<typeof openBriefs>

/** Opens the cache of this process, by connection id. */
export function openBriefs() {
  return new LRUCache<string, CachedBrief>({ max: CACHE_MAX })
}

/** Describes the assistant in one paragraph, from what the app may read. One round trip if cached, otherwise two. */
export async function readBrief(ctx: Ctx<AppActor, ContextPorts>): Promise<IdentityBrief> {
  const cached = await validCached(ctx)
  ctx.measures.cacheLookup('briefs', cached ? 'hit' : 'miss')
  const brief = cached ?? (await buildBrief(ctx))
  ctx.audit.note(ctx, { action: 'brief.read', scopes: brief.scopes, count: brief.sourceIds.length })
  return { ...brief.brief, cached: cached !== undefined }
}

async function validCached(ctx: Ctx<AppActor, ContextPorts>): Promise<CachedBrief | undefined> {
  const { actor, briefs } = ctx
  const cached = briefs.get(actor.connectionId)
  if (!cached || cached.reads !== readsOf(actor)) return undefined
  const age = ctx.clock().getTime() - cached.createdAt
  if (age < 0 || age >= TTL_MS) return undefined
  const now = await readWithIdentity(ctx, selectReadable(actor, sql`m.id = any(${cached.sourceIds}::text[])`))
  return sourcesOf(now) === cached.sources ? cached : undefined
}

async function buildBrief(ctx: Ctx<AppActor, ContextPorts>): Promise<CachedBrief> {
  const now = ctx.clock()
  const gathered = await gather(ctx, { limit: FACTS_MAX })
  const { identity } = gathered
  const memories = selectForBrief(gathered.memories, now.getTime())
  const built: CachedBrief = {
    brief: {
      brief: paragraph(identity, memories),
      ai_name: identity.name,
      generated_at: now.toISOString(),
      source_memory_count: memories.length,
    },
    createdAt: now.getTime(),
    reads: readsOf(ctx.actor),
    scopes: memories.map(({ scope }) => scope),
    sourceIds: memories.map(({ id }) => id),
    sources: sourcesOf({ identity, memories }),
  }
  ctx.briefs.set(ctx.actor.connectionId, built)
  return built
}

function sourcesOf({ identity, memories }: Pick<Gathered, 'identity' | 'memories'>): string {
  const rows = memories.map(({ id, content, updatedAt }) => [id, content, updatedAt])
  return JSON.stringify([identity, rows.sort(([a], [b]) => (a! < b! ? -1 : 1))])
}

function readsOf({ reads }: AppActor): string {
  return [...reads].sort().join(' ')
}
