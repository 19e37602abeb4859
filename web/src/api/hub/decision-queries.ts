import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Shape, unwrap } from '../client.ts'
import { asApiError } from '../errors.ts'
import { paged, queryKeys } from '../queries.ts'

const CANDIDATE_ROWS = 20
const CANDIDATE_ROWS_LATER = 100

/** Queries of what the user decides about: copies, facts that may have changed, what apps changed, and what models proposed. */
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
  /** What apps changed of statements about health and safety. */
  appChanges: queryOptions({
    queryKey: [...queryKeys.memories, 'app-changes'],
    queryFn: () => orIfUnknown(unwrap(api.GET('/v1/memories/app-changes')), { items: [], has_more: false }),
  }),
  candidates: (status: Shape<'ReviewedCandidate'>['status'] | undefined) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: [...queryKeys.candidates, status ?? 'all'],
      placeholderData: keepPreviousData,
      queryFn: ({ pageParam: cursor }) => {
        const limit = cursor ? CANDIDATE_ROWS_LATER : CANDIDATE_ROWS
        return unwrap(api.GET('/v1/candidates', { params: { query: { status, limit, cursor } } }))
      },
    }),
  /** How many decisions of all kinds wait. */
  waiting: queryOptions({
    queryKey: queryKeys.waiting,
    queryFn: () => orIfUnknown(unwrap(api.GET('/v1/review/waiting')), { count: 0, has_more: false }),
  }),
  memory: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.memory, id],
      queryFn: () => unwrap(api.GET('/v1/memories/{id}', { params: { path: { id } } })),
    }),
}

/** During an update of the service, processes of the release before answer with 404 to what they do not know. */
async function orIfUnknown<T>(answer: Promise<T>, fallback: T): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (asApiError(error).status === 404) return fallback
    throw error
  }
}
