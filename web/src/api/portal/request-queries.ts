import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type QueryOf, unwrap } from '../client.ts'
import { paged, queryKeys } from '../queries.ts'

const REQUEST_ROWS = 50
const ACT_ROWS = 10
const DAY_MS = 24 * 60 * 60_000

export type RequestFilters = Pick<QueryOf<'/v1/dev/apps/{id}/requests'>, 'status' | 'code' | 'method' | 'route'>

/** Queries of the request log of an app. */
export const requestQueries = {
  /** The logged requests of an app, newest first. */
  list: (appId: string, filters: RequestFilters) =>
    infiniteQueryOptions({
      ...paged,
      queryKey: [...queryKeys.requests, appId, filters],
      placeholderData: keepPreviousData,
      queryFn: ({ pageParam: cursor }) => {
        const query = { ...filters, limit: REQUEST_ROWS, cursor }
        return unwrap(api.GET('/v1/dev/apps/{id}/requests', { params: { path: { id: appId }, query } }))
      },
    }),
  /** Numbers of the requests of an app in the last days. */
  summary: (appId: string, days: number, filters: RequestFilters) =>
    queryOptions({
      queryKey: [...queryKeys.requests, appId, 'summary', days, filters],
      placeholderData: keepPreviousData,
      queryFn: () => {
        const query = { ...filters, since: new Date(Date.now() - days * DAY_MS).toISOString() }
        return unwrap(api.GET('/v1/dev/apps/{id}/requests/summary', { params: { path: { id: appId }, query } }))
      },
    }),
}

/** What the operator did to the developer's account and apps. */
export const operatorActsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: queryKeys.operatorActs,
  queryFn: ({ pageParam: cursor }) =>
    unwrap(api.GET('/v1/dev/operator-acts', { params: { query: { limit: ACT_ROWS, cursor } } })),
})
