import { queryOptions } from '@tanstack/react-query'
import { api, type Shape, unwrap } from '../client.ts'
import { queryKeys } from '../queries.ts'
import { invalidate } from '../query-client.ts'

const RECENT_MS = 30 * 24 * 60 * 60_000
const since = () => new Date(Date.now() - RECENT_MS).toISOString()

/** What lets others into the developer's apps and was set in the last 30 days. */
export const recentAccessQuery = queryOptions({
  queryKey: queryKeys.recentAccess,
  queryFn: async () => {
    const from = since()
    const { items } = await unwrap(api.GET('/v1/dev/auth/access', { params: { query: { since: from } } }))
    return { items, since: from }
  },
})

type Access = Shape<'DeveloperAccess'>

/** Ends what was set since the time of the list: all of it, or some entries. */
export async function endRecentAccess(since: string, entries?: readonly Access[]): Promise<void> {
  const only = entries?.map(({ kind, appId, url }) => ({ kind, appId, url }))
  await unwrap(api.POST('/v1/dev/auth/access/end', { body: { since, ...(only && { only }) } }))
  await invalidate(queryKeys.recentAccess)
}
