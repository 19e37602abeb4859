import { Select } from '@mantine/core'

interface ChoiceProps {
  /** What is said above it; `name` instead where nothing is to stand there. */
  label?: string
  name?: string
  /** What no choice is called, as the field shows it and, where that says too little, in full. */
  all: string
  allInFull?: string
  data: (string | { value: string; label: string })[]
  value: string | undefined
  /** `undefined` is no choice. */
  onChange: (value: string | undefined) => void
}

/** One of a list, or no choice: what a list is cut to. */
export function Choice({ label, name, all, allInFull = all, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      aria-label={name}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': allInFull }}
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}
