import { TextInput } from '@mantine/core'

interface DaysProps {
  filters: { from?: string; to?: string }
  set: (name: 'from' | 'to') => (day: string) => void
}

/** The first and the last day of what is listed, `YYYY-MM-DD`; an empty field sets no bound. */
export function Days({ filters, set }: DaysProps) {
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      label={name === 'from' ? 'From' : 'To'}
      value={filters[name] ?? ''}
      onChange={({ currentTarget: { value } }) => set(name)(value)}
    />
  ))
}
