import { Button, Group, type MantineSpacing, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { useDeed } from '../ui/deed.ts'
import { Trouble } from '../ui/trouble.tsx'

interface SavedFormProps {
  /** What the button says. */
  deed: string
  onSave: () => Promise<unknown>
  onCancel: () => void
  gap?: MantineSpacing
  /** The fields, given what is wrong with each, as the service says it. */
  children: (errors: Record<string, string>) => ReactNode
}

/** A form that is saved as a whole. What is wrong with a field is said at the field, and the first such is brought into sight. */
export function SavedForm({ deed, onSave, onCancel, gap = 'md', children }: SavedFormProps) {
  const { busy, error, run } = useDeed()
  const errors = fieldErrors(error)
  const isAtFields = Object.keys(errors).length > 0
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run(onSave)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap={gap}>
        {children(errors)}
        {error !== undefined && !isAtFields && <Trouble error={error} />}
        {isAtFields && (
          <Text role="alert" size="sm" c="error" ta="end">
            Please correct the fields marked above.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {deed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
