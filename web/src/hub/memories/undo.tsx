import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { asApiError } from '../../api/errors.ts'
import { focusMain } from '../../ui/focus.ts'
import { notify } from '../../ui/notify.ts'

const UNDO_MS = 12_000
// A dialog that triggered the action first returns the focus.
const FOCUS_AFTER_MS = 50

/** Shows a notification with a button that undoes an action, for 12 seconds. */
export function showUndo(message: string, undo: () => Promise<void>): void {
  const id = notify({
    autoClose: false,
    message: <UndoNotification message={message} onUndo={undo} onEnd={() => notifications.hide(id)} />,
  })
}

interface UndoNotificationProps {
  message: string
  onUndo: () => Promise<void>
  onEnd: () => void
}

// The focused element was deleted, so the button takes the focus. The notification stays while the button has it.
function UndoNotification({ message, onUndo, onEnd }: UndoNotificationProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => button.current?.focus({ preventScroll: true }), FOCUS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts again only when the button loses the focus.
  useEffect(() => {
    if (focused) return
    const timer = setTimeout(onEnd, UNDO_MS)
    return () => clearTimeout(timer)
  }, [focused])
  const undo = () => {
    onEnd()
    focusMain()
    onUndo().catch((error) => notify({ color: 'red', title: t`That did not work`, message: asApiError(error).message }))
  }
  return (
    <Group justify="space-between" wrap="nowrap" p={4}>
      <Text size="sm">{message}</Text>
      <Button
        ref={button}
        size="compact-sm"
        variant="light"
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onClick={undo}
      >
        <Trans>Undo</Trans>
      </Button>
    </Group>
  )
}
