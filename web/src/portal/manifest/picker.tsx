import { MultiSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Choice, ChoiceGroup } from './choices.ts'

interface PickerProps {
  label: string
  description: ReactNode
  choices: readonly (Choice | ChoiceGroup)[]
  value: string[]
  onChange: (value: string[]) => void
  error?: string
}

/** Picks several of what the catalog knows. What was chosen elsewhere, by its own name, stands among the choices. */
export function Picker({ label, description, choices, value, onChange, error }: PickerProps) {
  const known = new Map(choices.flatMap((one) => ('items' in one ? one.items : [one])).map((one) => [one.value, one]))
  const own = value.filter((one) => !known.has(one)).map((one) => ({ value: one, label: one.replace(/^\w+:\w+:/, '') }))
  const data = choices.map((one) => ('items' in one ? { group: one.group, items: one.items.map(bare) } : bare(one)))
  return (
    <MultiSelect
      label={label}
      description={description}
      placeholder={value.length ? undefined : 'Pick, or type to search'}
      data={[...data, ...own]}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      hidePickedOptions
      nothingFoundMessage="The catalog has no such name."
      maxDropdownHeight={340}
      renderOption={({ option }) => <Option choice={known.get(option.value)} label={option.label} />}
    />
  )
}

function bare({ value, label }: Choice) {
  return { value, label }
}

function Option({ choice, label }: { choice?: Choice; label: string }) {
  return (
    <div>
      <Text size="sm" ff="monospace">
        {label}
      </Text>
      {choice && (
        <Text size="xs" c="dimmed">
          {choice.description}
          {choice.example && <i> {choice.example}</i>}
        </Text>
      )}
    </div>
  )
}
