import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { answer, api, type Shape } from '../api/client.ts'

const PAGE_ROWS = 50
// The vocabulary changes with a release of the service.
const CATALOG_FRESH_MS = 60 * 60_000

/** The developer's apps, newest first. */
export const appPages = infiniteQueryOptions({
  queryKey: ['apps'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answer(api.GET('/v1/dev/apps', { params: { query: { limit: PAGE_ROWS, cursor } } })),
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

/** One app. */
export const appQuery = (id: string) =>
  queryOptions({
    queryKey: ['app', id],
    queryFn: () => answer(api.GET('/v1/dev/apps/{id}', { params: { path: { id } } })),
  })

/** Where an app's events go; an app has 20 at most, so one page holds them. */
export const subscriptionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['subscriptions', id],
    queryFn: async () =>
      (
        await answer(
          api.GET('/v1/dev/apps/{id}/subscriptions', { params: { path: { id }, query: { limit: PAGE_ROWS } } }),
        )
      ).items,
  })

/** The shared vocabulary. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  staleTime: CATALOG_FRESH_MS,
  queryFn: () => answer(api.GET('/v1/catalog')),
})

/** Consent scopes in the service's own words. */
export const describedQuery = (scopes: readonly string[]) =>
  queryOptions({
    queryKey: ['described', ...scopes],
    enabled: scopes.length > 0,
    staleTime: CATALOG_FRESH_MS,
    queryFn: async () =>
      (await answer(api.GET('/v1/scopes/describe', { params: { query: { scope: scopes.join(' ') } } }))).items,
  })

/** The app whose page this is. The frame of these pages shows them only once it is there. */
export function useApp(): Shape<'App'> {
  const { id = '' } = useParams({ strict: false })
  return useQuery(appQuery(id)).data!
}
