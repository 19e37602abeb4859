import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router'

/** Above all pages: what to show where there is none, and where one broke. */
export const rootRoute = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound'),
  errorComponent: lazyRouteComponent(() => import('./crash.tsx'), 'Crash'),
})
