import { createRootRoute } from '@tanstack/react-router'
import { Crash } from './crash.tsx'
import { lazyPage } from './lazy.ts'

/** Above all pages: what to show where there is none, and where one broke. The latter cannot wait to be fetched. */
export const rootRoute = createRootRoute({
  notFoundComponent: lazyPage(() => import('./not-found.tsx'), 'NotFound'),
  errorComponent: Crash,
})
