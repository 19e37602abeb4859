import { hash } from 'node:crypto'
import type { SearchResult } from '@memory-service/recall/types'
import { type QualifiedVerb, qualifiersFor, topLevel } from '@memory-service/scopes'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { openCursor, PageQuery, sealCursor } from '../../foundation/page.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { isStandardTopLevel } from '../vocabulary/standard.ts'
import { memoryOf } from './copy.ts'
import { checkFilter, Filters, filterCondition, filtersOf } from './filters.ts'
import { type Memory, RecalledMemory, ScopeFilter } from './memory.ts'
import type { ReadPorts } from './ports.ts'
import {
  countByScope,
  type ListedMemory,
  type ListPosition,
  readMemory,
  selectNewest,
  selectReadable,
} from './queries.ts'
import { searchThenFetch } from './search.ts'
import { checkAsOf, Instants, inState, StateQuery, searchState, stateOf } from './state.ts'

const QUERY_CHARS_MAX = 4_096
// Results of one search over all its pages. A cursor contains the results shown so far, so this also limits its length.
const RECALL_DEPTH_MAX = 200
const SHOWN_ID_CHARS = 8

const SCORE_ERROR = 'must be a number from 0 to 1'
const MinScore = z
  .preprocess<unknown, z.ZodNumber, number>(
    (given) => (typeof given === 'string' && /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(given) ? Number(given) : given),
    z.number({ error: SCORE_ERROR }).min(0, { error: SCORE_ERROR }).max(1, { error: SCORE_ERROR }),
  )
  .meta({ description: 'With `query`: leaves out memories with a lower score, 0 to 1.', example: 0.2 })

export const FindQuery = PageQuery.extend({
  scope: ScopeFilter.optional(),
  query: z
    .string()
    .max(QUERY_CHARS_MAX)
    .optional()
    .meta({ description: 'Switches from listing to search by relevance.', example: 'where does she run' }),
  min_score: MinScore.optional(),
  ...StateQuery.shape,
  ...Filters.shape,
})
type FindQuery = z.output<typeof FindQuery>

/** `FindQuery` with a required query. */
export const RecallQuery = FindQuery.extend({
  query: z
    .string()
    .trim()
    .min(1)
    .max(QUERY_CHARS_MAX)
    .meta({ description: 'What to look for, as a question or a few words.', example: 'where does she run' }),
  // In a query string this is text; a tool call of a model sends a boolean.
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
    retrieval: z
      .enum(['hybrid', 'keyword'])
      .optional()
      .meta({ description: 'With `query`: whether vectors took part in the search.' }),
    relevance: z
      .number()
      .optional()
      .meta({
        description:
          'With `query`: how likely it is that any memory found answers it, from 0 to 1; 0 if there is none. All pages of ' +
          'one search have the same.',
      }),
  })
  .meta({ id: 'MemoryList' })
type MemoryList = z.output<typeof MemoryList>

/** Lists memories, newest first, or searches them by relevance if there is a query. */
export function findMemories(ctx: Ctx<MemoryActor, ReadPorts>, input: FindQuery): Promise<MemoryList> {
  checkFilter(ctx.actor, input.scope)
  checkAsOf(ctx, input)
  return input.query?.trim() ? recall(ctx, { ...input, query: input.query.trim() }) : list(ctx, input)
}

async function list(
  ctx: Ctx<MemoryActor, ReadPorts>,
  { scope, limit, cursor, ...input }: FindQuery,
): Promise<MemoryList> {
  const { actor } = ctx
  const [filters, state] = [filtersOf(input), stateOf(input)]
  const cursorScope = ['memories', actor.userId, [...actor.reads].sort(), scope, filters, state]
  const after =
    cursor === undefined ? undefined : (JSON.parse(openCursor(ctx.vault, cursorScope, cursor)) as ListPosition)
  const reader = { actor, clock: ctx.clock, asOf: state.asOf }
  const condition = sql`and ${inState(ctx, state)} ${filterCondition(actor, filters)}`
  const rows = await ctx.db.rows<ListedMemory>(selectNewest(reader, scope, after, limit + 1, condition))
  const items = rows.slice(0, limit).map(memoryOf)
  const next_cursor = rows.length > limit ? sealCursor(ctx.vault, cursorScope, positionOf(rows[limit - 1]!)) : null
  ctx.audit.noteRead(ctx, 'memories.list', items)
  return { memories: items, next_cursor }
}

