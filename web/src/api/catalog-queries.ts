import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { queryKeys } from './queries.ts'

// The catalog changes only with a release of the service.
const STALE_AFTER_MS = 60 * 60_000

/** The shared vocabulary: standard scopes, kinds, intents and events. */
export const catalogQuery = queryOptions({
  queryKey: queryKeys.catalog,
  staleTime: STALE_AFTER_MS,
  queryFn: () => unwrap(api.GET('/v1/catalog', { params: { query: {} } })),
})

/** Titles and sentences for consent scopes. */
export const describedScopesQuery = (scopes: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.describedScopes, ...scopes],
    enabled: scopes.length > 0,
    staleTime: STALE_AFTER_MS,
    queryFn: async () =>
      (await unwrap(api.GET('/v1/scopes/describe', { params: { query: { scope: scopes.join(' ') } } }))).items,
  })
