import { createRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../common/forgot-password-page.tsx'
import { linkPage } from '../common/link-page.tsx'
import { SignInPage } from '../common/sign-in-page.tsx'
import { lazyPage } from '../ui/lazy-page.ts'
import { providerOutcomeIn, returnPathIn } from '../ui/return-path.ts'
import { rootRoute } from '../ui/root-route.ts'
import { PORTAL } from '../urls.ts'
import { appAuditFiltersIn, deliveryFiltersIn, requestFiltersIn, usageDaysIn } from './search-params.ts'

const top = { getParentRoute: () => rootRoute }

const layout = createRoute({
  ...top,
  id: 'portal',
  component: lazyPage(() => import('./layout.tsx'), 'PortalLayout'),
})
const inLayout = { getParentRoute: () => layout }

const app = createRoute({
  ...inLayout,
  path: PORTAL.app,
  component: lazyPage(() => import('./app-layout.tsx'), 'AppLayout'),
})
const inApp = { getParentRoute: () => app }

/** The pages of the developer portal. Those that need a session are in the chunk of the portal (`chunks.ts`). */
export const portalRoutes = [
  createRoute({
    ...top,
    path: PORTAL.home,
    component: lazyPage(() => import('./home.tsx'), 'PortalHome'),
  }),
  createRoute({
    ...top,
    path: PORTAL.signIn,
    validateSearch: (search) => ({ ...returnPathIn(search), ...providerOutcomeIn(search) }),
    component: () => <SignInPage accountKind="developer" mode="sign-in" />,
  }),
  createRoute({
    ...top,
    path: PORTAL.signUp,
    validateSearch: returnPathIn,
    component: () => <SignInPage accountKind="developer" mode="sign-up" />,
  }),
  createRoute({
    ...top,
    path: PORTAL.forgotPassword,
    component: () => <ForgotPasswordPage accountKind="developer" />,
  }),
  createRoute({
    ...top,
    path: PORTAL.resetPassword,
    component: linkPage('ResetPasswordPage', 'developer'),
  }),
  createRoute({
    ...top,
    path: PORTAL.confirmAddress,
    component: linkPage('ConfirmAddressPage', 'developer'),
  }),
  createRoute({
    ...top,
    path: PORTAL.restoreAddress,
    component: linkPage('RestoreAddressPage', 'developer'),
  }),
  layout.addChildren([
    createRoute({
      ...inLayout,
      path: PORTAL.apps,
      component: lazyPage(() => import('./apps.tsx'), 'Apps'),
    }),
    createRoute({
      ...inLayout,
      path: PORTAL.newApp,
      component: lazyPage(() => import('./new-app.tsx'), 'NewApp'),
    }),
    createRoute({
      ...inLayout,
      path: PORTAL.reference,
      component: lazyPage(() => import('./reference/page.tsx'), 'Reference'),
    }),
    createRoute({
      ...inLayout,
      path: PORTAL.operation,
      component: lazyPage(() => import('./reference/operation-page.tsx'), 'OperationPage'),
    }),
    createRoute({
      ...inLayout,
      path: PORTAL.guides,
      component: lazyPage(() => import('./guides/index-page.tsx'), 'GuideIndex'),
    }),
    createRoute({
      ...inLayout,
      path: PORTAL.guide,
      component: lazyPage(() => import('./guides/guide-page.tsx'), 'GuidePage'),
    }),
    createRoute({
      ...inLayout,
      path: PORTAL.error,
      component: lazyPage(() => import('./guides/guide-page.tsx'), 'ErrorCodePage'),
    }),
    createRoute({
      ...inLayout,
      path: PORTAL.settings,
      component: lazyPage(() => import('./settings.tsx'), 'DeveloperSettings'),
    }),
    createRoute({
      ...inLayout,
      path: PORTAL.signInSettings,
      validateSearch: providerOutcomeIn,
      component: lazyPage(() => import('./sign-in-settings.tsx'), 'DeveloperSignInSettings'),
    }),
    app.addChildren([
      createRoute({
        ...inApp,
        path: '/',
        component: lazyPage(() => import('./overview.tsx'), 'Overview'),
      }),
      createRoute({
        ...inApp,
        path: 'requests',
        validateSearch: requestFiltersIn,
        component: lazyPage(() => import('./requests/page.tsx'), 'Requests'),
      }),
      createRoute({
        ...inApp,
        path: 'webhooks',
        validateSearch: deliveryFiltersIn,
        component: lazyPage(() => import('./webhooks/page.tsx'), 'Webhooks'),
      }),
      createRoute({
        ...inApp,
        path: 'usage',
        validateSearch: usageDaysIn,
        component: lazyPage(() => import('./usage.tsx'), 'Usage'),
      }),
      createRoute({
        ...inApp,
        path: 'audit',
        validateSearch: appAuditFiltersIn,
        component: lazyPage(() => import('./audit.tsx'), 'Audit'),
      }),
    ]),
  ]),
] as const
