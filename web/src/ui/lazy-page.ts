import { lazyRouteComponent } from '@tanstack/react-router'
import { ApiError } from '../api/errors.ts'

/**
 * A page whose chunk is loaded on the first visit. If the chunk no longer exists because a newer version was deployed,
 * the router reloads the document once. Without a connection that would show the browser's own error page, so the
 * error becomes `unreachable` and one of our pages shows it.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(throwLoadError), name)

async function throwLoadError(error: unknown): Promise<never> {
  throw (await isReachable()) ? error : new ApiError(undefined, undefined)
}

/** Whether the service responds at all, with any status. */
export function isReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
