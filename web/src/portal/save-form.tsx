import { Button, Group, type MantineSpacing, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { useAction } from '../ui/action.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'

interface SaveFormProps {
  /** The text of the submit button. */
  submitLabel: string
  onSave: () => Promise<unknown>
  onCancel: () => void
  gap?: MantineSpacing
  /** Renders the fields with the validation errors of the API by field. */
  children: (errors: Record<string, string>) => ReactNode
}

/** A form that is saved as a whole. After a validation error, the first invalid field gets the focus. */
export function SaveForm({ submitLabel, onSave, onCancel, gap = 'md', children }: SaveFormProps) {
  const { busy, error, run } = useAction()
  const errors = fieldErrors(error)
  const hasFieldErrors = Object.keys(errors).length > 0
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
        {error !== undefined && !hasFieldErrors && <ErrorAlert error={error} />}
        {hasFieldErrors && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)" ta="end">
            Please correct the fields marked above.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
