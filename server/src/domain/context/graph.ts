import { isOwnName, NO_NAMES, namesIn } from '@memory-service/understanding/names'
import { relationKey, USER } from '@memory-service/understanding/relation-words'
import { relationsIn } from '@memory-service/understanding/relations'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isNameless, type MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { entryLimit } from '../../foundation/entry-limit.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { Memory, newestFirst } from '../memories/memory.ts'
import { readMemory, selectRelated, withRelations } from '../memories/queries.ts'
import { searchThenFetch } from '../memories/search.ts'
import { Relationship } from '../vocabulary/relations.ts'
import { type Entities, readEntities } from './entities.ts'
import type { Relations, SelectionPorts } from './gather.ts'
import { haveInCommon, similarityOf, wordingOf } from './likeness.ts'
import { LINKS, linksOf, strongestOf } from './link.ts'

/*
 * The neighbours of a memory, computed on each request from what the caller may read; nothing is stored. Candidates are
 * the results of two searches, for its text and for the names in it, and the memories of its batch. What each candidate
 * has in common with the memory is then computed pair by pair, from the two texts alone, and the closest are returned.
 */

const EDGES_MAX = 20
// Results of each of the two searches; the other candidates are of the same batch.
const FOUND_MAX = 30
const CANDIDATES_MAX = 75
const QUERY_CHARS_MAX = 600
const RELATIONSHIPS_MAX = 50

export const Graph = z
  .object({
    memory_id: z.string(),
    nodes: z.array(Memory).meta({ description: 'The memory itself first, then its neighbours, closest first.' }),
    edges: z
      .array(
        z
          .object({
            from: z.string(),
            to: z.string(),
            relation: z.enum(LINKS).meta({
              description:
                'The strongest of what both have in common: a person, place, organisation, named thing or topic; the ' +
                'subject; the request that wrote them (session), if their texts share something; or their words (similar).',
            }),
            weight: z.number().meta({ description: 'All they have in common, 0 to 1; higher is closer.' }),
          })
          .meta({ id: 'GraphEdge' }),
      )
      .meta({ description: `At most ${EDGES_MAX}, one for each neighbour, closest first.` }),
    relationships: z.array(Relationship).meta({ description: 'Relationships that the nodes state.' }),
  })
  .meta({ id: 'MemoryGraph' })
type Graph = z.output<typeof Graph>

interface WithRelations extends Memory {
  relations?: Relationship[] | null
}
interface Centre extends WithRelations {
  ownName: string | null
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
  const {
    relations: stated,
    ownName,
    ...memory
  } = await readMemory<Centre>(ctx, id, (memories) => withOwnName(ctx, includeRelations(ctx, memories)))
  const ownNames = isNameless(ctx.actor) ? NO_NAMES : namesIn(ownName ?? '')
  const [mine] = (await readEntities([memory], ownNames)) as [Entities]
  const neighbours = await candidatesOf(ctx, memory, mine)
  const theirs = await readEntities(neighbours, ownNames)
  const wording = wordingOf(memory.content, ownNames)
  const linked = neighbours
    .flatMap(({ sameBatch, relations, ...node }, i) => {
      const other = wordingOf(node.content, ownNames)
      const edge = strongestOf(
        linksOf({
          mine,
          theirs: theirs[i]!,
          sameBatch,
          similarity: similarityOf(wording, other),
          haveInCommon: haveInCommon(wording, other),
        }),
      )
      return edge ? [{ node, edge }] : []
    })
    .sort((a, b) => b.edge.weight - a.edge.weight || newestFirst(a.node, b.node))
    .slice(0, EDGES_MAX)
  const nodes = [memory, ...linked.map(({ node }) => node)]
  const relations = new Map(
    [{ id, relations: stated }, ...neighbours].map(({ id, relations }) => [id, relations ?? []]),
  )
  ctx.audit.noteRead(ctx, 'memory.graph', nodes, id)
  return {
    memory_id: id,
    nodes,
    edges: linked.map(({ node, edge }) => ({ from: id, to: node.id, ...edge })),
    relationships: relationshipsOf(nodes, relations, RELATIONSHIPS_MAX, ownNames).relationships,
  }
}

// Only with a chat model: without one, relations read earlier are not returned.
function includeRelations({ actor, relations }: Ctx<MemoryActor, SelectionPorts>, memories: Sql): Sql {
  return relations.inUse ? withRelations(actor, memories) : memories
}

/** Adds the name as it is now: that of the caller may be of a moment ago. */
function withOwnName({ actor }: Ctx<MemoryActor, SelectionPorts>, memories: Sql): Sql {
  return sql`select m.*, u.name as "ownName" from (${memories}) m join users u on u.id = ${actor.userId}`
}

async function candidatesOf(
  ctx: Ctx<MemoryActor, SelectionPorts>,
  memory: Memory,
  { person, place, organisation, thing }: Entities,
): Promise<Neighbour[]> {
  const names = [...person, ...organisation, ...thing, ...place].join(' ').slice(0, QUERY_CHARS_MAX)
  const queries = [memory.content.slice(0, QUERY_CHARS_MAX), ...(names ? [names] : [])]
  const searches = queries.map((query) => ({ query, limit: FOUND_MAX, keywordOnly: true }))
  const { neighbours } = await searchThenFetch(ctx, searches, async (...found) => {
    const ids = [...new Set(found.flatMap(({ ids }) => ids))]
    const rows = await ctx.db.rows<Neighbour & { version: number }>(sql`
      select s.version, m.* from stores s
      left join lateral (${includeRelations(ctx, selectRelated(ctx, memory.id, ids, CANDIDATES_MAX))}) m on true
      where s.user_id = ${ctx.actor.userId}`)
    return {
      version: rows[0]?.version ?? 0,
      neighbours: rows.flatMap(({ version, ...row }) => (row.id === null ? [] : [row])),
    }
  })
  return neighbours
}

const READ_MAX = 5_000
// By memory, own names and content, so that an edit needs no invalidation.
const readRelations = new LRUCache<string, readonly Relationship[]>(entryLimit(READ_MAX))

/**
 * Collects the relationships that memories state, each once, up to `max`: of each memory those found by rules, then those
 * read by a model.
 * @param ownNames the user's own names in lower case, which mean `user`.
 * @returns the relationships, and the memories that state them.
 */
export function relationshipsOf<M extends Pick<Memory, 'id' | 'content'>>(
  memories: readonly M[],
  relations: Relations,
  max: number,
  ownNames: ReadonlySet<string> = NO_NAMES,
) {
  const called = (name: string) => (isOwnName(name, ownNames) ? USER : name)
  const names = [...ownNames].join(' ')
  const byRules = ({ id, content }: M) => {
    const key = `${id}\n${names}\n${content}`
    let read = readRelations.get(key)
    if (!read) readRelations.set(key, (read = relationsIn(content, ownNames)))
    return read
  }
  const found = new Map<string, Relationship>()
  const statedBy: M[] = []
  for (const memory of memories) {
    if (found.size === max) break
    const read = (relations.get(memory.id) ?? [])
      .map(({ subject, relation, object }) => ({ subject: called(subject), relation, object: called(object) }))
      .filter(({ subject, object }) => subject !== object)
    const stated = [...byRules(memory), ...read]
    if (stated.length) statedBy.push(memory)
    for (const each of stated) if (found.size < max && !found.has(relationKey(each))) found.set(relationKey(each), each)
  }
  return { relationships: [...found.values()], statedBy }
}
