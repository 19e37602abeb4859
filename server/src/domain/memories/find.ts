import { hash } from 'node:crypto'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { openCursor, PageQuery, pageById, sealCursor } from '../../foundation/page.ts'
import { nothing, type Sql, sql } from '../../foundation/sql.ts'
import { type QualifiedVerb, qualifiersFor, topLevel } from '../vocabulary/scopes.ts'
import { isStandardTopLevel } from '../vocabulary/standard.ts'
import { checkFilter, countByScope, readMemory, selectNewest, selectReadable } from './door.ts'
import { Filters, filtersOf, meets } from './filters.ts'
import { type Memory, RecalledMemory, ScopeFilter } from './memory.ts'
import type { Found } from './recall/types.ts'
import { searchThenFetch } from './search.ts'

const QUERY_CHARS_MAX = 4_096
// How deep the pages of one search go. A cursor carries what was shown, so this also bounds its length.
const RECALL_DEPTH_MAX = 200
const TAIL_CHARS = 8

export const FindQuery = PageQuery.extend({
  scope: ScopeFilter.optional(),
  query: z
    .string()
    .max(QUERY_CHARS_MAX)
    .optional()
    .meta({ description: 'Switches from listing to search by relevance.', example: 'where does she run' }),
  ...Filters.shape,
})
type FindQuery = z.output<typeof FindQuery>

/** The same where something has to be looked for. */
export const RecallQuery = FindQuery.extend({
  query: z
    .string()
    .trim()
    .min(1)
    .max(QUERY_CHARS_MAX)
    .meta({ description: 'What to look for, as a question or a few words.', example: 'where does she run' }),
  // In a query string it is text; a model writes it as what it is.
  pinned: z
    .boolean()
    .transform((yes): Filters['pinned'] => (yes ? 'true' : 'false'))
    .optional()
    .meta({ description: Filters.shape.pinned.meta()?.description }),
})

export const MemoryList = z
  .object({
    memories: z.array(RecalledMemory),
    next_cursor: z.string().nullable(),
    retrieval: z.enum(['hybrid', 'keyword']).optional().meta({ description: 'With `query`: which arms searched.' }),
  })
  .meta({ id: 'MemoryList' })
type MemoryList = z.output<typeof MemoryList>

/** Lists memories, newest first, or searches them by relevance when there is something to look for. */
export function findMemories(ctx: Ctx<MemoryActor>, input: FindQuery): Promise<MemoryList> {
  checkFilter(ctx.actor, input.scope)
  return input.query?.trim() ? recall(ctx, { ...input, query: input.query.trim() }) : list(ctx, input)
}

async function list(ctx: Ctx<MemoryActor>, { scope, limit, cursor, ...input }: FindQuery): Promise<MemoryList> {
  const { actor } = ctx
  const filters = filtersOf(input)
  const place = ['memories', actor.userId, [...actor.reads].sort(), scope, filters]
  const { items, next_cursor } = await pageById(ctx.vault, place, { limit, cursor }, (below, rows) =>
    ctx.db.rows<Memory>(selectNewest(actor, scope, below, rows, meets(filters))),
  )
  ctx.audit.note(ctx, { action: 'memories.list', scopes: items.map((item) => item.scope), count: items.length })
  return { memories: items, next_cursor }
}

/** Recall: best first, with what each arm of the search made of it. */
async function recall(ctx: Ctx<MemoryActor>, input: FindQuery & { query: string }) {
  const { actor, vault } = ctx
  const { scope, query, limit, cursor } = input
  const filters = filtersOf(input)
  const and = meets(filters)
  const place = ['recall', actor.userId, [...actor.reads].sort(), scope, query, filters]
  const shown = cursor === undefined ? [] : tails(openCursor(vault, place, cursor))
  const seen = new Set(shown)
  // The index knows nothing of filters: what it finds to its full depth is filtered as it is fetched.
  const depth = and === nothing ? Math.min(shown.length + limit + 1, RECALL_DEPTH_MAX) : RECALL_DEPTH_MAX
  const search = { query, limit: depth, ...(scope === undefined ? {} : { within: scope }) }
  const { memories, more, hybrid } = await searchThenFetch(ctx, [search], (...[found]) =>
    fetchPage(ctx, found!, seen, limit, and),
  )
  ctx.audit.note(ctx, {
    action: 'memories.recall',
    scopes: memories.map((memory) => memory.scope),
    count: memories.length,
  })
  const goesOn = more && shown.length + memories.length < RECALL_DEPTH_MAX
  const all = goesOn ? [...shown, ...memories.map(({ id }) => tailOf(id))] : []
  const next_cursor = goesOn ? sealCursor(vault, place, all.join('')) : null
  return { memories, next_cursor, retrieval: hybrid ? ('hybrid' as const) : ('keyword' as const) }
}

