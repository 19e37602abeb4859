import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Search from 'lucide-react/icons/search'
import type { MemoryFilters } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

const NothingBefore = onDemand(async () => (await import('./nothing-before.tsx')).NothingBefore)

/** Replaces a list whose filters match nothing. */
export function NoMatch({ filters }: { filters: MemoryFilters }) {
  const { query, to } = filters
  // A jump to a date is no search that could have other words.
  if (to && Object.keys(filters).length === 1) return <NothingBefore day={to} />
  return (
    <EmptyState icon={Search} title={query ? t`No memory matches “${query}”` : t`No matches`}>
      <Trans>Try fewer or other words, or remove a filter.</Trans>
    </EmptyState>
  )
}
