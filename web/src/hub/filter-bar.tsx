import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { Choice } from '../ui/choice.tsx'
import { FilterFields } from '../ui/filter-fields.tsx'
import { catalog, connections, type Filters, scopes } from './memory.ts'

const TYPING_MS = 250

/** Search as you type, and what the list is cut to. The address holds it all, so that it can be kept and returned to. */
export function FilterBar({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const [query, setQuery] = useState(filters.query ?? '')
  const [open, setOpen] = useState(Object.keys(filters).some((name) => name !== 'query'))
  const search = useDebouncedCallback((query: string) => onChange({ ...filters, query }), TYPING_MS)
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
      {open && <Cuts filters={filters} onChange={onChange} />}
    </Stack>
  )
}

function Cuts({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const places = useQuery(scopes).data ?? []
  const kinds = useQuery(catalog).data?.memoryKinds ?? []
  const apps = useQuery(connections).data ?? []
  const set = (name: keyof Filters) => (value: string | undefined) => onChange({ ...filters, [name]: value })
  const names = new Map(apps.map(({ app }) => [app.slug, app.name]))
  return (
    <FilterFields filters={filters} set={set}>
      <Choice
        label="Scope"
        all="All"
        allInFull="All scopes"
        data={places.map(({ scope, count }) => ({ value: scope, label: `${scope} (${count})` }))}
        value={filters.scope}
        onChange={set('scope')}
      />
      <Choice
        label="Kind"
        all="All"
        allInFull="All kinds"
        data={kinds.map(({ type }) => type)}
        value={filters.type}
        onChange={set('type')}
      />
      <Choice
        label="Added by"
        all="All apps"
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={filters.app}
        onChange={set('app')}
      />
    </FilterFields>
  )
}
