import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type QueryOf, unwrap } from '../client.ts'
import { paged, queryKeys } from '../queries.ts'

const AUDIT_ROWS = 50
// An app has at most 20 subscriptions, so one page holds them all.
const SUBSCRIPTION_ROWS = 50
const DELIVERY_ROWS = 20
const EVENT_ROWS = 10
const TEST_PEOPLE_ROWS = 10
const DAY_MS = 24 * 60 * 60_000

export type AppAuditFilters = Pick<QueryOf<'/v1/dev/apps/{id}/audit'>, 'action' | 'from' | 'to'>
export type DeliveryFilters = Pick<QueryOf<'/v1/dev/apps/{id}/deliveries'>, 'subscription_id' | 'status'>

/** Queries of the developer portal. */
export const portalQueries = {
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
  /** How many failed deliveries since a time can be sent again, of all endpoints or of one. */
  failedDeliveries: (appId: string, query: QueryOf<'/v1/dev/apps/{id}/deliveries/failed'>) =>
    queryOptions({
      queryKey: [...queryKeys.deliveries, appId, 'failed', query],
      placeholderData: keepPreviousData,
      queryFn: () => unwrap(api.GET('/v1/dev/apps/{id}/deliveries/failed', { params: { path: { id: appId }, query } })),
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
