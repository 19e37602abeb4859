import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'
import { Dialog } from './dialog.tsx'

// Above the dialog that shows the secret.
const QUESTION_Z_INDEX = 300

interface SecretGuard {
  /** Leaving asks no longer: the secret was copied, or the user says that it is stored. */
  release: () => void
  /** The question that the page renders. */
  question: ReactNode
}

/** Asks before the user leaves the page or closes the tab while it shows a secret that cannot be shown again. */
export function useSecretGuard(secret: string | undefined): SecretGuard {
  // A ref, so that a link that says “I have stored it” can release the guard in the click that follows it.
  const stored = useRef<string>(undefined)
  const isAtRisk = useCallback(() => secret !== undefined && stored.current !== secret, [secret])
  const blocker = useBlocker({
    shouldBlockFn: isAtRisk,
    enableBeforeUnload: isAtRisk,
    disabled: secret === undefined,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  const release = () => {
    stored.current = secret
  }
  const question = (
    <Dialog
      opened={blocker.status === 'blocked'}
      onClose={stay}
      title={t`Leave without storing it?`}
      zIndex={QUESTION_Z_INDEX}
    >
      <Stack>
        <Text>
          <Trans>What this page shows cannot be shown again. Copy it first, or you will need a new one.</Trans>
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            <Trans>Leave</Trans>
          </Button>
          <Button onClick={stay} data-autofocus>
            <Trans>Stay here</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
  return { release, question }
}
