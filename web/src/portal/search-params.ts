import type { AppAuditFilters, DeliveryFilters } from '../api/portal/queries.ts'
import type { RequestFilters } from '../api/portal/request-queries.ts'
import { pickParams } from '../ui/search-params.ts'

type Search = Record<string, unknown>

/** Reads the filters of the deliveries from a search. The API rejects unknown values. */
export function deliveryFiltersIn(search: Search): DeliveryFilters {
  return pickParams(search, ['subscription_id', 'status']) as DeliveryFilters
}

/** Reads the filters of the request log, and the days that its charts show, from a search. */
export function requestFiltersIn({ days, ...search }: Search): RequestFilters & { days?: '7' } {
  const filters = pickParams(search, ['status', 'code', 'method', 'route']) as RequestFilters
  return { ...filters, ...(days === '7' ? { days } : {}) }
}

/** Reads the filters of an app's audit log from a search; days are in UTC. */
export function appAuditFiltersIn(search: Search): AppAuditFilters {
  return pickParams(search, ['action', 'from', 'to']) as AppAuditFilters
}

/** Reads the number of days that the usage charts show; without one they show the current month. */
export function usageDaysIn({ days }: Search): { days?: '30' | '90' } {
  return days === '30' || days === '90' ? { days } : {}
}
