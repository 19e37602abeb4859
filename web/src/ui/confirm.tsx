import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { useAction } from './action.ts'
import { Dialog } from './dialog.tsx'
import { ErrorAlert } from './error-alert.tsx'

interface ConfirmProps {
  title: string
  /** What will happen, and the fields to fill in, if any: with a function, their errors are shown at them. */
  children: ReactNode | ((errors: Record<string, string>) => ReactNode)
  /** The text of the button: what it does, not “OK”. */
  submitLabel: string
  opened: boolean
  onClose: () => void
  /** Receives the fields. An error it throws is shown, and the dialog stays open. */
  onConfirm: (form: FormData) => Promise<unknown>
  /** Disables the button. */
  incomplete?: boolean
  /** Shows the button in red. */
  destructive?: boolean
}

/** Asks for confirmation of an action that is hard to undo. */
export function Confirm(props: ConfirmProps) {
  const { title, children, submitLabel, opened, onClose, onConfirm, incomplete, destructive = true } = props
  const { busy, error, run, reset } = useAction()
  const errors = typeof children === 'function' ? fieldErrors(error) : {}
  const close = () => {
    reset()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    run(async () => {
      await onConfirm(form)
      onClose()
    })
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {typeof children === 'function' ? children(errors) : children}
          {error !== undefined && !Object.keys(errors).length && <ErrorAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={busy}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" color={destructive ? 'red' : undefined} loading={busy} disabled={incomplete}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
