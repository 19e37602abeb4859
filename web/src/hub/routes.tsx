import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { nextOf } from '../ui/next.ts'
import { rootRoute } from '../ui/root.tsx'
import { HUB } from '../urls.ts'
import { activityFiltersIn, filtersIn } from './filters.ts'

const outside = { getParentRoute: () => rootRoute }

const frame = createRoute({
  ...outside,
  id: 'hub',
  component: lazyRouteComponent(() => import('./frame.tsx'), 'HubFrame'),
})
const inside = { getParentRoute: () => frame }

/** The pages of the Hub, each fetched when somebody goes there. */
export const hubRoutes = [
  createRoute({
    ...outside,
    path: HUB.home,
    component: lazyRouteComponent(() => import('./welcome.tsx'), 'Welcome'),
  }),
  createRoute({
    ...outside,
    path: HUB.signIn,
    validateSearch: nextOf,
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    ...outside,
    path: HUB.signUp,
    validateSearch: nextOf,
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignUp'),
  }),
  createRoute({
    ...outside,
    path: HUB.connect,
    component: lazyRouteComponent(() => import('./connect.tsx'), 'Connect'),
  }),
  frame.addChildren([
    createRoute({
      ...inside,
      path: HUB.memories,
      validateSearch: filtersIn,
      component: lazyRouteComponent(() => import('./memories.tsx'), 'Memories'),
    }),
    createRoute({
      ...inside,
      path: HUB.connections,
      component: lazyRouteComponent(() => import('./connections.tsx'), 'Connections'),
    }),
    createRoute({
      ...inside,
      path: HUB.connection,
      component: lazyRouteComponent(() => import('./connection.tsx'), 'Connection'),
    }),
    createRoute({
      ...inside,
      path: HUB.activity,
      validateSearch: activityFiltersIn,
      component: lazyRouteComponent(() => import('./activity.tsx'), 'Activity'),
    }),
    createRoute({
      ...inside,
      path: HUB.chats,
      component: lazyRouteComponent(() => import('./chats.tsx'), 'Chats'),
    }),
    createRoute({
      ...inside,
      path: HUB.chat,
      component: lazyRouteComponent(() => import('./chat.tsx'), 'Chat'),
    }),
    createRoute({
      ...inside,
      path: HUB.review,
      component: lazyRouteComponent(() => import('./review.tsx'), 'Review'),
    }),
    createRoute({
      ...inside,
      path: HUB.settings,
      component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
    }),
  ]),
] as const
