import { arrivedResponses } from './early-responses.ts'
import { appsQuery, connectionsQuery, memoriesQuery, usedScopesQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'

/** Reads the data that documents request early (`web/scripts/documents.ts`), by address. */
const READS: Record<string, () => Promise<void>> = {
  '/v1/auth/session': () => queryClient.prefetchQuery(sessionQuery('user')),
  '/v1/dev/auth/me': () => queryClient.prefetchQuery(sessionQuery('developer')),
  '/v1/scopes': () => queryClient.prefetchQuery(usedScopesQuery),
  '/v1/connections': () => queryClient.prefetchQuery(connectionsQuery),
  '/v1/memories?limit=30': () => queryClient.prefetchInfiniteQuery(memoriesQuery({})),
  '/v1/dev/apps?limit=50': () => queryClient.prefetchInfiniteQuery(appsQuery),
}

/**
 * Reads what has arrived before the scripts, so that the page is rendered once, with its data: on a slow connection all
 * of it. The page itself waits for the rest, and for what failed.
 */
export async function readArrivedData(): Promise<void> {
  await Promise.all(arrivedResponses().map((address) => READS[address]?.()))
}
