import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { nextOf } from '../ui/next.ts'
import { rootRoute } from '../ui/root.tsx'
import { PORTAL } from '../urls.ts'

const outside = { getParentRoute: () => rootRoute }

const frame = createRoute({
  ...outside,
  id: 'portal',
  component: lazyRouteComponent(() => import('./frame.tsx'), 'PortalFrame'),
})
const inside = { getParentRoute: () => frame }

/** The pages of the developer portal, each fetched when somebody goes there. */
export const portalRoutes = [
  createRoute({
    ...outside,
    path: PORTAL.signIn,
    validateSearch: nextOf,
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'DeveloperSignIn'),
  }),
  createRoute({
    ...outside,
    path: PORTAL.signUp,
    validateSearch: nextOf,
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'DeveloperSignUp'),
  }),
  frame.addChildren([
    createRoute({
      ...inside,
      path: PORTAL.apps,
      component: lazyRouteComponent(() => import('./apps.tsx'), 'Apps'),
    }),
  ]),
] as const