function positionOf({ createdAt, born, place }: ListedMemory): string {
  return JSON.stringify({ createdAt, born, place } satisfies ListPosition)
}

/** Recall: the best results first, each with its scores by keyword and by vector. */
async function recall(ctx: Ctx<MemoryActor, ReadPorts>, input: FindQuery & { query: string }) {
  const { actor, vault } = ctx
  const { scope, query, limit, cursor, min_score = 0 } = input
  const [filters, state] = [filtersOf(input), stateOf(input)]
  const condition = filterCondition(actor, filters)
  const cursorScope = ['recall', actor.userId, [...actor.reads].sort(), scope, query, filters, state, min_score]
  const shown = cursor === undefined ? [] : splitShown(openCursor(vault, cursorScope, cursor))
  const seen = new Set(shown)
  // The index does not support filters, so its results to the full depth are filtered by the fetch.
  const depth = condition === nothing ? Math.min(shown.length + limit + 1, RECALL_DEPTH_MAX) : RECALL_DEPTH_MAX
  const keepDuplicates = condition !== nothing
  const at = searchState(ctx, state)
  const search = { query, limit: depth, keepDuplicates, at, ...(scope === undefined ? {} : { within: scope }) }
  const { memories, more, hybrid, relevance } = await searchThenFetch(ctx, [search], (...[result]) =>
    fetchPage(ctx, aboveScore(result!, min_score), seen, limit, condition, state),
  )
  ctx.audit.noteRead(ctx, 'memories.recall', memories)
  const hasNext = more && shown.length + memories.length < RECALL_DEPTH_MAX
  const all = hasNext ? [...shown, ...memories.map(({ id }) => shownId(id))] : []
  const next_cursor = hasNext ? sealCursor(vault, cursorScope, all.join('')) : null
  return {
    memories,
    next_cursor,
    retrieval: hybrid ? ('hybrid' as const) : ('keyword' as const),
    relevance: round(relevance),
  }
}

/** The results with at least a score. */
function aboveScore(result: SearchResult, minScore: number): SearchResult {
  const count = result.scores.filter((score) => round(score) >= minScore).length
  return { ...result, ids: result.ids.slice(0, count), relevance: count ? result.relevance : 0 }
}

type FoundMemory = z.output<typeof RecalledMemory>

interface FetchedMemory extends Memory {
  version: number
}

