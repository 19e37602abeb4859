import { createRouter } from '@tanstack/react-router'
import { hubRoutes } from './hub/routes.tsx'
import { portalRoutes } from './portal/routes.tsx'
import { rootRoute } from './ui/root.tsx'

/** Which page answers which address. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...hubRoutes, ...portalRoutes]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
