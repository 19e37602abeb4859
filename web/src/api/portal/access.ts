import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queries.ts'
import { invalidate } from '../query-client.ts'

const RECENT_MS = 30 * 24 * 60 * 60_000
const since = () => new Date(Date.now() - RECENT_MS).toISOString()

/** What lets others into the developer's apps and was set in the last 30 days. */
export const recentAccessQuery = queryOptions({
  queryKey: queryKeys.recentAccess,
  queryFn: async () => (await unwrap(api.GET('/v1/dev/auth/access', { params: { query: { since: since() } } }))).items,
})

/** Ends what was set since the first of the listed ones. */
export async function endRecentAccess(listed: readonly { at: string }[]): Promise<void> {
  const first = listed.map(({ at }) => at).sort()[0] ?? since()
  await unwrap(api.POST('/v1/dev/auth/access/end', { body: { since: first } }))
  await invalidate(queryKeys.recentAccess)
}
