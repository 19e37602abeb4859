import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queries.ts'

const POLL_MS = 5 * 60_000

/** Calls, people, errors and failing webhooks of all apps of the developer. */
export const overviewQuery = queryOptions({
  queryKey: [...queryKeys.apps, 'overview'],
  queryFn: () => unwrap(api.GET('/v1/dev/overview')),
  refetchInterval: POLL_MS,
})
