import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import type { MemoryFilters } from '../../api/queries.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import css from './filter-bar.module.css'

const DEBOUNCE_MS = 40

// Shown by the rail of topics and by the fields beside the search, not among the filters.
const RAIL_FILTERS = ['query', 'scope', 'pinned', 'to']

const MemoryFilterFields = onDemand(async () => (await import('./filter-fields.tsx')).MemoryFilterFields)

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
      <div className={css.bar}>
        <TextInput
          type="search"
          aria-label={t`Search your memories`}
          placeholder={t`Search your memories`}
          leftSection={<Search size={16} aria-hidden />}
          className={css.search}
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
          leftSection={<CalendarDays size={16} aria-hidden />}
          leftSectionPointerEvents="none"
          classNames={{ input: css.date }}
          data-empty={filters.to ? undefined : true}
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
      </div>
      {open && <MemoryFilterFields filters={filters} onChange={onChange} />}
    </Stack>
  )
}
