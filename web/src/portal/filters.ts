import type { Shape } from '../api/client.ts'
import { namedIn } from '../ui/search.ts'

/* What an address says of how a list is cut. */

type Search = Record<string, unknown>

/** Which deliveries are listed. */
export interface DeliveryFilters {
  subscription_id?: string
  status?: Shape<'Delivery'>['status']
}

export function deliveryFiltersIn(search: Search): DeliveryFilters {
  return namedIn(search, ['subscription_id', 'status']) as DeliveryFilters
}

/** Which entries of the audit log are listed; days in UTC. */
export interface AuditFilters {
  action?: Shape<'AuditEntry'>['action']
  from?: string
  to?: string
}

export function auditFiltersIn(search: Search): AuditFilters {
  return namedIn(search, ['action', 'from', 'to']) as AuditFilters
}

/** How far back the plots go; this month when nothing is said. */
export function usageSpanIn({ days }: Search): { days?: '30' | '90' } {
  return days === '30' || days === '90' ? { days } : {}
}
