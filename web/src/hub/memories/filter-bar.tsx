import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { catalogQuery, hubQueries, type MemoryFilters } from '../../api/queries.ts'
import { FilterFields } from '../../ui/filter-fields.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'

const DEBOUNCE_MS = 250

/** Search as you type, and the filters of the list. All of them are stored in the address. */
export function FilterBar({
  filters,
  onChange,
}: {
  filters: MemoryFilters
  onChange: (filters: MemoryFilters) => void
}) {
  const [query, setQuery] = useState(filters.query ?? '')
  const [open, setOpen] = useState(Object.keys(filters).some((name) => name !== 'query'))
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
          aria-label="Search your memories"
          placeholder="Search your memories"
          leftSection={<Search size={16} aria-hidden />}
          flex={1}
          value={query}
          onChange={({ currentTarget: { value } }) => {
            setQuery(value)
            search(value)
          }}
        />
        <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          Filters
        </Button>
        {Object.keys(filters).length > 0 && (
          <Button variant="subtle" onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      {open && <Filters filters={filters} onChange={onChange} />}
    </Stack>
  )
}

function Filters({ filters, onChange }: { filters: MemoryFilters; onChange: (filters: MemoryFilters) => void }) {
  const scopes = useQuery(hubQueries.usedScopes).data ?? []
  const kinds = useQuery(catalogQuery).data?.memoryKinds ?? []
  const connections = useQuery(hubQueries.connections).data ?? []
  const set = (name: keyof MemoryFilters) => (value: string | undefined) => onChange({ ...filters, [name]: value })
  const names = new Map(connections.map(({ app }) => [app.slug, app.name]))
  return (
    <FilterFields filters={filters} set={set}>
      <FilterSelect
        label="Scope"
        all="All"
        clearLabel="All scopes"
        data={scopes.map(({ scope, count }) => ({ value: scope, label: `${scope} (${count})` }))}
        value={filters.scope}
        onChange={set('scope')}
      />
      <FilterSelect
        label="Kind"
        all="All"
        clearLabel="All kinds"
        data={kinds.map(({ type }) => type)}
        value={filters.type}
        onChange={set('type')}
      />
      <FilterSelect
        label="Added by"
        all="All apps"
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={filters.app}
        onChange={set('app')}
      />
    </FilterFields>
  )
}
