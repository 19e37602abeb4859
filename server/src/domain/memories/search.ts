import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Found, SearchRequest } from './recall/types.ts'

/** What to look for; whose store, what of it and what time it is are the caller's. */
export type Search = Pick<SearchRequest, 'query' | 'within' | 'limit'> & {
  /** Search by words alone: for what is looked up by how it is put. */
  byWords?: boolean
}

/**
 * Searches, then fetches. The index of this process proposes ids, already cut to what the caller may read; `fetch`
 * reads them through the door in one statement that also tells the store's version. Where that is newer than the
 * index, the index is brought up to date and all is asked again, so a caller finds what was written before it asked.
 */
export async function searchThenFetch<T extends { version: number }>(
  { recall, queries, clock, actor }: Pick<Ctx<MemoryActor>, 'recall' | 'queries' | 'clock' | 'actor'>,
  searches: readonly Search[],
  fetch: (...found: Found[]) => Promise<T>,
): Promise<T> {
  const vectors = await Promise.all(
    searches.map(({ query, byWords }) => (byWords ? undefined : queries.vectorOf(query))),
  )
  const ask = (more: { atLeast?: number }) =>
    Promise.all(
      searches.map(({ query, within, limit }, at) =>
        recall.search({
          user: actor.userId,
          readable: actor.reads,
          now: clock().getTime(),
          query,
          limit,
          ...(within === undefined ? {} : { within }),
          ...(vectors[at] ? { vector: vectors[at] } : {}),
          ...more,
        }),
      ),
    )
  const found = await ask({})
  const fetched = await fetch(...found)
  if (!found.some(({ version }) => version < fetched.version)) return fetched
  return fetch(...(await ask({ atLeast: fetched.version })))
}
