import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { accountRequests } from './account.ts'
import { api, type QueryOf, unwrap } from './client.ts'
import type { AccountKind } from './session-expiry.ts'

/* Every query of the pages and its key. A component passes one of these to `useQuery` or `useInfiniteQuery`. */

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
  accountSessions: ['account-sessions'],
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
const CHAT_ROWS = 20
const AUDIT_ROWS = 50
const APP_ROWS = 50
// An app has at most 20 subscriptions, so one page holds them all.
const SUBSCRIPTION_ROWS = 50
const DELIVERY_ROWS = 20
const EVENT_ROWS = 10
const TEST_PEOPLE_ROWS = 10
const DAY_MS = 24 * 60 * 60_000
// The catalog changes only with a release of the service.
const CATALOG_STALE_AFTER_MS = 60 * 60_000

/** Options of every list that is fetched page by page. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor ?? undefined,
}

export type MemoryFilters = Pick<QueryOf<'/v1/memories'>, 'query' | 'scope' | 'type' | 'app' | 'pinned' | 'from' | 'to'>
export type ActivityFilters = Pick<QueryOf<'/v1/audit'>, 'app' | 'action' | 'from' | 'to'>
export type AppAuditFilters = Pick<QueryOf<'/v1/dev/apps/{id}/audit'>, 'action' | 'from' | 'to'>
export type DeliveryFilters = Pick<QueryOf<'/v1/dev/apps/{id}/deliveries'>, 'subscription_id' | 'status'>

/** Queries of the Hub. */
export const hubQueries = {
  /** The memories that match the filters, the newest first; with a search, by relevance. */
  memories: (filters: MemoryFilters) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: [...queryKeys.memories, 'list', filters],
      placeholderData: keepPreviousData,
      queryFn: async ({ pageParam: cursor }) => {
        const query = { ...filters, limit: cursor ? MEMORY_ROWS_LATER : MEMORY_ROWS, cursor }
        // While another search is loading, the list shows this page, and marks the words that this page was searched for.
        return { ...(await unwrap(api.GET('/v1/memories', { params: { query } }))), searched: filters.query }
      },
    }),
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
  /** The scopes that contain memories, with their counts. */
  usedScopes: queryOptions({
    queryKey: queryKeys.usedScopes,
    queryFn: async () => (await unwrap(api.GET('/v1/scopes'))).scopes,
  }),
  /** All connections of the user, including revoked ones. */
  connections: queryOptions({
    queryKey: queryKeys.connections,
    queryFn: async () => (await unwrap(api.GET('/v1/connections'))).items,
  }),
  connectionActivity: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.connections, id, 'activity'],
      queryFn: () => unwrap(api.GET('/v1/connections/{id}/activity', { params: { path: { id } } })),
    }),
  consentPreview: (query: QueryOf<'/v1/oauth/preview'>) =>
    queryOptions({
      queryKey: [...queryKeys.consentPreview, query],
      queryFn: () => unwrap(api.GET('/v1/oauth/preview', { params: { query } })),
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
  usage: queryOptions({ queryKey: queryKeys.usage, queryFn: () => unwrap(api.GET('/v1/usage')) }),
  connectors: queryOptions({
    queryKey: queryKeys.connectors,
    queryFn: async () => (await unwrap(api.GET('/v1/connectors'))).items,
  }),
}

/** Queries of the developer portal. */
export const portalQueries = {
  /** The apps of the developer, newest first. */
  apps: infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.apps,
    queryFn: ({ pageParam: cursor }) =>
      unwrap(api.GET('/v1/dev/apps', { params: { query: { limit: APP_ROWS, cursor } } })),
  }),
  app: (id: string) =>
    queryOptions({
      queryKey: [...queryKeys.app, id],
      queryFn: () => unwrap(api.GET('/v1/dev/apps/{id}', { params: { path: { id } } })),
    }),
  subscriptions: (appId: string) =>
    queryOptions({
      queryKey: [...queryKeys.subscriptions, appId],
      queryFn: async () => {
        const params = { path: { id: appId }, query: { limit: SUBSCRIPTION_ROWS } }
        return (await unwrap(api.GET('/v1/dev/apps/{id}/subscriptions', { params }))).items
      },
    }),
  deliveries: (appId: string, filters: DeliveryFilters) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: [...queryKeys.deliveries, appId, filters],
      placeholderData: keepPreviousData,
      queryFn: ({ pageParam: cursor }) => {
        const query = { ...filters, limit: DELIVERY_ROWS, cursor }
        return unwrap(api.GET('/v1/dev/apps/{id}/deliveries', { params: { path: { id: appId }, query } }))
      },
    }),
  /** One delivery with its request, after a number of attempts. */
  delivery: (appId: string, deliveryId: string, attempts = 0) =>
    queryOptions({
      queryKey: [...queryKeys.deliveries, appId, 'one', deliveryId, attempts],
      queryFn: () => {
        const path = { id: appId, deliveryId }
        return unwrap(api.GET('/v1/dev/apps/{id}/deliveries/{deliveryId}', { params: { path } }))
      },
    }),
  /** The usage of an app over the last `days` days, or in the current month. */
  usage: (appId: string, days?: string) =>
    queryOptions({
      queryKey: [...queryKeys.appUsage, appId, days ?? 'month'],
      placeholderData: keepPreviousData,
      queryFn: () => {
        const from = days && new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
        return unwrap(api.GET('/v1/dev/apps/{id}/usage', { params: { path: { id: appId }, query: { from } } }))
      },
    }),
  audit: (appId: string, filters: AppAuditFilters) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: [...queryKeys.appAudit, appId, filters],
      placeholderData: keepPreviousData,
      queryFn: ({ pageParam: cursor }) => {
        const query = { ...filters, limit: AUDIT_ROWS, cursor }
        return unwrap(api.GET('/v1/dev/apps/{id}/audit', { params: { path: { id: appId }, query } }))
      },
    }),
  testPeople: (appId: string) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: [...queryKeys.testPeople, appId],
      queryFn: ({ pageParam: cursor }) => {
        const query = { limit: TEST_PEOPLE_ROWS, cursor }
        return unwrap(api.GET('/v1/dev/apps/{id}/test-people', { params: { path: { id: appId }, query } }))
      },
    }),
  /** The security log of the developer's account. */
  events: infiniteQueryOptions({
    ...paged,
    queryKey: queryKeys.developerEvents,
    queryFn: ({ pageParam: cursor }) =>
      unwrap(api.GET('/v1/dev/auth/events', { params: { query: { limit: EVENT_ROWS, cursor } } })),
  }),
  openApiDocument: queryOptions({
    queryKey: queryKeys.openApiDocument,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => unwrap(api.GET('/v1/openapi.json')),
  }),
}

