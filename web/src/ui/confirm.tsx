import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Trouble } from './trouble.tsx'

interface Question {
  title: string
  /** What will happen, and fields to fill in where there are any. */
  children: ReactNode
  /** What the button says: the deed, not “OK”. */
  deed: string
  opened: boolean
  onClose: () => void
  /** Does it; what it throws is shown, and the dialog stays. The form holds the fields. */
  onConfirm: (form: FormData) => Promise<unknown>
  /** It takes something away. */
  grave?: boolean
}

/** Asks before something that is hard to take back. */
export function Confirm({ title, children, deed, opened, onClose, onConfirm, grave = true }: Question) {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const close = () => {
    setState({ busy: false })
    onClose()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setState({ busy: true })
    try {
      await onConfirm(new FormData(event.currentTarget))
      close()
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          {state.error !== undefined && <Trouble error={state.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={state.busy}>
              Cancel
            </Button>
            <Button type="submit" color={grave ? 'red' : undefined} loading={state.busy}>
              {deed}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
