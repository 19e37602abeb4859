import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { catalogQuery } from '../../api/catalog-queries.ts'
import { connectionsQuery, type MemoryFilters } from '../../api/queries.ts'
import { FilterFields } from '../../ui/filter-fields.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { kindLabel } from '../../ui/topic-name.ts'

interface MemoryFilterFieldsProps {
  filters: MemoryFilters
  onChange: (filters: MemoryFilters) => void
}

/** The filters that the bar shows on request: dates, kind and app. */
export function MemoryFilterFields({ filters, onChange }: MemoryFilterFieldsProps) {
  const kinds = useQuery(catalogQuery).data?.memoryKinds ?? []
  const connections = useQuery(connectionsQuery).data ?? []
  const set = (name: keyof MemoryFilters) => (value: string | undefined) => onChange({ ...filters, [name]: value })
  const names = new Map(connections.map(({ app }) => [app.slug, app.name]))
  return (
    <FilterFields filters={filters} set={set}>
      <FilterSelect
        label={t`Kind`}
        all={t`All`}
        clearLabel={t`All kinds`}
        data={kinds.map(({ type }) => ({ value: type, label: kindLabel(type) }))}
        value={filters.type}
        onChange={set('type')}
      />
      <FilterSelect
        label={t`Added by`}
        all={t`All apps`}
        data={[['@me', t`You`] as const, ...names].map(([value, label]) => ({ value, label }))}
        value={filters.app}
        onChange={set('app')}
      />
    </FilterFields>
  )
}