/** Queries about an account, of either kind. */
export const accountQueries = {
  sessions: (kind: AccountKind) =>
    queryOptions({
      queryKey: [...queryKeys.accountSessions, kind],
      queryFn: async () => (await accountRequests[kind].sessions()).items,
    }),
  notices: (kind: AccountKind) =>
    queryOptions({
      queryKey: [...queryKeys.notices, kind],
      queryFn: async () => (await accountRequests[kind].notices()).items,
    }),
}

/** Whether the service sends mail: `smtp`, `file` on a local installation, or `off`. It changes only with a restart. */
export const mailQuery = queryOptions({
  queryKey: queryKeys.mail,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await unwrap(api.GET('/v1/auth/mail'))).mail,
})

/** Who may create an account here. */
export const signUpPolicyQuery = queryOptions({
  queryKey: queryKeys.signUpPolicy,
  staleTime: CATALOG_STALE_AFTER_MS,
  queryFn: () => unwrap(api.GET('/v1/auth/signup')),
})

/** The shared vocabulary: standard scopes, kinds, intents and events. */
export const catalogQuery = queryOptions({
  queryKey: queryKeys.catalog,
  staleTime: CATALOG_STALE_AFTER_MS,
  queryFn: () => unwrap(api.GET('/v1/catalog', { params: { query: {} } })),
})

/** Titles and sentences for consent scopes. */
export const describedScopesQuery = (scopes: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.describedScopes, ...scopes],
    enabled: scopes.length > 0,
    staleTime: CATALOG_STALE_AFTER_MS,
    queryFn: async () =>
      (await unwrap(api.GET('/v1/scopes/describe', { params: { query: { scope: scopes.join(' ') } } }))).items,
  })
