import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
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

/** Ends all of a list, which begins at this time. */
export async function endRecentAccess(since: string): Promise<void> {
  await unwrap(api.POST('/v1/dev/auth/access/end', { body: { since } }))
  await invalidate(queryKeys.recentAccess)
}
