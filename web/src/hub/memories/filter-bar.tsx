import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { catalogQuery, hubQueries, type MemoryFilters } from '../../api/queries.ts'
import { FilterFields } from '../../ui/filter-fields.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { kindName } from '../../ui/topic-name.ts'

const DEBOUNCE_MS = 250
// Shown by the rail of topics and by the fields beside the search, not among the filters.
const RAIL_FILTERS = ['query', 'scope', 'pinned', 'to']

/** Search as you type, and the filters of the list. All of them are stored in the address. */
export function FilterBar({
  filters,
  onChange,
}: {
  filters: MemoryFilters
  onChange: (filters: MemoryFilters) => void
}) {
  const [query, setQuery] = useState(filters.query ?? '')
  const [open, setOpen] = useState(Object.keys(filters).some((name) => !RAIL_FILTERS.includes(name)))
  const search = useDebouncedCallback((query: string) => onChange({ ...filters, query }), DEBOUNCE_MS)
  const clear = () => {
    setQuery('')
    onChange({})
  }
  return (
    <Stack gap="sm" component="search">
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="search"
          aria-label={t`Search your memories`}
          placeholder={t`Search your memories`}
          leftSection={<Search size={16} aria-hidden />}
          flex={1}
          value={query}
          onChange={({ currentTarget: { value } }) => {
            setQuery(value)
            search(value)
          }}
        />
        <TextInput
          type="date"
          aria-label={t`Jump to a date`}
          title={t`Jump to a date`}
          visibleFrom="sm"
          value={filters.to ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...filters, to: value })}
        />
        <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Trans>Filters</Trans>
        </Button>
        {Object.keys(filters).length > 0 && (
          <Button variant="subtle" onClick={clear}>
            <Trans>Clear</Trans>
          </Button>
        )}
      </Group>
      {open && <Filters filters={filters} onChange={onChange} />}
    </Stack>
  )
}

function Filters({ filters, onChange }: { filters: MemoryFilters; onChange: (filters: MemoryFilters) => void }) {
  const kinds = useQuery(catalogQuery).data?.memoryKinds ?? []
  const connections = useQuery(hubQueries.connections).data ?? []
  const set = (name: keyof MemoryFilters) => (value: string | undefined) => onChange({ ...filters, [name]: value })
  const names = new Map(connections.map(({ app }) => [app.slug, app.name]))
  return (
    <FilterFields filters={filters} set={set}>
      <FilterSelect
        label={t`Kind`}
        all={t`All`}
        clearLabel={t`All kinds`}
        data={kinds.map(({ type }) => ({ value: type, label: kindName(type) }))}
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
