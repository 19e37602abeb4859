import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql.ts'
import { selectReadable } from '../memories/door.ts'
import { type Gathered, gather, withIdentity } from './gather.ts'
import { FACTS_MAX, paragraph, toldInBrief } from './paragraph.ts'

/*
 * A brief is kept for five minutes for its connection, and held against the truth each time it is told: one statement
 * reads the identity and the memories it quotes through the door, with the grants of now. Where any of them is gone,
 * out of reach, edited or newly called, the brief is made anew; so it is right on any process, with no messages.
 */

const KEPT_MS = 5 * 60_000
const KEPT_MAX = 10_000

declare module '../../foundation/ctx.ts' {
  interface Ports {
    briefs: BriefCache
  }
}

export const IdentityBrief = z
  .object({
    brief: z.string().meta({ description: 'One paragraph to put before a model; what was remembered is quoted.' }),
    ai_name: z.string(),
    generated_at: z.iso.datetime(),
    source_memory_count: z.int().meta({ description: 'How many memories informed it.' }),
    cached: z.boolean(),
  })
  .meta({ id: 'IdentityBrief' })
type IdentityBrief = z.output<typeof IdentityBrief>

interface KeptBrief {
  brief: Omit<IdentityBrief, 'cached'>
  madeAt: number
  reads: string
  scopes: string[]
  sourceIds: string[]
  /** The identity and the sources as they were: ids, contents and times of change, spelt out. */
  sources: string
}

export type BriefCache = ReturnType<typeof openBriefs>

/** The briefs this process has made, by connection. */
export function openBriefs() {
  return new LRUCache<string, KeptBrief>({ max: KEPT_MAX })
}

/** The assistant in one paragraph, from what this app may read. One round trip when kept; two when made anew. */
export async function readBrief(ctx: Ctx<AppActor>): Promise<IdentityBrief> {
  const kept = await keptBrief(ctx)
  ctx.measures.looked('briefs', kept ? 'hit' : 'miss')
  const told = kept ?? (await makeBrief(ctx))
  ctx.audit.note(ctx, { action: 'brief.read', scopes: told.scopes, count: told.sourceIds.length })
  return { ...told.brief, cached: kept !== undefined }
}

async function keptBrief(ctx: Ctx<AppActor>): Promise<KeptBrief | undefined> {
  const { actor, briefs } = ctx
  const kept = briefs.get(actor.connectionId)
  if (!kept || kept.reads !== readsOf(actor)) return undefined
  const age = ctx.clock().getTime() - kept.madeAt
  if (age < 0 || age >= KEPT_MS) return undefined
  const now = await withIdentity(ctx, selectReadable(actor, sql`m.id = any(${kept.sourceIds}::text[])`))
  return sourcesOf(now) === kept.sources ? kept : undefined
}

async function makeBrief(ctx: Ctx<AppActor>): Promise<KeptBrief> {
  const now = ctx.clock()
  const gathered = await gather(ctx, { places: FACTS_MAX })
  const { identity } = gathered
  const told = toldInBrief(gathered.memories, now.getTime())
  const made: KeptBrief = {
    brief: {
      brief: paragraph(identity, told),
      ai_name: identity.name,
      generated_at: now.toISOString(),
      source_memory_count: told.length,
    },
    madeAt: now.getTime(),
    reads: readsOf(ctx.actor),
    scopes: told.map(({ scope }) => scope),
    sourceIds: told.map(({ id }) => id),
    sources: sourcesOf({ identity, memories: told }),
  }
  ctx.briefs.set(ctx.actor.connectionId, made)
  return made
}

function sourcesOf({ identity, memories }: Pick<Gathered, 'identity' | 'memories'>): string {
  const rows = memories.map(({ id, content, updatedAt }) => [id, content, updatedAt])
  return JSON.stringify([identity, rows.sort(([a], [b]) => (a! < b! ? -1 : 1))])
}

function readsOf({ reads }: AppActor): string {
  return [...reads].sort().join(' ')
}
