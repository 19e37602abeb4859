import type { SearchResult } from '@memory-service/recall/types'
import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { Memory, newestFirst } from '../memories/memory.ts'
import { readMemory, selectRelated, withRelations } from '../memories/queries.ts'
import { searchThenFetch } from '../memories/search.ts'
import { Relationship, relationshipKey } from '../vocabulary/relations.ts'
import { type Entities, readEntities } from './entities.ts'
import type { Relations, SelectionPorts } from './gather.ts'
import { closenessOf, LINKS, type Link, linksOf } from './link.ts'
import { relationsIn } from './rules.ts'

/*
 * The neighbours of a memory, computed on each request from what the caller may read; nothing is stored. Candidates are
 * the results of two searches, for its text and for the names in it, and the memories of its batch. The links of each
 * candidate to the memory are then computed pair by pair.
 */

const NODES_MAX = 30
// Results of each of the two searches; the other candidates are of the same batch.
const FOUND_MAX = 30
const CANDIDATES_MAX = 75
const QUERY_CHARS_MAX = 600
const RELATIONSHIPS_MAX = 50

export const Graph = z
  .object({
    memory_id: z.string(),
    nodes: z.array(Memory).meta({ description: 'The memory itself first, then its neighbours, closest first.' }),
    edges: z.array(
      z
        .object({
          from: z.string(),
          to: z.string(),
          relation: z.enum(LINKS).meta({
            description:
              'What both have in common: a person, place, organisation, named thing or topic; the subject; the request ' +
              'that wrote them (session); or their words (similar).',
          }),
          weight: z.number().meta({ description: '0 to 1, higher is closer.' }),
        })
        .meta({ id: 'GraphEdge' }),
    ),
    relationships: z.array(Relationship).meta({ description: 'Relationships that the nodes state.' }),
  })
  .meta({ id: 'MemoryGraph' })
type Graph = z.output<typeof Graph>

interface WithRelations extends Memory {
  relations?: Relationship[] | null
}
interface Neighbour extends WithRelations {
  sameBatch: boolean
}

/**
 * Builds the graph of a memory and its neighbours, within what the caller may read. Two round trips, one for the memory
 * and one for its candidates; a third if the search index was behind.
 * @throws Failure `not_found`, `scope_denied`
 */
export async function graphOf(ctx: Ctx<MemoryActor, SelectionPorts>, id: string): Promise<Graph> {
  const { relations: stated, ...memory } = await readMemory<WithRelations>(ctx, id, (memories) =>
    includeRelations(ctx, memories),
  )
  const [mine] = (await readEntities([memory])) as [Entities]
  const { neighbours, similarity } = await candidatesOf(ctx, memory, mine)
  const theirs = await readEntities(neighbours)
  const linked = neighbours
    .map(({ sameBatch, relations, ...node }, i) => {
      const links = linksOf({ mine, theirs: theirs[i]!, sameBatch, similarity: similarity.get(node.id) ?? 0 })
      return { node, links, closeness: closenessOf(links) }
    })
    .filter(({ links }) => links.length)
    .sort((a, b) => b.closeness - a.closeness || newestFirst(a.node, b.node))
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

// Only with a chat model: without one, relations read earlier are not returned.
function includeRelations({ actor, relations }: Ctx<MemoryActor, SelectionPorts>, memories: Sql): Sql {
  return relations.inUse ? withRelations(actor, memories) : memories
}

async function candidatesOf(
  ctx: Ctx<MemoryActor, SelectionPorts>,
  memory: Memory,
  { person, place, organisation, thing }: Entities,
) {
  const names = [...person, ...organisation, ...thing, ...place].join(' ').slice(0, QUERY_CHARS_MAX)
  const queries = [memory.content.slice(0, QUERY_CHARS_MAX), ...(names ? [names] : [])]
  const searches = queries.map((query) => ({ query, limit: FOUND_MAX, keywordOnly: true }))
  return searchThenFetch(ctx, searches, async (...found) => {
    const ids = [...new Set(found.flatMap(({ ids }) => ids))]
    const rows = await ctx.db.rows<Neighbour & { version: number }>(sql`
      select s.version, m.* from stores s
      left join lateral (${includeRelations(ctx, selectRelated(ctx.actor, memory.id, ids, CANDIDATES_MAX))}) m on true
      where s.user_id = ${ctx.actor.userId}`)
    return {
      version: rows[0]?.version ?? 0,
      neighbours: rows.flatMap(({ version, ...row }) => (row.id === null ? [] : [row])),
      similarity: similarityTo(memory.id, found[0]!),
    }
  })
}

// The score of a memory, relative to the score of the searched text itself, is the similarity of the two texts.
function similarityTo(id: string, { ids, scores }: SearchResult): Map<string, number> {
  const own = scores[ids.indexOf(id)] || 1
  return new Map(ids.map((other, at) => [other, Math.min(1, (scores[at] ?? 0) / own)]))
}

/**
 * Collects the relationships that memories state, each once, up to `max`: of each memory those found by rules, then those
 * read by a model.
 * @returns the relationships, and the memories that state them.
 */
export function relationshipsOf(memories: readonly Memory[], relations: Relations, max: number) {
  const found = new Map<string, Relationship>()
  const statedBy: Memory[] = []
  for (const memory of memories) {
    if (found.size === max) break
    const stated = [...relationsIn(memory.content), ...(relations.get(memory.id) ?? [])]
    if (stated.length) statedBy.push(memory)
    for (const each of stated)
      if (found.size < max && !found.has(relationshipKey(each))) found.set(relationshipKey(each), each)
  }
  return { relationships: [...found.values()], statedBy }
}
