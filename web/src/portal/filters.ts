import type { Shape } from '../api/client.ts'

/* What an address says of how a list is cut. The service has the last word on every value. */

type Search = Record<string, unknown>
const text = (search: Search, name: string) => (typeof search[name] === 'string' && search[name]) || undefined

/** Which deliveries are listed. */
export interface DeliveryFilters {
  subscription_id?: string
  status?: Shape<'Delivery'>['status']
}

export function deliveryFiltersIn(search: Search): DeliveryFilters {
  return {
    subscription_id: text(search, 'subscription_id'),
    status: text(search, 'status') as DeliveryFilters['status'],
  }
}

/** Which entries of the audit log are listed; days in UTC. */
export interface AuditFilters {
  action?: Shape<'AuditEntry'>['action']
  from?: string
  to?: string
}

export function auditFiltersIn(search: Search): AuditFilters {
  return {
    action: text(search, 'action') as AuditFilters['action'],
    from: text(search, 'from'),
    to: text(search, 'to'),
  }
}

/** How far back the plots go; this month when nothing is said. */
export function usageSpanIn(search: Search): { days?: '30' | '90' } {
  const days = text(search, 'days')
  return days === '30' || days === '90' ? { days } : {}
}
