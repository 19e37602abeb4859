import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql.ts'
import { readMemory, selectRelated, withRelations } from '../memories/door.ts'
import { Memory } from '../memories/memory.ts'
import type { Found } from '../memories/recall/types.ts'
import { searchThenFetch } from '../memories/search.ts'
import { keyOf, Relationship } from '../vocabulary/relations.ts'
import { type Entities, readEntities } from './entities.ts'
import type { Relations } from './gather.ts'
import { LINKS, type Link, linksOf, nearness } from './link.ts'
import { relationsIn } from './relations.ts'

/*
 * The neighbours of a memory, made at the time of asking from what the caller may read and kept nowhere. Candidates
 * are what a search for its words and one for the names in it propose, and what was written in the same call; what
 * ties each to the memory is then worked out pair by pair.
 */

const NODES_MAX = 30
// By each of the two searches; what is left of the candidates is for those of the same call.
const FOUND_MAX = 30
const CANDIDATES_MAX = 75
const QUERY_CHARS_MAX = 600
const RELATIONSHIPS_MAX = 50

export const Graph = z
  .object({
    memory_id: z.string(),
    nodes: z.array(Memory).meta({ description: 'The memory itself first, then its neighbours, nearest first.' }),
    edges: z.array(
      z
        .object({
          from: z.string(),
          to: z.string(),
          relation: z.enum(LINKS).meta({
            description:
              'What both share: a person, place, organisation, named thing or topic; the subject; the call that ' +
              'wrote them (session); or their words (similar).',
          }),
          weight: z.number().meta({ description: '0 to 1, higher is nearer.' }),
        })
        .meta({ id: 'GraphEdge' }),
    ),
    relationships: z.array(Relationship).meta({ description: 'What the nodes say in plain words of who is what.' }),
  })
  .meta({ id: 'MemoryGraph' })
type Graph = z.output<typeof Graph>

interface Told extends Memory {
  relations?: Relationship[] | null
}
interface Neighbour extends Told {
  together: boolean
}

/**
 * A memory and what it hangs together with, all within what the caller may read. Two round trips: the memory, and its
 * candidates; one more where the search index had fallen behind.
 * @throws Failure `not_found`, `scope_denied`
 */
export async function graphOf(ctx: Ctx<MemoryActor>, id: string): Promise<Graph> {
  const { relations: stated, ...memory } = await readMemory<Told>(ctx, id, (memories) => told(ctx, memories))
  const [mine] = (await readEntities([memory])) as [Entities]
  const { neighbours, similarity } = await candidatesOf(ctx, memory, mine)
  const theirs = await readEntities(neighbours)
  const linked = neighbours
    .map(({ together, relations, ...node }, i) => {
      const links = linksOf({ mine, theirs: theirs[i]!, together, similarity: similarity.get(node.id) ?? 0 })
      return { node, links, near: nearness(links) }
    })
    .filter(({ links }) => links.length)
    .sort((a, b) => b.near - a.near || (a.node.id < b.node.id ? 1 : -1))
    .slice(0, NODES_MAX - 1)
  const nodes = [memory, ...linked.map(({ node }) => node)]
  const relations = new Map(
    [{ id, relations: stated }, ...neighbours].map(({ id, relations }) => [id, relations ?? []]),
  )
  ctx.audit.note(ctx, {
    action: 'memory.graph',
    target: id,
    scopes: nodes.map(({ scope }) => scope),
    count: nodes.length,
  })
  return {
    memory_id: id,
    nodes,
    edges: linked.flatMap(({ node, links }) => links.map((link: Link) => ({ from: id, to: node.id, ...link }))),
    relationships: relationshipsOf(nodes, relations, RELATIONSHIPS_MAX).relationships,
  }
}

// What a model has read out of them comes with them, where there is a model.
function told({ actor, relations }: Ctx<MemoryActor>, memories: Sql): Sql {
  return relations.inUse ? withRelations(actor, memories) : memories
}

async function candidatesOf(ctx: Ctx<MemoryActor>, memory: Memory, { person, place, organisation, thing }: Entities) {
  const names = [...person, ...organisation, ...thing, ...place].join(' ').slice(0, QUERY_CHARS_MAX)
  const queries = [memory.content.slice(0, QUERY_CHARS_MAX), ...(names ? [names] : [])]
  const searches = queries.map((query) => ({ query, limit: FOUND_MAX, byWords: true }))
  return searchThenFetch(ctx, searches, async (...found) => {
    const ids = [...new Set(found.flatMap(({ ids }) => ids))]
    const rows = await ctx.db.rows<Neighbour & { version: number }>(sql`
      select s.version, m.* from stores s
      left join lateral (${told(ctx, selectRelated(ctx.actor, memory.id, ids, CANDIDATES_MAX))}) m on true
      where s.user_id = ${ctx.actor.userId}`)
    return {
      version: rows[0]?.version ?? 0,
      neighbours: rows.flatMap(({ version, ...row }) => (row.id === null ? [] : [row])),
      similarity: similarityTo(memory.id, found[0]!),
    }
  })
}

// A search scores against its query; against what the memory's own text gets, the score says how alike two texts are.
function similarityTo(id: string, { ids, scores }: Found): Map<string, number> {
  const own = scores[ids.indexOf(id)] || 1
  return new Map(ids.map((other, at) => [other, Math.min(1, (scores[at] ?? 0) / own)]))
}

/**
 * The relationships several memories state, each once, so many at most, and the memories that state them: what the rules
 * find in a memory, then what a model has read out of it.
 */
export function relationshipsOf(memories: readonly Memory[], relations: Relations, max: number) {
  const found = new Map<string, Relationship>()
  const statedBy: Memory[] = []
  for (const memory of memories) {
    if (found.size === max) break
    const stated = [...relationsIn(memory.content), ...(relations.get(memory.id) ?? [])]
    if (stated.length) statedBy.push(memory)
    for (const each of stated) if (found.size < max && !found.has(keyOf(each))) found.set(keyOf(each), each)
  }
  return { relationships: [...found.values()], statedBy }
}
