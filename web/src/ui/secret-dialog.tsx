import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { CopyField } from './copy-field.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'
import { useSecretGuard } from './secret-guard.tsx'

interface SecretDialogProps {
  title: string
  label: string
  /** The dialog is open while there is a secret. */
  value: string | undefined
  /** What the secret is for. */
  children: string
  onClose: () => void
}

/**
 * Shows a new secret, once. Only its button closes it, so that a stray click or key cannot lose the secret, and leaving the
 * page asks first.
 */
export function SecretDialog({ title, label, value, children, onClose }: SecretDialogProps) {
  const { release, question } = useSecretGuard(value)
  return (
    <>
      <Dialog mustAnswer opened={value !== undefined} onClose={onClose} title={title}>
        <Stack>
          <Note tone="warning">
            <Trans>It is shown only once; we keep no copy we could read. Store it now.</Trans>
          </Note>
          <CopyField label={label} value={value ?? ''} note={children} onCopied={release} />
          <Group justify="flex-end">
            <Button onClick={onClose}>
              <Trans>I have stored it</Trans>
            </Button>
          </Group>
        </Stack>
      </Dialog>
      {question}
    </>
  )
}
