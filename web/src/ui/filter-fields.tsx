import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './filter-fields.module.css'

/** Filters side by side, as far as they fit. */
export function FilterRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

interface FilterFieldsProps {
  filters: { from?: string; to?: string }
  /** Returns the change handler of a filter; an empty value removes the filter. */
  set: (name: 'from' | 'to') => (day: string) => void
  /** The other filters. */
  children: ReactNode
}

/** Filters of a list, followed by its first and last day as `YYYY-MM-DD`. */
export function FilterFields({ filters, set, children }: FilterFieldsProps) {
  return (
    <FilterRow>
      {children}
      <div className={css.dates}>
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={name === 'from' ? t`From` : t`To`}
            value={filters[name] ?? ''}
            onChange={({ currentTarget: { value } }) => set(name)(value)}
          />
        ))}
      </div>
    </FilterRow>
  )
}
