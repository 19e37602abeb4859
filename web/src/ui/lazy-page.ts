import { lazyRouteComponent } from '@tanstack/react-router'
import { ApiError, OUTDATED } from '../api/errors.ts'
import { HUB } from '../urls.ts'

/**
 * A page whose chunk is loaded on the first visit. If the chunk no longer exists because a newer version was deployed,
 * the router reloads the document once. Without a connection that would show the browser's own error page, so the
 * error becomes `unreachable` and one of our pages shows it.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(throwLoadError), name)

/**
 * Why scripts could not be loaded: `unreachable`, `outdated` if a newer version was deployed, which no longer has them,
 * or else the error itself. For parts of a page: reloading the page without being asked would lose what was typed in it.
 */
export async function loadFailure(error: unknown): Promise<unknown> {
  if (!(await isReachable())) return new ApiError(undefined, undefined)
  return (await isOutdated()) ? new ApiError(undefined, undefined, OUTDATED) : error
}

/** Whether the service now delivers another version of the pages than this one. */
async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const current = await fetch(HUB.home, { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => undefined)
  return Boolean(own && current?.ok && !(await current.text()).includes(own))
}

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
