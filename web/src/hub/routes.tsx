import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../ui/lazy.ts'
import { nextOf } from '../ui/next.ts'
import { rootRoute } from '../ui/root.tsx'
import { HUB } from '../urls.ts'
import { activityFiltersIn, filtersIn } from './filters.ts'

const outside = { getParentRoute: () => rootRoute }

const frame = createRoute({
  ...outside,
  id: 'hub',
  component: lazyPage(() => import('./frame.tsx'), 'HubFrame'),
})
const inside = { getParentRoute: () => frame }

/** The pages of the Hub, each fetched when somebody goes there. */
export const hubRoutes = [
  createRoute({
    ...outside,
    path: HUB.home,
    component: lazyPage(() => import('./welcome.tsx'), 'Welcome'),
  }),
  createRoute({
    ...outside,
    path: HUB.signIn,
    validateSearch: nextOf,
    component: lazyPage(() => import('./sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    ...outside,
    path: HUB.signUp,
    validateSearch: nextOf,
    component: lazyPage(() => import('./sign-in.tsx'), 'SignUp'),
  }),
  createRoute({
    ...outside,
    path: HUB.connect,
    component: lazyPage(() => import('./connect.tsx'), 'Connect'),
  }),
  frame.addChildren([
    createRoute({
      ...inside,
      path: HUB.memories,
      validateSearch: filtersIn,
      component: lazyPage(() => import('./memories.tsx'), 'Memories'),
    }),
    createRoute({
      ...inside,
      path: HUB.connections,
      component: lazyPage(() => import('./connections.tsx'), 'Connections'),
    }),
    createRoute({
      ...inside,
      path: HUB.connection,
      component: lazyPage(() => import('./connection.tsx'), 'Connection'),
    }),
    createRoute({
      ...inside,
      path: HUB.activity,
      validateSearch: activityFiltersIn,
      component: lazyPage(() => import('./activity.tsx'), 'Activity'),
    }),
    createRoute({
      ...inside,
      path: HUB.chats,
      component: lazyPage(() => import('./chats.tsx'), 'Chats'),
    }),
    createRoute({
      ...inside,
      path: HUB.chat,
      component: lazyPage(() => import('./chat.tsx'), 'Chat'),
    }),
    createRoute({
      ...inside,
      path: HUB.review,
      component: lazyPage(() => import('./review.tsx'), 'Review'),
    }),
    createRoute({
      ...inside,
      path: HUB.settings,
      component: lazyPage(() => import('./settings.tsx'), 'Settings'),
    }),
  ]),
] as const
