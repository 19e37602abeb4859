import type { paths } from '../generated/openapi.ts'
import { namedIn } from '../ui/search.ts'
import type { Filters } from './memory.ts'

/** What the activity is cut to; each as the service takes it. */
export interface ActivityFilters {
  app?: string
  action?: Action
  from?: string
  to?: string
}
type Action = NonNullable<NonNullable<paths['/v1/audit']['get']['parameters']['query']>['action']>

const MEMORIES = ['query', 'scope', 'type', 'app', 'from', 'to'] as const satisfies readonly (keyof Filters)[]
const ACTIVITY = ['app', 'action', 'from', 'to'] as const satisfies readonly (keyof ActivityFilters)[]

/** The filters of the memories that an address names; what is empty is none. */
export function filtersIn(search: Record<string, unknown>): Filters {
  return namedIn(search, MEMORIES) as Filters
}

/** The filters of the activity that an address names. What they are worth the service knows. */
export function activityFiltersIn(search: Record<string, unknown>): ActivityFilters {
  return namedIn(search, ACTIVITY) as ActivityFilters
}
