import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import X from 'lucide-react/icons/x'
import type { ActivityFilters } from '../../api/hub/queries.ts'
import { FilterFields } from '../../ui/filter-fields.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { formatDay } from '../../ui/timestamp.tsx'
import { actionGroups, actionName } from './action-groups.ts'
import type { Names } from './story.tsx'

interface FiltersProps {
  filters: ActivityFilters
  /** Returns the change handler of a filter; no value removes it. */
  set: (name: keyof ActivityFilters) => (value: string | undefined) => void
  names: Names
}

/** The filters of the activity: as fields or, while those are folded, the ones that are set. */
export function Filters({ open, ...props }: FiltersProps & { open: boolean }) {
  return open ? <Fields {...props} /> : <ActiveFilters {...props} />
}

function Fields({ filters, set, names }: FiltersProps) {
  return (
    <FilterFields filters={filters} set={set}>
      <FilterSelect
        label={t`Who`}
        all={t`Everybody`}
        data={[...names.bySlug].map(([value, label]) => ({ value, label }))}
        value={filters.app}
        onChange={set('app')}
      />
      <FilterSelect
        label={t`What`}
        all={t`Everything`}
        data={actionGroups()}
        value={filters.action}
        onChange={set('action')}
      />
    </FilterFields>
  )
}

/** The filters that are set, each with a button that removes it. */
function ActiveFilters({ filters, set, names }: FiltersProps) {
  const { app, action, from, to } = filters
  const dayOf = (day: string) => formatDay(new Date(`${day}T12:00:00`))
  const chips = [
    app && { name: 'app' as const, label: names.bySlug.get(app) ?? app },
    action && { name: 'action' as const, label: actionName(action) },
    from && { name: 'from' as const, label: t`from ${dayOf(from)}` },
    to && { name: 'to' as const, label: t`until ${dayOf(to)}` },
  ].filter((chip) => chip !== undefined && chip !== '')
  if (!chips.length) return null
  return (
    <Group gap="xs">
      {chips.map(({ name, label }) => (
        <Button
          key={name}
          size="compact-md"
          variant="light"
          rightSection={<X size={14} aria-hidden />}
          aria-label={t`Remove the filter: ${label}`}
          onClick={() => set(name)(undefined)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
