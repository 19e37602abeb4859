import { createRouter } from '@tanstack/react-router'
import { hubRoutes } from './hub/routes.tsx'
import { portalRoutes } from './portal/routes.tsx'
import { ErrorPage } from './ui/error-page.tsx'
import { rootRoute } from './ui/root-route.ts'

// Keeps every value of a query as text. The router's default parses values as JSON, which would change an app's
// `state=007`.
const parseSearch = (query: string) => Object.fromEntries(new URLSearchParams(query))
const stringifySearch = (values: Record<string, unknown>) => {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

/** The routes of all pages. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...hubRoutes, ...portalRoutes]),
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
