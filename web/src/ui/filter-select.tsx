import { Select, type SelectProps } from '@mantine/core'

interface FilterSelectProps {
  label: string
  /** Hides the label from the screen; screen readers still read it. */
  labelHidden?: boolean
  /** The placeholder when nothing is selected. */
  all: string
  /** The name of the button that clears the selection, where `all` alone is ambiguous. */
  clearLabel?: string
  data: NonNullable<SelectProps['data']>
  value: string | undefined
  /** Called with `undefined` when the selection is cleared. */
  onChange: (value: string | undefined) => void
}

/** Filters a list by one value, or by none. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, labelHidden, all, clearLabel = all, data, value, onChange } = props
  return (
    <Select
      label={labelHidden ? undefined : label}
      aria-label={labelHidden ? label : undefined}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      data={data}
      value={value ?? null}
      onChange={(selected) => onChange(selected ?? undefined)}
    />
  )
}
