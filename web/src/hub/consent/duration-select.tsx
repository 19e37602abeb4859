import { NativeSelect } from '@mantine/core'
import type { Duration } from './duration.ts'

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

interface DurationSelectProps {
  value: Duration
  onChange: (duration: Duration) => void
  /** The end of the access that the app has now. */
  currentEnd: string | null
}

/** Selects how long the app may have access. */
export function DurationSelect({ value, onChange, currentEnd }: DurationSelectProps) {
  return (
    <NativeSelect
      label="For how long"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Duration)}
      data={[
        ...(currentEnd
          ? [{ value: 'current', label: `As now, until ${dateFormat.format(new Date(currentEnd))}` }]
          : []),
        { value: 'open', label: 'Until I disconnect it' },
        { value: 'month', label: 'For 30 days' },
        { value: 'day', label: 'Until the end of today' },
      ]}
    />
  )
}