interface Fetched extends Memory {
  version: number
}

async function fetchPage(
  { db, actor }: Ctx<MemoryActor>,
  found: Found,
  seen: ReadonlySet<string>,
  limit: number,
  and: Sql,
) {
  const fresh = found.ids.map((id, at) => ({ id, at })).filter(({ id }) => !seen.size || !seen.has(tailOf(id)))
  const wanted = and === nothing ? fresh.slice(0, limit) : fresh
  const rows = await db.rows<Fetched>(sql`
    select s.version, m.* from stores s
    left join lateral (${selectReadable(actor, sql`m.id = any(${wanted.map(({ id }) => id)}::text[]) ${and}`)}) m on true
    where s.user_id = ${actor.userId}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const memories = wanted.flatMap(({ id, at }) => {
    const row = byId.get(id)
    if (!row) return []
    const { version, ...memory } = row
    const cosine = found.vector[at]
    const vector = cosine == null ? {} : { vector: round(Math.max(0, cosine)) }
    const match = { keyword: round(found.keyword[at]), ...vector }
    return [Object.assign(memory, { score: round(found.scores[at]), match })]
  })
  const left = and === nothing ? fresh.length : memories.length
  const { version = 0 } = rows[0] ?? {}
  return { version, memories: memories.slice(0, limit), more: left > limit, hybrid: found.hybrid }
}

// Four digits tell results apart; more would only be noise on the wire.
function round(value = 0): number {
  return Math.round(value * 10_000) / 10_000
}

// Memories of one call have their time and their end in common, so what tells them apart is a hash.
function tailOf(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, TAIL_CHARS)
}

function tails(joined: string): string[] {
  return joined.match(new RegExp(`.{${TAIL_CHARS}}`, 'g')) ?? []
}

/** One memory, if the caller may read it. */
export async function getMemory(ctx: Ctx<MemoryActor>, id: string): Promise<Memory> {
  const memory = await readMemory(ctx, id)
  ctx.audit.note(ctx, { action: 'memory.read', target: id, scopes: [memory.scope], count: 1 })
  return memory
}

const Reach = z.array(z.string())
export const ScopeList = z
  .object({
    scopes: z.array(
      z.object({
        scope: z.string(),
        count: z.int().meta({ description: 'How many memories it holds.' }),
        standard: z.boolean().meta({ description: 'Whether it lies in a standard namespace.' }),
      }),
    ),
    readable: Reach.meta({ description: 'What the caller may read: `x.*` is x and all below it, `*` is all.' }),
    writable: Reach.meta({ description: 'What the caller may write. What lies outside is left out of a write.' }),
  })
  .meta({ id: 'ScopeList' })

/** The scopes that hold memories the caller may read, with how many, and how far the caller reaches. */
export async function listScopes(ctx: Ctx<MemoryActor>): Promise<z.output<typeof ScopeList>> {
  const rows = await ctx.db.rows<{ scope: string; count: number }>(countByScope(ctx.actor))
  ctx.audit.note(ctx, { action: 'scopes.list', scopes: rows.map(({ scope }) => scope), count: 0 })
  const scopes = rows.map((row) => ({ ...row, standard: isStandardTopLevel(topLevel(row.scope)) }))
  return { scopes, readable: reachOf(ctx.actor, 'memory:read'), writable: reachOf(ctx.actor, 'memory:write') }
}

function reachOf(actor: MemoryActor, verb: QualifiedVerb): string[] {
  return actor.kind === 'app' ? qualifiersFor(actor.scopes, verb) : ['*']
}
