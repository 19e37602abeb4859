import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { paged, queryKeys } from './queries.ts'

/** Queries of memories about which the user decides: copies, and facts that may have changed. */
export const decisionQueries = {
  /** Groups of memories that state the same in nearly the same words. */
  nearCopies: infiniteQueryOptions({
    ...paged,
    queryKey: [...queryKeys.memories, 'copies'],
    queryFn: ({ pageParam: cursor }) => unwrap(api.GET('/v1/memories/copies', { params: { query: { cursor } } })),
  }),
  /** Memories that others have probably replaced. */
  questions: infiniteQueryOptions({
    ...paged,
    queryKey: [...queryKeys.memories, 'questions'],
    queryFn: ({ pageParam: cursor }) => unwrap(api.GET('/v1/memories/questions', { params: { query: { cursor } } })),
  }),
  memory: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.memory, id],
      queryFn: () => unwrap(api.GET('/v1/memories/{id}', { params: { path: { id } } })),
    }),
}
