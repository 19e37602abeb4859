import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { describedScopesQuery } from '../../api/catalog-queries.ts'
import { fieldErrors } from '../../api/errors.ts'
import utilities from '../../ui/utilities.module.css'

const DEBOUNCE_MS = 250

/** An input for a scope that is not in the catalog. The API describes or rejects it while the developer types. */
export function CustomScope({ onAdd }: { onAdd: (scope: string) => void }) {
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const { data, error } = useQuery(describedScopesQuery(settled ? [settled] : []))
  const isSettled = settled !== '' && settled === text.trim()
  const described = isSettled ? data : undefined
  const add = () => {
    if (!described) return
    for (const { scope } of described) onAdd(scope)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label="Any other scope"
          description="Part of a standard scope, or a name of your own, such as memory:read:fitness.trail"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          flex={1}
          classNames={{ input: utilities.monospace }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby="custom-scope-description"
          aria-invalid={(isSettled && error !== null) || undefined}
        />
        <Button variant="default" onClick={add} disabled={!described}>
          Add
        </Button>
      </Group>
      <Text id="custom-scope-description" size="sm" mt={6} mih={22} aria-live="polite" className={utilities.breakWords}>
        {described?.map(({ scope, title, sentence }) => (
          <span key={scope}>
            <b>{title}.</b> {sentence}{' '}
          </span>
        ))}
        {isSettled && error && (
          <Text span inherit c="var(--mantine-color-error)">
            {fieldErrors(error).scope ?? error.message}
          </Text>
        )}
      </Text>
    </div>
  )
}
