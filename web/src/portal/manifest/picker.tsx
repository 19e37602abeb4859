import { MultiSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CatalogOption, OptionGroup } from './options.ts'

interface PickerProps {
  label: string
  description: ReactNode
  options: readonly (CatalogOption | OptionGroup)[]
  value: string[]
  onChange: (value: string[]) => void
  error?: string
}

/** A multi-select of catalog entries. Selected values that are not in the catalog are listed too. */
export function Picker({ label, description, options, value, onChange, error }: PickerProps) {
  const known = new Map(options.flatMap((one) => ('items' in one ? one.items : [one])).map((one) => [one.value, one]))
  const unlisted = value
    .filter((one) => !known.has(one))
    .map((one) => ({ value: one, label: one.replace(/^\w+:\w+:/, '') }))
  const data = options.map((one) => ('items' in one ? { group: one.group, items: one.items.map(toData) } : toData(one)))
  return (
    <MultiSelect
      label={label}
      description={description}
      placeholder={value.length ? undefined : 'Pick, or type to search'}
      data={[...data, ...unlisted]}
      value={value}
      onChange={onChange}
      // Enter in the search must not submit the form around it.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      error={error}
      searchable
      hidePickedOptions
      nothingFoundMessage="The catalog has no such name."
      maxDropdownHeight={340}
      renderOption={({ option }) => <Option choice={known.get(option.value)} label={option.label} />}
    />
  )
}

function toData({ value, label }: CatalogOption) {
  return { value, label }
}

function Option({ choice, label }: { choice?: CatalogOption; label: string }) {
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