async function fetchPage(
  ctx: Ctx<MemoryActor>,
  result: SearchResult,
  seen: ReadonlySet<string>,
  limit: number,
  condition: Sql,
  state: StateQuery,
) {
  const { hybrid } = result
  const isFresh = ({ id }: { id: string }) => !seen.size || !seen.has(shownId(id))
  const all = result.ids.map((id, at) => ({ id, at }))
  const fresh = all.filter(isFresh)
  const selected = condition === nothing ? fresh.slice(0, limit) : all
  const isMeant = sql`m.id = any(${selected.map(({ id }) => id)}::text[]) and ${inState(ctx, state)} ${condition}`
  const rows = await ctx.db.rows<FetchedMemory>(sql`
    select s.version, m.* from stores s
    left join lateral (${selectReadable({ actor: ctx.actor, clock: ctx.clock, asOf: state.asOf }, isMeant)}) m on true
    where s.user_id = ${ctx.actor.userId}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { version = 0 } = rows[0] ?? {}
  const memories = selected.flatMap(({ id, at }) => {
    const row = byId.get(id)
    return row ? [found(row, result, at)] : []
  })
  if (condition === nothing)
    return { version, memories, more: fresh.length > limit, hybrid, relevance: result.relevance }
  const distinct = withoutDuplicates(memories)
  const left = distinct.filter(isFresh)
  // If a filter leaves out the best result, the best that is left decides.
  const relevance = distinct[0]?.id === result.ids[0] ? result.relevance : (distinct[0]?.score ?? 0)
  return { version, memories: left.slice(0, limit), more: left.length > limit, hybrid, relevance }
}

function found(row: Memory, result: SearchResult, at: number): FoundMemory {
  const memory: FoundMemory = memoryOf(row)
  memory.score = round(result.scores[at])
  const match: FoundMemory['match'] = { keyword: round(result.keyword[at]) }
  const cosine = result.vector[at]
  if (cosine != null) match.vector = round(Math.max(0, cosine))
  if (result.neighbour[at]) match.neighbour = round(result.neighbour[at])
  memory.match = match
  if (result.duplicates[at]) memory.duplicates = result.duplicates[at]
  return memory
}

/** The newest of memories with the same scope, content and end, in the position of the best. */
function withoutDuplicates(memories: readonly FoundMemory[]): FoundMemory[] {
  const found = new Map<string, FoundMemory>()
  for (const memory of memories) {
    const key = `${memory.scope} ${memory.validUntil} ${memory.content}`
    const known = found.get(key)
    if (!known) found.set(key, memory)
    else {
      const newest = memory.occurredAt > known.occurredAt ? memory : known
      const duplicates = (known.duplicates ?? 0) + 1
      found.set(key, { ...newest, score: known.score, duplicates })
    }
  }
  return [...found.values()]
}

// Four digits distinguish results; more would be noise in the response.
function round(value = 0): number {
  return Math.round(value * 10_000) / 10_000
}

// A hash, since the first characters of an id are its time.
function shownId(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, SHOWN_ID_CHARS)
}

function splitShown(joined: string): string[] {
  return joined.match(new RegExp(`.{${SHOWN_ID_CHARS}}`, 'g')) ?? []
}

export const GetQuery = Instants.pick({ asOf: true })

/** One memory in whatever state, if the caller may read it; with `asOf`, as it was then. */
export async function getMemory(
  ctx: Ctx<MemoryActor, ReadPorts>,
  id: string,
  { asOf }: z.output<typeof GetQuery>,
): Promise<Memory> {
  checkAsOf(ctx, { asOf })
  const memory = await readMemory(asOf === undefined ? ctx : { ...ctx, asOf }, id)
  ctx.audit.noteRead(ctx, 'memory.read', [memory], id)
  return memory
}

const Qualifiers = z.array(z.string())
export const ScopeList = z
  .object({
    scopes: z.array(
      z
        .object({
          scope: z.string(),
          count: z.int().meta({ description: 'Number of memories the caller may read in it.' }),
          standard: z.boolean().meta({ description: 'Whether it is in a standard namespace.' }),
        })
        .meta({ id: 'UsedScope' }),
    ),
    readable: Qualifiers.meta({ description: 'What the caller may read: `x.*` is x and all below it, `*` is all.' }),
    writable: Qualifiers.meta({ description: 'What the caller may write. Memories outside are left out of a write.' }),
  })
  .meta({ id: 'ScopeList' })

/** The scopes that contain memories the caller may read, with their counts, and the caller's qualifiers. */
export async function listScopes(ctx: Ctx<MemoryActor, ReadPorts>): Promise<z.output<typeof ScopeList>> {
  const rows = await ctx.db.rows<{ scope: string; count: number }>(countByScope(ctx))
  ctx.audit.note(ctx, { action: 'scopes.list', scopes: rows.map(({ scope }) => scope), count: 0 })
  const scopes = rows.map((row) => ({ ...row, standard: isStandardTopLevel(topLevel(row.scope)) }))
  return { scopes, readable: qualifiersOf(ctx.actor, 'memory:read'), writable: qualifiersOf(ctx.actor, 'memory:write') }
}

function qualifiersOf(actor: MemoryActor, verb: QualifiedVerb): string[] {
  return actor.kind === 'app' ? qualifiersFor(actor.scopes, verb) : ['*']
}
