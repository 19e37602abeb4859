import { createRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../common/forgot-password-page.tsx'
import { linkPage } from '../common/link-page.tsx'
import { SignInPage } from '../common/sign-in-page.tsx'
import { lazyPage } from '../ui/lazy-page.ts'
import { providerOutcomeIn, returnPathIn } from '../ui/return-path.ts'
import { rootRoute } from '../ui/root-route.ts'
import { HUB } from '../urls.ts'
import { HubHome } from './home.tsx'
import { activityFiltersIn, memoriesSearchIn } from './search-params.ts'

const top = { getParentRoute: () => rootRoute }

const layout = createRoute({
  ...top,
  id: 'hub',
  component: lazyPage(() => import('./layout.tsx'), 'HubLayout'),
})
const inLayout = { getParentRoute: () => layout }

/** The pages of the Hub. Those that need a session are in the chunk of the Hub (`chunks.ts`). */
export const hubRoutes = [
  createRoute({
    ...top,
    path: HUB.home,
    component: HubHome,
  }),
  createRoute({
    ...top,
    path: HUB.farewell,
    component: lazyPage(() => import('../common/farewell-page.tsx'), 'FarewellPage'),
  }),
  createRoute({
    ...top,
    path: HUB.signIn,
    validateSearch: (search) => ({ ...returnPathIn(search), ...providerOutcomeIn(search) }),
    component: () => <SignInPage accountKind="user" mode="sign-in" />,
  }),
  createRoute({
    ...top,
    path: HUB.signUp,
    validateSearch: returnPathIn,
    component: () => <SignInPage accountKind="user" mode="sign-up" />,
  }),
  createRoute({
    ...top,
    path: HUB.forgotPassword,
    component: () => <ForgotPasswordPage accountKind="user" />,
  }),
  createRoute({
    ...top,
    path: HUB.resetPassword,
    component: linkPage('ResetPasswordPage', 'user'),
  }),
  createRoute({
    ...top,
    path: HUB.confirmAddress,
    component: linkPage('ConfirmAddressPage', 'user'),
  }),
  createRoute({
    ...top,
    path: HUB.restoreAddress,
    component: linkPage('RestoreAddressPage', 'user'),
  }),
  createRoute({
    ...top,
    path: HUB.connect,
    component: lazyPage(() => import('./consent/page.tsx'), 'ConsentPage'),
  }),
  layout.addChildren([
    createRoute({
      ...inLayout,
      path: HUB.memories,
      validateSearch: memoriesSearchIn,
      component: lazyPage(() => import('./memories/page.tsx'), 'Memories'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.overview,
      component: lazyPage(() => import('./overview/page.tsx'), 'Overview'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.trash,
      component: lazyPage(() => import('./memories/trash.tsx'), 'Trash'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.tidyUp,
      component: lazyPage(() => import('./memories/tidy-up.tsx'), 'TidyUp'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.connections,
      component: lazyPage(() => import('./connections/list.tsx'), 'Connections'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.connection,
      component: lazyPage(() => import('./connections/connection.tsx'), 'Connection'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.activity,
      validateSearch: activityFiltersIn,
      component: lazyPage(() => import('./activity/page.tsx'), 'Activity'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.chats,
      component: lazyPage(() => import('./chat/list.tsx'), 'Chats'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.chat,
      component: lazyPage(() => import('./chat/conversation.tsx'), 'Chat'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.review,
      component: lazyPage(() => import('./review/page.tsx'), 'Review'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.bring,
      component: lazyPage(() => import('./bring/page.tsx'), 'Bring'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.settings,
      component: lazyPage(() => import('./settings/page.tsx'), 'Settings'),
    }),
    createRoute({
      ...inLayout,
      path: HUB.signInSettings,
      validateSearch: providerOutcomeIn,
      component: lazyPage(() => import('./settings/sign-in.tsx'), 'UserSignInSettings'),
    }),
  ]),
] as const
