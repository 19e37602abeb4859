import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type QueryOf, unwrap } from '../client.ts'
import { paged, queryKeys } from '../queries.ts'

const CHAT_ROWS = 20
const AUDIT_ROWS = 50

export type ActivityFilters = Pick<QueryOf<'/v1/audit'>, 'app' | 'action' | 'from' | 'to'>

/** Queries of the Hub. */
export const hubQueries = {
  memoryGraph: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.memory, id, 'graph'],
      queryFn: () => unwrap(api.GET('/v1/memories/{id}/graph', { params: { path: { id } } })),
    }),
  /** The apps that can read or change a memory. */
  memoryAccess: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.memory, id, 'access'],
      queryFn: async () => (await unwrap(api.GET('/v1/memories/{id}/access', { params: { path: { id } } }))).apps,
    }),
  /** The newest reads that gave a memory to an app. */
  memoryReads: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.memory, id, 'reads'],
      queryFn: async () => (await unwrap(api.GET('/v1/memories/{id}/reads', { params: { path: { id } } }))).items,
    }),
  /** The memories of an entry of the activity. */
  entryMemories: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.memories, 'of-entry', id],
      queryFn: () => unwrap(api.GET('/v1/audit/{id}/memories', { params: { path: { id } } })),
    }),
  /** The earlier states of a memory, the newest first. */
  memoryHistory: (id: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: [...queryKeys.memory, id, 'history'],
      queryFn: ({ pageParam: cursor }) =>
        unwrap(api.GET('/v1/memories/{id}/history', { params: { path: { id }, query: { cursor } } })),
    }),
  /** Deleted memories that can be restored. */
  trash: infiniteQueryOptions({
    ...paged,
    queryKey: [...queryKeys.memories, 'trash'],
    queryFn: ({ pageParam: cursor }) => unwrap(api.GET('/v1/memories/trash', { params: { query: { cursor } } })),
  }),
  connectionActivity: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.connections, id, 'activity'],
      queryFn: () => unwrap(api.GET('/v1/connections/{id}/activity', { params: { path: { id } } })),
    }),
  audit: (filters: ActivityFilters) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: [...queryKeys.audit, filters],
      placeholderData: keepPreviousData,
      queryFn: ({ pageParam: cursor }) =>
        unwrap(api.GET('/v1/audit', { params: { query: { ...filters, limit: AUDIT_ROWS, cursor } } })),
    }),
  chats: infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.chats,
    queryFn: ({ pageParam: cursor }) =>
      unwrap(api.GET('/v1/chats', { params: { query: { limit: CHAT_ROWS, cursor } } })),
  }),
  chat: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.chats, id],
      queryFn: () => unwrap(api.GET('/v1/chats/{id}', { params: { path: { id } } })),
    }),
  identity: queryOptions({
    queryKey: queryKeys.identity,
    queryFn: async () => (await unwrap(api.GET('/v1/identities'))).items[0],
  }),
  connectors: queryOptions({
    queryKey: queryKeys.connectors,
    queryFn: async () => (await unwrap(api.GET('/v1/connectors'))).items,
  }),
}
