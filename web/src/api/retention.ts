import { plural } from '@lingui/core/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Shape, unwrap } from './client.ts'
import { queryKeys } from './queries.ts'

// It changes only with a restart of the service.
const retentionQuery = queryOptions({
  queryKey: queryKeys.retention,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => unwrap(api.GET('/v1/retention')),
})

/** How many days the service stores what it deletes by time; `undefined` until that is loaded. */
export function useRetention(): Shape<'Retention'> | undefined {
  return useQuery(retentionQuery).data
}

/** The end of a sentence about how long something is stored, such as ` for 30 days`; empty while that is not loaded. */
export function forDays(days: number | undefined): string {
  return days === undefined ? '' : plural(days, { one: ' for a day', other: ' for # days' })
}
