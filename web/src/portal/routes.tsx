import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../ui/lazy.ts'
import { nextOf } from '../ui/next.ts'
import { rootRoute } from '../ui/root.tsx'
import { PORTAL } from '../urls.ts'
import { auditFiltersIn, deliveryFiltersIn, usageSpanIn } from './filters.ts'

const outside = { getParentRoute: () => rootRoute }

const frame = createRoute({
  ...outside,
  id: 'portal',
  component: lazyPage(() => import('./frame.tsx'), 'PortalFrame'),
})
const inside = { getParentRoute: () => frame }

const app = createRoute({
  ...inside,
  path: PORTAL.app,
  component: lazyPage(() => import('./app-frame.tsx'), 'AppFrame'),
})
const ofApp = { getParentRoute: () => app }

/** The pages of the developer portal, each fetched when somebody goes there. */
export const portalRoutes = [
  createRoute({
    ...outside,
    path: PORTAL.home,
    component: lazyPage(() => import('./home.tsx'), 'DeveloperHome'),
  }),
  createRoute({
    ...outside,
    path: PORTAL.signIn,
    validateSearch: nextOf,
    component: lazyPage(() => import('./sign-in.tsx'), 'DeveloperSignIn'),
  }),
  createRoute({
    ...outside,
    path: PORTAL.signUp,
    validateSearch: nextOf,
    component: lazyPage(() => import('./sign-in.tsx'), 'DeveloperSignUp'),
  }),
  frame.addChildren([
    createRoute({
      ...inside,
      path: PORTAL.apps,
      component: lazyPage(() => import('./apps.tsx'), 'Apps'),
    }),
    createRoute({
      ...inside,
      path: PORTAL.newApp,
      component: lazyPage(() => import('./new-app.tsx'), 'NewApp'),
    }),
    createRoute({
      ...inside,
      path: PORTAL.reference,
      component: lazyPage(() => import('./reference/page.tsx'), 'Reference'),
    }),
    createRoute({
      ...inside,
      path: PORTAL.settings,
      component: lazyPage(() => import('./settings.tsx'), 'DeveloperSettings'),
    }),
    app.addChildren([
      createRoute({
        ...ofApp,
        path: '/',
        component: lazyPage(() => import('./overview.tsx'), 'Overview'),
      }),
      createRoute({
        ...ofApp,
        path: 'webhooks',
        validateSearch: deliveryFiltersIn,
        component: lazyPage(() => import('./webhooks/page.tsx'), 'Webhooks'),
      }),
      createRoute({
        ...ofApp,
        path: 'usage',
        validateSearch: usageSpanIn,
        component: lazyPage(() => import('./usage.tsx'), 'Usage'),
      }),
      createRoute({
        ...ofApp,
        path: 'audit',
        validateSearch: auditFiltersIn,
        component: lazyPage(() => import('./audit.tsx'), 'Audit'),
      }),
    ]),
  ]),
] as const
