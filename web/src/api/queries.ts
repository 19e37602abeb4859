import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type QueryOf, type Shape, unwrap } from './client.ts'

/*
 * The key of every query, and the queries that the first pages make. The others are in the files beside this one, so that
 * they are loaded with the pages that make them. A component passes a query to `useQuery` or `useInfiniteQuery`.
 */

/** The first element of each query key. `invalidate(queryKeys.chats)` refetches every query whose key starts with it. */
export const queryKeys = {
  session: ['session'],
  signInMethods: ['sign-in-methods'],
  factors: ['factors'],
  // The Hub
  memories: ['memories'],
  memory: ['memory'],
  usedScopes: ['scopes'],
  connections: ['connections'],
  consentPreview: ['consent-preview'],
  audit: ['audit'],
  chats: ['chats'],
  candidates: ['candidates'],
  waiting: ['waiting'],
  imports: ['imports'],
  identity: ['identity'],
  usage: ['usage'],
  connectors: ['connectors'],
  // The developer portal
  apps: ['apps'],
  app: ['app'],
  subscriptions: ['subscriptions'],
  deliveries: ['deliveries'],
  requests: ['requests'],
  appUsage: ['app-usage'],
  appAudit: ['app-audit'],
  testPeople: ['test-people'],
  // Both
  mail: ['mail'],
  mailLink: ['mail-link'],
  accountSessions: ['account-sessions'],
  recentAccess: ['recent-access'],
  notices: ['notices'],
  developerEvents: ['developer-events'],
  operatorActs: ['operator-acts'],
  catalog: ['catalog'],
  signUpPolicy: ['sign-up-policy'],
  retention: ['retention'],
  describedScopes: ['described-scopes'],
  openApiDocument: ['openapi'],
  guides: ['guides'],
} as const

// A short first page is painted sooner; the later ones are loaded while the user scrolls.
const MEMORY_ROWS = 30
const MEMORY_ROWS_LATER = 100
const APP_ROWS = 50
// It changes only with a restart of the service.
const POLICY_STALE_AFTER_MS = 60 * 60_000

/** Options of every list that is fetched page by page. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor ?? undefined,
}

export type MemoryFilters = Pick<QueryOf<'/v1/memories'>, 'query' | 'scope' | 'type' | 'app' | 'pinned' | 'from' | 'to'>

/** One page of memories, and the search that it answers. */
export type MemoryPage = Shape<'MemoryList'> & { searched: string | undefined }

/** The memories that match the filters, the newest first; with a search, by relevance. */
export const memoriesQuery = (filters: MemoryFilters) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...queryKeys.memories, 'list', filters],
    placeholderData: keepPreviousData,
    // A list that is no longer shown stops loading, so that its pages delay no search.
    queryFn: async ({ pageParam: cursor, signal }): Promise<MemoryPage> => {
      const query = { ...filters, limit: cursor ? MEMORY_ROWS_LATER : MEMORY_ROWS, cursor }
      // While another search is loading, the list shows this page, and marks the words that this page was searched for.
      return { ...(await unwrap(api.GET('/v1/memories', { params: { query }, signal }))), searched: filters.query }
    },
  })

/** The scopes that contain memories, with their counts. */
export const usedScopesQuery = queryOptions({
  queryKey: queryKeys.usedScopes,
  queryFn: async () => (await unwrap(api.GET('/v1/scopes'))).scopes,
})

/** All connections of the user, including revoked ones. */
export const connectionsQuery = queryOptions({
  queryKey: queryKeys.connections,
  queryFn: async () => (await unwrap(api.GET('/v1/connections'))).items,
})

/** The apps of the developer, newest first. */
export const appsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: queryKeys.apps,
  queryFn: ({ pageParam: cursor }) =>
    unwrap(api.GET('/v1/dev/apps', { params: { query: { limit: APP_ROWS, cursor } } })),
})

/** Whether the service sends mail: `smtp`, `file` on a local installation, or `off`. It changes only with a restart. */
export const mailQuery = queryOptions({
  queryKey: queryKeys.mail,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await unwrap(api.GET('/v1/auth/mail'))).mail,
})

/** Who may create an account here. */
export const signUpPolicyQuery = queryOptions({
  queryKey: queryKeys.signUpPolicy,
  staleTime: POLICY_STALE_AFTER_MS,
  queryFn: () => unwrap(api.GET('/v1/auth/signup')),
})
