import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { paged, queryKeys } from '../queries.ts'

const MEMORIES_OF_MONTH_MAX = 100

/** The number of memories by month and topic. */
export const overviewQuery = queryOptions({
  queryKey: [...queryKeys.memories, 'overview'],
  queryFn: () => unwrap(api.GET('/v1/overview')),
})

/** The months in which something happened, the newest first, with their most important memories. */
export const timelineQuery = infiniteQueryOptions({
  ...paged,
  queryKey: [...queryKeys.memories, 'timeline'],
  queryFn: ({ pageParam: cursor }) => unwrap(api.GET('/v1/timeline', { params: { query: { cursor } } })),
})

/** The memories of a month. */
export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: [...queryKeys.memories, 'timeline', month],
    queryFn: async () => {
      const query = { month, memories: MEMORIES_OF_MONTH_MAX }
      return (await unwrap(api.GET('/v1/timeline', { params: { query } }))).items[0]?.memories ?? []
    },
  })
