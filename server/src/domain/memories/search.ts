import type { SearchRequest, SearchResult } from '@memory-service/recall/types'
import { isNameless, type MemoryActor, mutedFor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { ReadPorts } from './ports.ts'

/** A search without its caller: user, grants and time come from `ctx`. */
export type Search = Pick<
  SearchRequest,
  'query' | 'within' | 'limit' | 'attributes' | 'seeds' | 'keepDuplicates' | 'at'
> & {
  /** Searches by keyword alone, for queries that quote the wording of a memory. */
  keywordOnly?: boolean
}

/** Longer queries are cut, because the cost of a search grows with its words. */
const QUERY_CHARS_MAX = 1_000
const WORD_CHARS_MAX = 100

/** The part of a query that is searched for: all of it, or the beginning and the end, where questions are. */
export function searchedPart(query: string): string {
  if (query.length <= QUERY_CHARS_MAX) return query
  const half = QUERY_CHARS_MAX / 2
  const [start, end] = [query.slice(0, half), query.slice(-half)]
  // Drops the words that the cut divides.
  const [startEnds, endStarts] = [start.lastIndexOf(' '), end.indexOf(' ')]
  return [
    startEnds < half - WORD_CHARS_MAX ? start : start.slice(0, startEnds),
    endStarts > WORD_CHARS_MAX ? end : end.slice(endStarts + 1),
  ].join(' ')
}

/**
 * Searches, then fetches. The search index proposes ids, limited to what the caller may read; `fetch` reads these
 * memories through the memory queries in one statement that also returns the store's version. If that version is newer
 * than the index, the index is updated and both steps are repeated. So results include every write that was acknowledged
 * before this call.
 */
export async function searchThenFetch<T extends { version: number }>(
  { recall, queries, clock, actor }: Pick<Ctx<MemoryActor, ReadPorts>, 'recall' | 'queries' | 'clock' | 'actor'>,
  searches: readonly Search[],
  fetch: (...results: SearchResult[]) => Promise<T>,
): Promise<T> {
  const vectors = await Promise.all(
    searches.map(({ query, keywordOnly, at }) =>
      // Revisions have no vectors.
      keywordOnly || at?.asOf !== undefined ? undefined : queries.vectorOf(actor.userId, query),
    ),
  )
  const searchAll = (more: { atLeast?: number }) =>
    Promise.all(
      searches.map(({ query, within, limit, attributes, seeds, keepDuplicates, at: state }, at) =>
        recall.search({
          user: actor.userId,
          readable: actor.reads,
          muted: mutedFor(actor),
          nameless: isNameless(actor),
          now: clock().getTime(),
          query: searchedPart(query),
          limit,
          attributes,
          seeds,
          keepDuplicates,
          at: state,
          ...(within === undefined ? {} : { within }),
          ...(vectors[at] ? { vector: vectors[at], vectorQuality: queries.quality() } : {}),
          ...more,
        }),
      ),
    )
  const results = await searchAll({})
  const fetched = await fetch(...results)
  if (!results.some(({ version }) => version < fetched.version)) return fetched
  return fetch(...(await searchAll({ atLeast: fetched.version })))
}
