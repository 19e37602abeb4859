import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { Secret } from './secret.tsx'

interface ShownOnceProps {
  title: string
  /** How the secret is called. */
  label: string
  /** The secret; the dialog is open while there is one. */
  value: string | undefined
  /** What it is for, and what ends with it. */
  children: string
  onClose: () => void
}

/** A secret that is shown this once. It closes by its button alone, so that no slip loses it. */
export function ShownOnce({ title, label, value, children, onClose }: ShownOnceProps) {
  return (
    <Modal
      opened={value !== undefined}
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Alert color="orange" variant="light">
          It is shown only once; we keep no copy we could read. Store it now.
        </Alert>
        <Secret label={label} value={value ?? ''} note={children} />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have stored it</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
