import type { ActivityFilters } from '../api/hub/queries.ts'
import type { MemoryFilters } from '../api/queries.ts'
import { pickParams } from '../ui/search-params.ts'

const MEMORY_FILTERS = [
  'query',
  'scope',
  'type',
  'app',
  'pinned',
  'from',
  'to',
] as const satisfies readonly (keyof MemoryFilters)[]
const ACTIVITY_FILTERS = ['app', 'action', 'from', 'to'] as const satisfies readonly (keyof ActivityFilters)[]

/** Reads the filters of the memories from a search. */
export function memoryFiltersIn(search: Record<string, unknown>): MemoryFilters {
  const { pinned, ...filters } = pickParams(search, MEMORY_FILTERS)
  return pinned === 'true' ? { ...filters, pinned } : filters
}

/**
 * Reads the search of the memories page: its filters, the memory whose details are open, and whether the form for a new
 * one is to be opened.
 */
export function memoriesSearchIn(search: Record<string, unknown>): MemoryFilters & { memory?: string; add?: string } {
  return { ...memoryFiltersIn(search), ...pickParams(search, ['memory', 'add']) }
}

/** Reads the filters of the activity from a search. The API rejects unknown actions. */
export function activityFiltersIn(search: Record<string, unknown>): ActivityFilters {
  return pickParams(search, ACTIVITY_FILTERS) as ActivityFilters
}
