import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface FilterFieldsProps {
  filters: { from?: string; to?: string }
  set: (name: 'from' | 'to') => (day: string) => void
  /** What else the list is cut to. */
  children: ReactNode
}

/**
 * What a list is cut to: some choices, then the first and the last day, `YYYY-MM-DD`, where an empty field sets no bound.
 * They stand side by side as far as there is room.
 */
export function FilterFields({ filters, set, children }: FilterFieldsProps) {
  return (
    <div className="filters">
      {children}
      <div className="days">
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={name === 'from' ? 'From' : 'To'}
            value={filters[name] ?? ''}
            onChange={({ currentTarget: { value } }) => set(name)(value)}
          />
        ))}
      </div>
    </div>
  )
}
