import { createRouter } from '@tanstack/react-router'
import { hubRoutes } from './hub/routes.tsx'
import { portalRoutes } from './portal/routes.tsx'
import { rootRoute } from './ui/root.tsx'

/*
 * A query is names and texts, nothing cleverer: an app's `state=007` must come back as it was sent. (The router's own
 * way is to read each value as JSON.)
 */
const parseSearch = (query: string) => Object.fromEntries(new URLSearchParams(query))
const stringifySearch = (values: Record<string, unknown>) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

/** Which page answers which address. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...hubRoutes, ...portalRoutes]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
