import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

const STALE_AFTER_MS = 10_000
const RETRIES_MAX = 2

/** The cache of everything the pages read. Stale data is refetched when the window gets the focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // The browser's own online flag is unreliable. A failed request shows an error with a button to retry instead.
      networkMode: 'always',
      // Retries only what can be temporary: no response, or 503.
      retry: (count, error) =>
        count < RETRIES_MAX && error instanceof ApiError && (!error.status || error.status === 503),
    },
  },
})

/** Marks every query under these keys as stale, and refetches those on the screen. */
export async function invalidate(...keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
