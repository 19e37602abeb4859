import { lazyRouteComponent } from '@tanstack/react-router'
import { ApiError } from '../api/errors.ts'

/**
 * A page whose file is fetched when somebody goes there. Where the file is gone, since a newer version serves, all is
 * loaded anew, once. Without a connection that would end at the browser's own page, so it is told on one of ours.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => load().catch(explain), name)

async function explain(error: unknown): Promise<never> {
  throw (await isReachable()) ? error : new ApiError(undefined, undefined)
}

/** Whether the service answers at all, whatever it says. */
export function isReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
